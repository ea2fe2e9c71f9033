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

package io.azuretables.benchmarks.part;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;

import io.azuretables.benchmarks.part.MethodCalls.Walk;
import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.Table;
import io.azuretables.operations.TableTemplate;
import io.azuretables.operations.TableTemplateOptions;
import io.azuretables.patterns.index.IndexOptions;
import io.azuretables.patterns.interpartition.IndexQueue;
import io.azuretables.patterns.interpartition.InterPartitionIndexTemplate;
import io.azuretables.patterns.interpartition.InterPartitionIndexWrites;
import io.azuretables.repository.TableRepository;
import io.azuretables.repository.support.TableRepositoryFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.data.annotation.Version;

/**
 * Prints the number of method calls of this library in five operations, from the template
 * to the gateway. Runs with {@link MethodCalls} as its agent.
 */
final class CallsProbe {

	/**
	 * The first calls make what later ones share.
	 */
	private static final int WARM_UP = 20;

	private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-01-01T00:00:00Z"));

	private final InstantSource clock = this.now::get;

	private final TableGateway gateway = new EmbeddedTableGateway();

	private final IndexOptions options = IndexOptions.DEFAULTS.withClock(this.clock);

	private final IndexQueue queue = IndexQueue.embedded(this.clock);

	private final TableTemplate template = new TableTemplate(this.gateway,
			new TableConverter(new TableMappingContext(new TableCustomConversions())), TableTemplateOptions.DEFAULTS,
			new InterPartitionIndexWrites(this.queue.queue(), this.options));

	private final InterPartitionIndexTemplate indexes = new InterPartitionIndexTemplate(this.template, this.gateway,
			this.queue, this.options);

	private final Clerks clerks = new TableRepositoryFactory(this.template).getRepository(Clerks.class);

	private Clerk clerk = new Clerk("Sales", 1, "Hall", null);

	private Member member = new Member("Sales", 1, "hall@example.org", null);

	private Agent agent = new Agent("Sales", 1, "Rome", null);

	private int round;

	private CallsProbe() {
	}

	public static void main(String[] args) {
		new CallsProbe().run();
	}

	private void run() {
		List.of("Clerks", "Members", "Agents").forEach(this.gateway::createTable);
		IntStream.rangeClosed(2, 11).forEach((id) -> this.template.save(new Clerk("Sales", id, "Hall", null)));
		List<Runnable> walks = List.of(() -> this.clerks.findByDepartmentAndId("Sales", 2),
				() -> this.clerks.findByDepartmentAndIdBetween("Sales", 2, 11),
				() -> this.clerk = this.template.save(this.clerk), () -> this.member = this.template.save(this.member),
				() -> this.agent = this.template.save(this.agent.in("City" + this.round++)), this::work);
		for (int i = 0; i < WARM_UP; i++) {
			walks.forEach(Runnable::run);
		}
		StringBuilder figures = new StringBuilder();
		for (Runnable each : walks) {
			Walk walk = MethodCalls.of(each);
			figures.append(walk.calls()).append(' ').append(walk.types()).append(' ');
		}
		System.out.println(figures.toString().trim());
	}

	/**
	 * Both passes of the worker: the second one comes when the token row may go.
	 */
	private void work() {
		do {
			this.now.updateAndGet((time) -> time.plus(Duration.ofHours(1)));
		}
		while (this.indexes.poll(Duration.ofSeconds(30)) > 0);
	}

	interface Clerks extends TableRepository<Clerk, TableKey> {

		Optional<Clerk> findByDepartmentAndId(String department, int id);

		List<Clerk> findByDepartmentAndIdBetween(String department, int first, int last);

	}

	@Table("Clerks")
	record Clerk(@PartitionKey String department, @RowKey("clerk_{id:6}") int id, String name,
			@Version @Nullable String version) {
	}

	@Table("Members")
	@SecondaryIndex(name = "email", rowKey = "email_{email}")
	record Member(@PartitionKey String department, @RowKey("member_{id:6}") int id, String email,
			@Version @Nullable String version) {
	}

	@Table("Agents")
	@SecondaryIndex(name = "city", partitionKey = "city_{city}", rowKey = "city_{department}_{id:6}")
	record Agent(@PartitionKey String department, @RowKey("agent_{id:6}") int id, String city,
			@Version @Nullable String version) {

		Agent in(String other) {
			return new Agent(this.department, this.id, other, this.version);
		}

	}

}
