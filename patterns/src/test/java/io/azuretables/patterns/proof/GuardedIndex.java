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
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import io.azuretables.key.TableKey;
import io.azuretables.patterns.proof.Entities.State;
import io.azuretables.patterns.proof.GuardedWrites.Guard;
import io.azuretables.patterns.proof.IndexScenario.World;
import io.azuretables.patterns.queue.transport.ReceivedMessage;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;
import org.springframework.dao.OptimisticLockingFailureException;

/**
 * Index rows that are there before their entity says so: a guard message first, then an
 * index row of the write's own, then the entity together with a token row. Look-ups ask
 * the entity whether a row counts.
 */
final class GuardedIndex implements IndexProtocol {

	/**
	 * How long a fence is kept: no write that it keeps from happening can come later.
	 */
	private static final Duration FENCED = Duration.ofHours(1);

	private final World world;

	private final Entities entities;

	private final GuardedWrites writes;

	private final Rules rules;

	GuardedIndex(World world, Rules rules) {
		this.world = world;
		this.writes = GuardedWrites.in(world);
		this.entities = this.writes.entities();
		this.rules = rules;
	}

	@Override
	public void write(String id, @Nullable String value, String token) {
		Instant deadline = this.writes.deadline();
		State before = this.entities.read(id);
		if (value != null && value.equals(before.value())) {
			Map<String, String> same = Map.of("w", token, "ix", String.valueOf(before.indexToken()));
			this.entities.submit(Arrays.asList(before.to(value, same)));
			return;
		}
		RowWrite write = before.to(value, Map.of("w", token, "ix", token));
		if (write == null) {
			return;
		}
		Guard guard = this.writes.send(id, value, token, this.rules.guardHidden());
		this.writes.check(deadline);
		if (value != null) {
			insert(id, value, token);
			this.writes.check(deadline);
		}
		this.writes.submit(before, write, guard);
		deleteSoon(before);
	}

	/**
	 * Deletes the row that the write has superseded. The write is done: if this fails, it
	 * is the guard's.
	 */
	private void deleteSoon(State before) {
		try {
			if (before.value() != null) {
				delete(before.value(), before.id(), before.indexToken());
			}
		}
		catch (DataAccessException ex) {
			this.world.simulation().say("leaves a row to the guard");
		}
	}

	private void insert(String id, String value, String token) {
		TableRow row = TableRow.of(key(value, id, token), Map.of("id", id, "w", token));
		this.world.gateway()
			.write(Entities.INDEX,
					this.rules.has(Rule.ROW_OF_ITS_OWN) ? new RowWrite.Insert(row) : new RowWrite.InsertOrReplace(row));
	}

	private TableKey key(String value, String id, @Nullable String token) {
		return TableKey.of(value, this.rules.has(Rule.ROW_OF_ITS_OWN) ? id + "|" + token : id);
	}

	private void delete(String value, String id, @Nullable String token) {
		TableKey key = key(value, id, token);
		try {
			if (this.rules.has(Rule.ROW_OF_ITS_OWN)) {
				this.world.gateway().write(Entities.INDEX, new RowWrite.Delete(key, RowWrite.ANY));
				return;
			}
			TableRow row = this.entities.read(Entities.INDEX, key);
			if (row != null && row.get("w").equals(token)) {
				this.world.gateway().write(Entities.INDEX, new RowWrite.Delete(key, String.valueOf(row.etag())));
			}
		}
		catch (OptimisticLockingFailureException ex) {
			this.world.simulation().say("gone already");
		}
	}

	@Override
	public boolean work() {
		return this.writes.work(this::handle);
	}

	private void handle(ReceivedMessage message, Guard guard) {
		TokenRows tokens = this.writes.tokens();
		TableRow decision = this.rules.has(Rule.FENCE) ? tokens.decided(guard.id(), guard.token())
				: tokens.read(guard.id(), guard.token());
		boolean committed = decision != null && TokenRows.isCommitted(decision);
		if (committed) {
			deleteSuperseded(guard, decision);
		}
		else {
			deleteUnused(guard);
		}
		this.writes.done(message, guard, committed ? this.rules.retention() : FENCED);
	}

	private void deleteSuperseded(Guard guard, TableRow decision) {
		String oldValue = decision.get("oldValue", String.class);
		if (oldValue != null) {
			delete(oldValue, guard.id(), decision.get("oldToken", String.class));
		}
	}

	private void deleteUnused(Guard guard) {
		boolean counts = this.rules.has(Rule.LOOK_AGAIN)
				&& guard.token().equals(this.entities.read(guard.id()).indexToken());
		if (!counts && guard.value() != null) {
			delete(guard.value(), guard.id(), guard.token());
		}
	}

	@Override
	public Set<String> find(String value) {
		Set<String> found = new TreeSet<>();
		for (TableRow row : this.entities.list(Entities.INDEX, "PartitionKey eq '" + value + "'")) {
			String id = row.get("id", String.class);
			State state = this.entities.read(id);
			if (value.equals(state.value())
					&& (!this.rules.has(Rule.ROW_OF_ITS_OWN) || row.get("w").equals(state.indexToken()))) {
				found.add(id);
			}
		}
		return found;
	}

	/**
	 * How the protocol is played.
	 *
	 * @param all what it does
	 * @param guardHidden how long nobody handles a guard: longer than a write can take
	 * @param retention how long the token row of a write that has happened is kept
	 */
	record Rules(Set<Rule> all, Duration guardHidden, Duration retention) {

		boolean has(Rule rule) {
			return this.all.contains(rule);
		}

	}

	/**
	 * What the protocol does that it cannot do without.
	 */
	enum Rule {

		/**
		 * Every write has an index row of its own, which nobody writes twice.
		 */
		ROW_OF_ITS_OWN,

		/**
		 * A write that has not happened is kept from happening before its index row is
		 * deleted.
		 */
		FENCE,

		/**
		 * Before an index row is deleted for a write that did not happen, the entity is
		 * asked: the token row of one that did may be gone by now.
		 */
		LOOK_AGAIN

	}

}
