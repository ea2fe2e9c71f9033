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

package io.azuretables.patterns.denormalization;

import java.util.ArrayList;
import java.util.List;

import io.azuretables.key.TableKey;
import io.azuretables.mapping.Json;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.Table;
import io.azuretables.operations.TableTemplate;
import io.azuretables.patterns.index.IndexAdministration;
import io.azuretables.patterns.index.IndexFinding.Kind;
import io.azuretables.patterns.index.IndexOptions;
import io.azuretables.patterns.queue.EventuallyConsistentQueueTemplate;
import io.azuretables.patterns.queue.QueueWorker;
import io.azuretables.patterns.queue.message.MessageHandlers;
import io.azuretables.patterns.queue.message.QueueOptions;
import io.azuretables.patterns.sample.QueueWorld;
import io.azuretables.patterns.sample.Store;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.data.annotation.Version;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for copies between entities that are changed in place.
 */
class MutableCopyTests {

	private static final TableKey LEAD = TableKey.of("Sales", "lead_1");

	private static final TableKey OTHER = TableKey.of("Sales", "lead_2");

	private static final TableKey TEAM = TableKey.of("Sales", "team_1");

	private final QueueWorld world = QueueWorld.embedded();

	private final Store store = Store.over(this.world.gateway(), "");

	private final TableTemplate template = this.store.template();

	private final DenormalizationTemplate copies = new DenormalizationTemplate(this.template,
			List.of(declared(Team.class)));

	private final IndexAdministration indexes = administration(this.copies);

	private static <T> DenormalizedCopies<Lead, T> declared(Class<T> holder) {
		return DenormalizedCopies.of(Lead.class, holder, "leads")
			.reference("department", "department")
			.reference("leadId", "id")
			.copy("leadName", "name")
			.copy("leadSkills", "skills");
	}

	private IndexAdministration administration(DenormalizationTemplate source) {
		return new IndexAdministration(this.store.gateway(), this.template.converter().mappingContext(),
				IndexOptions.DEFAULTS, source);
	}

	@BeforeEach
	void prepare() {
		this.world.gateway().createTable("Groups");
		this.copies.save(lead(1, "Ann"));
		this.copies.save(lead(2, "Bob"));
		Team team = new Team();
		team.leadId = 1;
		this.copies.save(team);
	}

	private static Lead lead(int id, String name) {
		Lead lead = new Lead();
		lead.id = id;
		lead.name = name;
		return lead;
	}

	private Team team() {
		return this.template.findById(Team.class, TEAM).orElseThrow();
	}

	@Test
	void writesCopiesOfASourceThatIsChangedInPlace() {
		this.copies.update(Lead.class, LEAD, (lead) -> {
			lead.name = "Eve";
			return lead;
		});
		assertThat(team().leadName).isEqualTo("Eve");
		this.copies.update(Lead.class, LEAD, (lead) -> {
			lead.skills.add("sales");
			return lead;
		});
		assertThat(team().leadSkills).containsExactly("sales");
	}

	@Test
	void writesCopiesInAHolderThatIsChangedInPlace() {
		this.copies.update(Team.class, TEAM, (team) -> {
			team.leadId = 2;
			return team;
		});
		assertThat(team().leadName).isEqualTo("Bob");
	}

	@Test
	void refusesAnotherKeyThatIsSetInPlace() {
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> this.copies.update(Lead.class, LEAD, (lead) -> {
				lead.id = 3;
				return lead;
			}))
			.withMessage("The change gave the Lead another key; save it as another one");
	}

	@Test
	void findsAndCorrectsCopiesThatDiffer() {
		Lead lead = this.template.findById(Lead.class, LEAD).orElseThrow();
		lead.name = "Eve";
		this.template.save(lead);
		assertThat(this.indexes.verify(Team.class, "copies:leads").count(Kind.STALE)).isEqualTo(1);
		assertThat(this.indexes.rebuild(Team.class, "copies:leads").count(Kind.STALE)).isEqualTo(1);
		assertThat(this.indexes.verify(Team.class, "copies:leads").isClean()).isTrue();
		assertThat(team().leadName).isEqualTo("Eve");
	}

	/**
	 * The source changes between the write of the holder and the worker.
	 */
	@Test
	void letsAWorkerCompareTheCopiesOfAHolder() {
		this.world.gateway().createTable("Guests");
		EventuallyConsistentQueueTemplate queue = new EventuallyConsistentQueueTemplate(this.template,
				this.store.gateway(), this.world.connection(), QueueOptions.DEFAULTS.withClock(this.world.clock()));
		DenormalizationTemplate followed = new DenormalizationTemplate(this.template, queue,
				List.of(declared(Guest.class)));
		Guest guest = new Guest();
		guest.leadId = 2;
		followed.save(guest);
		Lead lead = this.template.findById(Lead.class, OTHER).orElseThrow();
		lead.name = "Eve";
		this.template.save(lead);
		this.world.settle(new QueueWorker(queue, MessageHandlers.none().with(followed.handler())));
		assertThat(this.template.findById(Guest.class, TableKey.of("guests", "guest_1")).orElseThrow().leadName)
			.isEqualTo("Eve");
	}

	@Table("Groups")
	@PartitionKey("{department}")
	@RowKey("lead_{id:1}")
	static class Lead {

		String department = "Sales";

		int id;

		@Nullable String name;

		@Json
		List<String> skills = new ArrayList<>();

		@Version
		@Nullable String version;

	}

	abstract static class OfLead {

		String department = "Sales";

		int id = 1;

		@Nullable Integer leadId;

		@Nullable String leadName;

		@Json
		@Nullable List<String> leadSkills;

		@Version
		@Nullable String version;

	}

	@Table("Groups")
	@PartitionKey("{department}")
	@RowKey("team_{id:1}")
	static class Team extends OfLead {

	}

	@Table("Guests")
	@PartitionKey("guests")
	@RowKey("guest_{id:1}")
	@SecondaryIndex(name = "lead", rowKey = "led_{department}_{leadId:1}_{id:1}", include = {})
	static class Guest extends OfLead {

	}

}
