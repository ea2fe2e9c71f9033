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

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * What was written and is to be changed later. Who takes something from it is the only
 * one to have it. Safe for concurrent use.
 *
 * @param <T> what is changed
 */
final class Backlog<T> {

	/**
	 * Longer than a request can be under way: the repetition of an insert that comes late
	 * must not find that the row has gone.
	 */
	private static final Duration SETTLED = Duration.ofSeconds(5);

	private final Queue<Item<T>> items = new ConcurrentLinkedQueue<>();

	/**
	 * Adds what was inserted just now.
	 */
	void addLater(T what) {
		this.items.add(new Item<>(what, Instant.now().plus(SETTLED)));
	}

	/**
	 * Adds what may be changed at once.
	 */
	void add(T what) {
		this.items.add(new Item<>(what, Instant.now()));
	}

	/**
	 * Takes the oldest one, if it may be changed already.
	 */
	Optional<T> take() {
		Item<T> item = this.items.peek();
		return (item != null && !Instant.now().isBefore(item.from()) && this.items.remove(item))
				? Optional.of(item.what()) : Optional.empty();
	}

	/**
	 * What is to be changed, and from when on. Two of them are never equal.
	 *
	 * @param what what is to be changed
	 * @param from when no attempt to insert it can arrive any more
	 */
	private record Item<T>(T what, Instant from) {

		@Override
		public boolean equals(Object other) {
			return this == other;
		}

		@Override
		public int hashCode() {
			return System.identityHashCode(this);
		}

	}

}
