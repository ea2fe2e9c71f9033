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
import java.util.List;
import java.util.random.RandomGenerator;

import io.azuretables.gateway.TableGateway;
import io.azuretables.operations.TableTemplate;
import io.azuretables.patterns.interpartition.InterPartitionIndexContract.Change;
import io.azuretables.patterns.interpartition.InterPartitionIndexContract.NameAndCity;
import io.azuretables.patterns.queue.transport.EmbeddedMessageTransport;
import io.azuretables.patterns.queue.transport.MessageTransport;
import io.azuretables.patterns.sample.MeteredGateway.Stopped;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import io.azuretables.row.TableRow;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.dao.TransientDataAccessResourceException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.given;
import static org.mockito.BDDMockito.then;
import static org.mockito.Mockito.mock;

/**
 * What look-ups do about what they meet, over any store.
 */
abstract class ReadRepairContract {

	private Office office;

	abstract TableGateway gateway();

	/**
	 * Whether the store is fast enough to try all that can happen to a change.
	 */
	boolean isTried(Change change) {
		return true;
	}

	@BeforeEach
	void prepare() {
		this.office = office();
		Change.MOVE.before(this.office);
	}

	private Office office() {
		Office fresh = new Office(gateway(), EmbeddedMessageTransport::new,
				"t" + Long.toString(RandomGenerator.getDefault().nextLong() >>> 1, 36));
		gateway().createTable(fresh.table());
		return fresh;
	}

	/**
	 * A row is written after everybody has done what there was to do.
	 */
	private void leaveBehind(String index) {
		List<TableRow> before = this.office.rows(index);
		Change.MERGE.apply(this.office, this.office.template());
		Change.AGE.apply(this.office, this.office.template());
		this.office.rest();
		this.office.writeAgain(before);
	}

	@ParameterizedTest
	@ValueSource(strings = { "city", "email", "age" })
	void handsToWorkersWhatIsLeftBehind(String index) {
		leaveBehind(index);
		int rows = this.office.rows(index).size();
		this.office.lookUp();
		assertThat(this.office.transport().depth()).isEqualTo(1);
		this.office.lookUp();
		assertThat(this.office.transport().depth()).as("once in a while").isEqualTo(1);
		assertThat(this.office.rows(index)).as("nothing is removed by who reads").hasSize(rows);
		this.office.work();
		assertThat(this.office.rows(index)).hasSize(rows - 1);
		this.office.checkIndexes();
		this.office.rest();
		this.office.checkAtRest();
	}

	@Test
	void leavesToWorkersWhatIsYoung() {
		leaveBehind("city");
		this.office.turnBack();
		this.office.lookUp();
		assertThat(this.office.transport().depth()).isZero();
		this.office.clock().pass(Duration.ofMinutes(11));
		this.office.lookUp();
		assertThat(this.office.transport().depth()).isEqualTo(1);
	}

	@Test
	void believesCopiesWhereThatIsWanted() {
		List<TableRow> before = this.office.rows("name");
		Change.MERGE.apply(this.office, this.office.template());
		this.office.rest();
		this.office.writeAgain(before);
		TableQuery byName = TableQuery.of(Criteria.where("name").is("Hall")).select("city", "name");
		assertThat(this.office.direct().query(Agent.class).as(NameAndCity.class).find(byName)).hasSize(2);
		assertThat(this.office.direct().query(Agent.class).explain(byName).lines().findFirst().orElseThrow())
			.endsWith("select city, name; STRONG; copies UNVERIFIED, no request but for pages");
		assertThat(this.office.transport().depth()).isZero();
	}

	@Test
	void handsOnSoManyAtATime() {
		for (int i = 10; i < 20; i++) {
			this.office.direct().insert(Agent.of("Law", i, "Bern"));
		}
		List<TableRow> before = this.office.rows("city");
		for (int i = 10; i < 20; i++) {
			this.office.direct().save(this.office.agent("Law", i).in("Oslo"));
		}
		this.office.rest();
		this.office.writeAgain(before);
		for (int handedOn : new int[] { 4, 8, 10, 10 }) {
			assertThat(this.office.direct().find(Office.byCity("Bern"), Agent.class)).isEmpty();
			assertThat(this.office.transport().depth()).isEqualTo(handedOn);
		}
		this.office.work();
		this.office.checkIndexes();
	}

	@Test
	void handsOnNothingWhereThatIsNotWanted() {
		leaveBehind("city");
		TableTemplate without = this.office.template((options) -> options.withRepairs(0), this.office.transport());
		assertThat(without.find(Office.byCity("Rome"), Agent.class)).hasSize(1);
		assertThat(this.office.transport().depth()).isZero();
	}

	@Test
	void answersThoughNothingCanBeHandedOn() {
		leaveBehind("city");
		MessageTransport down = mock(MessageTransport.class);
		given(down.signature()).willReturn(this.office.transport().signature());
		given(down.send(any(), any())).willThrow(new TransientDataAccessResourceException("down"));
		assertThat(this.office.template((options) -> options, down).find(Office.byCity("Rome"), Agent.class))
			.extracting(Agent::key)
			.containsExactly("Law1");
		then(down).should().send(any(), any());
	}

	/**
	 * Before each request of a writer, time passes, somebody looks up what he has
	 * prepared, and a worker looks after that, long before his own message. He succeeds
	 * all the same, and what he has written is found.
	 */
	@ParameterizedTest
	@EnumSource(Change.class)
	void removesNothingThatBecomesTrue(Change change) {
		assumeThat(isTried(change)).isTrue();
		for (long request = 1; isRightThoughRepairedBefore(request, change); request++) {
			assertThat(request).isLessThan(100);
		}
	}

	private boolean isRightThoughRepairedBefore(long request, Change change) {
		Office raced = office();
		change.before(raced);
		String before = raced.staff();
		boolean[] reached = new boolean[1];
		raced.crash().before(request, () -> {
			reached[0] = true;
			raced.clock().pass(Duration.ofMinutes(12));
			raced.delayMessages();
			raced.lookUp();
			raced.work();
			raced.clock().pass(Duration.ofMinutes(-12));
		});
		change.apply(raced, raced.template());
		raced.crash().before(0, () -> {
		});
		assertThat(raced.staff()).isNotEqualTo(before);
		raced.checkLookUps();
		raced.rest();
		raced.checkAtRest();
		raced.checkLookUps();
		return reached[0];
	}

	/**
	 * Two writers die after their transactions, and their messages are lost. What the
	 * first one has left is met by a look-up; yet more of his write than that is still to
	 * be looked after.
	 */
	@Test
	void leavesTheRestOfAWriteToItsOwnGuard() {
		assumeThat(isTried(Change.INSERT)).isTrue();
		int committed = 0;
		for (long first = 1; first <= 12; first++) {
			for (long second = 1; second <= 12; second++) {
				Office crashed = office();
				Change.MERGE.before(crashed);
				if (isCommitted(crashed, first, Change.RETRY) && isCommitted(crashed, second, Change.MOVE)) {
					committed++;
					crashed.clock().pass(Duration.ofMinutes(2));
					crashed.loseMessages();
					crashed.clock().pass(Duration.ofMinutes(12));
					crashed.lookUp();
					assertThat(crashed.transport().depth()).isPositive();
					crashed.work();
					crashed.clock().pass(Duration.ofMinutes(11));
					crashed.work();
					crashed.rest();
					crashed.checkAtRest();
					crashed.checkLookUps();
				}
			}
		}
		assertThat(committed).isGreaterThan(3);
	}

	/**
	 * Whether a writer who dies after a request has made his change.
	 */
	private static boolean isCommitted(Office office, long request, Change change) {
		String before = office.staff();
		office.crash().stopAt(request, true);
		try {
			change.apply(office, office.template());
			return false;
		}
		catch (Stopped ex) {
			return !office.staff().equals(before);
		}
		finally {
			office.crash().reset();
		}
	}

}
