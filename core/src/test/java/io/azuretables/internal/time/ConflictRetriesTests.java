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

package io.azuretables.internal.time;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How often, and after which delays, something is tried again.
 */
class ConflictRetriesTests {

	@Test
	void triesAsOftenAsItIsTold() {
		ConflictRetries retries = new ConflictRetries(3);
		assertThat(retries.again(1)).isTrue();
		assertThat(retries.again(2)).isTrue();
		assertThat(retries.again(3)).isFalse();
		assertThat(retries.again(4)).isFalse();
	}

	@Test
	void triesOnce() {
		assertThat(new ConflictRetries(1).again(1)).isFalse();
	}

	@Test
	void doublesDelaysUpToTheLongest() {
		DoublingDelay delay = new DoublingDelay(Duration.ofMillis(50), Duration.ofMillis(300));
		assertThat(delay.after(1)).hasMillis(50);
		assertThat(delay.after(2)).hasMillis(100);
		assertThat(delay.after(3)).hasMillis(200);
		assertThat(delay.after(4)).hasMillis(300);
		assertThat(delay.after(Long.MAX_VALUE)).hasMillis(300);
	}

	@Test
	void drawsDelaysUpToThat() {
		DoublingDelay delay = new DoublingDelay(Duration.ofMillis(50), Duration.ofMillis(300));
		for (int i = 0; i < 100; i++) {
			assertThat(delay.randomAfter(2)).isBetween(Duration.ZERO, Duration.ofMillis(100));
		}
		assertThat(new DoublingDelay(Duration.ZERO, Duration.ZERO).randomAfter(1)).isZero();
	}

}
