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
import java.util.Map;
import java.util.Set;

import io.azuretables.key.TableKey;
import io.azuretables.patterns.proof.Entities.State;
import io.azuretables.patterns.proof.GuardedWrites.Guard;
import io.azuretables.patterns.proof.IndexScenario.World;
import io.azuretables.patterns.queue.transport.ReceivedMessage;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.dao.TransientDataAccessResourceException;

/**
 * Values that only one entity may have: a row for the value is reserved before the entity
 * is written, and taken over from whoever does not have the value any more.
 */
final class UniqueIndex implements IndexProtocol {

	private static final Duration GUARD = Duration.ofMinutes(8);

	/**
	 * Longer than all workers are ever away: who decides about a write of which nothing
	 * is left any more leaves a row behind.
	 */
	private static final Duration RETENTION = Duration.ofHours(12);

	private final World world;

	private final Entities entities;

	private final GuardedWrites writes;

	private final Set<Rule> rules;

	UniqueIndex(World world, Set<Rule> rules) {
		this.world = world;
		this.writes = GuardedWrites.in(world);
		this.entities = this.writes.entities();
		this.rules = rules;
	}

	@Override
	public void write(String id, @Nullable String value, String token) {
		Instant deadline = this.writes.deadline();
		State before = this.entities.read(id);
		RowWrite write = before.to(value, Map.of("w", token, "ix", token));
		if (write == null || (value != null && value.equals(before.value()))) {
			throw new TransientDataAccessResourceException("Nothing to do");
		}
		Guard guard = this.writes.send(id, value, token, GUARD);
		if (value != null) {
			reserve(new Reservation(value, id, token), deadline);
		}
		this.writes.check(deadline);
		this.writes.submit(before, write, guard);
	}

	private void reserve(Reservation mine, Instant deadline) {
		while (true) {
			this.writes.check(deadline);
			TableRow row = this.entities.read(Entities.INDEX, mine.key());
			if (row == null ? attempt(new RowWrite.Insert(mine.row())) : takeOver(row, mine)) {
				return;
			}
		}
	}

	private boolean takeOver(TableRow row, Reservation mine) {
		String owner = row.get("id", String.class);
		String token = row.get("w", String.class);
		if (this.rules.contains(Rule.FENCE)) {
			this.writes.tokens().decided(owner, token);
		}
		if (token.equals(this.entities.read(owner).indexToken())) {
			if (!owner.equals(mine.id())) {
				throw new DuplicateKeyException("Another entity has the value");
			}
			if (this.rules.contains(Rule.GIVE_UP_WHAT_IS_OVERTAKEN)) {
				this.writes.tokens().decided(mine.id(), mine.token());
			}
			return true;
		}
		return attempt(new RowWrite.Replace(mine.row(), String.valueOf(row.etag())));
	}

	private boolean attempt(RowWrite write) {
		try {
			this.world.gateway().write(Entities.INDEX, write);
			return true;
		}
		catch (DuplicateKeyException | OptimisticLockingFailureException ex) {
			return false;
		}
	}

	@Override
	public boolean work() {
		return this.writes.work(this::handle);
	}

	private void handle(ReceivedMessage message, Guard guard) {
		TableRow decision = this.writes.tokens().decided(guard.id(), guard.token());
		String oldValue = decision.get("oldValue", String.class);
		if (!TokenRows.isCommitted(decision)) {
			if (guard.value() != null && !guard.token().equals(this.entities.read(guard.id()).indexToken())) {
				release(guard.value(), guard.token());
			}
		}
		else if (oldValue != null) {
			release(oldValue, decision.get("oldToken", String.class));
		}
		this.writes.done(message, guard, RETENTION);
	}

	private void release(String value, @Nullable String token) {
		boolean released = false;
		while (!released) {
			TableRow row = this.entities.read(Entities.INDEX, new Reservation(value, "", "").key());
			released = row == null || !row.get("w").equals(token)
					|| attempt(new RowWrite.Delete(row.key(), String.valueOf(row.etag())));
		}
	}

	@Override
	public Set<String> find(String value) {
		TableRow row = this.entities.read(Entities.INDEX, new Reservation(value, "", "").key());
		String id = (row != null) ? row.get("id", String.class) : null;
		return (id != null && value.equals(this.entities.read(id).value())) ? Set.of(id) : Set.of();
	}

	/**
	 * What the protocol does that it cannot do without.
	 */
	enum Rule {

		/**
		 * A reservation whose write has not happened is taken over only after that write
		 * is kept from happening.
		 */
		FENCE,

		/**
		 * A write whose entity got the value by another one meanwhile is kept from
		 * happening: it has no reservation of its own, and if the entity goes, and the
		 * value with it, it would find everything as it was.
		 */
		GIVE_UP_WHAT_IS_OVERTAKEN

	}

	/**
	 * What is wanted.
	 *
	 * @param value the value
	 * @param id who wants it
	 * @param token for which write
	 */
	private record Reservation(String value, String id, String token) {

		TableKey key() {
			return TableKey.of(this.value, "unique");
		}

		TableRow row() {
			return TableRow.of(key(), Map.of("id", this.id, "w", this.token));
		}

	}

}
