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
package io.azuretables.patterns.move;

import java.time.Instant;

import io.azuretables.key.TableKey;

/**
 * An unfinished move of an entity to other keys, found by the verification of moves.
 *
 * @param source the key that the entity leaves
 * @param target the key that it gets
 * @param since when its row was marked
 * @param state how far the move is
 * @since 0.1
 */
public record MoveFinding(TableKey source, TableKey target, Instant since, State state) {

	/**
	 * Names no key.
	 */
	@Override
	public String toString() {
		return "MoveFinding[" + this.state + " since " + this.since + "]";
	}

	/**
	 * How far a move is.
	 */
	public enum State {

		/**
		 * The row is marked, and the entity is there still.
		 */
		MARKED,

		/**
		 * The entity has its new key, and the row under the old one is left.
		 */
		MOVED,

		/**
		 * The move never happens, and the mark is left.
		 */
		REFUSED

	}

}
