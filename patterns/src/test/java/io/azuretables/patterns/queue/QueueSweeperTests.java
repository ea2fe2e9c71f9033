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

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.azuretables.internal.commit.CommitToken;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

import org.springframework.dao.InvalidDataAccessResourceUsageException;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link QueueSweeper}.
 */
class QueueSweeperTests {

	private final Logger logger = (Logger) LoggerFactory.getLogger(QueueSweeper.class);

	private final ListAppender<ILoggingEvent> log = new ListAppender<>();

	@BeforeEach
	void listen() {
		this.log.start();
		this.logger.addAppender(this.log);
	}

	@AfterEach
	void leave() {
		this.logger.detachAppender(this.log);
	}

	@Test
	void goesOnWhateverHappensToATable() throws InterruptedException {
		CountDownLatch sweeps = new CountDownLatch(2);
		QueueSweeper sweeper = new QueueSweeper(() -> List.of("NotYet", "Broken", "Orders"), (table) -> {
			switch (table) {
				case "NotYet" -> throw new InvalidDataAccessResourceUsageException("TableNotFound");
				case "Broken" -> throw new IllegalStateException("broken");
				default -> sweeps.countDown();
			}
			return 1;
		}, Duration.ofMillis(10));
		sweeper.start();
		assertThat(sweeps.await(20, TimeUnit.SECONDS)).isTrue();
		sweeper.stop();
		assertThat(sweeper.isRunning()).isFalse();
		assertThat(List.copyOf(this.log.list)).filteredOn((event) -> event.getLevel().isGreaterOrEqual(Level.WARN))
			.isNotEmpty()
			.allSatisfy((event) -> assertThat(event.getFormattedMessage()).contains("'Broken' could not be swept"));
	}

	@Test
	void goesOnWhenTheTablesAreNotKnownOrAnErrorIsThrown() throws InterruptedException {
		CountDownLatch asked = new CountDownLatch(2);
		CountDownLatch sweeps = new CountDownLatch(2);
		QueueSweeper sweeper = new QueueSweeper(() -> {
			asked.countDown();
			if (asked.getCount() > 0) {
				throw new IllegalStateException("not known");
			}
			return List.of("Broken", "Orders");
		}, (table) -> {
			if (table.equals("Broken")) {
				throw new NoClassDefFoundError("broken");
			}
			sweeps.countDown();
			return 0;
		}, Duration.ofMillis(10));
		sweeper.start();
		assertThat(sweeps.await(20, TimeUnit.SECONDS)).isTrue();
		sweeper.stop();
	}

	@Test
	void sendsAllMessagesButThoseThatCannotBeRead() {
		QueueDesk desk = new QueueDesk();
		desk.outbox("o1", "a");
		for (String value : List.of("!", "~")) {
			CommitToken token = new CommitToken(QueueDesk.TABLE, "p", value);
			desk.store()
				.gateway()
				.write(QueueDesk.TABLE,
						desk.queue()
							.channel()
							.commits()
							.tokenRow(token, Map.of("message", "no envelope".getBytes(StandardCharsets.UTF_8))));
		}
		desk.messages().delete(desk.messages().receive(1, Duration.ofSeconds(1)).get(0));
		assertThat(desk.queue().sweep(QueueDesk.TABLE, Duration.ZERO)).isEqualTo(1);
		assertThat(desk.messages().depth()).isEqualTo(1);
	}

}
