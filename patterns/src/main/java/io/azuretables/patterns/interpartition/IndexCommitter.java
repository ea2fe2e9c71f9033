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

package io.azuretables.patterns.interpartition;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

import io.azuretables.gateway.TableGateway;
import io.azuretables.gateway.WriteOutcomeUnknownException;
import io.azuretables.internal.change.DeferredWrite;
import io.azuretables.internal.change.DeferredWriteCommitter;
import io.azuretables.internal.change.IndexChange;
import io.azuretables.internal.change.UnmatchedRows;
import io.azuretables.internal.commit.CommitProtocol;
import io.azuretables.internal.commit.CommitToken;
import io.azuretables.patterns.index.IndexOptions;
import io.azuretables.patterns.interpartition.IndexEntry.Kind;
import io.azuretables.patterns.internal.message.Envelope;
import io.azuretables.patterns.queue.transport.MessageTransport;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import io.azuretables.write.WriteFencedException;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.dao.TransientDataAccessResourceException;

/**
 * Commits an entity together with its index rows in other partitions: sends a message to
 * the index worker, then writes rows. Before an entity is written, a message is sent that
 * says what a worker must check, hidden until the writer must have given up; then the new
 * index rows are written, each under a key that no other write ever uses. The entity is
 * written in one transaction with a token row. The index rows that were superseded are
 * deleted right after.
 */
final class IndexCommitter implements DeferredWriteCommitter {

	private static final Log logger = LogFactory.getLog(IndexCommitter.class);

	private static final int ATTEMPTS = 3;

	private final GuardMessages messages;

	private final IndexOptions options;

	private final ReadRepair readRepair;

	IndexCommitter(MessageTransport transport, IndexOptions options) {
		this.messages = new GuardMessages(transport, options);
		this.options = options;
		this.readRepair = new ReadRepair(this.messages, options);
	}

	/**
	 * Announces the writes, writes their index rows, commits the transaction, and deletes
	 * the index rows that were superseded. Besides the transaction: one message for each
	 * write, and one request for each index row. Where all of its indexes are eventually
	 * consistent, a write needs its message only.
	 */
	@Override
	public <T> Optional<T> commit(TableGateway gateway, List<DeferredWrite> writes,
			Function<List<RowWrite>, T> transaction) {
		CommitProtocol commits = new CommitProtocol(gateway, this.options.clock(), this.options.times().fence());
		Instant begun = this.options.clock().instant();
		List<RowWrite> tokenRows = writes.stream().map((write) -> prepared(write, begun, commits)).toList();
		Optional<T> committed;
		try {
			committed = commits.commit(token(writes.get(0)), begun.plus(this.options.times().deadline()),
					() -> transaction.apply(tokenRows));
		}
		catch (WriteFencedException ex) {
			writes.stream().filter((write) -> !isOnlyEventual(write)).forEach(this::sendAtOnce);
			throw ex;
		}
		writes.forEach((write) -> followUp(write, gateway));
		return committed;
	}

	private static CommitToken token(DeferredWrite write) {
		return new CommitToken(write.table(), write.entity().partitionKey(), write.token());
	}

	private static boolean isOnlyEventual(DeferredWrite write) {
		return write.changes().stream().allMatch((change) -> Kind.of(change.index()) == Kind.EVENTUAL);
	}

	/**
	 * Announces a write and writes its index rows.
	 * @return the token row of the write
	 */
	private RowWrite prepared(DeferredWrite write, Instant begun, CommitProtocol commits) {
		IndexGuard guard = IndexGuard.of(write);
		Envelope message = this.messages.message(token(write), guard);
		if (!guard.isOnlyEventual()) {
			this.messages.sendHidden(message);
			write.changes().forEach((change) -> prepare(write, change, commits));
			Duration taken = Duration.between(begun, this.options.clock().instant());
			if (taken.compareTo(this.options.times().deadline()) > 0) {
				sendAtOnce(write);
				throw new TransientDataAccessResourceException("Nothing was written: writing the index rows took "
						+ taken + ", and a worker may cancel the write after " + this.options.times().guard());
			}
		}
		return commits.tokenRow(token(write), this.messages.facts(message));
	}

	private void prepare(DeferredWrite write, IndexChange change, CommitProtocol commits) {
		TableRow row = change.row();
		if (row == null) {
			return;
		}
		switch (Kind.of(change.index())) {
			case ONCE -> insert(write.table(), row, commits.gateway());
			case UNIQUE -> new UniqueKeys(commits).reserve(write, change.index(), row);
			case EVENTUAL -> {
			}
		}
	}

	/**
	 * Inserts a row. No other write uses its key: a row that is there is our own.
	 */
	private static void insert(String table, TableRow row, TableGateway gateway) {
		for (int attempt = 1;; attempt++) {
			try {
				gateway.write(table, new RowWrite.Insert(row));
				return;
			}
			catch (DuplicateKeyException ex) {
				return;
			}
			catch (WriteOutcomeUnknownException ex) {
				if (attempt == ATTEMPTS) {
					throw new TransientDataAccessResourceException(
							"Nothing was written: the service did not answer whether it has the index row", ex);
				}
			}
		}
	}

	/**
	 * Deletes the index rows that were superseded, one request for each. What fails is
	 * left to the worker, and so are indexes that are eventually consistent. A failure
	 * here does not fail the write.
	 */
	private void followUp(DeferredWrite write, TableGateway gateway) {
		try {
			for (IndexChange change : write.changes()) {
				if (change.old() != null && Kind.of(change.index()) == Kind.ONCE) {
					delete(write.table(), change.old(), gateway);
				}
			}
		}
		catch (RuntimeException ex) {
			logger.debug("Index rows that a write has superseded are left to the worker", ex);
		}
		if (write.changes().stream().anyMatch((change) -> Kind.of(change.index()) == Kind.EVENTUAL)) {
			sendAtOnce(write);
		}
	}

	private static void delete(String table, IndexChange.Superseded old, TableGateway gateway) {
		try {
			gateway.write(table, new RowWrite.Delete(old.key(), RowWrite.ANY));
		}
		catch (OptimisticLockingFailureException ex) {
			// a worker was faster
		}
	}

	/**
	 * Lets a worker check a write whose outcome is final. A failure to send does not fail
	 * the write: there are its first message, the sweep and look-ups.
	 */
	private void sendAtOnce(DeferredWrite write) {
		try {
			this.messages.send(this.messages.message(token(write), IndexGuard.of(write)));
		}
		catch (RuntimeException ex) {
			logger.debug("The worker was not told at once to check the index rows of a write; it does so later", ex);
		}
	}

	/**
	 * Asks workers to check rows that no worker has checked for longer than writers,
	 * workers and their messages take. Two requests for each, for
	 * {@linkplain IndexOptions#repairs() some} of them, and for each of them once in a
	 * while.
	 */
	@Override
	public void unmatched(TableGateway gateway, UnmatchedRows rows) {
		this.readRepair.unmatched(gateway, rows);
	}

	/**
	 * How many index rows look-ups have handed to workers so far.
	 */
	long repairs() {
		return this.readRepair.handedOn();
	}

}
