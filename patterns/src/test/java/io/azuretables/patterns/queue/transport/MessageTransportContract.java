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

package io.azuretables.patterns.queue.transport;

import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.InvalidDataAccessApiUsageException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What every transport does, in memory and over HTTP.
 */
abstract class MessageTransportContract {

	private static final Duration SECOND = Duration.ofSeconds(1);

	private static final Duration MINUTE = Duration.ofMinutes(1);

	/**
	 * An empty queue, the same one during a test.
	 */
	abstract MessageTransport queue();

	/**
	 * Lets time pass.
	 */
	abstract void pass(Duration time);

	@ParameterizedTest
	@ValueSource(strings = { "", "a", "<a>&amp;\"'</a>", "日本 😀 é\u0000\u0001\u001f\ttab\r\n ", "{\"a\":1}" })
	void carriesAnyText(String body) {
		queue().send(body, Duration.ZERO);
		assertThat(queue().receive(1, MINUTE)).singleElement().extracting(ReceivedMessage::body).isEqualTo(body);
	}

	@Test
	void takesTextUpToTheLimitInBytes() {
		String most = "é".repeat(MessageLimits.BODY_BYTES / 2);
		queue().send(most, Duration.ZERO);
		ReceivedMessage message = queue().receive(1, MINUTE).get(0);
		assertThat(message.body()).isEqualTo(most);
		assertThatExceptionOfType(DataIntegrityViolationException.class)
			.isThrownBy(() -> queue().send(most + "a", Duration.ZERO))
			.withMessage("A message has at most 49152 bytes of UTF-8, not 49153");
		assertThatExceptionOfType(DataIntegrityViolationException.class)
			.isThrownBy(() -> queue().update(message, most + "a", MINUTE));
		assertThat(queue().depth()).isEqualTo(1);
	}

	@Test
	void deliversEachMessageOnceWhileItIsHidden() {
		Set<String> sent = new HashSet<>();
		for (int i = 0; i < 70; i++) {
			sent.add("m" + i);
			queue().send("m" + i, Duration.ZERO);
		}
		assertThat(queue().depth()).isEqualTo(70);
		Set<String> received = new HashSet<>();
		for (int count : List.of(32, 32, 6, 0)) {
			List<ReceivedMessage> messages = queue().receive(32, MINUTE);
			assertThat(messages).hasSize(count).allSatisfy((message) -> {
				assertThat(message.deliveries()).isEqualTo(1);
				assertThat(received.add(message.body())).isTrue();
			});
		}
		assertThat(received).isEqualTo(sent);
		assertThat(queue().depth()).isEqualTo(70);
	}

	@Test
	void hidesWhatIsSentForLater() {
		queue().send("later", SECOND.plusMillis(1));
		queue().send("now", Duration.ZERO);
		assertThat(queue().receive(32, MINUTE)).extracting(ReceivedMessage::body).containsExactly("now");
		pass(Duration.ofSeconds(3));
		assertThat(queue().receive(32, MINUTE)).extracting(ReceivedMessage::body).containsExactly("later");
	}

	@Test
	void deliversAgainWhatIsNotDeleted() {
		queue().send("again", Duration.ZERO);
		ReceivedMessage first = queue().receive(1, SECOND).get(0);
		assertThat(queue().receive(1, SECOND)).isEmpty();
		pass(Duration.ofSeconds(2));
		ReceivedMessage second = queue().receive(1, MINUTE).get(0);
		assertThat(second.id()).isEqualTo(first.id());
		assertThat(second.deliveries()).isEqualTo(2);
		assertThat(second.sentAt()).isEqualTo(first.sentAt()).isBeforeOrEqualTo(Instant.now().plusSeconds(60));
		assertThat(queue().delete(first)).isFalse();
		assertThatExceptionOfType(LostMessageException.class)
			.isThrownBy(() -> queue().update(first, "mine", Duration.ZERO));
		assertThat(queue().delete(second)).isTrue();
		assertThat(queue().depth()).isZero();
	}

	@Test
	void keepsAMessageOfWhichTheTimeHasPassedUntilItIsReceivedAgain() {
		queue().send("slow", Duration.ZERO);
		ReceivedMessage message = queue().receive(1, SECOND).get(0);
		pass(Duration.ofSeconds(2));
		assertThat(queue().delete(message)).isTrue();
	}

	@Test
	void updatesBodyTimeAndReceipt() {
		queue().send("a", Duration.ZERO);
		ReceivedMessage first = queue().receive(1, MINUTE).get(0);
		ReceivedMessage renewed = queue().update(first, "b", MINUTE);
		assertThat(renewed.body()).isEqualTo("b");
		assertThat(renewed.deliveries()).isEqualTo(1);
		assertThat(queue().receive(1, MINUTE)).isEmpty();
		ReceivedMessage released = queue().update(renewed, "c", Duration.ZERO);
		assertThat(queue().receive(1, MINUTE)).singleElement().satisfies((message) -> {
			assertThat(message.id()).isEqualTo(first.id());
			assertThat(message.body()).isEqualTo("c");
			assertThat(message.deliveries()).isEqualTo(2);
		});
		assertThat(queue().delete(released)).isFalse();
	}

	@Test
	void showsEarlierAndDeletesWhatWasSent() {
		ReceivedMessage first = queue().send("a", MINUTE);
		ReceivedMessage second = queue().send("b", MINUTE);
		assertThat(queue().receive(32, MINUTE)).isEmpty();
		queue().update(first, "c", Duration.ZERO);
		assertThat(queue().delete(second)).isTrue();
		assertThat(queue().receive(32, MINUTE)).singleElement().satisfies((message) -> {
			assertThat(message.id()).isEqualTo(first.id());
			assertThat(message.body()).isEqualTo("c");
			assertThat(message.deliveries()).isEqualTo(1);
		});
		assertThat(queue().delete(first)).isFalse();
		assertThat(queue().depth()).isEqualTo(1);
	}

	@Test
	void losesWhatIsDeleted() {
		queue().send("a", Duration.ZERO);
		ReceivedMessage message = queue().receive(1, MINUTE).get(0);
		assertThat(queue().delete(message)).isTrue();
		assertThat(queue().delete(message)).isFalse();
		assertThatExceptionOfType(LostMessageException.class)
			.isThrownBy(() -> queue().update(message, "b", Duration.ZERO));
		assertThat(queue().depth()).isZero();
	}

	@Test
	void looksAtTheNextMessageWithoutReceivingIt() {
		assertThat(queue().peek()).isEmpty();
		queue().send("", MINUTE);
		assertThat(queue().peek()).as("hidden").isEmpty();
		queue().send("ä", Duration.ZERO);
		ReceivedMessage seen = queue().peek().orElseThrow();
		assertThat(seen.body()).isEqualTo("ä");
		assertThat(seen.receipt()).isEmpty();
		assertThat(seen.deliveries()).isZero();
		ReceivedMessage message = queue().receive(1, MINUTE).get(0);
		assertThat(message.id()).isEqualTo(seen.id());
		assertThat(message.sentAt()).isEqualTo(seen.sentAt());
		assertThat(message.deliveries()).isEqualTo(1);
		assertThat(queue().peek()).isEmpty();
	}

	@Test
	void refusesWhatTheServiceRefuses() {
		for (int most : new int[] { 0, 33 }) {
			assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
				.isThrownBy(() -> queue().receive(most, MINUTE));
		}
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> queue().receive(1, Duration.ZERO));
		for (Duration hidden : List.of(Duration.ofDays(7).plusNanos(1), Duration.ofSeconds(-1))) {
			assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
				.isThrownBy(() -> queue().send("a", hidden));
		}
		queue().send("a", Duration.ofDays(7));
		assertThat(queue().depth()).isEqualTo(1);
	}

}
