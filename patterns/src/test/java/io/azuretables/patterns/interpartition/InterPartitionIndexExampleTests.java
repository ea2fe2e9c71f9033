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

package io.azuretables.patterns.interpartition;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.operations.TableTemplate;
import io.azuretables.operations.TableTemplateOptions;
import io.azuretables.patterns.index.IndexAdministration;
import io.azuretables.patterns.index.IndexFinding;
import io.azuretables.patterns.index.IndexOptions;
import io.azuretables.patterns.index.IndexReport;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import io.azuretables.repository.TableRepository;
import io.azuretables.repository.support.TableRepositoryFactory;
import io.azuretables.sample.MutableClock;
import io.azuretables.write.UniqueIndexException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The examples of the documentation.
 */
class InterPartitionIndexExampleTests {

	private final TableGateway gateway = new EmbeddedTableGateway();

	private final TableConverter converter = new TableConverter(new TableMappingContext(new TableCustomConversions()));

	private final MutableClock clock = new MutableClock();

	private final IndexOptions options = IndexOptions.DEFAULTS.withClock(this.clock);

	private final IndexQueue queue = IndexQueue.embedded(this.clock);

	// tag::template[]
	private final TableTemplate template = new TableTemplate(this.gateway, this.converter,
			TableTemplateOptions.DEFAULTS, new InterPartitionIndexWrites(this.queue.queue(), this.options));

	private final InterPartitionIndexTemplate indexes = new InterPartitionIndexTemplate(this.template, this.gateway,
			this.queue, this.options);

	// end::template[]

	private final Agents agents = new TableRepositoryFactory(this.template).getRepository(Agents.class);

	// tag::repository[]
	interface Agents extends TableRepository<Agent, TableKey> {

		List<Agent> findByCity(String city);

		Optional<Agent> findByEmail(String email);

		List<Agent> findByAgeBetween(int from, int to);

	}
	// end::repository[]

	@Test
	void answersQueriesOfRepositoriesAcrossPartitions() {
		this.agents.save(Agent.of("Sales", 1, "Rome").withEmail("hall@x"));
		this.agents.save(Agent.of("Law", 2, "Rome").withAge(50));
		assertThat(this.agents.findByCity("Rome")).extracting(Agent::key).containsExactly("Law2", "Sales1");
		assertThat(this.agents.findByEmail("hall@x")).map(Agent::key).contains("Sales1");
		assertThat(this.agents.findByAgeBetween(20, 60)).as("the worker has not been there").isEmpty();
		Agent hall = this.agents.findByEmail("hall@x").orElseThrow();
		assertThat(this.agents.save(hall.in("Oslo")).city()).isEqualTo("Oslo");
		assertThat(this.agents.findByCity("Rome")).extracting(Agent::key).containsExactly("Law2");
		assertThatExceptionOfType(UniqueIndexException.class)
			.isThrownBy(() -> this.agents.save(Agent.of("Law", 3, "Bern").withEmail("hall@x")));
		work();
		assertThat(this.agents.findByAgeBetween(20, 60)).extracting(Agent::age).containsExactly(30, 50);
		this.agents.deleteAll();
		assertThat(this.agents.findByCity("Oslo")).isEmpty();
	}

	@Test
	void looksUpAcrossDepartments() {
		this.template.insert(new Resident("Sales", 1, "Rome", "hall@x", null));
		this.template.insert(new Resident("Law", 2, "Rome", null, null));
		assertThat(this.template.find(TableQuery.of(Criteria.where("city").is("Rome")), Resident.class)).hasSize(2);
		assertThat(this.template.findOne(TableQuery.of(Criteria.where("email").is("hall@x")), Resident.class))
			.map(Resident::department)
			.contains("Sales");
		assertThatExceptionOfType(UniqueIndexException.class)
			.isThrownBy(() -> this.template.insert(new Resident("Law", 3, null, "hall@x", null)));
	}

	private void work() {
		// tag::worker[]
		while (this.indexes.poll(Duration.ofSeconds(30)) > 0) {
			// there may be more
		}
		// end::worker[]
	}

	@Test
	void isLookedAfterByWorker() {
		// tag::started[]
		InterPartitionIndexWorker worker = new InterPartitionIndexWorker(this.indexes);
		worker.start();
		// end::started[]
		this.agents.save(Agent.of("Law", 2, "Rome").withAge(50));
		long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
		while (this.agents.findByAgeBetween(20, 60).isEmpty()) {
			assertThat(System.nanoTime()).as("the time it takes").isLessThan(end);
			Thread.onSpinWait();
		}
		worker.stop();
		assertThat(worker.isRunning()).isFalse();
	}

	@Test
	void explainsItself() {
		TableQuery byCity = TableQuery.of(Criteria.where("city").is("Rome"));
		assertThat(this.template.query(Agent.class).explain(byCity)).isEqualTo("""
				KIND_RANGE on Agents by index city; partition city_{city} with city eq ?; \
				row city_{department}_{employeeId:6}; STRONG; entities verified by key, 1 request each
				  requests: 1 per page, and 1 per entity
				  query $filter=PartitionKey eq 'city_Rome' and RowKey ge 'city_' and RowKey lt 'city`'
				  $select=_rk,_pk""");
		assertThat(this.template.query(Agent.class).explain(TableQuery.of(Criteria.where("email").is("a@x"))))
			.startsWith("POINT on Agents by index email; partition email_{email} with email eq ?; row email; STRONG");
		assertThat(this.template.query(Agent.class).explain(TableQuery.of(Criteria.where("age").is(30))))
			.startsWith("ROW_RANGE on Agents by index age")
			.contains("; EVENTUAL; entities verified by key, 1 request each");
	}

	@Test
	void isProvedAndRepaired() {
		this.agents.save(Agent.of("Sales", 1, "Rome").withEmail("hall@x"));
		List<IndexFinding> findings = new ArrayList<>();
		// tag::verify[]
		IndexAdministration administration = new IndexAdministration(this.gateway,
				this.template.converter().mappingContext(), this.options);
		IndexReport report = administration.verify(Agent.class, "city", findings::add);
		if (!report.isClean()) {
			administration.rebuild(Agent.class, "city");
		}
		// end::verify[]
		assertThat(findings).isEmpty();
		assertThat(report.entities()).isEqualTo(1);
	}

	@Test
	void isAddedToDataThatIsThere() {
		this.template.save(Agent.of("Sales", 1, "Rome"));
		// tag::added[]
		IndexAdministration added = new IndexAdministration(this.gateway, this.template.converter().mappingContext(),
				this.options.withAdded(Agent.class, "city"));
		this.template.setReadableIndexes(added.readable());
		added.refresh();
		// when all processes run with this
		IndexReport report = added.backfill(Agent.class, "city", (progress) -> {
		});
		// end::added[]
		assertThat(report.isClean()).isTrue();
		assertThat(this.template.find(Office.byCity("Rome"), Agent.class)).hasSize(1);
	}

	@Test
	void isUsedWithoutRepositories() {
		this.template.save(Agent.of("Sales", 1, "Rome"));
		// tag::find[]
		TableQuery inRome = TableQuery.of(Criteria.where("city").is("Rome"));
		try (Stream<Agent> found = this.indexes.find(Agent.class, "city", inRome)) {
			assertThat(found).extracting(Agent::key).containsExactly("Sales1");
		}
		// end::find[]
	}

	@Test
	void isSwept() {
		this.template.save(Agent.of("Sales", 1, "Rome"));
		this.clock.pass(Duration.ofHours(2));
		// tag::sweep[]
		long sent = this.indexes.sweep(Agent.class, Duration.ofHours(1));
		// end::sweep[]
		assertThat(sent).isEqualTo(1);
	}

}
