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

package io.azuretables.patterns.faults;

/**
 * Faults of the network.
 */
enum NetworkFault {

	/**
	 * It does not arrive, and the connection ends.
	 */
	DROP_BEFORE,

	/**
	 * It is done, and the connection ends without an answer.
	 */
	DROP_AFTER,

	/**
	 * It is refused: the service is busy.
	 */
	BUSY_BEFORE,

	/**
	 * It is done, and the service says that it is busy.
	 */
	BUSY_AFTER,

	/**
	 * It is done, and the service says that something went wrong in it.
	 */
	BROKEN_AFTER,

	/**
	 * It is done, and the connection is reset.
	 */
	RESET,

	/**
	 * It is done, and half of the answer arrives.
	 */
	TRUNCATE,

	/**
	 * It is done when its client has given up, or its connection has ended.
	 */
	DELAY,

	/**
	 * A query is answered with an empty page, and a continuation that leads to the first.
	 */
	EMPTY_PAGE;

	/**
	 * Whether the service does the request before the fault shows.
	 */
	boolean isAfter() {
		return this == DROP_AFTER || this == BUSY_AFTER || this == BROKEN_AFTER || this == RESET || this == TRUNCATE;
	}

}
