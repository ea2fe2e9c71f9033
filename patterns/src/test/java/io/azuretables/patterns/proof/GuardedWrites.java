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

package io.azuretables.patterns.proof;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.BiConsumer;

import io.azuretables.patterns.proof.Entities.State;
import io.azuretables.patterns.proof.IndexScenario.World;
import io.azuretables.patterns.queue.transport.ReceivedMessage;
import io.azuretables.row.RowWrite;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.dao.TransientDataAccessResourceException;

/**
 * Writes that a message guards: it goes out first, hidden, and whoever handles it finds
 * out by the token row whether the write has happened, and does what is left to be done.
 *
 * @param world the time and the queue
 * @param entities the entities
 * @param tokens the token rows
 */
record GuardedWrites(World world, Entities entities, TokenRows tokens) {

	private static final Duration HIDDEN = Duration.ofSeconds(30);

	private static final Duration DEADLINE = Duration.ofSeconds(30);

	static GuardedWrites in(World world) {
		Entities entities = new Entities(world.gateway());
		return new GuardedWrites(world, entities, new TokenRows(entities));
	}

	Instant deadline() {
		return now().plus(DEADLINE);
	}

	private Instant now() {
		return this.world.simulation().clock().instant();
	}

	void check(Instant deadline) {
		if (now().isAfter(deadline)) {
			throw new TransientDataAccessResourceException("Too late: the guard may be handled soon");
		}
	}

	/**
	 * Sends the guard of a write.
	 */
	Guard send(String id, @Nullable String value, String token, Duration hidden) {
		Guard guard = new Guard(id, token, value, false);
		this.world.queue().send(guard.text(), hidden);
		return guard;
	}

	/**
	 * Does the write. If it is fenced, the guard has been handled, and must be again.
	 */
	void submit(State before, RowWrite write, Guard guard) {
		try {
			this.entities.submit(List.of(write,
					TokenRows.committed(guard.id(), guard.token(), before.value(), before.indexToken())));
		}
		catch (OptimisticLockingFailureException | DuplicateKeyException ex) {
			sendAgain(guard);
			throw ex;
		}
	}

	private void sendAgain(Guard guard) {
		try {
			if (this.tokens.read(guard.id(), guard.token()) != null) {
				this.world.queue().send(guard.text(), Duration.ZERO);
			}
		}
		catch (DataAccessException ex) {
			this.world.simulation().say("leaves a row to the guard");
		}
	}

	/**
	 * Handles a guard, if there is one; one that was handled is forgotten with its token
	 * row.
	 */
	boolean work(BiConsumer<ReceivedMessage, Guard> handler) {
		List<ReceivedMessage> received = this.world.queue().receive(1, HIDDEN);
		for (ReceivedMessage message : received) {
			Guard guard = Guard.of(message.body());
			if (guard.isDone()) {
				this.tokens.delete(guard.id(), guard.token());
				this.world.queue().delete(message);
			}
			else {
				handler.accept(message, guard);
			}
		}
		return !received.isEmpty();
	}

	/**
	 * Keeps what proves the write for a while.
	 */
	void done(ReceivedMessage message, Guard guard, Duration retention) {
		this.world.queue().update(message, guard.done().text(), retention);
	}

	/**
	 * What a message says.
	 *
	 * @param id which entity is written
	 * @param token what tells the write from all others
	 * @param value what is written, {@code null} if the entity is deleted
	 * @param isDone whether all is done but forgetting it
	 */
	record Guard(String id, String token, @Nullable String value, boolean isDone) {

		private static final String NONE = "null";

		static Guard of(String text) {
			String[] words = text.split(" ");
			return new Guard(words[0], words[1], words[2].equals(NONE) ? null : words[2], words.length > 3);
		}

		String text() {
			return this.id + " " + this.token + " " + this.value + (this.isDone ? " done" : "");
		}

		Guard done() {
			return new Guard(this.id, this.token, this.value, true);
		}

	}

}
