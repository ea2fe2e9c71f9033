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
package io.azuretables.patterns.rolling;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.ForwardingTableGateway;
import io.azuretables.gateway.ServiceErrorException;
import io.azuretables.gateway.TableGateway;
import io.azuretables.internal.model.EntityModel;
import io.azuretables.internal.model.RollingMapping;
import io.azuretables.operations.TableTemplate;
import io.azuretables.operations.TableTemplateOptions;
import io.azuretables.patterns.sample.SignIn;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import io.azuretables.sample.MutableClock;
import io.azuretables.write.ExpiredPeriodException;
import org.junit.jupiter.api.Test;

import org.springframework.dao.InvalidDataAccessResourceUsageException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * The promises in memory, with writers and keepers at the same time.
 */
class EmbeddedRollingTableTests extends RollingTableContract {

	private final EmbeddedTableGateway store = new EmbeddedTableGateway(this.clock);

	@Override
	TableGateway gateway() {
		return this.store;
	}

	@Override
	String prefix() {
		return "dev";
	}

	private static TableTemplate template(TableGateway gateway, MutableClock clock) {
		return new TableTemplate(gateway, new TableConverter(new TableMappingContext(new TableCustomConversions())),
				TableTemplateOptions.DEFAULTS.withClock(clock));
	}

	@Test
	void keepsTablesWhileClockMovesOn() throws Exception {
		Lives lives = new Lives(this.store);
		Map<String, SignIn> written = new ConcurrentHashMap<>();
		run(lives, this.clock, written);
		assertThat(lives.resurrected).isEmpty();
		assertThat(lives.dropped).hasSizeGreaterThanOrEqualTo(3);
		TableTemplate reader = template(this.store, this.clock);
		List<String> existing = reader.rollingTables(SignIn.class).existing();
		RollingMapping rolling = EntityModel.of(reader.converter().entity(SignIn.class)).rolling();
		assertThat(existing).doesNotContainAnyElementsOf(lives.dropped);
		List<SignIn> kept = written.values()
			.stream()
			.filter((one) -> existing.contains(rolling.table("SignIns", one.at())))
			.toList();
		assertThat(kept).isNotEmpty();
		Set<SignIn> found = new HashSet<>(reader.find(TableQuery.all().allowScan(), SignIn.class));
		assertThat(kept.stream().filter((one) -> !found.contains(one))).isEmpty();
	}

	/**
	 * The rule is needed: a writer that does not know that a period is over brings its
	 * table back.
	 */
	@Test
	void bringsBackTablesWithoutTheRule() throws Exception {
		Lives lives = new Lives(this.store);
		run(lives, new MutableClock(), new ConcurrentHashMap<>());
		assertThat(lives.resurrected).isNotEmpty();
	}

	/**
	 * Eight writers and two keepers, while three days pass; each writer also writes what
	 * is as old as it may be.
	 * @param writers the clock of the writers
	 */
	private void run(TableGateway gateway, MutableClock writers, Map<String, SignIn> written) throws Exception {
		AtomicBoolean done = new AtomicBoolean();
		AtomicInteger numbers = new AtomicInteger();
		AtomicLong attempts = new AtomicLong();
		Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
		ExecutorService threads = Executors.newFixedThreadPool(10);
		List<Future<?>> all = new ArrayList<>();
		for (int i = 0; i < 8; i++) {
			TableTemplate template = template(gateway, writers);
			all.add(threads.submit(() -> {
				while (!done.get()) {
					Instant old = writers.instant().minus(DAY.multipliedBy(60)).plusSeconds(60);
					Instant at = ThreadLocalRandom.current().nextBoolean() ? writers.instant() : old;
					SignIn one = new SignIn("anna", at, numbers.incrementAndGet(), "");
					attempts.incrementAndGet();
					try {
						written.put("" + one.number(), template.insert(one));
					}
					catch (ExpiredPeriodException ex) {
						// the clock has passed the table meanwhile
					}
					catch (InvalidDataAccessResourceUsageException ex) {
						if (!ex.getMessage().contains("is being deleted")) {
							failures.add(ex);
						}
					}
					catch (RuntimeException ex) {
						failures.add(ex);
					}
				}
			}));
		}
		for (int i = 0; i < 2; i++) {
			RollingTableKeeper keeper = new RollingTableKeeper(template(gateway, this.clock), List.of(SignIn.class),
					DAY);
			all.add(threads.submit(() -> {
				while (!done.get()) {
					keeper.keep();
					Thread.yield();
				}
			}));
		}
		try {
			for (int step = 0; step < 3 * 24 + 6; step++) {
				long before = attempts.get();
				while (attempts.get() < before + 6 && failures.isEmpty()) {
					Thread.onSpinWait();
				}
				this.clock.pass(Duration.ofHours(1));
			}
			new RollingTableKeeper(template(gateway, this.clock), List.of(SignIn.class), DAY).keep();
			this.clock.pass(EmbeddedTableGateway.DELETION);
			long before = attempts.get();
			while (attempts.get() < before + 100 && failures.isEmpty()) {
				Thread.onSpinWait();
			}
		}
		finally {
			done.set(true);
			threads.shutdown();
		}
		for (Future<?> one : all) {
			one.get();
		}
		assertThat(failures).isEmpty();
	}

	@Test
	void finishesWhatKilledKeeperHasBegun() {
		TableTemplate template = template(this.store, this.clock);
		for (int day = 0; day < 4; day++) {
			template.insert(new SignIn("anna", TODAY.minus(DAY.multipliedBy(day)), day, ""));
		}
		this.clock.pass(DAY.multipliedBy(70));
		AtomicInteger deletions = new AtomicInteger();
		TableGateway killing = new ForwardingTableGateway(this.store) {

			@Override
			public boolean deleteTable(String table) {
				if (deletions.incrementAndGet() == 3) {
					throw new LinkageError("killed");
				}
				return super.deleteTable(table);
			}

		};
		new RollingTableKeeper(template(killing, this.clock), List.of(SignIn.class), DAY).keep();
		assertThat(template.rollingTables(SignIn.class).existing()).hasSize(4);
		assertThat(template.rollingTables(SignIn.class).dropExpired()).containsExactly("SignIns20251231",
				"SignIns20260101");
		assertThat(template.rollingTables(SignIn.class).dropExpired()).isEmpty();
	}

	@Test
	void leavesTableThatIsBeingDeletedForNextRound() {
		AtomicBoolean deleting = new AtomicBoolean(true);
		TableGateway refusing = new ForwardingTableGateway(this.store) {

			@Override
			public boolean createTable(String table) {
				if (deleting.get()) {
					throw new InvalidDataAccessResourceUsageException("The table is being deleted",
							new ServiceErrorException(409, "TableBeingDeleted", -1));
				}
				return super.createTable(table);
			}

		};
		TableTemplate template = template(refusing, this.clock);
		RollingTableKeeper keeper = new RollingTableKeeper(template, List.of(SignIn.class), DAY);
		keeper.keep();
		assertThat(this.store.tables()).isEmpty();
		SignIn one = new SignIn("anna", TODAY, 1, "");
		assertThatExceptionOfType(InvalidDataAccessResourceUsageException.class).isThrownBy(() -> template.insert(one))
			.withMessage("The table is being deleted");
		assertThat(template.find(TableQuery.of(Criteria.where("user").is("anna").and(Criteria.where("at").is(TODAY))),
				SignIn.class))
			.isEmpty();
		deleting.set(false);
		keeper.keep();
		template.insert(one);
		assertThat(this.store.tables()).containsExactly("SignIns20260101", "SignIns20260102");
	}

	@Test
	void startsAndStops() {
		TableTemplate template = template(this.store, this.clock);
		RollingTableKeeper idle = new RollingTableKeeper(template, DAY);
		idle.start();
		assertThat(idle.isRunning()).isTrue();
		idle.stop();
		assertThat(this.store.tables()).isEmpty();
		template.converter().entity(SignIn.class);
		RollingTableKeeper keeper = new RollingTableKeeper(template, DAY);
		keeper.start();
		long end = System.nanoTime() + Duration.ofMinutes(1).toNanos();
		while (this.store.tables().size() < 2 && System.nanoTime() < end) {
			Thread.onSpinWait();
		}
		keeper.stop();
		assertThat(keeper.isRunning()).isFalse();
		assertThat(this.store.tables()).hasSize(2);
		assertThatIllegalArgumentException().isThrownBy(() -> new RollingTableKeeper(template, Duration.ZERO))
			.withMessageContaining("must be at least a millisecond");
	}

	/**
	 * Notes which tables were dropped, and which of them were created again.
	 */
	private static final class Lives extends ForwardingTableGateway {

		private final Set<String> dropped = ConcurrentHashMap.newKeySet();

		private final Set<String> resurrected = ConcurrentHashMap.newKeySet();

		Lives(TableGateway gateway) {
			super(gateway);
		}

		@Override
		public boolean createTable(String table) {
			boolean created = super.createTable(table);
			if (created && this.dropped.contains(table)) {
				this.resurrected.add(table);
			}
			return created;
		}

		@Override
		public boolean deleteTable(String table) {
			boolean deleted = super.deleteTable(table);
			if (deleted) {
				this.dropped.add(table);
			}
			return deleted;
		}

	}

}
