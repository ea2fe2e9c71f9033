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

package io.azuretables.patterns.evolution;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.encryption.EncryptionOptions;
import io.azuretables.encryption.LocalKeyEncryption;
import io.azuretables.encryption.PropertyEncryption;
import io.azuretables.key.InvalidKeyException;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.Encrypted;
import io.azuretables.mapping.FormerKeys;
import io.azuretables.mapping.Movable;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.Table;
import io.azuretables.operations.TableNameResolver;
import io.azuretables.operations.TableTemplate;
import io.azuretables.operations.TableTemplateOptions;
import io.azuretables.patterns.evolution.EvolutionReport.Failure;
import io.azuretables.patterns.move.MoveTemplate;
import io.azuretables.patterns.queue.EventuallyConsistentQueueTemplate;
import io.azuretables.patterns.queue.QueueWorker;
import io.azuretables.patterns.queue.message.MessageHandlers;
import io.azuretables.patterns.queue.message.QueueOptions;
import io.azuretables.patterns.queue.transport.QueueConnection;
import io.azuretables.patterns.sample.CrashPoint;
import io.azuretables.patterns.sample.MeteredGateway.Stopped;
import io.azuretables.patterns.sample.QueueWorld;
import io.azuretables.patterns.sample.Store;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import io.azuretables.query.TableScrollPosition;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.data.annotation.Version;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * What moving rows with former keys promises, over any stores.
 */
abstract class RekeyContract {

	private final CrashPoint process = new CrashPoint();

	private String prefix;

	private QueueWorld world;

	private Store store;

	abstract QueueWorld open();

	@BeforeEach
	void prepare() {
		this.prefix = "k" + Long.toString(RandomGenerator.getDefault().nextLong() >>> 1, 36);
		this.world = open();
		this.store = Store.over(this.world.gateway(), this.prefix);
		List.of("Badges", "Desks", "Shelves").forEach((table) -> this.store.gateway().createTable(this.prefix + table));
	}

	private static EventuallyConsistentQueueTemplate queue(Store at, QueueConnection connection, QueueWorld world) {
		return new EventuallyConsistentQueueTemplate(at.template(), at.gateway(), connection,
				QueueOptions.DEFAULTS.withClock(world.clock()));
	}

	private <S> MoveTemplate<S> moves(Store at, QueueConnection connection, Class<S> type) {
		return new MoveTemplate<>(at.template(), queue(at, connection, this.world), type);
	}

	private <S, T> EvolutionReport rekey(Class<S> former, Class<T> type, Function<S, T> change) {
		return rekey(this.store, this.world.connection(), former, type, change);
	}

	private <S, T> EvolutionReport rekey(Store at, QueueConnection connection, Class<S> former, Class<T> type,
			Function<S, T> change) {
		return new EvolutionTemplate(at.template(), at.gateway()).rekey(moves(at, connection, former), type, change,
				null, (progress) -> {
				});
	}

	private void settle() {
		this.world.settle(new QueueWorker(queue(this.store, this.world.connection(), this.world),
				MessageHandlers.none().with(moves(this.store, this.world.connection(), FormerDesk.class).handler())));
	}

	private TreeSet<String> keys(String table) {
		TreeSet<String> keys = new TreeSet<>();
		this.store.rows(this.prefix + table, "PartitionKey ge ''").forEach((row) -> {
			assertThat(row.get(RowWrite.MOVE)).as("a mark at rest").isNull();
			keys.add(row.key().partitionKey() + " " + row.key().rowKey());
		});
		return keys;
	}

	private Optional<Desk> desk(String floor, int number) {
		return this.store.template()
			.findById(Desk.class, this.store.template().converter().key(new Desk("main", floor, number, "", null)));
	}

	private Optional<FormerDesk> formerDesk(String floor, int number) {
		return this.store.template()
			.findById(FormerDesk.class, this.store.template().converter().key(new FormerDesk(floor, number, "", null)));
	}

	private List<FormerDesk> formerDesks(int count) {
		return IntStream.range(0, count)
			.mapToObj((i) -> this.store.template().insert(new FormerDesk("f" + i % 2, i, "Ann", null)))
			.toList();
	}

	@Test
	void isUsedAsThePageSays() {
		TableTemplate template = this.store.template();
		EventuallyConsistentQueueTemplate queue = queue(this.store, this.world.connection(), this.world);
		EvolutionTemplate evolution = new EvolutionTemplate(template, this.store.gateway());
		formerDesks(2);
		// tag::rekey[]
		MoveTemplate<FormerDesk> moves = new MoveTemplate<>(template, queue, FormerDesk.class);
		EvolutionReport report = evolution.rekey(moves, Desk.class, FormerDesk::inBuilding, null, (progress) -> {
		});
		// end::rekey[]
		assertThat(report.upgraded()).isEqualTo(2);
	}

	@Test
	void movesWithinPartitionsTogetherWithIndexRows() {
		TableTemplate template = this.store.template();
		IntStream.range(0, 3).forEach((i) -> template.insert(new FormerBadge("Sales", i, "Ann", null)));
		Badge present = template.insert(new Badge("Sales", 7, "Bob", null));
		this.store.gateway().reset();
		EvolutionReport report = rekey(FormerBadge.class, Badge.class, FormerBadge::longer);
		// one page; for each a read, a read of the previous row and a transaction
		assertThat(this.store.gateway().requests()).isEqualTo(1 + 3 * 3);
		assertThat(report).isEqualTo(new EvolutionReport(null, 3, 3, List.of()));
		assertThat(keys("Badges")).containsExactly("Sales badge_000000", "Sales badge_000001", "Sales badge_000002",
				"Sales badge_000007", "Sales owner_Ann_000000", "Sales owner_Ann_000001", "Sales owner_Ann_000002",
				"Sales owner_Bob_000007");
		assertThat(template.find(
				TableQuery.of(Criteria.where("department").is("Sales").and(Criteria.where("owner").is("Ann"))),
				Badge.class))
			.hasSize(3);
		assertThat(template.findById(Badge.class, TableKey.of("Sales", "badge_000007"))).contains(present);
		assertThat(rekey(FormerBadge.class, Badge.class, FormerBadge::longer).older()).isZero();
	}

	@Test
	void failsToReadARowWithAFormerKeyAsOneOfThePresentClass() {
		formerDesks(1);
		assertThatExceptionOfType(InvalidKeyException.class)
			.isThrownBy(() -> this.store.template().find(TableQuery.all().allowScan(), Desk.class));
		assertThat(desk("f0", 0)).isEmpty();
	}

	@Test
	void movesIntoOtherPartitions() {
		formerDesks(4);
		EvolutionReport report = rekey(FormerDesk.class, Desk.class, FormerDesk::inBuilding);
		assertThat(report).isEqualTo(new EvolutionReport(null, 4, 4, List.of()));
		assertThat(desk("f1", 3)).get().extracting(Desk::user).isEqualTo("Ann");
		settle();
		assertThat(keys("Desks")).containsExactly("main_f0 desk_0000", "main_f0 desk_0002", "main_f1 desk_0001",
				"main_f1 desk_0003");
	}

	/**
	 * The process dies at each request, before it and after it, and another one runs
	 * again.
	 */
	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void losesNothingWhereverTheProcessDies(boolean afterwards) {
		boolean stopped = true;
		for (int request = 1; stopped; request++) {
			formerDesks(2);
			this.process.stopAt(request, afterwards);
			Throwable end = catchThrowable(() -> rekey(Store.over(this.process.over(this.world.gateway()), this.prefix),
					this.process.over(this.world.connection()), FormerDesk.class, Desk.class, FormerDesk::inBuilding));
			stopped = end instanceof Stopped;
			if (!stopped) {
				assertThat(end).isNull();
			}
			rekey(FormerDesk.class, Desk.class, FormerDesk::inBuilding);
			settle();
			EvolutionReport again = rekey(FormerDesk.class, Desk.class, FormerDesk::inBuilding);
			settle();
			assertThat(again.failures()).isEmpty();
			assertThat(keys("Desks")).as("request " + request)
				.containsExactly("main_f0 desk_0000", "main_f1 desk_0001");
			for (int i = 0; i < 2; i++) {
				Desk desk = desk("f" + i, i).orElseThrow();
				assertThat(desk.user()).isEqualTo("Ann");
				this.store.template().delete(desk);
			}
			this.process.reset();
			assertThat(request).isLessThan(30);
		}
	}

	@Test
	void goesOnFromAPosition() {
		List<FormerDesk> former = new ArrayList<>();
		IntStream.range(0, 1100).forEach((i) -> former.add(new FormerDesk("f", i, "Ann", null)));
		List<Desk> present = former.subList(1, 1099).stream().map(FormerDesk::inBuilding).toList();
		this.store.template().saveAll(present);
		this.store.template().insert(former.get(0));
		// behind those of the building
		FormerDesk last = this.store.template().insert(new FormerDesk("z", 1, "Eve", null));
		List<TableScrollPosition> positions = new ArrayList<>();
		MoveTemplate<FormerDesk> moves = moves(this.store, this.world.connection(), FormerDesk.class);
		EvolutionTemplate evolution = new EvolutionTemplate(this.store.template(), this.store.gateway());
		assertThatExceptionOfType(IllegalStateException.class)
			.isThrownBy(() -> evolution.rekey(moves, Desk.class, FormerDesk::inBuilding, null, (progress) -> {
				positions.add(progress.position());
				throw new IllegalStateException("the process ends");
			}));
		EvolutionReport rest = evolution.rekey(moves, Desk.class, FormerDesk::inBuilding, positions.get(0),
				(progress) -> {
				});
		assertThat(rest).isEqualTo(new EvolutionReport(null, 1, 1, List.of()));
		assertThat(formerDesk("z", 1)).isEmpty();
		assertThat(last.user()).isEqualTo("Eve");
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> evolution.rekey(moves(this.store, this.world.connection(), FormerBadge.class),
					Badge.class, FormerBadge::longer, positions.get(0), (progress) -> {
					}))
			.withMessageContaining("comes from another run");
	}

	@Test
	void reportsWhatStays() {
		List<FormerDesk> former = formerDesks(3);
		this.store.template().insert(new Desk("main", "f0", 0, "Eve", null));
		this.process.stopAt(3, false);
		MoveTemplate<FormerDesk> dying = moves(Store.over(this.process.over(this.world.gateway()), this.prefix),
				this.process.over(this.world.connection()), FormerDesk.class);
		catchThrowable(() -> dying.moveTo(former.get(1), Desk.class, FormerDesk::inBuilding));
		this.process.reset();
		EvolutionReport report = rekey(FormerDesk.class, Desk.class, FormerDesk::inBuilding);
		assertThat(report.older()).isEqualTo(3);
		assertThat(report.upgraded()).isEqualTo(1);
		assertThat(report.failures()).extracting(Failure::key)
			.containsExactlyInAnyOrder(TableKey.of("f0", "desk_0000"), TableKey.of("f1", "desk_0001"));
		assertThat(report.failures()).extracting(Failure::reason).anyMatch((reason) -> reason.contains("is moving"));
		assertThat(formerDesk("f0", 0)).isPresent();
		this.world.pass(Duration.ofMinutes(5));
		settle();
		assertThat(rekey(FormerDesk.class, Desk.class, FormerDesk::inBuilding).upgraded()).isEqualTo(1);
	}

	@Test
	void goesOnAfterARowThatCannotBeRead() {
		TableCustomConversions conversions = new TableCustomConversions();
		conversions.setEncryption(
				new PropertyEncryption(this.world.gateway(), new LocalKeyEncryption(Map.of("a", new byte[32]), "a"),
						EncryptionOptions.DEFAULTS.withKeyTable(this.prefix + "keys")));
		TableTemplate template = new TableTemplate(this.world.gateway(),
				new TableConverter(new TableMappingContext(conversions)),
				TableTemplateOptions.DEFAULTS.withTableNames(TableNameResolver.prefixed(this.prefix)));
		IntStream.range(0, 3).forEach((i) -> template.insert(new FormerCard("Sales", i, "4711", null)));
		TableKey changed = TableKey.of("Sales", "card_0001");
		TableRow row = Objects
			.requireNonNull(this.world.gateway().read(this.prefix + "Cards", changed, null, RowReader.rows()));
		byte[] pin = ((byte[]) Objects.requireNonNull(row.get("pin"))).clone();
		pin[pin.length - 1] ^= 1;
		this.world.gateway().write(this.prefix + "Cards", new RowWrite.InsertOrReplace(row.with("pin", pin)));
		EventuallyConsistentQueueTemplate queue = new EventuallyConsistentQueueTemplate(template, this.world.gateway(),
				this.world.connection(), QueueOptions.DEFAULTS.withClock(this.world.clock()));
		EvolutionReport report = new EvolutionTemplate(template, this.world.gateway()).rekey(
				new MoveTemplate<>(template, queue, FormerCard.class), Card.class, FormerCard::longer, null,
				(progress) -> {
				});
		assertThat(report.older()).isEqualTo(3);
		assertThat(report.upgraded()).isEqualTo(2);
		assertThat(report.failures()).singleElement().satisfies((failure) -> {
			assertThat(failure.key()).isEqualTo(changed);
			assertThat(failure.reason()).contains("FormerCard.pin").contains("was changed");
		});
	}

	/**
	 * An update that comes between reading and moving is not lost.
	 */
	@Test
	void takesAlongWhatChangesMeanwhile() {
		formerDesks(1);
		List<String> seen = new ArrayList<>();
		EvolutionReport report = rekey(FormerDesk.class, Desk.class, (desk) -> {
			seen.add(desk.user());
			if (seen.size() == 1) {
				this.store.template().save(new FormerDesk(desk.floor(), desk.number(), "Zoe", desk.version()));
			}
			return desk.inBuilding();
		});
		assertThat(report.upgraded()).isEqualTo(1);
		assertThat(seen).containsExactly("Ann", "Zoe");
		assertThat(desk("f0", 0)).get().extracting(Desk::user).isEqualTo("Zoe");
	}

	@Test
	void refusesAtOnceWhatCannotBeMoved() {
		this.store.gateway().reset();
		refused(Desk.class, Desk.class, "annotate it with @FormerKeys(of = Desk.class)");
		refused(FormerDesk.class, Badge.class, "annotate it with @FormerKeys(of = Badge.class)");
		refused(SameDesk.class, Desk.class, "have the same key templates");
		refused(Elsewhere.class, Shelf.class, "which is in another table");
		refused(FormerShelf.class, Shelf.class, "unique across partitions");
		assertThat(this.store.gateway().requests()).isZero();
	}

	private <S, T> void refused(Class<S> former, Class<T> type, String reason) {
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> rekey(former, type, (one) -> {
				throw new IllegalStateException("called");
			}))
			.withMessageContaining(reason);
	}

	@Table("Badges")
	@PartitionKey("{department}")
	@RowKey("badge_{number:4}")
	@SecondaryIndex(name = "byOwner", rowKey = "owner_{owner}_{number:4}")
	@Movable
	@FormerKeys(of = Badge.class)
	record FormerBadge(String department, int number, String owner, @Version @Nullable String version) {

		Badge longer() {
			return new Badge(this.department, this.number, this.owner, null);
		}

	}

	@Table("Badges")
	@PartitionKey("{department}")
	@RowKey("badge_{number:6}")
	@SecondaryIndex(name = "byOwner", rowKey = "owner_{owner}_{number:6}")
	@Movable
	record Badge(String department, int number, String owner, @Version @Nullable String version) {

	}

	// tag::former[]
	@Table("Desks")
	@PartitionKey("{floor}")
	@RowKey("desk_{number:4}")
	@Movable
	@FormerKeys(of = Desk.class)
	record FormerDesk(String floor, int number, String user, @Version @Nullable String version) {

		Desk inBuilding() {
			return new Desk("main", this.floor, this.number, this.user, null);
		}

	}
	// end::former[]

	// tag::present[]
	@Table("Desks")
	@PartitionKey("{building}_{floor}")
	@RowKey("desk_{number:4}")
	@Movable
	record Desk(String building, String floor, int number, String user, @Version @Nullable String version) {

	}
	// end::present[]

	@Table("Desks")
	@PartitionKey("{building}_{floor}")
	@RowKey("desk_{number:4}")
	@Movable
	@FormerKeys(of = Desk.class)
	record SameDesk(String building, String floor, int number, @Version @Nullable String version) {

	}

	@Table("Elsewhere")
	@PartitionKey("{room}")
	@RowKey("shelf_{id}")
	@Movable
	@FormerKeys(of = Shelf.class)
	record Elsewhere(String room, String id, @Version @Nullable String version) {

	}

	@Table("Cards")
	@PartitionKey("{department}")
	@RowKey("card_{number:4}")
	@Movable
	@FormerKeys(of = Card.class)
	record FormerCard(String department, int number, @Encrypted String pin, @Version @Nullable String version) {

		Card longer() {
			return new Card(this.department, this.number, this.pin, null);
		}

	}

	@Table("Cards")
	@PartitionKey("{department}")
	@RowKey("card_{number:6}")
	@Movable
	record Card(String department, int number, @Encrypted String pin, @Version @Nullable String version) {

	}

	@Table("Shelves")
	@PartitionKey("{room}")
	@RowKey("shelf_{id}_{room}")
	@Movable
	record Shelf(String room, String id, @Version @Nullable String version) {

	}

	@Table("Shelves")
	@PartitionKey("{room}")
	@RowKey("shelf_{id}")
	@SecondaryIndex(name = "label", partitionKey = "label_{label}", rowKey = "label", unique = true)
	@Movable
	@FormerKeys(of = Shelf.class)
	record FormerShelf(String room, String id, @Nullable String label, @Version @Nullable String version) {

	}

}
