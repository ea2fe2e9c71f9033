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

package io.azuretables.patterns.encryption;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.random.RandomGenerator;

import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.encryption.EncryptionOptions;
import io.azuretables.encryption.LocalKeyEncryption;
import io.azuretables.encryption.PropertyEncryption;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.Compressed;
import io.azuretables.mapping.Encrypted;
import io.azuretables.mapping.IndexConsistency;
import io.azuretables.mapping.IndexLayout;
import io.azuretables.mapping.Json;
import io.azuretables.mapping.Movable;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.Table;
import io.azuretables.operations.TableNameResolver;
import io.azuretables.operations.TableTemplate;
import io.azuretables.operations.TableTemplateOptions;
import io.azuretables.patterns.archive.ArchiveMapping;
import io.azuretables.patterns.archive.ArchiveTemplate;
import io.azuretables.patterns.index.IndexAdministration;
import io.azuretables.patterns.index.IndexOptions;
import io.azuretables.patterns.interpartition.IndexQueue;
import io.azuretables.patterns.interpartition.InterPartitionIndexTemplate;
import io.azuretables.patterns.interpartition.InterPartitionIndexWrites;
import io.azuretables.patterns.move.MoveTemplate;
import io.azuretables.patterns.queue.EventuallyConsistentQueueTemplate;
import io.azuretables.patterns.queue.QueueWorker;
import io.azuretables.patterns.queue.message.MessageHandlers;
import io.azuretables.patterns.queue.message.QueueOptions;
import io.azuretables.patterns.queue.transport.EmbeddedMessageTransport;
import io.azuretables.patterns.sample.QueueWorld;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import io.azuretables.row.RowReader;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.data.annotation.Version;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Moves, the archive and lists of ids with encrypted and compressed properties, over any
 * stores.
 */
abstract class EncryptedPatternsContract {

	private static final String NOTES = "a rather long note ".repeat(100);

	private static final TableKey IN_SALES = TableKey.of("Sales", "guest_1");

	private static final TableKey IN_LAW = TableKey.of("Law", "guest_1");

	private QueueWorld world;

	private TableNameResolver names;

	private TableTemplate template;

	private EventuallyConsistentQueueTemplate queue;

	private InterPartitionIndexTemplate worker;

	private IndexAdministration indexes;

	abstract QueueWorld open();

	@BeforeEach
	void prepare() {
		this.world = open();
		String prefix = "p" + Long.toString(RandomGenerator.getDefault().nextLong() >>> 1, 36);
		this.names = TableNameResolver.prefixed(prefix);
		TableCustomConversions conversions = new TableCustomConversions();
		conversions.setEncryption(new PropertyEncryption(this.world.gateway(),
				new LocalKeyEncryption(Map.of("first", new byte[32]), "first"),
				EncryptionOptions.DEFAULTS.withKeyTable(prefix + "keys")));
		TableConverter converter = new TableConverter(new TableMappingContext(conversions));
		IndexOptions options = IndexOptions.DEFAULTS.withTableNames(this.names).withClock(this.world.clock());
		EmbeddedMessageTransport guards = new EmbeddedMessageTransport(this.world.clock());
		this.template = new TableTemplate(this.world.gateway(), converter,
				TableTemplateOptions.DEFAULTS.withTableNames(this.names),
				new InterPartitionIndexWrites(guards, options));
		this.queue = new EventuallyConsistentQueueTemplate(this.template, this.world.gateway(), this.world.connection(),
				QueueOptions.DEFAULTS.withClock(this.world.clock()));
		this.worker = new InterPartitionIndexTemplate(this.template, this.world.gateway(),
				new IndexQueue(guards, new EmbeddedMessageTransport(this.world.clock())), options);
		this.indexes = new IndexAdministration(this.world.gateway(), converter.mappingContext(), options);
	}

	private Guest inserted() {
		return this.template.insert(new Guest("Sales", "1", null, "4711", "ann@x", List.of("a", "b"), NOTES, null));
	}

	private byte[] card(TableKey key) {
		TableRow row = this.world.gateway()
			.read(this.names.resolve(Guest.class, "Guests"), key, null, RowReader.rows());
		return (byte[]) Objects.requireNonNull(Objects.requireNonNull(row).get("card"));
	}

	private void work() {
		for (int i = 0; i < 3; i++) {
			this.world.pass(Duration.ofMinutes(15));
			while (this.worker.poll(Duration.ofSeconds(30)) > 0) {
				this.world.pass(Duration.ofSeconds(1));
			}
		}
	}

	private List<Guest> found(Criteria criteria, String index) {
		return this.template.find(TableQuery.of(criteria).usingIndex(index), Guest.class);
	}

	private static void hasContent(Guest guest) {
		assertThat(guest.card()).isEqualTo("4711");
		assertThat(guest.mail()).isEqualTo("ann@x");
		assertThat(guest.findings()).containsExactly("a", "b");
		assertThat(guest.notes()).isEqualTo(NOTES);
	}

	/**
	 * The value is bound to its row, so it is encrypted anew.
	 */
	@Test
	void movesToAnotherPartition() {
		Guest ann = inserted();
		byte[] before = card(IN_SALES);
		MoveTemplate<Guest> moves = new MoveTemplate<>(this.template, this.queue, Guest.class);
		Guest moved = moves.move(ann, (one) -> one.in("Law", "1"));
		assertThat(moves.find(IN_SALES, IN_LAW)).contains(moved);
		hasContent(this.template.findById(Guest.class, IN_LAW).orElseThrow());
		assertThat(Arrays.equals(card(IN_LAW), before)).isFalse();
		this.world.settle(new QueueWorker(this.queue, MessageHandlers.none().with(moves.handler())));
		work();
		hasContent(this.template.save(moves.find(IN_LAW).orElseThrow()));
		work();
		assertThat(found(Criteria.where("department").is("Sales").and(Criteria.where("mail").is("ann@x")), "near"))
			.isEmpty();
		assertThat(found(Criteria.where("department").is("Law").and(Criteria.where("mail").is("ann@x")), "near"))
			.singleElement()
			.satisfies(EncryptedPatternsContract::hasContent);
		assertThat(found(Criteria.where("mail").is("ann@x"), "far")).singleElement()
			.satisfies(EncryptedPatternsContract::hasContent);
		assertThat(this.indexes.verify(Guest.class, "near").isClean()).isTrue();
	}

	@Test
	void movesWithinAPartition() {
		MoveTemplate<Guest> moves = new MoveTemplate<>(this.template, this.queue, Guest.class);
		moves.move(inserted(), (one) -> one.in("Sales", "2"));
		hasContent(this.template.findById(Guest.class, TableKey.of("Sales", "guest_2")).orElseThrow());
		assertThat(this.template.findById(Guest.class, IN_SALES)).isEmpty();
	}

	@Test
	void archivesAndRestores() {
		ArchiveTemplate<Guest, OldGuest> archive = new ArchiveTemplate<>(this.template, this.queue,
				ArchiveMapping.of(Guest.class, OldGuest.class, OldGuest::of, OldGuest::guest)
					.withIncarnation(Guest::life, Guest::withLife));
		QueueWorker mover = new QueueWorker(this.queue, MessageHandlers.none().with(archive.handler()));
		Guest ann = inserted();
		archive.archive(ann);
		this.world.settle(mover);
		work();
		Optional<ArchiveTemplate.Found<Guest, OldGuest>> archived = archive.find(IN_SALES);
		assertThat(archived).hasValueSatisfying((found) -> {
			assertThat(found.current()).isNull();
			assertThat(found.archived()).satisfies((old) -> {
				assertThat(Objects.requireNonNull(old).card()).isEqualTo("4711");
				assertThat(old.notes()).isEqualTo(NOTES);
			});
		});
		assertThat(found(Criteria.where("mail").is("ann@x"), "far")).isEmpty();
		assertThat(archive.restore(IN_SALES)).isTrue();
		this.world.settle(mover);
		work();
		hasContent(this.template.findById(Guest.class, IN_SALES).orElseThrow());
		assertThat(found(Criteria.where("mail").is("ann@x"), "far")).hasSize(1);
	}

	/**
	 * The key of a list is the encrypted value; its ids are keys, which are plain.
	 */
	@Test
	void listsByADeterministicValue() {
		Guest ann = inserted();
		this.template.insert(new Guest("Sales", "2", null, "0815", "ann@x", List.of(), "", null));
		this.template.insert(new Guest("Law", "3", null, "0815", "ann@x", List.of(), "", null));
		this.template.insert(new Guest("Law", "4", null, "0815", "bob@x", List.of(), "", null));
		work();
		assertThat(found(Criteria.where("department").is("Sales").and(Criteria.where("mail").is("ann@x")), "near"))
			.extracting(Guest::id)
			.containsExactly("1", "2");
		assertThat(found(Criteria.where("mail").is("ann@x"), "far")).extracting(Guest::id)
			.containsExactlyInAnyOrder("1", "2", "3");
		this.template.save(ann.withMail("bob@x"));
		work();
		assertThat(found(Criteria.where("mail").is("bob@x"), "far")).extracting(Guest::id)
			.containsExactlyInAnyOrder("1", "4");
		assertThat(this.indexes.keys(Guest.class, "near", "Sales", "bob@x")).containsExactly(IN_SALES);
		this.world.pass(Duration.ofDays(1));
		assertThat(this.indexes.verify(Guest.class, "near").isClean()).isTrue();
		assertThat(this.indexes.verify(Guest.class, "far").isClean()).isTrue();
	}

	/**
	 * A guest with secrets.
	 */
	@Table("Guests")
	@PartitionKey("{department}")
	@RowKey("guest_{id}")
	@SecondaryIndex(name = "near", rowKey = "mail_{mail}", layout = IndexLayout.LIST)
	@SecondaryIndex(name = "far", partitionKey = "mails", rowKey = "far_{mail}", layout = IndexLayout.LIST,
			consistency = IndexConsistency.EVENTUAL)
	@Movable
	record Guest(String department, String id, @Nullable String life, @Encrypted String card,
			@Encrypted(deterministic = true) String mail, @Encrypted @Json List<String> findings,
			@Encrypted @Compressed String notes, @Version @Nullable String version) {

		Guest in(String newDepartment, String newId) {
			return new Guest(newDepartment, newId, this.life, this.card, this.mail, this.findings, this.notes,
					this.version);
		}

		Guest withLife(@Nullable String newLife) {
			return new Guest(this.department, this.id, newLife, this.card, this.mail, this.findings, this.notes,
					this.version);
		}

		Guest withMail(String newMail) {
			return new Guest(this.department, this.id, this.life, this.card, newMail, this.findings, this.notes,
					this.version);
		}

	}

	/**
	 * A guest who has left.
	 */
	@Table("OldGuests")
	@PartitionKey("{department}")
	@RowKey("guest_{id}")
	record OldGuest(String department, String id, @Nullable String life, @Encrypted String card, @Encrypted String mail,
			@Encrypted @Json List<String> findings, @Encrypted @Compressed String notes,
			@Version @Nullable String version) {

		static OldGuest of(Guest guest) {
			return new OldGuest(guest.department(), guest.id(), guest.life(), guest.card(), guest.mail(),
					guest.findings(), guest.notes(), null);
		}

		Guest guest() {
			return new Guest(this.department, this.id, this.life, this.card, this.mail, this.findings, this.notes,
					null);
		}

	}

}
