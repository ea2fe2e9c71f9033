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

package io.azuretables.patterns.simulation;

import java.util.function.Supplier;

import org.springframework.dao.DataAccessException;
import org.springframework.dao.TransientDataAccessResourceException;

/**
 * A simulated request.
 *
 * @param words what it does, for the trace
 * @param kind whether it changes something
 * @param doubt what its caller is told when the answer is lost
 */
record Request(String words, Kind kind, Supplier<? extends DataAccessException> doubt) {

	static Request read(String words) {
		return new Request(words, Kind.READ, Request::busy);
	}

	static Request page(String words) {
		return new Request(words, Kind.PAGE, Request::busy);
	}

	/**
	 * A change that is known only to have failed when its answer is lost.
	 */
	static Request change(String words) {
		return new Request(words, Kind.CHANGE, Request::busy);
	}

	static DataAccessException busy() {
		return new TransientDataAccessResourceException("lost on purpose");
	}

	/**
	 * A change of a queue, which no check looks at.
	 */
	static Request message(String words) {
		return new Request(words, Kind.MESSAGE, Request::busy);
	}

	enum Kind {

		READ, PAGE, CHANGE, MESSAGE;

		boolean isChange() {
			return this == CHANGE || this == MESSAGE;
		}

	}

}
