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

package io.azuretables.patterns.blob;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.ToLongFunction;

import io.azuretables.patterns.internal.schedule.IntervalThread;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.context.SmartLifecycle;

/**
 * Deletes, at an interval, blobs to which no entity or message refers. The first sweep
 * comes one interval after the start. As a bean it starts and stops with the application;
 * several of them do no harm.
 *
 * @since 0.1
 */
public final class BlobSweeper implements SmartLifecycle {

	private static final Log logger = LogFactory.getLog(BlobSweeper.class);

	private final String what;

	private final List<ToLongFunction<Instant>> sweeps;

	private final Duration age;

	private final IntervalThread thread;

	/**
	 * A sweeper.
	 * @param what what the blobs hold, for the log
	 * @param sweeps deletes the blobs that were written before a time, and says how many,
	 * such as {@code sweep} of a {@code LargeValueTemplate}
	 * @param interval how long to wait between two sweeps
	 * @param age how old a blob must be: older than any write that may still name it
	 */
	public BlobSweeper(String what, List<ToLongFunction<Instant>> sweeps, Duration interval, Duration age) {
		if (age.isNegative()) {
			throw new IllegalArgumentException("The age of blobs to be swept must not be negative, but is " + age);
		}
		this.what = what;
		this.sweeps = List.copyOf(sweeps);
		this.age = age;
		this.thread = new IntervalThread("blob-sweeper-", interval, this::sweep);
	}

	/**
	 * Sweeps once. Nothing that happens must end the sweeps to come.
	 */
	private void sweep() {
		for (ToLongFunction<Instant> one : this.sweeps) {
			try {
				long deleted = one.applyAsLong(InstantSource.system().instant().minus(this.age));
				if (deleted > 0) {
					logger.info("Blobs of " + this.what + " that a sweep has deleted: " + deleted);
				}
			}
			catch (RuntimeException | Error ex) {
				logger.warn("Blobs of " + this.what + " could not be swept; it will be tried again", ex);
			}
		}
	}

	@Override
	public void start() {
		this.thread.start();
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
