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

package io.azuretables.patterns.internal.worker;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.MalformedURLException;
import java.nio.charset.MalformedInputException;
import java.nio.file.NoSuchFileException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.zip.ZipException;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.azuretables.patterns.internal.message.Envelope.Claim;
import io.azuretables.patterns.internal.message.Envelope.Header;
import io.azuretables.patterns.internal.message.Envelope.Origin;
import io.azuretables.patterns.internal.message.Envelope.OriginKind;
import io.azuretables.patterns.internal.message.Envelope.Phase;
import io.azuretables.patterns.internal.message.Envelope;
import io.azuretables.patterns.queue.message.HandlingStoppedException;
import io.azuretables.patterns.queue.message.PermanentMessageException;
import io.azuretables.patterns.queue.message.QueueOptions.GuardTimes;
import io.azuretables.patterns.queue.worker.QueueWorkerOptions.RetryRules;
import io.azuretables.sample.MutableClock;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.dao.PermissionDeniedDataAccessException;
import org.springframework.dao.TransientDataAccessResourceException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchException;

/**
 * What becomes of a message is decided without doing anything.
 */
class DeliveryPolicyTests {

	private static final RetryRules RETRIES = new RetryRules(3, 50, Duration.ofSeconds(1), Duration.ofSeconds(10));

	private static final Duration RETENTION = GuardTimes.DEFAULTS.retention();

	private static final Instant NOW = MutableClock.START;

	private final DeliveryPolicy rules = new DeliveryPolicy(RETRIES, GuardTimes.DEFAULTS);

	@Test
	void removesWhatIsHandledAndKeepsWhatProvesAWrite() {
		Envelope plain = envelope(null);
		assertThat(this.rules.handled(plain, NOW)).isEqualTo(new Decision.Remove(plain));
		Envelope guarded = envelope(new Origin(OriginKind.GUARDED, "T", "p"));
		assertThat(this.rules.handled(guarded, NOW)).isEqualTo(hidden(guarded, NOW, RETENTION));
		assertThat(this.rules.abandoned(guarded, NOW)).isEqualTo(hidden(guarded, NOW, GuardTimes.DEFAULTS.fence()));
		assertThat(guarded.settled(NOW).progress().phase()).isEqualTo(Phase.CLEAN);
		Envelope large = plain.withContent(new Claim("hash"));
		assertThat(this.rules.handled(large, NOW)).as("for copies of it").isInstanceOf(Decision.Hide.class);
	}

	/**
	 * Its token row belongs to another message, which cares for it.
	 */
	@Test
	void keepsNothingOfWhatWasObserved() {
		Envelope observed = envelope(new Origin(OriginKind.OBSERVED, "T", "p"));
		assertThat(this.rules.handled(observed, NOW)).isEqualTo(new Decision.Remove(observed));
		assertThat(this.rules.abandoned(observed, NOW)).isEqualTo(hidden(observed, NOW, GuardTimes.DEFAULTS.fence()));
	}

	@Test
	void givesNothingUpWhereItIsPatient() {
		DeliveryPolicy patient = new DeliveryPolicy(
				new RetryRules(Integer.MAX_VALUE, Integer.MAX_VALUE, RETRIES.first(), RETRIES.longest()),
				GuardTimes.DEFAULTS);
		assertThat(patient.isPatient()).isTrue();
		assertThat(this.rules.isPatient()).isFalse();
		Envelope envelope = envelope(null);
		for (int i = 0; i < 100; i++) {
			envelope = ((Decision.Hide) patient.failed(envelope, new IllegalStateException("no"), i + 1, NOW))
				.envelope();
		}
		assertThat(patient.isHopeless(envelope, 1000)).isFalse();
		Decision unknown = patient.failed(envelope(null), new UnknownTypeException("?"), 1, NOW);
		assertThat(((Decision.Hide) unknown).time()).isLessThanOrEqualTo(RETRIES.first());
		assertThat(patient.failed(envelope, new PermanentMessageException("never"), 1, NOW))
			.isInstanceOf(Decision.Poison.class);
	}

	@Test
	void keepsWhatProvesAWriteUntilACopyOfItsGuardHasShownItself() {
		Duration second = Duration.ofSeconds(1);
		Duration minute = Duration.ofMinutes(1);
		DeliveryPolicy brief = new DeliveryPolicy(RETRIES, new GuardTimes(second, minute, second, second));
		Envelope known = envelope(new Origin(OriginKind.GUARDED, "T", "p")).committed();
		assertThat(brief.handled(known, NOW)).isEqualTo(hidden(known, NOW, minute.multipliedBy(2)));
		Instant later = NOW.plus(minute).plus(minute);
		assertThat(brief.handled(known, later)).isEqualTo(hidden(known, later, second));
		Envelope large = envelope(null).withContent(new Claim("hash"));
		assertThat(brief.handled(large, NOW)).isEqualTo(hidden(large, NOW, second));
	}

	@Test
	void keepsWhatProvesAWriteUntilCopiesOfItsMessageHadTheirTime() {
		Envelope settled = envelope(new Origin(OriginKind.GUARDED, "T", "p")).settled(NOW);
		Instant late = NOW.plus(RETENTION);
		assertThat(this.rules.settled(settled, late)).isEqualTo(new Decision.Remove(settled));
		Instant tooLate = late.plusMillis(1);
		Envelope again = settled.late(tooLate.plus(RETENTION));
		assertThat(this.rules.settled(settled, tooLate)).isEqualTo(new Decision.Hide(again, RETENTION));
		Instant tooLateAgain = tooLate.plus(RETENTION.multipliedBy(3));
		assertThat(this.rules.settled(again, tooLateAgain)).as("but once").isEqualTo(new Decision.Remove(again));
	}

	private static Decision hidden(Envelope envelope, Instant now, Duration time) {
		return new Decision.Hide(envelope.settled(now.plus(time)), time);
	}

	@Test
	void givesUpAfterFailuresOfTheHandler() {
		Envelope envelope = envelope(null);
		for (int failures = 1; failures < 3; failures++) {
			Decision decision = this.rules.failed(envelope, new IllegalStateException("no"), 1, NOW);
			assertThat(decision).isInstanceOf(Decision.Hide.class);
			envelope = ((Decision.Hide) decision).envelope();
			assertThat(envelope.progress().failures()).isEqualTo(failures);
		}
		assertThat(this.rules.failed(envelope, new IllegalStateException("last"), 1, NOW)).isInstanceOfSatisfying(
				Decision.Poison.class,
				(poison) -> assertThat(poison.envelope().progress().errors()).hasSize(3)
					.last()
					.asString()
					.endsWith("IllegalStateException: last"));
	}

	/**
	 * The machine may be slow, or a service. In the end it counts as any delivery does,
	 * since it may be the handler.
	 */
	@Test
	void countsADeliveryAndNoFailureWhereTheTimeHasPassed() {
		HandlingStoppedException late = new HandlingStoppedException("late", new TimeoutException());
		Envelope envelope = envelope(null);
		for (int deliveries = 1; deliveries <= 50; deliveries++) {
			assertThat(this.rules.isHopeless(envelope, deliveries)).isFalse();
			envelope = again(envelope, late, deliveries);
		}
		assertThat(envelope.progress().failures()).isZero();
		assertThat(envelope.progress().errors()).hasSize(5)
			.last()
			.asString()
			.endsWith("HandlingStoppedException: late");
		assertThat(this.rules.isHopeless(envelope, 51)).isTrue();
	}

	@Test
	void givesUpAtOnceWhatCanNeverBeHandled() {
		for (Exception failure : List.of(new PermanentMessageException("no"),
				new IllegalStateException(new PermanentMessageException("no")))) {
			assertThat(this.rules.failed(envelope(null), failure, 1, NOW)).isInstanceOf(Decision.Poison.class);
		}
	}

	@Test
	void neverCountsWhatIsNotTheHandlersFault() {
		for (Exception failure : List.of(new TransientDataAccessResourceException("503"),
				new PermissionDeniedDataAccessException("no token", null), new InterruptedException(),
				new TimeoutException(), new LeaseLostException(),
				new DataAccessResourceFailureException("no connection"),
				new IllegalStateException(new SQLTransientConnectionException()), new ConnectException(),
				new IllegalStateException(new UncheckedIOException(new IOException())))) {
			Envelope next = again(envelope(null), failure, 40);
			assertThat(next.progress().failures()).isZero();
			assertThat(next.progress().errors()).isEmpty();
			assertThat(next.progress().returns()).isEqualTo(1);
		}
		Envelope disturbed = again(envelope(null), new OptimisticLockingFailureException("412"), 40);
		assertThat(disturbed.progress().failures()).isZero();
		assertThat(disturbed.progress().returns()).isZero();
		assertThat(FailureKind.of(new DuplicateKeyException("409"))).isEqualTo(FailureKind.HANDLER);
	}

	/**
	 * No service is missing, and the next attempt reads the same.
	 */
	@Test
	void countsWhatIsWrongWithAFileOrAContent() {
		JsonMapper jackson = JsonMapper.builder().build();
		for (Exception failure : List.of(new NoSuchFileException("orders.csv"), new FileNotFoundException(),
				new UncheckedIOException(new MalformedInputException(1)), new MalformedURLException(),
				new ZipException(), catchException(() -> jackson.readTree("{")))) {
			assertThat(FailureKind.of(failure)).as(failure.toString()).isEqualTo(FailureKind.HANDLER);
		}
	}

	@Test
	void givesUpWhatComesTooOftenAndIsNotPutBack() {
		Envelope envelope = envelope(null);
		assertThat(this.rules.isHopeless(envelope, 50)).isFalse();
		assertThat(this.rules.isHopeless(envelope, 51)).isTrue();
		for (int deliveries = 1; deliveries < 200; deliveries++) {
			envelope = again(envelope, new TransientDataAccessResourceException("503"), deliveries);
			assertThat(this.rules.isHopeless(envelope, deliveries + 1)).isFalse();
		}
		assertThat(this.rules.isHopeless(envelope, 199 + 50)).isFalse();
		assertThat(this.rules.isHopeless(envelope, 199 + 51)).isTrue();
	}

	@Test
	void waitsAsLongAsMayBeForWhoKnowsTheType() {
		Envelope envelope = envelope(null);
		for (int failures = 1; failures < 3; failures++) {
			Decision decision = this.rules.failed(envelope, new UnknownTypeException("?"), 1, NOW);
			assertThat(((Decision.Hide) decision).time()).isEqualTo(RETRIES.longest());
			envelope = ((Decision.Hide) decision).envelope();
		}
		assertThat(this.rules.failed(envelope, new UnknownTypeException("?"), 1, NOW))
			.isInstanceOf(Decision.Poison.class);
	}

	@Test
	void saysWhenAMessageIsToBeHandledNext() {
		Decision.Hide hide = (Decision.Hide) this.rules.failed(envelope(null), new TimeoutException(), 3, NOW);
		assertThat(hide.envelope().since(Instant.EPOCH)).isEqualTo(NOW.plus(hide.time()));
		assertThat(envelope(null).since(NOW)).isEqualTo(NOW);
		Envelope settled = envelope(new Origin(OriginKind.GUARDED, "T", "p")).settled(NOW);
		assertThat(again(settled, new TimeoutException(), 3).since(Instant.EPOCH))
			.as("what is late to be cleaned up stays late")
			.isEqualTo(NOW);
	}

	private Envelope again(Envelope envelope, Exception failure, long deliveries) {
		return ((Decision.Hide) this.rules.failed(envelope, failure, deliveries, NOW)).envelope();
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
		Decision decision = this.rules.failed(envelope, new TimeoutException(), deliveries, NOW);
		return ((Decision.Hide) decision).time();
	}

	private static Envelope envelope(@Nullable Origin origin) {
		return Envelope.of(new Header("id", "type", MutableClock.START, origin), "payload");
	}

}
