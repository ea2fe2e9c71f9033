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

package io.azuretables.operations;

import java.time.Duration;

/**
 * Waits when a bulk write has to be delayed because of its rate limit; by default, the
 * thread sleeps.
 *
 * @since 0.1
 */
@FunctionalInterface
public interface RatePause {

	/**
	 * Lets the thread sleep.
	 */
	RatePause SLEEP = (time) -> {
		try {
			Thread.sleep(time.toMillis(), time.toNanosPart() % 1_000_000);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	};

	/**
	 * Waits, and leaves the thread interrupted if it is interrupted meanwhile.
	 */
	void await(Duration time);

}
