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

package io.azuretables.patterns.index;

import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.patterns.index.IndexRace.Act;
import io.azuretables.patterns.sample.Clerk;
import io.azuretables.patterns.sample.MeteredGateway.Stopped;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.OptimisticLockingFailureException;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An index is made true though somebody writes, or does the same, or the process is gone:
 * each act, upon each kind of fault, before each request.
 */
@Tag("long")
@Execution(ExecutionMode.CONCURRENT)
class IndexRaceTests {

	private static final int LEAST_REQUESTS = 20;

	@ParameterizedTest
	@EnumSource(Act.class)
	void rebuildsThoughSomebodyWrites(Act act) {
		for (String index : List.of("email", "name")) {
			IndexRace race = new IndexRace(new EmbeddedTableGateway(), index);
			for (int victim : IndexRace.VICTIMS) {
				long requests = race.before(() -> race.act(act, victim), () -> race.rebuild(race.indexes()));
				assertThat(requests).isGreaterThan(LEAST_REQUESTS);
			}
		}
	}

	@ParameterizedTest
	@EnumSource(Act.class)
	void fillsThoughSomebodyWrites(Act act) {
		IndexRace race = new IndexRace(new EmbeddedTableGateway(), "email");
		for (int victim : List.of(1, 4)) {
			long requests = race.before(() -> race.act(act, victim), () -> {
				assertThat(race.fill(race.indexes()).isClean()).isTrue();
				assertThat(race.others().state(Clerk.class, "email")).isEqualTo(IndexState.READABLE);
			});
			assertThat(requests).isGreaterThan(LEAST_REQUESTS);
		}
	}

	@RepeatedTest(20)
	void rebuildsThoughSomebodyWritesAllTheTime(RepetitionInfo repetition) {
		Random random = new Random(repetition.getCurrentRepetition());
		IndexRace race = new IndexRace(new EmbeddedTableGateway(), (random.nextInt(2) == 0) ? "email" : "name");
		race.damage();
		race.actAlways(() -> {
			try {
				race.act(Act.values()[random.nextInt(Act.values().length)],
						IndexRace.VICTIMS.get(random.nextInt(IndexRace.VICTIMS.size())));
			}
			catch (DuplicateKeyException ex) {
				// somebody else has the address
			}
		});
		race.rebuild(race.indexes());
		assertThat(race.faults()).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "email", "name" })
	void rebuildsThoughSomebodyElseDoes(String index) {
		IndexRace race = new IndexRace(new EmbeddedTableGateway(), index);
		IndexAdministration others = race.others();
		assertThat(race.before(() -> race.rebuild(others), () -> race.rebuild(race.indexes()))).isPositive();
	}

	@ParameterizedTest
	@ValueSource(strings = { "email", "name" })
	void letsTheLaterOfTwoFillsWin(String index) {
		IndexRace race = new IndexRace(new EmbeddedTableGateway(), index);
		IndexAdministration others = race.others();
		Set<Boolean> outcomes = new HashSet<>();
		race.before(() -> assertThat(race.fill(others).isClean()).isTrue(), () -> {
			try {
				race.fill(race.indexes());
				outcomes.add(true);
			}
			catch (OptimisticLockingFailureException ex) {
				outcomes.add(false);
			}
			assertThat(others.state(Clerk.class, index)).isEqualTo(IndexState.READABLE);
		});
		assertThat(outcomes).containsExactlyInAnyOrder(true, false);
	}

	@ParameterizedTest
	@CsvSource({ "email, false", "email, true", "name, false", "name, true" })
	void goesOnWithAFillThatStoppedAtAnyRequest(String index, boolean afterwards) {
		IndexRace race = new IndexRace(new EmbeddedTableGateway(), index);
		boolean stopped = true;
		long request = 0;
		while (stopped) {
			request++;
			race.damage();
			race.meter().stopAt(request, afterwards);
			stopped = isStopped(race);
			race.meter().reset();
			if (race.others().state(Clerk.class, index) == IndexState.READABLE) {
				assertThat(race.faults()).as("at request %s", request).isEmpty();
			}
			assertThat(race.fill(race.indexes()).isClean()).isTrue();
			assertThat(race.faults()).as("at request %s", request).isEmpty();
			assertThat(race.others().state(Clerk.class, index)).isEqualTo(IndexState.READABLE);
		}
		assertThat(request).isGreaterThan(LEAST_REQUESTS);
	}

	private static boolean isStopped(IndexRace race) {
		try {
			race.fill(race.indexes());
			return false;
		}
		catch (Stopped ex) {
			return true;
		}
	}

	@ParameterizedTest
	@EnumSource(Act.class)
	void reportsWhatIsWrongAndNothingThatSomebodyDoesMeanwhile(Act act) {
		IndexRace race = new IndexRace(new EmbeddedTableGateway(), "email");
		for (int victim : IndexRace.VICTIMS) {
			long request = 0;
			boolean acted = true;
			while (acted) {
				request++;
				race.damage();
				Set<TableKey> before = race.faults();
				race.act(request, () -> race.act(act, victim));
				Set<TableKey> found = new HashSet<>();
				race.indexes().verify(Clerk.class, "email", (finding) -> found.add(finding.indexRow()));
				assertThat(before).as("%s %s before request %s", act, victim, request).containsAll(found);
				assertThat(found).as("%s %s before request %s", act, victim, request).containsAll(race.faults());
				acted = race.meter().requests() >= request;
			}
			assertThat(request).isGreaterThan(LEAST_REQUESTS);
		}
	}

}
