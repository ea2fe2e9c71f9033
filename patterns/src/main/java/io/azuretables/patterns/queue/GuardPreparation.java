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
package io.azuretables.patterns.queue;

import java.time.Duration;
import java.time.Instant;

import io.azuretables.operations.PartitionTransaction;

/**
 * A callback that prepares something before a write, such as a blob, and undoes it if the
 * write fails. A guard message protects the write. What is prepared does not count before
 * the write happens. If the process dies in between, the handler of the message undoes
 * it.
 *
 * @since 0.1
 */
public interface GuardPreparation {

	/**
	 * Prepares the write. A {@code NonTransientDataAccessException} or
	 * {@code ConcurrencyFailureException} says that certainly nothing was prepared and
	 * nothing will be; any other exception leaves it open.
	 * @param token the token of the write
	 * @param deadline when to give up
	 */
	void prepare(String token, Instant deadline);

	/**
	 * How much longer than another write this one may take, because the preparation is
	 * large. Its message is hidden for as much longer.
	 */
	default Duration extraTime() {
		return Duration.ZERO;
	}

	/**
	 * Adds writes to the transaction that are known only after everything was prepared.
	 */
	default void addWrites(PartitionTransaction transaction) {
	}

	/**
	 * Undoes what was prepared, after the write was certainly refused. Returns when it is
	 * certainly undone.
	 * @param token the token of the write
	 */
	void undo(String token);

}
