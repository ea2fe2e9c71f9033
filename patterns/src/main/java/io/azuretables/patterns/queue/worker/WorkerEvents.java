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

package io.azuretables.patterns.queue.worker;

import java.time.Duration;

/**
 * Listener to a queue worker, called when a message was handled, has failed, or was given
 * up. The port to metrics. Methods must be quick and throw nothing.
 *
 * @since 0.1
 */
public interface WorkerEvents {

	/**
	 * Ignores all events.
	 */
	WorkerEvents NONE = new WorkerEvents() {
	};

	/**
	 * A message was handled.
	 * @param took how long its handler took
	 * @param lag how long ago the message was to be handled: since it was sent, or since
	 * the time until which it was hidden or put off
	 */
	default void handled(String type, Duration took, Duration lag) {
	}

	/**
	 * A message was not handled, and comes again.
	 */
	default void failed(String type, Throwable failure) {
	}

	/**
	 * A message was given up.
	 */
	default void poisoned(String type) {
	}

}
