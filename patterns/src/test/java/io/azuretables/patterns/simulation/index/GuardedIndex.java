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

package io.azuretables.patterns.simulation.index;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import io.azuretables.key.TableKey;
import io.azuretables.patterns.queue.ReceivedMessage;
import io.azuretables.patterns.simulation.index.Entities.State;
import io.azuretables.patterns.simulation.index.IndexScenario.World;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.dao.TransientDataAccessResourceException;

/**
 * Index rows that are there before their entity says so: a guard message first, then an
 * index row of the write's own, then the entity together with a token row. Look-ups ask
 * the entity whether a row counts.
 */
final class GuardedIndex implements IndexProtocol {

	private static final Duration HIDDEN = Duration.ofSeconds(30);

	private static final Duration DEADLINE = Duration.ofSeconds(30);

	/**
	 * How long a fence is kept: no write that it keeps from happening can come later.
	 */
	private static final Duration FENCED = Duration.ofHours(1);

	private final World world;

	private final Entities entities;

	private final TokenRows tokens;

	private final Rules rules;

	GuardedIndex(World world, Rules rules) {
		this.world = world;
		this.entities = new Entities(world.gateway());
		this.tokens = new TokenRows(this.entities);
		this.rules = rules;
	}

	@Override
	public void write(String id, @Nullable String value, String token) {
		Instant deadline = now().plus(DEADLINE);
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
		String guard = id + " " + token + " " + value;
		this.world.queue().send(guard, this.rules.guardHidden());
		check(deadline);
		if (value != null) {
			insert(id, value, token);
			check(deadline);
		}
		submit(before, write, token, guard);
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

	private Instant now() {
		return this.world.simulation().clock().instant();
	}

	private void check(Instant deadline) {
		if (now().isAfter(deadline)) {
			throw new TransientDataAccessResourceException("Too late: the guard may be handled soon");
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

	private void submit(State before, RowWrite write, String token, String guard) {
		try {
			this.entities
				.submit(List.of(write, TokenRows.committed(before.id(), token, before.value(), before.indexToken())));
		}
		catch (OptimisticLockingFailureException | DuplicateKeyException ex) {
			if (this.tokens.read(before.id(), token) != null) {
				this.world.queue().send(guard, Duration.ZERO);
			}
			throw ex;
		}
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
		List<ReceivedMessage> received = this.world.queue().receive(1, HIDDEN);
		received.forEach(this::handle);
		return !received.isEmpty();
	}

	private void handle(ReceivedMessage message) {
		String[] guard = message.body().split(" ");
		if (guard.length > 3) {
			this.tokens.delete(guard[0], guard[1]);
			this.world.queue().delete(message);
			return;
		}
		TableRow decision = this.rules.has(Rule.FENCE) ? this.tokens.decided(guard[0], guard[1])
				: this.tokens.read(guard[0], guard[1]);
		boolean committed = decision != null && TokenRows.isCommitted(decision);
		if (committed) {
			deleteSuperseded(guard, decision);
		}
		else {
			deleteUnused(guard);
		}
		this.world.queue().update(message, message.body() + " done", committed ? this.rules.retention() : FENCED);
	}

	private void deleteSuperseded(String[] guard, TableRow decision) {
		String oldValue = decision.get("oldValue", String.class);
		if (oldValue != null) {
			delete(oldValue, guard[0], decision.get("oldToken", String.class));
		}
	}

	private void deleteUnused(String[] guard) {
		boolean counts = this.rules.has(Rule.LOOK_AGAIN) && guard[1].equals(this.entities.read(guard[0]).indexToken());
		if (!counts && !guard[2].equals("null")) {
			delete(guard[2], guard[0], guard[1]);
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
