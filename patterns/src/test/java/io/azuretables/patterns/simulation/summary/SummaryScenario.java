/*
 * Copyright 2026 the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.azuretables.patterns.simulation.summary;

import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.key.TableKey;
import io.azuretables.operations.RowTemplate;
import io.azuretables.operations.TableNameResolver;
import io.azuretables.operations.TableTemplate;
import io.azuretables.operations.TableTemplateOptions;
import io.azuretables.patterns.sample.Seller;
import io.azuretables.patterns.simulation.Ledger;
import io.azuretables.patterns.simulation.SimulatedGateway;
import io.azuretables.patterns.simulation.Simulation;
import io.azuretables.patterns.summary.Summary;
import io.azuretables.patterns.summary.SummaryTemplate;
import io.azuretables.query.Update;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.TableRow;

import org.springframework.dao.DataAccessException;

/**
 * Users who write few entities of a partition in all ways, and one who recounts. The
 * summary is what the entities say, after every change of the table.
 */
final class SummaryScenario {

	/**
	 * What the row keys of the summary begin with.
	 */
	static final String ROWS = "sum_staff";

	private static final int SELLERS = 3;

	private static final List<Integer> SALARIES = List.of(100, 200);

	private final Simulation simulation;

	private final SimulatedGateway gateway;

	private final Summary<Seller> staff;

	private final TableTemplate template;

	private final SummaryTemplate summaries;

	private final Ledger ledger = new Ledger();

	private SummaryScenario(Simulation simulation, Sabotage sabotage) {
		this.simulation = simulation;
		this.gateway = new SimulatedGateway(simulation, "Sellers");
		this.staff = Summary.of(Seller.class, "Staff")
			.key("{department}", ROWS)
			.count("employees")
			.sum("salaries", "salary")
			.buckets(2);
		TableConverter converter = new TableConverter(new TableMappingContext(new TableCustomConversions()));
		this.template = new TableTemplate(sabotage.tables(this.gateway), converter,
				TableTemplateOptions.DEFAULTS.withConcurrency(1));
		this.summaries = new SummaryTemplate(this.template, new RowTemplate(this.gateway, converter),
				TableNameResolver.AS_DECLARED, this.staff);
	}

	static void play(Simulation simulation, Sabotage sabotage) {
		SummaryScenario scenario = new SummaryScenario(simulation, sabotage);
		List.of("user1", "user2", "user3").forEach((name) -> simulation.actor(name, scenario::use));
		simulation.actor("accountant", scenario::recount);
		simulation.always(scenario::check);
		simulation.atRest(scenario::check);
	}

	private void use() {
		while (!this.simulation.isCalm()) {
			try {
				change();
			}
			catch (DataAccessException ex) {
				this.simulation.say("fails: " + ex.getClass().getSimpleName());
			}
		}
	}

	/**
	 * The e-mail address tells one write from another.
	 */
	private void change() {
		int id = random(SELLERS);
		String token = this.simulation.token();
		Seller seller = new Seller("Sales", id, token, SALARIES.get(random(SALARIES.size())), null);
		TableKey key = this.template.converter().key(seller);
		switch (random(8)) {
			case 0 -> write(token, () -> this.template.insert(seller));
			case 1 -> write(token, () -> this.template.update(seller));
			case 2 -> this.template.deleteById(Seller.class, key);
			case 3 -> write(token, () -> {
				this.template.merge(Seller.class, key, Update.update("email", token).increment("salary", 100));
				return token;
			});
			case 4 -> this.template.saveAll(List.of(seller, new Seller("Sales", (id + 1) % SELLERS,
					this.simulation.token(), SALARIES.get(random(SALARIES.size())), null)));
			default -> write(token, () -> this.template.save(seller));
		}
	}

	private void write(String token, Supplier<Object> action) {
		this.ledger.write(token, action);
	}

	private void recount() {
		while (!this.simulation.isCalm()) {
			try {
				this.summaries.recount(this.staff, "Sales");
			}
			catch (DataAccessException ex) {
				this.simulation.say("fails: " + ex.getClass().getSimpleName());
			}
			this.simulation.sleep(Duration.ofSeconds(2));
		}
	}

	private void check() {
		long employees = 0;
		long salaries = 0;
		long counted = 0;
		long added = 0;
		for (TableRow row : this.gateway.store().read(RowRequest.of("Sellers", null), RowReader.rows()).rows()) {
			if (row.key().rowKey().startsWith(ROWS)) {
				counted += number(row, "employees");
				added += number(row, "salaries");
			}
			else if (row.key().rowKey().startsWith("empid_")) {
				employees++;
				salaries += number(row, "salary");
				this.ledger.committed(String.valueOf(row.get("email")));
			}
		}
		if (employees != counted || salaries != added) {
			throw new AssertionError(
					"The summary says " + counted + " and " + added + " instead of " + employees + " and " + salaries);
		}
	}

	private static long number(TableRow row, String column) {
		return (row.get(column) instanceof Number number) ? number.longValue() : 0;
	}

	private int random(int bound) {
		return this.simulation.random().nextInt(bound);
	}

}
