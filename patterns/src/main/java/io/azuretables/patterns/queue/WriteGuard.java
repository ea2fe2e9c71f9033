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

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

import io.azuretables.client.TableGateway;
import io.azuretables.client.WriteOutcomeUnknownException;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.dao.TransientDataAccessException;

/**
 * Did a write happen? A transaction inserts a row of its own under its token; whoever has
 * to know looks for that row, and if it is not there inserts another one in its place,
 * the fence, after which the transaction cannot happen any more. So the answer is final,
 * and the same for everybody who asks.
 *
 * @since 0.1
 */
public final class WriteGuard {

	private static final String STATE = "state";

	static final String AT = "at";

	private static final String COMMITTED = "C";

	private static final String FENCED = "A";

	private static final String UNTIL = "until";

	private final TableGateway gateway;

	private final Clock clock;

	private final Duration fence;

	/**
	 * A guard.
	 * @param gateway where the rows lie
	 * @param clock the time
	 * @param fence how long a write that was given up stays forbidden
	 */
	public WriteGuard(TableGateway gateway, Clock clock, Duration fence) {
		this.gateway = gateway;
		this.clock = clock;
		this.fence = fence;
	}

	/**
	 * The row that belongs into the transaction.
	 * @param facts properties to find again when the write is settled
	 */
	public RowWrite claim(GuardToken token, Map<String, ?> facts) {
		return new RowWrite.Insert(row(token, COMMITTED, facts));
	}

	private TableRow row(GuardToken token, String state, Map<String, ?> facts) {
		Map<String, Object> properties = new LinkedHashMap<>(facts);
		properties.put(STATE, state);
		properties.put(AT, this.clock.instant());
		properties.put(RowWrite.TOKEN, token.value());
		return TableRow.of(token.key(), properties);
	}

	/**
	 * Does a transaction that contains the claim of a token, and finds out by the row
	 * what became of it when the answer does not tell. One request when all is well.
	 * @param deadline when to give up; well before anybody settles the token
	 * @param transaction submits the transaction, each time the same
	 * @return what the transaction returned; empty if it was done and its answer lost
	 * @throws WriteFencedException if the token was settled before
	 * @throws WriteOutcomeUnknownException if it may happen yet
	 */
	public <T> Optional<T> commit(GuardToken token, Instant deadline, Supplier<T> transaction) {
		WriteOutcomeUnknownException doubt = null;
		while (this.clock.instant().isBefore(deadline)) {
			try {
				return Optional.of(transaction.get());
			}
			catch (DataAccessException ex) {
				doubt = (ex instanceof WriteOutcomeUnknownException unknown) ? unknown : doubt;
				if (isDone(token, ex, doubt)) {
					return Optional.empty();
				}
			}
		}
		throw (doubt != null) ? doubt : new QueryTimeoutException(
				"The time for a guarded write to table '" + token.table() + "' has passed; nothing was written");
	}

	/**
	 * Whether an attempt that failed was made all the same, or one before it. A refusal
	 * is final only if no earlier attempt can come true any more: where one may, the
	 * fence sees to that.
	 * @param doubt an attempt of which it is not known, if there was one
	 * @return {@code false} if it is not known yet
	 */
	private boolean isDone(GuardToken token, DataAccessException failure,
			@Nullable WriteOutcomeUnknownException doubt) {
		Optional<Settlement> found = asked(() -> find(token), failure, doubt);
		if (found.isPresent()) {
			found.get().checkCommitted(token, failure);
			return true;
		}
		if (doubt != null && isPassing(failure)) {
			return false;
		}
		if (doubt != null && asked(() -> settle(token), failure, doubt).isCommitted()) {
			return true;
		}
		throw failure;
	}

	/**
	 * Whether a failure says nothing of the attempts before.
	 */
	private static boolean isPassing(DataAccessException ex) {
		return ex instanceof WriteOutcomeUnknownException
				|| (ex instanceof TransientDataAccessException && !(ex instanceof ConcurrencyFailureException));
	}

	/**
	 * Asks for the row of a token. As long as that fails, a doubt stays one.
	 */
	private static <T> T asked(Supplier<T> question, DataAccessException failure,
			@Nullable WriteOutcomeUnknownException doubt) {
		try {
			return question.get();
		}
		catch (DataAccessException ex) {
			DataAccessException left = (doubt != null) ? doubt : failure;
			left.addSuppressed(ex);
			throw left;
		}
	}

	/**
	 * What is known of a write. One request.
	 * @return empty if it has not happened, and may yet
	 */
	public Optional<Settlement> find(GuardToken token) {
		return Optional.ofNullable(this.gateway.read(token.table(), token.key(), null, RowReader.rows()))
			.map(Settlement::new);
	}

	/**
	 * Whether a write happened, once and for all. One request, and another one when it
	 * has not.
	 */
	public Settlement settle(GuardToken token) {
		while (true) {
			Optional<Settlement> found = find(token);
			if (found.isPresent()) {
				return found.get();
			}
			TableRow forbidden = row(token, FENCED, Map.of(UNTIL, this.clock.instant().plus(this.fence)));
			try {
				this.gateway.write(token.table(), new RowWrite.Insert(forbidden));
				return new Settlement(forbidden);
			}
			catch (DuplicateKeyException ex) {
				// the write was faster, or somebody else who asked
			}
		}
	}

	/**
	 * Deletes the row of a token, after all who may ask for it have gone. One request.
	 */
	public void forget(GuardToken token) {
		try {
			this.gateway.write(token.table(), new RowWrite.Delete(token.key(), RowWrite.ANY));
		}
		catch (OptimisticLockingFailureException ex) {
			// it is gone already
		}
	}

	/**
	 * What became of a write.
	 *
	 * @param row the row of the token, with the facts of the transaction
	 */
	public record Settlement(TableRow row) {

		public boolean isCommitted() {
			return COMMITTED.equals(this.row.get(STATE));
		}

		/**
		 * Since when that is so.
		 */
		public Instant at() {
			return (this.row.get(AT) instanceof Instant at) ? at : Instant.EPOCH;
		}

		/**
		 * Whether nobody can come any more whom the fence would have to stop.
		 */
		boolean isOver(Instant now) {
			return this.row.get(UNTIL) instanceof Instant until && until.isBefore(now);
		}

		private void checkCommitted(GuardToken token, DataAccessException cause) {
			if (!isCommitted()) {
				throw new WriteFencedException(
						"The write to table '" + token.table()
								+ "' came too late: its guard has been handled, and nothing was written. Do it again",
						cause);
			}
		}

	}

}
