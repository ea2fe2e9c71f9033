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
import java.time.Instant;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * Divides the deadline of a read between two regions: half for the first one, the rest
 * for the second. The question how far the secondary region is behind is one of these
 * requests.
 */
public final class RegionTime {

	private static final ThreadLocal<@Nullable RegionTime> CURRENT = new ThreadLocal<>();

	private @Nullable Instant begun;

	private boolean last;

	/**
	 * Asks the first region.
	 */
	public <R extends @Nullable Object> R first(Supplier<R> request) {
		return within(request);
	}

	/**
	 * Asks the second region, after the first one has failed.
	 */
	public <R extends @Nullable Object> R second(Supplier<R> request) {
		this.last = true;
		return within(request);
	}

	private <R extends @Nullable Object> R within(Supplier<R> request) {
		RegionTime before = CURRENT.get();
		CURRENT.set(this);
		try {
			return request.get();
		}
		finally {
			if (before != null) {
				CURRENT.set(before);
			}
			else {
				CURRENT.remove();
			}
		}
	}

	/**
	 * How long a request of this thread may take that begins now.
	 * @param deadline how long it may take in all
	 */
	public static Duration share(Duration deadline, Instant now) {
		RegionTime current = CURRENT.get();
		if (current == null) {
			return deadline;
		}
		Instant begun = current.begun;
		if (begun == null) {
			current.begun = now;
			begun = now;
		}
		Duration share = current.last ? deadline : deadline.dividedBy(2);
		return share.minus(Duration.between(begun, now));
	}

}
