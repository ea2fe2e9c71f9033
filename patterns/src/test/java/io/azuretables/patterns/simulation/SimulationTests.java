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

package io.azuretables.patterns.simulation;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.azuretables.gateway.WriteOutcomeUnknownException;
import io.azuretables.key.TableKey;
import io.azuretables.patterns.queue.transport.ReceivedMessage;
import io.azuretables.row.RowPage;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.springframework.dao.DataAccessException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.dao.TransientDataAccessResourceException;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the simulation itself promises: it repeats itself, it does what it says goes
 * wrong, and it sees what is wrong.
 */
@Tag("long")
class SimulationTests {

	private static final TableKey KEY = TableKey.of("p", "counter");

	/**
	 * Two actors count, each on what it has read.
	 */
	private static void counters(Simulation simulation, boolean conditional) {
		SimulatedGateway gateway = new SimulatedGateway(simulation, "Things");
		gateway.store().write("Things", new RowWrite.Insert(TableRow.of(KEY, Map.of("n", 0))));
		int[] counted = { 0 };
		for (String name : List.of("one", "two")) {
			simulation.actor(name, () -> {
				while (!simulation.isCalm()) {
					counted[0] += count(gateway, conditional);
				}
			});
		}
		simulation.atRest(() -> {
			TableRow row = gateway.store().read("Things", KEY, null, RowReader.rows());
			assertThat((Integer) row.get("n")).as("counted").isGreaterThanOrEqualTo(counted[0]);
		});
	}

	private static int count(SimulatedGateway gateway, boolean conditional) {
		try {
			TableRow row = gateway.read("Things", KEY, null, RowReader.rows());
			TableRow next = TableRow.of(KEY, Map.of("n", row.get("n", Integer.class) + 1));
			gateway.write("Things", new RowWrite.Replace(next, conditional ? row.etag() : RowWrite.ANY));
			return 1;
		}
		catch (OptimisticLockingFailureException | TransientDataAccessResourceException
				| WriteOutcomeUnknownException ex) {
			return 0;
		}
	}

	@Test
	void repeatsItselfWithTheSameSeed() {
		Campaign campaign = Campaign.of("counters", (simulation) -> counters(simulation, true));
		Set<List<String>> traces = new HashSet<>();
		for (int seed = 0; seed < 50; seed++) {
			List<String> trace = campaign.trace(seed);
			assertThat(campaign.trace(seed)).hasSizeGreaterThan(200).isEqualTo(trace);
			traces.add(trace);
		}
		assertThat(traces).hasSize(50);
	}

	@Test
	void injectsEveryKindOfFault() {
		Tally tally = Campaign.of("readers", (simulation) -> {
			counters(simulation, true);
			SimulatedGateway gateway = new SimulatedGateway(simulation, "Others");
			simulation.actor("reader", () -> {
				while (!simulation.isCalm()) {
					attempt(() -> gateway.read(RowRequest.of("Others", null), RowReader.rows()));
				}
			});
		}).play();
		assertThat(tally.faults()).containsOnlyKeys(Fault.values());
	}

	@Test
	void seesALostUpdate() {
		assertThat(Campaign.of("blind counters", (simulation) -> counters(simulation, false)).firstViolation())
			.hasValueSatisfying((message) -> assertThat(message).contains("counted"));
		Campaign.of("careful counters", (simulation) -> counters(simulation, true)).play();
	}

	@Test
	void endsWhatNeverComesToRest() {
		Campaign campaign = Campaign.of("restless", (simulation) -> {
			SimulatedTransport queue = new SimulatedTransport(simulation, "queue");
			queue.store().send("forever", Duration.ZERO);
			simulation.servant("worker", () -> () -> attempt(() -> queue.receive(1, Duration.ofSeconds(1))),
					Duration.ZERO);
			simulation.restsWithout(queue::leftOvers);
		});
		assertThat(campaign.firstViolation())
			.hasValueSatisfying((message) -> assertThat(message).contains("does not come to rest"));
	}

	@Test
	void endsWhatOnlyWaits() {
		Campaign campaign = Campaign.of("waiting", (simulation) -> {
			simulation.servant("worker", () -> () -> false, Duration.ofSeconds(1));
			simulation.restsWithout(() -> List.of("work"));
		});
		assertThat(campaign.firstViolation()).hasValueSatisfying(
				(message) -> assertThat(message).contains("All wait, and none makes a request", "[work]"));
	}

	@Test
	void endsWhereNobodyIsLeftToWork() {
		Campaign campaign = Campaign.of("unfinished", (simulation) -> {
			simulation.actor("user", () -> simulation.say("ends"));
			simulation.restsWithout(() -> List.of("work"));
		});
		assertThat(campaign.firstViolation())
			.hasValueSatisfying((message) -> assertThat(message).contains("All have ended", "[work]"));
	}

	@Test
	void endsWhenACheckCannotBeMade() {
		Campaign campaign = Campaign.of("broken check", (simulation) -> {
			simulation.actor("user", () -> simulation.say("ends"));
			simulation.restsWithout(() -> {
				throw new IllegalStateException("broken");
			});
		});
		assertThat(campaign.firstViolation()).hasValueSatisfying((message) -> assertThat(message).contains("broken"));
	}

	@Test
	void deliversAgainWhileTheFirstConsumerStillWorks() {
		Campaign campaign = Campaign.of("redelivery", (simulation) -> {
			SimulatedTransport queue = new SimulatedTransport(simulation, "queue");
			SimulatedGateway gateway = new SimulatedGateway(simulation, "Things");
			queue.store().send("once", Duration.ZERO);
			Set<String> busy = new HashSet<>();
			for (String name : List.of("one", "two")) {
				simulation.servant(name, () -> () -> {
					List<ReceivedMessage> received = queue.receive(1, Duration.ofSeconds(30));
					for (ReceivedMessage message : received) {
						busy.add(name);
						assertThat(busy).as("at work").hasSize(1);
						gateway.read("Things", KEY, null, RowReader.rows());
						busy.remove(name);
						queue.delete(message);
					}
					return !received.isEmpty();
				}, Duration.ofSeconds(1));
			}
			simulation.restsWithout(queue::leftOvers);
		}).withFaults(Faults.NONE.with(Fault.PAUSE, 50));
		assertThat(campaign.firstViolation()).hasValueSatisfying((message) -> assertThat(message).contains("at work"));
	}

	@Test
	void appliesRequestsLateAndWithinHalfAMinute() {
		Campaign campaign = Campaign.of("late", (simulation) -> {
			SimulatedGateway gateway = new SimulatedGateway(simulation, "Things");
			long[] gaveUp = { -1 };
			simulation.actor("writer", () -> {
				attempt(() -> gateway.write("Things", new RowWrite.Insert(TableRow.of(KEY, Map.of()))));
				assertThat(gateway.store().read("Things", KEY, null, RowReader.rows())).isNull();
				gaveUp[0] = simulation.clock().instant().toEpochMilli();
				simulation.sleep(Duration.ofMinutes(1));
				assertThat(gateway.store().read("Things", KEY, null, RowReader.rows())).isNotNull();
			});
			simulation.always(() -> {
				TableRow row = gateway.store().read("Things", KEY, null, RowReader.rows());
				if (row != null) {
					assertThat(simulation.clock().instant().toEpochMilli() - gaveUp[0]).isBetween(0L, 120_000L);
				}
			});
		}).withFaults(Faults.NONE.with(Fault.LATE, 1000));
		assertThat(campaign.play().faults()).containsOnlyKeys(Fault.LATE);
	}

	@Test
	void losesNoRowOnShortPages() {
		Campaign.of("pages", (simulation) -> {
			SimulatedGateway gateway = new SimulatedGateway(simulation, "Things");
			for (int i = 0; i < 8; i++) {
				gateway.store().write("Things", new RowWrite.Insert(TableRow.of(TableKey.of("p", "r" + i), Map.of())));
			}
			simulation.actor("reader", () -> {
				while (!simulation.isCalm()) {
					assertThat(rows(gateway)).isEqualTo(8);
				}
			});
		}).withFaults(Faults.NONE.with(Fault.SHORT_PAGE, 600)).play();
	}

	private static int rows(SimulatedGateway gateway) {
		int rows = 0;
		RowPage.Continuation next = null;
		do {
			RowPage<TableRow> page = gateway.read(RowRequest.of("Things", null).from(next), RowReader.rows());
			rows += page.rows().size();
			next = page.continuation();
		}
		while (next != null);
		return rows;
	}

	@Test
	void killsWhoeverCatchesItsOwnDeath() {
		Campaign.of("undead", (simulation) -> {
			SimulatedGateway gateway = new SimulatedGateway(simulation, "Things");
			boolean[] died = { false };
			simulation.actor("undead", () -> {
				if (died[0]) {
					return;
				}
				died[0] = true;
				try {
					gateway.read("Things", KEY, null, RowReader.rows());
				}
				finally {
					gateway.write("Things", new RowWrite.Insert(TableRow.of(KEY, Map.of())));
				}
			});
			simulation.atRest(() -> assertThat(gateway.store().read("Things", KEY, null, RowReader.rows())).isNull());
		}).withFaults(Faults.NONE.with(Fault.CRASH_AFTER, 1000)).play();
	}

	private static boolean attempt(Runnable action) {
		try {
			action.run();
			return true;
		}
		catch (DataAccessException ex) {
			return false;
		}
	}

}
