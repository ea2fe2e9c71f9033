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

package io.azuretables.patterns.simulation.list;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.gateway.TableGateway;
import io.azuretables.internal.index.IndexRows;
import io.azuretables.internal.model.EntityModel;
import io.azuretables.key.TableKey;
import io.azuretables.operations.TableTemplate;
import io.azuretables.operations.TableTemplateOptions;
import io.azuretables.patterns.index.IndexAdministration;
import io.azuretables.patterns.internal.index.IndexLists;
import io.azuretables.patterns.simulation.SimulatedGateway;
import io.azuretables.patterns.simulation.Simulation;
import io.azuretables.query.Update;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;

/**
 * Users who write few members in all ways, one who corrects their list, and one who reads
 * it. The first row of the list has room for one of them, so that the others are in a
 * further row that comes and goes. The list is what the entities say after every change
 * of the table, and a reader misses nobody who is in it all the time.
 */
final class LongListScenario {

	static final String TABLE = "Members";

	/**
	 * The list that all are in, or not.
	 */
	static final TableKey LIST = new TableKey("Chess", "city_Rome");

	static final TableKey FURTHER = new TableKey("Chess", "~l|city_Rome|1");

	/**
	 * The column of the first row that tells how many further rows there are.
	 */
	static final String NUMBER = "_n";

	private static final int MEMBERS = 4;

	/**
	 * The ids of others, which stay.
	 */
	private static final int OTHERS = 959;

	private static final int IDS_OF_COLUMN = 64;

	private static final List<@Nullable String> CITIES = Arrays.asList("Rome", "Rome", "Oslo", null);

	private static final TableRow FULL = withIds(TableRow.of(LIST, Map.of()),
			IntStream.range(0, OTHERS).mapToObj("1%0498d"::formatted).toList());

	private final Simulation simulation;

	private final SimulatedGateway gateway;

	private final TableTemplate template;

	private final IndexAdministration indexes;

	private final IndexLists corrections;

	/**
	 * Whether each member has been in the list, after each change.
	 */
	private final Map<Integer, List<Boolean>> history = new HashMap<>();

	private LongListScenario(Simulation simulation, Sabotage sabotage) {
		this.simulation = simulation;
		this.gateway = new SimulatedGateway(simulation, TABLE);
		this.gateway.store().write(TABLE, new RowWrite.Insert(FULL));
		TableMappingContext context = new TableMappingContext(new TableCustomConversions());
		this.template = new TableTemplate(sabotage.tables(this.gateway, this.gateway.store()),
				new TableConverter(context), TableTemplateOptions.DEFAULTS.withConcurrency(1));
		EntityModel model = EntityModel.of(context.getRequiredPersistentEntity(Member.class));
		this.indexes = new IndexAdministration(this.gateway, context);
		this.corrections = new IndexLists(sabotage.corrections(this.gateway), TABLE,
				List.of(new IndexRows(model, model.index("city").orElseThrow())));
		for (int id = 0; id < MEMBERS; id++) {
			this.history.put(id, new ArrayList<>(List.of(false)));
		}
	}

	static void play(Simulation simulation, Sabotage sabotage) {
		LongListScenario scenario = new LongListScenario(simulation, sabotage);
		List.of("user1", "user2", "user3").forEach((name) -> simulation.actor(name, scenario::use));
		simulation.actor("administrator", scenario::correct);
		simulation.actor("reader", scenario::read);
		simulation.always(scenario::check);
		simulation.atRest(scenario::checkOthers);
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

	private void change() {
		int id = random(MEMBERS);
		Member member = member(id);
		switch (random(7)) {
			case 0 -> this.template.insert(member);
			case 1, 2 -> this.template.deleteById(Member.class, key(id));
			case 3 -> this.template.merge(Member.class, key(id), Update.update("city", member.city()));
			case 4 -> this.template.saveAll(List.of(member, member((id + 1) % MEMBERS)));
			default -> this.template.save(member);
		}
	}

	private Member member(int id) {
		return new Member("Chess", id(id), CITIES.get(random(CITIES.size())), this.simulation.token());
	}

	private int random(int bound) {
		return this.simulation.random().nextInt(bound);
	}

	private static String id(int id) {
		return "M%0498d".formatted(id);
	}

	private static TableKey key(int id) {
		return new TableKey("Chess", "m_" + id(id));
	}

	private void correct() {
		while (!this.simulation.isCalm()) {
			try {
				this.corrections.settle(LIST, key(random(MEMBERS)));
			}
			catch (DataAccessException ex) {
				this.simulation.say("fails: " + ex.getClass().getSimpleName());
			}
			this.simulation.sleep(Duration.ofMillis(200));
		}
	}

	private void read() {
		while (!this.simulation.isCalm()) {
			Map<Integer, Integer> before = new HashMap<>();
			this.history.forEach((id, all) -> before.put(id, all.size()));
			try {
				List<TableKey> found = this.indexes.keys(Member.class, "city", "Chess", "Rome");
				before.forEach((id, from) -> checkAnswer(id, found.contains(key(id)),
						this.history.get(id).subList(from - 1, this.history.get(id).size())));
			}
			catch (DataAccessException ex) {
				this.simulation.say("look-up fails: " + ex.getClass().getSimpleName());
			}
		}
	}

	private static void checkAnswer(int id, boolean found, List<Boolean> during) {
		if (!found && !during.contains(false)) {
			throw new AssertionError("Gap: a reader of the list misses " + id);
		}
		if (found && !during.contains(true)) {
			throw new AssertionError("Stale: a reader of the list finds " + id + ", which is not in it");
		}
	}

	private void check() {
		List<TableRow> rows = rows(this.gateway.store());
		Set<Integer> named = new TreeSet<>();
		Set<Integer> expected = new TreeSet<>();
		for (int id = 0; id < MEMBERS; id++) {
			String text = id(id);
			if (rows.stream().anyMatch((row) -> isNamed(row, text))) {
				named.add(id);
			}
			TableRow member = this.gateway.store().read(TABLE, key(id), null, RowReader.rows());
			boolean here = member != null && "Rome".equals(member.get("city"));
			if (here) {
				expected.add(id);
			}
			this.history.get(id).add(here);
		}
		if (!named.equals(expected)) {
			throw new AssertionError("The list names " + named + " instead of " + expected);
		}
	}

	private static boolean isNamed(TableRow row, String id) {
		boolean[] named = new boolean[1];
		row.forEach((column, value) -> named[0] |= column.startsWith("members") && String.valueOf(value).contains(id));
		return named[0];
	}

	private void checkOthers() {
		check();
		long others = rows(this.gateway.store()).stream()
			.flatMap((row) -> ids(row).stream())
			.filter((id) -> id.startsWith("1"))
			.distinct()
			.count();
		if (others != OTHERS) {
			throw new AssertionError("The list names " + others + " others instead of " + OTHERS);
		}
	}

	/**
	 * The rows of the list.
	 */
	private static List<TableRow> rows(TableGateway store) {
		TableRow first = store.read(TABLE, LIST, null, RowReader.rows());
		if (first == null) {
			return List.of();
		}
		TableRow further = (first.get(NUMBER) != null) ? store.read(TABLE, FURTHER, null, RowReader.rows()) : null;
		return (further != null) ? List.of(first, further) : List.of(first);
	}

	/**
	 * The ids in a row of a list.
	 */
	static List<String> ids(TableRow row) {
		List<String> ids = new ArrayList<>();
		for (int column = 0; row.get(column(column)) != null; column++) {
			ids.addAll(List.of(Objects.requireNonNull(row.get(column(column), String.class)).split(",")));
		}
		return ids;
	}

	/**
	 * A row of a list with other ids.
	 */
	static TableRow withIds(TableRow row, List<String> ids) {
		TableRow changed = TableRow.of(row.key(), Map.of());
		for (Map.Entry<String, Object> property : row.properties().entrySet()) {
			if (!property.getKey().startsWith("members")) {
				changed = changed.with(property.getKey(), property.getValue());
			}
		}
		for (int from = 0; from < ids.size(); from += IDS_OF_COLUMN) {
			changed = changed.with(column(from / IDS_OF_COLUMN),
					String.join(",", ids.subList(from, Math.min(from + IDS_OF_COLUMN, ids.size()))));
		}
		return changed;
	}

	private static String column(int number) {
		return (number == 0) ? "members" : "members" + number;
	}

}
