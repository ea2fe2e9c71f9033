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

/**
 * Counts, for each thread, the attempts of requests that the table service has throttled.
 * An attempt that a later one makes good for shows nowhere else.
 *
 * @since 0.1
 */
public final class ThrottledAttempts {

	private static final ThreadLocal<long[]> COUNT = ThreadLocal.withInitial(() -> new long[1]);

	private ThrottledAttempts() {
	}

	/**
	 * Counts one more.
	 */
	public static void add() {
		COUNT.get()[0]++;
	}

	/**
	 * How many there were in this thread.
	 */
	public static long count() {
		return COUNT.get()[0];
	}

	/**
	 * Whether a status says that there were too many requests.
	 */
	public static boolean isThrottled(int status) {
		return status == 429 || status == 503;
	}

}
