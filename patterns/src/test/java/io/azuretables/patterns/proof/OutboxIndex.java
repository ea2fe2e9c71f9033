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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import io.azuretables.key.TableKey;
import io.azuretables.patterns.proof.Entities.State;
import io.azuretables.patterns.proof.IndexScenario.World;
import io.azuretables.patterns.queue.transport.ReceivedMessage;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.dao.TransientDataAccessResourceException;

/**
 * Index rows that a worker writes after the entity: from the guide's way, which only
 * sends a message, to the one that converges whatever happens. What it does depends on
 * the rules; each of them is there because without it something goes wrong.
 */
final class OutboxIndex implements IndexProtocol {

	private static final String OUTBOX = "~o|";

	/**
	 * The values of who does not know which it was; always in this order, so that a seed
	 * is the same in every process.
	 */
	private static final String ALL = "a b c";

	private static final Duration HIDDEN = Duration.ofSeconds(30);

	/**
	 * Longer than any write takes.
	 */
	private static final Duration WRITTEN = Duration.ofMinutes(2);

	/**
	 * Longer than a consumer lives that stands still and whose request is late.
	 */
	private static final Duration GRACE = Duration.ofMinutes(6);

	private final World world;

	private final Entities entities;

	private final Set<Rule> rules;

	OutboxIndex(World world, Set<Rule> rules) {
		this.world = world;
		this.entities = new Entities(world.gateway());
		this.rules = rules;
	}

	private boolean has(Rule rule) {
		return this.rules.contains(rule);
	}

	@Override
	public void write(String id, @Nullable String value, String token) {
		if (has(Rule.MESSAGE_FIRST)) {
			send(String.join(" ", id, token, "first", ALL));
		}
		State before = this.entities.read(id);
		Set<String> values = has(Rule.DIFFERENCE) ? difference(before.value(), value) : either(before.value(), value);
		RowWrite write = before.to(value, Map.of("w", token));
		if (write == null) {
			return;
		}
		this.entities
			.submit(Arrays.asList(has(Rule.WRITE_WHAT_WAS_READ) ? write : blind(write), outbox(id, token, values)));
		if (!has(Rule.MESSAGE_FIRST)) {
			send(id + " " + token + " first " + (has(Rule.OUTBOX) ? String.join(" ", values) : ALL));
		}
	}

	private static Set<String> either(@Nullable String before, @Nullable String after) {
		Set<String> values = new LinkedHashSet<>();
		Arrays.asList(before, after).forEach((each) -> {
			if (each != null) {
				values.add(each);
			}
		});
		return values;
	}

	private static Set<String> difference(@Nullable String before, @Nullable String after) {
		Set<String> difference = new LinkedHashSet<>();
		if (before != null && !before.equals(after)) {
			difference.add("-" + before);
		}
		if (after != null) {
			difference.add("+" + after);
		}
		return difference;
	}

	private static RowWrite blind(RowWrite write) {
		TableRow row = write.row();
		return (row != null) ? new RowWrite.InsertOrReplace(row) : new RowWrite.Delete(write.key(), RowWrite.ANY);
	}

	private @Nullable RowWrite outbox(String id, String token, Set<String> values) {
		return has(Rule.OUTBOX)
				? new RowWrite.Insert(
						TableRow.of(TableKey.of(id, OUTBOX + token), Map.of("values", String.join(" ", values))))
				: null;
	}

	/**
	 * Sends until it is known to be sent: a message may be there twice.
	 */
	private void send(String body) {
		for (int attempt = 0; attempt < 3; attempt++) {
			try {
				this.world.queue().send(body, has(Rule.HIDDEN) ? WRITTEN : Duration.ZERO);
				return;
			}
			catch (TransientDataAccessResourceException ex) {
				this.world.simulation().sleep(Duration.ofMillis(100));
			}
		}
	}

	@Override
	public boolean work() {
		List<ReceivedMessage> received = this.world.queue().receive(1, HIDDEN);
		Instant deadline = this.world.simulation().clock().instant().plus(HIDDEN);
		received.forEach((message) -> new Task(message, deadline).perform());
		return !received.isEmpty() || sweep();
	}

	/**
	 * Sends again what no message seems to be there for.
	 */
	private boolean sweep() {
		if (!this.world.simulation().isCalm() || this.world.queue().depth() > 0) {
			return false;
		}
		boolean found = false;
		for (TableRow row : this.entities.list(Entities.ENTITIES, "RowKey ge '~o|' and RowKey lt '~o}'")) {
			String token = row.key().rowKey().substring(OUTBOX.length());
			send(row.key().partitionKey() + " " + token + " first " + row.get("values"));
			found = true;
		}
		return found;
	}

	@Override
	public Set<String> find(String value) {
		Set<String> found = new TreeSet<>();
		this.entities.list(Entities.INDEX, "PartitionKey eq '" + value + "'")
			.forEach((row) -> found.add(row.key().rowKey()));
		return found;
	}

	/**
	 * One message, and until when it may be handled.
	 */
	private final class Task {

		private final ReceivedMessage message;

		private final Instant deadline;

		private final String id;

		private final String token;

		private final boolean isLast;

		private final List<String> values;

		private Task(ReceivedMessage message, Instant deadline) {
			this.message = message;
			this.deadline = deadline;
			String[] parts = message.body().split(" ");
			this.id = parts[0];
			this.token = parts[1];
			this.isLast = parts[2].equals("last");
			this.values = List.of(parts).subList(3, parts.length);
		}

		private void perform() {
			TableKey outbox = TableKey.of(this.id, OUTBOX + this.token);
			boolean gone = has(Rule.OUTBOX) && !has(Rule.SECOND_PASS)
					&& OutboxIndex.this.entities.read(Entities.ENTITIES, outbox) == null;
			if (!gone) {
				boolean settled = false;
				while (!settled) {
					settled = has(Rule.DIFFERENCE) ? apply() : pass();
				}
			}
			if (has(Rule.SECOND_PASS) && !this.isLast) {
				OutboxIndex.this.world.queue()
					.update(this.message, this.message.body().replace(" first ", " last "), GRACE);
				return;
			}
			if (has(Rule.OUTBOX)) {
				delete(Entities.ENTITIES, outbox);
			}
			OutboxIndex.this.world.queue().delete(this.message);
		}

		/**
		 * Does what the writer said, and looks at nothing.
		 */
		private boolean apply() {
			for (String change : this.values) {
				TableKey key = TableKey.of(change.substring(1), this.id);
				write(change.startsWith("-") ? new RowWrite.Delete(key, RowWrite.ANY)
						: new RowWrite.InsertOrReplace(TableRow.of(key, Map.of("id", this.id, "w", this.token))));
			}
			return true;
		}

		/**
		 * @return whether the entity is now as it was when the pass began
		 */
		private boolean pass() {
			Map<String, TableRow> rows = new HashMap<>();
			for (String value : this.values) {
				TableRow row = OutboxIndex.this.entities.read(Entities.INDEX, TableKey.of(value, this.id));
				if (row != null) {
					rows.put(value, row);
				}
			}
			State state = OutboxIndex.this.entities.read(this.id);
			try {
				for (RowWrite write : writes(rows, state)) {
					write(write);
				}
			}
			catch (OptimisticLockingFailureException | DuplicateKeyException ex) {
				return false;
			}
			return !has(Rule.LOOK_AGAIN) || OutboxIndex.this.entities.read(this.id).isAsIn(state);
		}

		private List<RowWrite> writes(Map<String, TableRow> rows, State state) {
			List<RowWrite> writes = new ArrayList<>();
			for (String value : this.values) {
				TableRow row = rows.get(value);
				boolean wanted = value.equals(state.value());
				TableRow next = TableRow.of(TableKey.of(value, this.id),
						Map.of("id", this.id, "w", String.valueOf(state.token())));
				if (wanted && row == null) {
					writes.add(new RowWrite.Insert(next));
				}
				else if (wanted && !next.get("w").equals(row.get("w"))) {
					writes.add(new RowWrite.Replace(next, String.valueOf(row.etag())));
				}
				else if (!wanted && row != null) {
					writes.add(new RowWrite.Delete(row.key(), String.valueOf(row.etag())));
				}
			}
			return writes;
		}

		private void write(RowWrite write) {
			if (OutboxIndex.this.world.simulation().clock().instant().isAfter(this.deadline)) {
				throw new TransientDataAccessResourceException("The message may be somebody else's by now");
			}
			if (has(Rule.CHANGE_WHAT_WAS_READ)) {
				OutboxIndex.this.world.gateway().write(Entities.INDEX, write);
			}
			else if (write instanceof RowWrite.Delete) {
				delete(Entities.INDEX, write.key());
			}
			else {
				OutboxIndex.this.world.gateway().write(Entities.INDEX, blind(write));
			}
		}

		private void delete(String table, TableKey key) {
			try {
				OutboxIndex.this.world.gateway().write(table, new RowWrite.Delete(key, RowWrite.ANY));
			}
			catch (OptimisticLockingFailureException ex) {
				OutboxIndex.this.world.simulation().say("gone already");
			}
		}

	}

	/**
	 * What may be done better than in the guide.
	 */
	enum Rule {

		/**
		 * No rule of the good ones: the guide's order.
		 */
		MESSAGE_FIRST,

		/**
		 * No rule of the good ones: nobody sees the message before the entity must have
		 * been written.
		 */
		HIDDEN,

		/**
		 * No rule of the good ones: the message says what to change.
		 */
		DIFFERENCE,

		/**
		 * The entity is written only if it is as it was read.
		 */
		WRITE_WHAT_WAS_READ,

		/**
		 * What is to be done lies in a row that is written together with the entity.
		 */
		OUTBOX,

		/**
		 * Index rows are written only if they are as they were read.
		 */
		CHANGE_WHAT_WAS_READ,

		/**
		 * After index rows were written, the entity is read again.
		 */
		LOOK_AGAIN,

		/**
		 * All is done twice, the second time when nobody can be at the first any more.
		 */
		SECOND_PASS

	}

}
