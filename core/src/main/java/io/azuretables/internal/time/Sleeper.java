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

/**
 * A replaceable {@code Thread.sleep}, so that tests and simulations need not wait.
 *
 * @since 0.1
 */
@FunctionalInterface
public interface Sleeper {

	/**
	 * Lets the thread sleep.
	 */
	Sleeper SYSTEM = (time) -> {
		try {
			Thread.sleep(time.toMillis());
			return true;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return false;
		}
	};

	/**
	 * Waits.
	 * @return whether the wait was not interrupted
	 */
	boolean sleep(Duration time);

}
