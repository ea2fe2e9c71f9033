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

package io.azuretables.internal.execution;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;

import io.azuretables.internal.execution.BulkPacing.Partition;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link BulkPacing}: how many requests are on their way at the same time.
 */
class BulkPacingConcurrencyTests {

	private static final int CONCURRENCY = 16;

	private Instant now = Instant.parse("2026-01-01T00:00:00Z");

	/**
	 * What happens while a thread waits.
	 */
	private final Deque<Runnable> meanwhile = new ArrayDeque<>();

	private final BulkPacing pacing = new BulkPacing(1_000_000, 1_000_000, Duration.ZERO, CONCURRENCY, () -> this.now,
			(time) -> {
				this.now = this.now.plus(time);
				Runnable next = this.meanwhile.poll();
				if (next == null) {
					Thread.currentThread().interrupt();
				}
				else {
					next.run();
				}
			});

	/**
	 * How many requests are let through together; they end then.
	 */
	private int together() {
		int count = 0;
		while (this.pacing.await(partition("p" + count), 1)) {
			count++;
		}
		assertThat(Thread.interrupted()).as("the next one waits").isTrue();
		for (int i = 0; i < count; i++) {
			this.pacing.ended();
		}
		return count;
	}

	private static Partition partition(String key) {
		return new Partition("", "Rows", key);
	}

	/**
	 * Nothing is sent right after a refusal.
	 */
	private void afterAPause() {
		this.now = this.now.plusSeconds(1);
	}

	@Test
	void letsTheNextOneWaitUntilAnotherEnds() {
		assertThat(together()).isEqualTo(CONCURRENCY);
		this.meanwhile.add(this.pacing::ended);
		this.meanwhile.add(this.pacing::ended);
		assertThat(together()).isEqualTo(CONCURRENCY + 2);
	}

	@Test
	void halvesTheNumberAtARefusalAndRaisesItSlowly() {
		this.pacing.refused(partition("p"));
		this.pacing.refused(partition("q"));
		afterAPause();
		assertThat(together()).as("refusals that come together count once").isEqualTo(CONCURRENCY / 2);
		for (int expected : new int[] { 4, 2, 1, 1, 1 }) {
			this.now = this.now.plusSeconds(2);
			this.pacing.refused(partition("p"));
			afterAPause();
			assertThat(together()).isEqualTo(expected);
		}
		this.now = this.now.plusSeconds(4);
		assertThat(together()).as("it does not grow for five seconds").isEqualTo(1);
		this.now = this.now.plusSeconds(6);
		assertThat(together()).isBetween(3, 6);
		this.now = this.now.plusSeconds(20);
		assertThat(together()).isEqualTo(CONCURRENCY);
	}

}
