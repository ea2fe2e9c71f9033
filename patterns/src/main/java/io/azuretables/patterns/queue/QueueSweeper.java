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

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

import io.azuretables.patterns.internal.schedule.IntervalThread;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.context.SmartLifecycle;
import org.springframework.dao.InvalidDataAccessResourceUsageException;

/**
 * Searches tables, at an interval, for messages that were stored with a write and are
 * overdue, and sends them again. The first sweep comes one interval after the start. As a
 * bean it starts and stops with the application; several of them do no harm.
 *
 * @since 0.1
 */
public final class QueueSweeper implements SmartLifecycle {

	private static final Log logger = LogFactory.getLog(QueueSweeper.class);

	private final Supplier<? extends Collection<String>> tables;

	private final ToLongFunction<String> sweep;

	private final IntervalThread thread;

	/**
	 * Creates a sweeper for the tables of a queue.
	 * @param tables the names of the tables, as the service knows them
	 * @param interval how long to wait between two sweeps, and how old a token row must
	 * be
	 */
	public QueueSweeper(EventuallyConsistentQueueTemplate queue, List<String> tables, Duration interval) {
		this(() -> tables, (table) -> queue.sweep(table, interval), interval);
	}

	/**
	 * Creates a sweeper that searches tables by the given function.
	 * @param tables the names of the tables, asked for at each sweep
	 * @param sweep sweeps a table, and says how many messages were sent
	 * @param interval how long to wait between two sweeps
	 */
	public QueueSweeper(Supplier<? extends Collection<String>> tables, ToLongFunction<String> sweep,
			Duration interval) {
		this.tables = tables;
		this.sweep = sweep;
		this.thread = new IntervalThread("queue-sweeper-", interval, this::sweep);
	}

	@Override
	public void start() {
		this.thread.start();
	}

	/**
	 * Sweeps once. Nothing that happens must end the sweeps to come.
	 */
	private void sweep() {
		try {
			this.tables.get().forEach(this::sweep);
		}
		catch (RuntimeException | Error ex) {
			logger.warn("The tables to be swept are not known; it will be tried again", ex);
		}
	}

	private void sweep(String table) {
		try {
			long sent = this.sweep.applyAsLong(table);
			if (sent > 0) {
				logger.info("Messages of table '" + table + "' that were overdue are sent: " + sent);
			}
		}
		catch (InvalidDataAccessResourceUsageException ex) {
			logger.debug("Table '" + table + "' cannot be swept, it may not be there yet", ex);
		}
		catch (RuntimeException | Error ex) {
			logger.warn("Table '" + table + "' could not be swept; it will be tried again", ex);
		}
	}

	@Override
	public void stop() {
		this.thread.stop();
	}

	@Override
	public boolean isRunning() {
		return this.thread.isRunning();
	}

}
