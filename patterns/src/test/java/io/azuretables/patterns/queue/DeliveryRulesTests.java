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

package io.azuretables.patterns.queue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeoutException;

import io.azuretables.patterns.queue.Envelope.Claim;
import io.azuretables.patterns.queue.Envelope.Header;
import io.azuretables.patterns.queue.Envelope.Origin;
import io.azuretables.patterns.queue.Envelope.Phase;
import io.azuretables.patterns.queue.QueueOptions.GuardTimes;
import io.azuretables.patterns.queue.QueueWorkerOptions.RetryRules;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.dao.TransientDataAccessResourceException;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What becomes of a message is decided without doing anything.
 */
class DeliveryRulesTests {

	private static final RetryRules RETRIES = new RetryRules(3, 50, Duration.ofSeconds(1), Duration.ofSeconds(10));

	private static final Duration RETENTION = GuardTimes.DEFAULTS.retention();

	private static final Instant NOW = MutableClock.START;

	private final DeliveryRules rules = new DeliveryRules(RETRIES, GuardTimes.DEFAULTS);

	@Test
	void removesWhatIsHandledAndKeepsWhatProvesAWrite() {
		Envelope plain = envelope(null);
		assertThat(this.rules.handled(plain, NOW)).isEqualTo(new Decision.Remove(plain));
		Envelope guarded = envelope(new Origin(true, "T", "p"));
		assertThat(this.rules.handled(guarded, NOW)).isEqualTo(hidden(guarded, NOW, RETENTION));
		assertThat(this.rules.abandoned(guarded, NOW)).isEqualTo(hidden(guarded, NOW, GuardTimes.DEFAULTS.fence()));
		assertThat(guarded.settled(NOW).progress().phase()).isEqualTo(Phase.CLEAN);
		Envelope large = plain.withContent(new Claim("blob", "hash"));
		assertThat(this.rules.handled(large, NOW)).as("for copies of it").isInstanceOf(Decision.Hide.class);
	}

	@Test
	void keepsWhatProvesAWriteUntilCopiesOfItsMessageHadTheirTime() {
		Envelope settled = envelope(new Origin(true, "T", "p")).settled(NOW);
		Instant late = NOW.plus(RETENTION);
		assertThat(this.rules.settled(settled, late)).isEqualTo(new Decision.Remove(settled));
		Instant tooLate = late.plusMillis(1);
		assertThat(this.rules.settled(settled, tooLate)).isEqualTo(hidden(settled, tooLate, RETENTION));
	}

	private static Decision hidden(Envelope envelope, Instant now, Duration time) {
		return new Decision.Hide(envelope.settled(now.plus(time)), time);
	}

	@Test
	void givesUpAfterFailuresOfTheHandler() {
		Envelope envelope = envelope(null);
		for (int failures = 1; failures < 3; failures++) {
			Decision decision = this.rules.failed(envelope, new IllegalStateException("no"), 1);
			assertThat(decision).isInstanceOf(Decision.Hide.class);
			envelope = ((Decision.Hide) decision).envelope();
			assertThat(envelope.progress().failures()).isEqualTo(failures);
		}
		assertThat(this.rules.failed(envelope, new HandlingStoppedException("late"), 1)).isInstanceOfSatisfying(
				Decision.Poison.class,
				(poison) -> assertThat(poison.envelope().progress().errors()).hasSize(3)
					.last()
					.asString()
					.endsWith("HandlingStoppedException: late"));
	}

	@Test
	void givesUpAtOnceWhatCanNeverBeHandled() {
		for (Exception failure : List.of(new PermanentMessageException("no"),
				new IllegalStateException(new PermanentMessageException("no")))) {
			assertThat(this.rules.failed(envelope(null), failure, 1)).isInstanceOf(Decision.Poison.class);
		}
	}

	@Test
	void neverCountsWhatIsNotTheHandlersFault() {
		for (Exception failure : List.of(new TransientDataAccessResourceException("503"),
				new OptimisticLockingFailureException("412"), new InterruptedException(), new TimeoutException(),
				new IllegalStateException(new UncheckedIOException(new IOException())))) {
			Envelope envelope = envelope(null);
			assertThat(this.rules.failed(envelope, failure, 40)).isInstanceOfSatisfying(Decision.Hide.class,
					(hide) -> assertThat(hide.envelope()).isEqualTo(envelope));
		}
		assertThat(FailureKind.of(new DuplicateKeyException("409"))).isEqualTo(FailureKind.HANDLER);
		assertThat(this.rules.isHopeless(50)).isFalse();
		assertThat(this.rules.isHopeless(51)).isTrue();
	}

	@Test
	void waitsLongerEachTimeUpToALimitAndNotAlwaysTheSame() {
		Duration longest = Duration.ZERO;
		for (int deliveries = 1; deliveries < 100; deliveries++) {
			Duration most = Duration.ofSeconds((deliveries < 5) ? 1L << (deliveries - 1) : 10);
			Duration delay = delay(envelope(null), deliveries);
			assertThat(delay).isBetween(most.dividedBy(2), most);
			longest = (delay.compareTo(longest) > 0) ? delay : longest;
		}
		assertThat(longest).isGreaterThan(Duration.ofSeconds(9));
		assertThat(delay(envelope(null), 3)).isEqualTo(delay(envelope(null), 3));
		Envelope other = Envelope.of(new Header("other", "type", MutableClock.START, null), "");
		assertThat(delay(other, 3)).isNotEqualTo(delay(envelope(null), 3));
	}

	private Duration delay(Envelope envelope, int deliveries) {
		Decision decision = this.rules.failed(envelope, new TimeoutException(), deliveries);
		return ((Decision.Hide) decision).time();
	}

	private static Envelope envelope(@Nullable Origin origin) {
		return Envelope.of(new Header("id", "type", MutableClock.START, origin), "payload");
	}

}
