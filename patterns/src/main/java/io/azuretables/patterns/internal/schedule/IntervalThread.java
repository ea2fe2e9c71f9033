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

package io.azuretables.patterns.internal.schedule;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/**
 * Repeats a task in a thread of its own, with an interval after each end.
 */
public final class IntervalThread {

	private final String prefix;

	private final Duration first;

	private final Duration interval;

	private final Runnable round;

	private @Nullable ScheduledExecutorService thread;

	/**
	 * A thread that runs its first round after an interval.
	 * @param prefix the beginning of its name
	 * @param round must not throw anything: it would be the last one
	 */
	public IntervalThread(String prefix, Duration interval, Runnable round) {
		this(prefix, interval, interval, round);
	}

	private IntervalThread(String prefix, Duration first, Duration interval, Runnable round) {
		if (interval.toMillis() < 1) {
			throw new IllegalArgumentException(
					"The interval of " + prefix + " must be at least a millisecond, not " + interval);
		}
		this.prefix = prefix;
		this.first = first;
		this.interval = interval;
		this.round = round;
	}

	/**
	 * A thread that runs its first round when it is started.
	 * @param prefix the beginning of its name
	 * @param round must not throw anything: it would be the last one
	 */
	public static IntervalThread fromStart(String prefix, Duration interval, Runnable round) {
		return new IntervalThread(prefix, Duration.ZERO, interval, round);
	}

	public synchronized void start() {
		if (this.thread == null) {
			this.thread = Executors.newSingleThreadScheduledExecutor(new CustomizableThreadFactory(this.prefix));
			this.thread.scheduleWithFixedDelay(this.round, this.first.toMillis(), this.interval.toMillis(),
					TimeUnit.MILLISECONDS);
		}
	}

	public synchronized void stop() {
		if (this.thread != null) {
			this.thread.shutdownNow();
			this.thread = null;
		}
	}

	public synchronized boolean isRunning() {
		return this.thread != null;
	}

}
