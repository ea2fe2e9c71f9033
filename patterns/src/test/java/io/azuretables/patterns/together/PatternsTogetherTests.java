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

package io.azuretables.patterns.together;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

import io.azuretables.key.TableKey;
import io.azuretables.mapping.IndexLayout;
import io.azuretables.mapping.Movable;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.Table;
import io.azuretables.operations.RowTemplate;
import io.azuretables.operations.TableNameResolver;
import io.azuretables.operations.TableTemplate;
import io.azuretables.operations.TableTemplateOptions;
import io.azuretables.patterns.denormalization.DenormalizationTemplate;
import io.azuretables.patterns.denormalization.DenormalizedCopies;
import io.azuretables.patterns.index.IndexAdministration;
import io.azuretables.patterns.index.IndexOptions;
import io.azuretables.patterns.move.MoveTemplate;
import io.azuretables.patterns.queue.EventuallyConsistentQueueTemplate;
import io.azuretables.patterns.queue.message.QueueOptions;
import io.azuretables.patterns.queue.QueueWorker;
import io.azuretables.patterns.queue.message.MessageHandlers;
import io.azuretables.patterns.sample.QueueWorld;
import io.azuretables.patterns.sample.Store;
import io.azuretables.patterns.summary.Summary;
import io.azuretables.patterns.summary.SummaryTemplate;
import io.azuretables.patterns.summary.SummaryValues;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import io.azuretables.query.Update;
import io.azuretables.row.TableRow;
import io.azuretables.write.PartialWriteException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

import org.springframework.dao.DataAccessException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.data.annotation.Version;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for entities that are moved, listed by an index, counted and summed, and hold
 * copies of another entity, of which one is the key of another list.
 */
class PatternsTogetherTests {

	private static final long SEED = Long.getLong("azuretables.seed", 20140731L);

	private static final List<String> CREWS = List.of("North", "South");

	private static final List<@Nullable String> NAMES = Arrays.asList("Jones", "Hall", null);

	private static final List<@Nullable BigDecimal> PAYS = Arrays.asList(null, new BigDecimal("-12.50"),
			new BigDecimal("0"), new BigDecimal("1000000000000.001"));

	private static final DenormalizedCopies<Boss, Hand> BOSSES = DenormalizedCopies.of(Boss.class, Hand.class, "bosses")
		.reference("crew", "crew")
		.reference("bossId", "id")
		.copy("bossName", "name");

	private static final Summary<Hand> PAY = Summary.of(Hand.class, "Pay")
		.key("{crew}", "sum_pay")
		.count("hands")
		.sum("pay", "pay")
		.sum("points", "points");

	private final QueueWorld world = QueueWorld.embedded();

	private final Store store = Store.over(this.world.gateway(), "");

	private final TableTemplate template = this.store.template();

	private final DenormalizationTemplate copies = new DenormalizationTemplate(this.template, List.of(BOSSES));

	private final SummaryTemplate summaries = new SummaryTemplate(this.template,
			new RowTemplate(this.store.gateway(), this.template.converter(), TableTemplateOptions.DEFAULTS),
			TableNameResolver.AS_DECLARED, PAY);

	private final IndexAdministration indexes = new IndexAdministration(this.store.gateway(),
			this.template.converter().mappingContext(), IndexOptions.DEFAULTS, this.copies, this.summaries);

	private final EventuallyConsistentQueueTemplate queue = new EventuallyConsistentQueueTemplate(this.template,
			this.store.gateway(), this.world.connection(), QueueOptions.DEFAULTS.withClock(this.world.clock()));

	private final MoveTemplate<Hand> moves = new MoveTemplate<>(this.template, this.queue, Hand.class);

	@BeforeEach
	void prepare() {
		this.world.gateway().createTable("Crews");
		for (String crew : CREWS) {
			this.copies.save(new Boss(crew, 1, crew + " Ann", null));
			this.copies.save(new Boss(crew, 2, crew + " Bob", null));
		}
	}

	private static TableKey key(String crew, int id) {
		return TableKey.of(crew, "hand_" + id);
	}

	private Optional<Hand> hand(String crew, int id) {
		return this.template.findById(Hand.class, key(crew, id));
	}

	private static Hand hand(String crew, int id, @Nullable Integer bossId) {
		return new Hand(crew, id, "Jones", null, 1L, bossId, null, null);
	}

	private void settle() {
		this.world.settle(new QueueWorker(this.queue, MessageHandlers.none().with(this.moves.handler())));
	}

	private void assertTrue(String after) {
		for (String index : List.of("names", "bosses")) {
			assertThat(this.indexes.verify(Hand.class, index).findings()).as("%s after %s", index, after).isEmpty();
		}
		assertThat(this.indexes.verify(Hand.class, "summary:Pay").findings()).as("summaries after %s", after).isEmpty();
		for (String crew : CREWS) {
			assertThat(this.summaries.verify(PAY, crew).isClean()).as("summary of %s after %s", crew, after).isTrue();
		}
		assertThat(this.indexes.verify(Hand.class, "copies:bosses").findings()).as("copies after %s", after).isEmpty();
	}

	@RepeatedTest(5)
	void staysTrueWhateverIsDone(RepetitionInfo repetition) {
		long seed = SEED + repetition.getCurrentRepetition();
		Random random = new Random(seed);
		for (int i = 0; i < 250; i++) {
			int what = random.nextInt(12);
			try {
				operate(what, random);
			}
			catch (OptimisticLockingFailureException | DuplicateKeyException ex) {
				// there is nothing to change, or it is there already
			}
			catch (PartialWriteException ex) {
				assertThat(ex.getCause()).isInstanceOf(DuplicateKeyException.class);
			}
			if (i % 5 == 4) {
				assertTrue("operation " + what + ", number " + i + " of seed " + seed);
			}
		}
		settle();
		assertTrue("all of seed " + seed);
		assertThat(this.store.rows("Crews", "RowKey ge '~'")).extracting(TableRow::key).as("seed %s", seed).isEmpty();
	}

	private void operate(int what, Random random) {
		String crew = CREWS.get(random.nextInt(2));
		int id = random.nextInt(4);
		String name = NAMES.get(random.nextInt(3));
		BigDecimal pay = PAYS.get(random.nextInt(4));
		Integer boss = Arrays.asList(1, 2, null).get(random.nextInt(3));
		Optional<Hand> found = hand(crew, id);
		Hand fresh = new Hand(crew, id, name, pay, random.nextLong() >> 20, boss, null, null);
		switch (what) {
			case 0 -> this.copies.save(fresh);
			case 1 -> found.ifPresent((hand) -> this.template.save(hand.with(name, pay)));
			case 2 -> this.template.merge(Hand.class, key(crew, id), update("pay", pay, "lastName", name));
			case 3 -> this.template.deleteById(Hand.class, key(crew, id));
			case 4 -> this.copies.update(Boss.class, TableKey.of(crew, "boss_" + (1 + random.nextInt(2))),
					(one) -> new Boss(one.crew(), one.id(), crew + " " + random.nextInt(3), one.etag()));
			case 5, 6 ->
				found.ifPresent((hand) -> this.moves.move(hand, (one) -> one.in(CREWS.get(1 - CREWS.indexOf(crew)))));
			case 7 -> this.template.saveAll(List.of(fresh.alone(), fresh.withId(id + 1).alone()));
			case 8 -> {
				this.copies.delete(this.template.findById(Boss.class, TableKey.of(crew, "boss_1")).orElseThrow());
				this.copies.save(new Boss(crew, 1, crew + " " + random.nextInt(3), null));
			}
			case 9 -> this.template.inPartition("Crews", crew)
				.save(fresh.alone())
				.save(fresh.withId(id + 1).alone())
				.delete(fresh.withId(id + 2).alone())
				.commit();
			case 10 -> this.template.delete(
					TableQuery.of(Criteria.where("crew").is(crew).and(Criteria.where("lastName").is("Hall"))).limit(2),
					Hand.class);
			default -> this.copies.update(Hand.class, key(crew, id), (hand) -> hand.ledBy(boss));
		}
	}

	private static Update update(String property, @Nullable Object value, String other, @Nullable Object otherValue) {
		Update update = (value != null) ? Update.update(property, value) : Update.none().remove(property);
		return (otherValue != null) ? update.set(other, otherValue) : update.remove(other);
	}

	/**
	 * Forth, back, and again, with all that goes along.
	 */
	@Test
	void movesForthAndBack() {
		this.copies.save(hand("North", 1, 1));
		for (int i = 0; i < 3; i++) {
			this.moves.move(hand("North", 1).orElseThrow(), (hand) -> hand.in("South"));
			assertTrue("a move");
			assertThat(hand("North", 1)).isEmpty();
			assertThat(this.summaries.read(PAY, "South").whole("hands")).isEqualTo(1);
			this.moves.move(hand("South", 1).orElseThrow(), (hand) -> hand.in("North"));
			assertTrue("a move back");
		}
		settle();
		assertTrue("the worker");
		assertThat(hand("North", 1)).isPresent();
		assertThat(this.indexes.keys(Hand.class, "names", "South", "Jones")).isEmpty();
	}

	/**
	 * The key of a list is a copy of another entity's property.
	 */
	@Test
	void changesListsWithTheCopiesThatAreTheirKeys() {
		this.copies.save(hand("North", 1, 1));
		this.copies.save(hand("North", 2, 1));
		this.copies.update(Boss.class, TableKey.of("North", "boss_1"),
				(boss) -> new Boss("North", 1, "Eve", boss.etag()));
		assertThat(this.indexes.keys(Hand.class, "bosses", "North", "Eve")).containsExactly(key("North", 1),
				key("North", 2));
		assertThat(this.indexes.keys(Hand.class, "bosses", "North", "North Ann")).isEmpty();
		this.copies.update(Boss.class, TableKey.of("North", "boss_1"),
				(boss) -> new Boss("North", 1, null, boss.etag()));
		assertThat(this.indexes.keys(Hand.class, "bosses", "North", "Eve")).isEmpty();
		assertTrue("a name that went");
	}

	@Test
	void sumsNegativeDecimalAndMissingValues() {
		this.template.insert(hand("North", 1, null).with("Jones", new BigDecimal("-0.10")));
		this.template.insert(hand("North", 2, null).with(null, null));
		this.template.insert(hand("North", 3, null).with("Jones", new BigDecimal("1E+3")));
		SummaryValues values = this.summaries.read(PAY, "North");
		assertThat(values.decimal("pay")).isEqualByComparingTo("999.90");
		assertThat(values.whole("hands")).isEqualTo(3);
		this.template.merge(Hand.class, key("North", 3), Update.none().remove("pay"));
		this.template.merge(Hand.class, key("North", 2), Update.update("pay", new BigDecimal("-5")));
		assertThat(this.summaries.read(PAY, "North").decimal("pay")).isEqualByComparingTo("-5.10");
		this.template.deleteAll(List.of(hand("North", 1).orElseThrow(), hand("North", 2).orElseThrow()));
		assertThat(this.summaries.read(PAY, "North").decimal("pay")).isEqualByComparingTo("0");
		assertTrue("all of it");
	}

	/**
	 * A sum that does not fit refuses the write, and the move, as a whole.
	 */
	@Test
	void refusesWhatDoesNotFitIntoASumAndChangesNothing() {
		this.template.insert(hand("North", 1, null).scoring(Long.MAX_VALUE));
		assertThatExceptionOfType(DataAccessException.class)
			.isThrownBy(() -> this.template.insert(hand("North", 2, null).scoring(1)));
		this.template.insert(hand("South", 2, null).scoring(1));
		assertThatExceptionOfType(DataAccessException.class)
			.isThrownBy(() -> this.moves.move(hand("South", 2).orElseThrow(), (hand) -> hand.in("North")));
		settle();
		assertThat(hand("South", 2)).isPresent();
		assertThat(hand("North", 2)).isEmpty();
		assertThat(this.summaries.read(PAY, "South").whole("points")).isEqualTo(1);
		this.template.save(hand("South", 2).orElseThrow().scoring(-3));
		assertTrue("a refused move");
	}

	@Test
	void leavesHoldersAloneThatVanishOrRefersToNothing() {
		Hand hand = this.copies.save(hand("North", 1, 1));
		this.template.deleteById(Hand.class, key("North", 1));
		this.copies.update(Boss.class, TableKey.of("North", "boss_1"),
				(boss) -> new Boss("North", 1, "Eve", boss.etag()));
		assertThat(hand("North", 1)).as("no holder comes back").isEmpty();
		assertThatExceptionOfType(OptimisticLockingFailureException.class).isThrownBy(() -> this.copies.save(hand));
		assertThatExceptionOfType(DataAccessException.class).isThrownBy(() -> this.copies.save(hand("North", 1, 9)))
			.withMessageContaining("is not there");
		assertThat(this.copies.update(Hand.class, key("North", 1), (one) -> one.ledBy(2))).isEmpty();
		this.copies.save(hand("North", 1, null));
		assertThat(hand("North", 1).orElseThrow().bossName()).isNull();
		assertThat(this.store.rows("Crews", "RowKey ge 'bossed_' and RowKey lt 'bossed`'")).as("no list without ids")
			.extracting(TableRow::properties)
			.noneMatch(Map::isEmpty);
		assertTrue("all of it");
	}

	/**
	 * One whose name is in its hands.
	 */
	@Table("Crews")
	@PartitionKey("{crew}")
	@RowKey("boss_{id:1}")
	record Boss(String crew, int id, @Nullable String name, @Version @Nullable String etag) {

	}

	/**
	 * One of a crew.
	 */
	@Table("Crews")
	@PartitionKey("{crew}")
	@RowKey("hand_{id:1}")
	@SecondaryIndex(name = "names", rowKey = "last_{lastName}", layout = IndexLayout.LIST)
	@SecondaryIndex(name = "bosses", rowKey = "bossed_{bossName}", layout = IndexLayout.LIST)
	@SecondaryIndex(name = "led", rowKey = "led_{bossId:1}_{id:1}")
	@Movable
	record Hand(String crew, int id, @Nullable String lastName, @Nullable BigDecimal pay, long points,
			@Nullable Integer bossId, @Nullable String bossName, @Version @Nullable String etag) {

		Hand with(@Nullable String newName, @Nullable BigDecimal newPay) {
			return new Hand(this.crew, this.id, newName, newPay, this.points, this.bossId, this.bossName, this.etag);
		}

		Hand ledBy(@Nullable Integer newBossId) {
			return new Hand(this.crew, this.id, this.lastName, this.pay, this.points, newBossId, null, this.etag);
		}

		Hand scoring(long newPoints) {
			return new Hand(this.crew, this.id, this.lastName, this.pay, newPoints, this.bossId, this.bossName,
					this.etag);
		}

		Hand in(String newCrew) {
			return new Hand(newCrew, this.id, this.lastName, this.pay, this.points, null, null, null);
		}

		Hand withId(int newId) {
			return new Hand(this.crew, newId, this.lastName, this.pay, this.points, this.bossId, this.bossName, null);
		}

		Hand alone() {
			return new Hand(this.crew, this.id, this.lastName, this.pay, this.points, null, null, null);
		}

	}

}
