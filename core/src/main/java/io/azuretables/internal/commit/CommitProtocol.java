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

package io.azuretables.internal.commit;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

import io.azuretables.gateway.TableGateway;
import io.azuretables.gateway.WriteOutcomeUnknownException;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import io.azuretables.write.WriteFencedException;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.dao.TransientDataAccessException;

/**
 * Commits a transaction so that its outcome can be found out later, even after a lost
 * response or a crash. A transaction inserts a token row; to settle a token whose row is
 * missing inserts a fence in its place.
 *
 * @param gateway where the rows lie
 * @param clock the time
 * @param fence how long a write that was given up stays forbidden
 * @since 0.1
 */
public record CommitProtocol(TableGateway gateway, InstantSource clock, Duration fence) {

	/**
	 * Makes the token row that belongs into the transaction.
	 * @param facts properties to find again when the outcome is known
	 */
	public RowWrite tokenRow(CommitToken token, Map<String, ?> facts) {
		return new RowWrite.Insert(row(token, CommitOutcome.COMMITTED, facts));
	}

	private TableRow row(CommitToken token, String state, Map<String, ?> facts) {
		Map<String, Object> properties = new LinkedHashMap<>(facts);
		properties.put(CommitOutcome.STATE, state);
		properties.put(CommitOutcome.AT, this.clock.instant());
		properties.put(RowWrite.TOKEN, token.value());
		return TableRow.of(token.key(), properties);
	}

	/**
	 * Submits a transaction that inserts a token row, repeats it while its outcome is
	 * open, and finds the outcome out by the token row. One request when all is well, and
	 * when it is refused for another reason than the token.
	 * @param deadline when to give up; well before anybody settles the token
	 * @param transaction submits the transaction, each time the same
	 * @return what the transaction returned; empty if it was committed and its answer
	 * lost
	 * @throws WriteFencedException if it was not committed and never will be
	 * @throws WriteOutcomeUnknownException if nothing could be found out
	 */
	public <T> Optional<T> commit(CommitToken token, Instant deadline, Supplier<T> transaction) {
		WriteOutcomeUnknownException doubt = null;
		while (this.clock.instant().isBefore(deadline)) {
			try {
				return Optional.of(transaction.get());
			}
			catch (DataAccessException ex) {
				doubt = (ex instanceof WriteOutcomeUnknownException unknown) ? unknown : doubt;
				if (isCommitted(token, ex, doubt)) {
					return Optional.empty();
				}
			}
		}
		if (doubt == null) {
			throw new QueryTimeoutException(
					"The time for a write to table '" + token.table() + "' has passed; nothing was written");
		}
		checkCommitted(ask(() -> settle(token), doubt, doubt), token, doubt);
		return Optional.empty();
	}

	/**
	 * Whether an attempt that failed was committed all the same, or one before it. A
	 * refusal is final only if no earlier attempt can be applied any more: where one may,
	 * the token is settled.
	 * @param doubt an earlier failure that leaves the outcome open, if there was one
	 * @return {@code false} if the outcome is open, and another attempt worth while
	 */
	private boolean isCommitted(CommitToken token, DataAccessException failure,
			@Nullable WriteOutcomeUnknownException doubt) {
		if (doubt == null && !(failure instanceof DuplicateKeyException)) {
			throw failure;
		}
		Optional<CommitOutcome> found = ask(() -> find(token), failure, doubt);
		if (found.isPresent()) {
			checkCommitted(found.get(), token, failure);
			return true;
		}
		if (doubt != null && isOpen(failure)) {
			return false;
		}
		if (doubt != null && ask(() -> settle(token), failure, doubt).isCommitted()) {
			return true;
		}
		throw failure;
	}

	/**
	 * Whether a failure says nothing of the attempts before.
	 */
	private static boolean isOpen(DataAccessException ex) {
		return ex instanceof WriteOutcomeUnknownException
				|| (ex instanceof TransientDataAccessException && !(ex instanceof ConcurrencyFailureException));
	}

	/**
	 * Asks for a token row. As long as that fails, a doubt stays one.
	 */
	private static <T> T ask(Supplier<T> question, DataAccessException failure,
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

	private static void checkCommitted(CommitOutcome outcome, CommitToken token, DataAccessException cause) {
		if (!outcome.isCommitted()) {
			throw new WriteFencedException("The write to table '" + token.table()
					+ "' took so long that it was given up; nothing was written. Do it again", cause);
		}
	}

	/**
	 * Reads the outcome of a write. One request.
	 * @return empty if the write was not committed yet
	 */
	public Optional<CommitOutcome> find(CommitToken token) {
		return Optional.ofNullable(this.gateway.read(token.table(), token.key(), null, RowReader.rows()))
			.map(CommitOutcome::new);
	}

	/**
	 * Makes the outcome of a write final: one that was not committed never will be. One
	 * request, and another one when it was not.
	 */
	public CommitOutcome settle(CommitToken token) {
		while (true) {
			Optional<CommitOutcome> found = find(token);
			if (found.isPresent()) {
				return found.get();
			}
			TableRow fenced = row(token, CommitOutcome.FENCED,
					Map.of(CommitOutcome.UNTIL, this.clock.instant().plus(this.fence)));
			try {
				this.gateway.write(token.table(), new RowWrite.Insert(fenced));
				return new CommitOutcome(fenced);
			}
			catch (DuplicateKeyException ex) {
				// the write was faster, or another process that settles the token
			}
		}
	}

	/**
	 * Deletes the row of a token, after all who may ask for it have gone. One request.
	 */
	public void forget(CommitToken token) {
		try {
			this.gateway.write(token.table(), new RowWrite.Delete(token.key(), RowWrite.ANY));
		}
		catch (OptimisticLockingFailureException ex) {
			// it is gone already
		}
	}

}
