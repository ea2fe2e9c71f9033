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

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.azuretables.patterns.queue.worker.QueueWorkerOptions.PollRules;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * When a worker looks for messages again.
 */
class PollBackoffTests {

	private final PollBackoff pace = PollBackoff.of(new PollRules(Duration.ofMillis(100), Duration.ofSeconds(1), 3));

	@Test
	void waitsLongerWhileThereIsNothing() {
		List<Long> delays = new ArrayList<>();
		PollBackoff now = this.pace;
		for (int i = 0; i < 100; i++) {
			now = now.received(0);
			delays.add(now.delay().toMillis());
		}
		assertThat(delays).startsWith(100L, 200L, 400L, 800L, 1000L).endsWith(1000L);
		assertThat(now.received(1).delay()).isZero();
	}

	@Test
	void letsAFailingServiceAloneAndTriesWithOne() {
		PollBackoff now = this.pace.failed().failed();
		assertThat(now.isOpen()).isFalse();
		assertThat(now.most(100)).isEqualTo(32);
		assertThat(now.delay()).isZero();
		now = now.failed();
		assertThat(now.isOpen()).isTrue();
		assertThat(now.most(100)).isEqualTo(1);
		assertThat(now.received(1).delay()).as("the queue is not what fails").hasMillis(100);
		assertThat(now.failed().delay()).hasMillis(200);
		assertThat(now.succeeded()).isEqualTo(this.pace);
		assertThat(this.pace.most(3)).isEqualTo(3);
	}

	@Test
	void letsAQueueAloneThatDoesNotAnswerUntilItDoes() {
		PollBackoff now = this.pace.notReceived().notReceived();
		assertThat(now.isOpen()).isFalse();
		now = now.notReceived();
		assertThat(now.isOpen()).isTrue();
		assertThat(now.most(100)).isEqualTo(1);
		assertThat(now.delay()).hasMillis(100);
		assertThat(now.notReceived().delay()).hasMillis(200);
		assertThat(now.succeeded().isOpen()).as("what was received before is still being handled").isTrue();
		assertThat(now.received(1)).isEqualTo(this.pace);
		assertThat(now.received(0).isOpen()).isFalse();
		assertThat(now.failed().failed().received(0).failed().isOpen()).as("handling fails all the same").isTrue();
	}

}
