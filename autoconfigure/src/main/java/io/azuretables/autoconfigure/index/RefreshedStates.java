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

package io.azuretables.autoconfigure.index;

import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

import io.azuretables.patterns.internal.schedule.IntervalThread;
import io.azuretables.plan.ReadableIndexes;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.context.SmartLifecycle;

/**
 * Caches which secondary indexes queries may use, and refreshes this from the tables at
 * an interval. These are the indexes that are filled and that no process has withdrawn.
 * The tables are read before the first query is planned that might use an index, and at
 * an interval from the start on. A query is not answered before they have been read once:
 * by an index that is not complete it would miss entities.
 */
final class RefreshedStates implements ReadableIndexes, SmartLifecycle {

	private static final Log logger = LogFactory.getLog(RefreshedStates.class);

	private final Supplier<List<States>> source;

	private final IntervalThread thread;

	private volatile @Nullable List<States> known;

	/**
	 * Whether queries may be on their way, and not only plans.
	 */
	private volatile boolean started;

	private volatile boolean unreachable;

	/**
	 * The states of indexes.
	 * @param source where they are, asked for when the first query is planned
	 * @param interval how long to wait between two looks
	 */
	RefreshedStates(Supplier<List<States>> source, Duration interval) {
		this.source = source;
		this.thread = new IntervalThread("index-states-", interval, this::refresh);
	}

	@Override
	public boolean isReadable(Class<?> type, String index) {
		List<States> states = this.known;
		for (States one : (states != null) ? states : learned()) {
			if (!one.readable().isReadable(type, index)) {
				return false;
			}
		}
		return true;
	}

	/**
	 * Several threads may come here at once, and learn the same: with a lock, one that
	 * waits for a bean could wait for another one that waits here.
	 * <p>
	 * An application starts although the service cannot be reached, or cannot say yet
	 * which tables are meant, as where a request names the tenant: its methods are
	 * planned as if all indexes were readable, and planned anew when one is called and
	 * they are not.
	 */
	private List<States> learned() {
		if (this.unreachable && !this.started) {
			return List.of();
		}
		List<States> states = this.source.get();
		try {
			states.forEach((one) -> one.refresh().run());
			this.known = states;
			return states;
		}
		catch (RuntimeException ex) {
			if (this.started) {
				throw ex;
			}
			this.unreachable = true;
			logger
				.warn("The states of indexes cannot be read at the start; queries read them again: " + ex.getMessage());
			logger.debug("The states of indexes cannot be read at the start", ex);
			return List.of();
		}
	}

	@Override
	public void start() {
		this.started = true;
		this.thread.start();
	}

	/**
	 * Before a web server takes requests, whose queries need the states.
	 */
	@Override
	public int getPhase() {
		return Integer.MIN_VALUE;
	}

	private void refresh() {
		List<States> states = this.known;
		if (states == null) {
			return;
		}
		try {
			states.forEach((one) -> one.refresh().run());
		}
		catch (RuntimeException ex) {
			logger.warn("The states of indexes cannot be read; those that were read last are used: " + ex.getMessage());
			logger.debug("The states of indexes cannot be read", ex);
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

	/**
	 * The states of some indexes.
	 *
	 * @param readable which of them are readable, as far as is known
	 * @param refresh reads the states
	 */
	record States(ReadableIndexes readable, Runnable refresh) {

	}

}
