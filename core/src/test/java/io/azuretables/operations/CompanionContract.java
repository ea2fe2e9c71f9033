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

package io.azuretables.operations;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.gateway.TableGateway;
import io.azuretables.internal.change.CompanionRows;
import io.azuretables.internal.change.EntityChange;
import io.azuretables.internal.model.EntityModel;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.Table;
import io.azuretables.operations.TeamCounts.Player;
import io.azuretables.operations.TeamCounts.VersionedPlayer;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import io.azuretables.query.Update;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import io.azuretables.write.CompanionConflictException;
import io.azuretables.write.PartialWriteException;
import io.azuretables.write.UniqueIndexException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.OptimisticLockingFailureException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What happens to companion rows of entities, on any store.
 */
interface CompanionContract {

	TableGateway gateway();

	String table();

	private WatchedGateway watched() {
		gateway().createTable(table());
		return new WatchedGateway(gateway());
	}

	default TableTemplate template(TableGateway gateway, int conflictRetries) {
		TableTemplate template = new TableTemplate(gateway,
				new TableConverter(new TableMappingContext(new TableCustomConversions())),
				TableTemplateOptions.DEFAULTS.withTableNames((type, name) -> table())
					.withSchema(SchemaMode.NONE)
					.withConflictRetries(conflictRetries));
		template.addCompanions(TeamCounts::of);
		template.addCompanions(
				(entity) -> EntityModel.of(entity).leaf("memo").isPresent() ? List.of(new Memo()) : List.of());
		return template;
	}

	default @Nullable Integer players(String team) {
		TableRow row = gateway().read(table(), TeamCounts.key("fc", team), null, RowReader.rows());
		return (row != null) ? row.get("players", Integer.class) : null;
	}

	/**
	 * Changes the count of a team as another writer would.
	 */
	private void count(String team, int players) {
		gateway().createTable(table());
		gateway().write(table(),
				new RowWrite.InsertOrReplace(TableRow.of(TeamCounts.key("fc", team), Map.of("players", players))));
	}

	@Test
	default void writesCompanionInTransactionOfEntity() {
		WatchedGateway watched = watched();
		TableTemplate template = template(watched, 3);
		template.insert(new Player("fc", 1, "a", null));
		assertThat(watched.requests()).containsExactly("get", "batch");
		assertThat(players("a")).isEqualTo(1);
		watched.forget();
		template.save(new Player("fc", 1, "b", null));
		assertThat(watched.requests()).as("the player and team b, then team a")
			.containsExactly("get", "get", "get", "batch");
		assertThat(List.of(players("b") + "", players("a") + "")).containsExactly("1", "null");
		watched.forget();
		template.save(new Player("fc", 1, "b", 7));
		assertThat(watched.requests()).as("the count does not change").containsExactly("get", "get", "write");
		assertThat(players("b")).isEqualTo(1);
		assertThat(template.deleteById(Player.class, TableKey.of("fc", "p_0001"))).isTrue();
		assertThat(players("b")).isNull();
		assertThat(template.deleteById(Player.class, TableKey.of("fc", "p_0001"))).isFalse();
	}

	@Test
	default void keepsCompanionTrueByEachWayToWrite() {
		TableTemplate template = template(watched(), 3);
		TableKey key = TableKey.of("fc", "p_0001");
		template.insert(new Player("fc", 1, "a", null));
		template.merge(Player.class, key, Update.update("team", "b"));
		assertThat(players("a")).isNull();
		template.updateWithRetry(Player.class, key, (player) -> new Player("fc", 1, "c", player.goals()));
		assertThat(players("b")).isNull();
		template.mergeOrInsert(Player.class, key, Update.update("team", "d"));
		template.mergeOrInsert(Player.class, TableKey.of("fc", "p_0002"), Update.update("team", "d"));
		assertThat(players("c")).isNull();
		assertThat(players("d")).isEqualTo(2);
		VersionedPlayer versioned = template.save(new VersionedPlayer("fc", 3, "d", null, null));
		versioned = template.save(versioned.in("e"));
		assertThat(players("d")).isEqualTo(2);
		template.delete(versioned);
		assertThat(players("e")).isNull();
		template.delete(TableQuery.of(Criteria.where("club").is("fc")), Player.class);
		assertThat(players("d")).isNull();
	}

	@Test
	default void repeatsConflictOfCompanionThatWasChanged() {
		count("a", 5);
		assertThat(playersAfterConflicts(2, () -> count("a", players("a") + 10))).isEqualTo(26);
	}

	@Test
	default void repeatsConflictOfCompanionThatWasInserted() {
		assertThat(playersAfterConflicts(1, () -> count("a", 10))).isEqualTo(11);
	}

	@Test
	default void repeatsConflictOfCompanionThatWasDeleted() {
		count("a", 5);
		assertThat(playersAfterConflicts(1,
				() -> gateway().write(table(), new RowWrite.Delete(TeamCounts.key("fc", "a"), RowWrite.ANY))))
			.isEqualTo(1);
	}

	/**
	 * The players of a team after one joins it while other writers change its row.
	 */
	private @Nullable Integer playersAfterConflicts(int conflicts, Runnable change) {
		WatchedGateway watched = watched();
		TableTemplate template = template(watched, 3);
		VersionedPlayer player = template.insert(new VersionedPlayer("fc", 1, "other", null, null));
		AtomicInteger left = new AtomicInteger(conflicts);
		watched.beforeWrite((rows) -> {
			if (left.getAndDecrement() > 0) {
				change.run();
			}
		});
		watched.forget();
		VersionedPlayer saved = template.save(player.in("a"));
		assertThat(template.findById(VersionedPlayer.class, TableKey.of("fc", "v_0001"))).contains(saved);
		assertThat(watched.requests().stream().filter("batch"::equals)).hasSize(conflicts + 1);
		assertThat(players("other")).isNull();
		return players("a");
	}

	@Test
	default void endsAfterSoManyConflictsOfCompanion() {
		WatchedGateway watched = watched();
		TableTemplate template = template(watched, 2);
		AtomicInteger players = new AtomicInteger();
		watched.beforeWrite((rows) -> count("a", players.incrementAndGet()));
		for (Runnable write : List.<Runnable>of(() -> template.insert(new Player("fc", 1, "a", null)),
				() -> template.save(new VersionedPlayer("fc", 2, "a", null, null)),
				() -> template.mergeOrInsert(Player.class, TableKey.of("fc", "p_0003"), Update.update("team", "a")),
				() -> template.inPartition(table(), "fc").insert(new Player("fc", 4, "a", null)).commit())) {
			watched.forget();
			assertThatExceptionOfType(CompanionConflictException.class).isThrownBy(write::run)
				.withMessageContaining("Player was not written")
				.isNotInstanceOf(OptimisticLockingFailureException.class);
			assertThat(watched.requests().stream().filter("batch"::equals)).hasSize(3);
		}
		assertThatExceptionOfType(PartialWriteException.class)
			.isThrownBy(
					() -> template.insertAll(List.of(new Player("fc", 5, "a", null), new Player("fc", 6, "a", null))))
			.withCauseInstanceOf(CompanionConflictException.class)
			.satisfies((ex) -> assertThat(ex.getRefused()).hasSize(2));
		assertThat(template.count(TableQuery.of(Criteria.where("club").is("fc")), Player.class)).isZero();
	}

	@Test
	default void seesConflictOfEntityAsSuch() {
		WatchedGateway watched = watched();
		TableTemplate template = template(watched, 3);
		VersionedPlayer first = template.save(new VersionedPlayer("fc", 1, "a", null, null));
		AtomicInteger other = new AtomicInteger();
		watched.beforeWrite((rows) -> {
			if (other.getAndIncrement() == 0) {
				template(gateway(), 3).save(first.in("c"));
			}
		});
		watched.forget();
		assertThatExceptionOfType(OptimisticLockingFailureException.class)
			.isThrownBy(() -> template.save(first.in("b")))
			.withMessageContaining("changed by another writer");
		assertThat(watched.requests().stream().filter("batch"::equals)).hasSize(1);
		assertThatExceptionOfType(OptimisticLockingFailureException.class)
			.isThrownBy(() -> template.save(first.in("b")));
		assertThatExceptionOfType(DuplicateKeyException.class)
			.isThrownBy(() -> template.insert(new VersionedPlayer("fc", 1, "b", null, null)))
			.withMessageContaining("is there already");
		assertThat(players("b")).isNull();
		assertThat(players("c")).isEqualTo(1);
	}

	@Test
	default void writesSharedCompanionOnceInTransaction() {
		WatchedGateway watched = watched();
		TableTemplate template = template(watched, 3);
		template.inPartition(table(), "fc")
			.insert(new Player("fc", 1, "a", null))
			.insert(new Player("fc", 2, "a", null))
			.insert(new VersionedPlayer("fc", 3, "b", null, null))
			.commit();
		assertThat(watched.writes()).singleElement().satisfies((rows) -> assertThat(rows).hasSize(5));
		assertThat(players("a")).isEqualTo(2);
		template.inPartition(table(), "fc")
			.save(new Player("fc", 1, "b", null))
			.save(new Player("fc", 2, "b", null))
			.save(new Player("fc", 4, "a", null))
			.commit();
		assertThat(players("a")).isEqualTo(1);
		assertThat(players("b")).isEqualTo(3);
		template.inPartition(table(), "fc")
			.save(new Player("fc", 5, "new", null))
			.save(new Player("fc", 4, "gone", null))
			.commit();
		assertThat(players("a")).isNull();
		assertThat(players("new")).isEqualTo(1);
	}

	@Test
	default void writesManyEntitiesWithSharedCompanions() {
		WatchedGateway watched = watched();
		TableTemplate template = template(watched, 3);
		AtomicInteger conflicts = new AtomicInteger(1);
		watched.beforeWrite((rows) -> {
			if (conflicts.getAndDecrement() > 0) {
				count("a", 1000);
			}
		});
		List<Player> players = IntStream.range(0, 150).mapToObj((i) -> new Player("fc", i, "a", null)).toList();
		assertThat(template.insertAll(players)).hasSize(150);
		assertThat(players("a")).isEqualTo(1150);
		assertThat(watched.requests()).containsExactly("get", "batch", "get", "batch", "get", "batch");
		template.saveAll(IntStream.range(100, 200).mapToObj((i) -> new Player("fc", i, "b", null)).toList());
		assertThat(players("a")).isEqualTo(1100);
		assertThat(players("b")).isEqualTo(100);
		assertThatExceptionOfType(PartialWriteException.class)
			.isThrownBy(() -> template.insertAll(
					IntStream.range(198, 250).mapToObj((i) -> new Player("fc", 448 - i - 1, "c", null)).toList()))
			.satisfies((ex) -> assertThat(ex.getRefused().contains(new Player("fc", 199, "c", null))).isTrue());
		long there = template.count(TableQuery.of(Criteria.where("club").is("fc").and(Criteria.where("team").is("c"))),
				Player.class);
		assertThat(players("c")).isEqualTo((int) there);
		template.delete(TableQuery.of(Criteria.where("club").is("fc")), Player.class);
		assertThat(players("a")).isEqualTo(1000);
		assertThat(players("b")).isNull();
		assertThat(players("c")).isNull();
	}

	@Test
	default void countsExactlyWhileManyWrite() throws Exception {
		TableTemplate template = template(watched(), 1000);
		ExecutorService threads = Executors.newFixedThreadPool(4);
		try {
			List<Callable<Object>> writers = new ArrayList<>();
			for (int i = 0; i < 4; i++) {
				int writer = i;
				writers.add(() -> {
					for (int n = 0; n < 8; n++) {
						template.save(new Player("fc", writer * 100 + n, (n % 2 == 0) ? "a" : "b", null));
						template.save(new Player("fc", writer * 100 + n, "a", null));
					}
					return writer;
				});
			}
			for (Future<Object> done : threads.invokeAll(writers)) {
				assertThat(done.get()).isNotNull();
			}
		}
		finally {
			threads.shutdown();
		}
		assertThat(players("a")).isEqualTo(32);
		assertThat(players("b")).isNull();
	}

	@Test
	default void writesCompanionThatNothingElseWritesWithoutReading() {
		WatchedGateway watched = watched();
		TableTemplate template = template(watched, 3);
		template.save(new Minutes("fc", 1, "kick-off", "memo"));
		template.saveAll(List.of(new Minutes("fc", 2, "start", "memo"), new Minutes("fc", 3, "start", "memo")));
		template.deleteById(Minutes.class, TableKey.of("fc", "min_0001"));
		assertThat(watched.requests()).containsExactly("batch", "batch", "batch");
		assertThat(memo(1)).isNull();
		TableRow memo = Objects.requireNonNull(memo(2));
		assertThat(memo.get("text")).isEqualTo("memo of start");
		gateway().write(table(), new RowWrite.Delete(memo.key(), RowWrite.ANY));
		template.deleteById(Minutes.class, TableKey.of("fc", "min_0002"));
		assertThat(template.findById(Minutes.class, TableKey.of("fc", "min_0002"))).isEmpty();
		template.merge(Minutes.class, TableKey.of("fc", "min_0003"), Update.update("title", "end"));
		assertThat(Objects.requireNonNull(memo(3)).get("text")).isEqualTo("memo of end");
	}

	private @Nullable TableRow memo(int minute) {
		return gateway().read(table(), TableKey.of("fc", "memo_min_000" + minute), null, RowReader.rows());
	}

	@Test
	default void writesCompanionsBesideIndexRows() {
		TableTemplate template = template(watched(), 3);
		template.save(new Coach("fc", 1, "a@x", "a", null));
		template.save(new Coach("fc", 1, "b@x", "b", null));
		assertThatExceptionOfType(UniqueIndexException.class)
			.isThrownBy(() -> template.save(new Coach("fc", 2, "b@x", "b", null)));
		assertThat(players("a")).isNull();
		assertThat(players("b")).isEqualTo(1);
		assertThatExceptionOfType(PartialWriteException.class)
			.isThrownBy(() -> template
				.insertAll(List.of(new Coach("fc", 3, "c@x", "b", null), new Coach("fc", 4, "b@x", "b", null))))
			.withCauseInstanceOf(UniqueIndexException.class);
		assertThat(players("b")).isEqualTo(2);
		template.delete(TableQuery.of(Criteria.where("club").is("fc")), Coach.class);
		assertThat(players("b")).isNull();
	}

	/**
	 * An entity with an index row and a companion.
	 */
	@Table("Coaches")
	@PartitionKey("{club}")
	@RowKey("c_{number:4}")
	@SecondaryIndex(name = "email", rowKey = "email_{email}")
	record Coach(String club, int number, String email, String team, @Nullable Integer goals) {

	}

	/**
	 * An entity with a row that nothing else writes.
	 */
	@Table("Minutes")
	@PartitionKey("{club}")
	@RowKey("min_{minute:4}")
	record Minutes(String club, int minute, String title, String memo) {

	}

	/**
	 * A companion whose key follows from that of its entity.
	 */
	record Memo() implements CompanionRows {

		@Override
		public Set<String> columns() {
			return Set.of();
		}

		@Override
		public boolean needPrevious() {
			return false;
		}

		@Override
		public List<RowWrite> writes(EntityChange change, Map<TableKey, TableRow> read) {
			TableKey key = TableKey.of(change.key().partitionKey(), "memo_" + change.key().rowKey());
			if (change.after() == null) {
				return List.of(new RowWrite.Delete(key, RowWrite.ANY));
			}
			String text = "memo of " + change.after().row().get("title");
			return List.of(new RowWrite.InsertOrReplace(TableRow.of(key, Map.of("text", text))));
		}

	}

}
