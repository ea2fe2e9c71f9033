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

package io.azuretables.observation;

import java.util.concurrent.TimeUnit;

import io.azuretables.observation.PartitionSketch.Share;
import org.jspecify.annotations.Nullable;

/**
 * Estimates which share of the current requests of a table goes to its busiest partition.
 */
final class PartitionWindow {

	static final long WINDOW_SECONDS = 10;

	private static final long WINDOW = TimeUnit.SECONDS.toNanos(WINDOW_SECONDS);

	private static final double HOT_SHARE = 0.5;

	private static final long HOT_ROWS = 500 * WINDOW_SECONDS;

	private long start;

	private PartitionSketch sketch = new PartitionSketch();

	private boolean throttled;

	private Share last = Share.NONE;

	private @Nullable Hot reported;

	PartitionWindow(long now) {
		this.start = now;
	}

	/**
	 * Adds rows that a request has read or written.
	 * @return the partition that is to be reported as hot, if there is one
	 */
	synchronized @Nullable Hot add(long hash, long rows, boolean refused, long now) {
		Hot hot = (now - this.start >= WINDOW) ? next(now) : null;
		this.sketch.add(hash, rows);
		this.throttled |= refused;
		return hot;
	}

	/**
	 * The share of the busiest partition in the last window that is over.
	 */
	synchronized double share(long now) {
		long age = now - this.start;
		return (age < WINDOW) ? this.last.share() : (age < 2 * WINDOW) ? this.sketch.busiest().share() : 0;
	}

	/**
	 * Begins another window. A partition that stays hot is reported once.
	 */
	private @Nullable Hot next(long now) {
		Share busiest = this.sketch.busiest();
		boolean hot = busiest.share() > HOT_SHARE && (busiest.rows() > HOT_ROWS || this.throttled);
		Hot found = hot ? new Hot(busiest, this.throttled) : null;
		boolean known = found != null && this.reported != null && this.reported.share().hash() == busiest.hash();
		this.reported = found;
		this.last = (now - this.start < 2 * WINDOW) ? busiest : Share.NONE;
		this.sketch = new PartitionSketch();
		this.throttled = false;
		this.start = now;
		return known ? null : found;
	}

	/**
	 * A partition that takes most of the rows of its table.
	 *
	 * @param share its share
	 * @param throttled whether the service has refused requests to the table as too many
	 */
	record Hot(Share share, boolean throttled) {

	}

}
