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
import java.util.Map;

import io.azuretables.client.TableGateway;
import io.azuretables.client.WriteOutcomeUnknownException;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.IndexMapping;
import io.azuretables.operations.RoutedWrites;
import io.azuretables.patterns.index.IndexOptions;
import io.azuretables.patterns.interpartition.IndexEntry.Kind;
import io.azuretables.patterns.queue.MessageTransport;
import io.azuretables.patterns.queue.WriteGuard;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import io.azuretables.write.DeferredWrite;
import io.azuretables.write.DeferredWrites;
import io.azuretables.write.IndexChange;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.dao.TransientDataAccessResourceException;

/**
 * How do the indexes of an entity change that lie in other partitions, so that a look-up
 * misses nothing and nothing is left behind, whoever stops when? The half of the protocol
 * that writers do; workers do the other with {@link InterPartitionIndexTemplate}.
 * <p>
 * Before an entity is written, a message is sent that says what to look after, hidden
 * until the writer must have given up; then the new index rows are written, each under a
 * key that no other write ever uses. The entity is written in one transaction with a row
 * that says so. The index rows that were superseded go right behind. Safe for concurrent
 * use.
 *
 * @since 0.1
 */
public final class InterPartitionIndexWrites implements RoutedWrites {

	private static final Log logger = LogFactory.getLog(InterPartitionIndexWrites.class);

	private static final int ATTEMPTS = 3;

	private final TableGateway gateway;

	private final MessageTransport transport;

	private final IndexOptions options;

	private final WriteGuard writeGuard;

	private final UniqueKeys uniqueKeys;

	private final ReadRepair readRepair;

	public InterPartitionIndexWrites(TableGateway gateway, MessageTransport transport) {
		this(gateway, transport, IndexOptions.DEFAULTS);
	}

	public InterPartitionIndexWrites(TableGateway gateway, MessageTransport transport, IndexOptions options) {
		this(gateway, transport, options, new ReadRepair(transport, options));
	}

	private InterPartitionIndexWrites(TableGateway gateway, MessageTransport transport, IndexOptions options,
			ReadRepair readRepair) {
		this.gateway = gateway;
		this.transport = transport;
		this.options = options;
		this.writeGuard = new WriteGuard(gateway, options.clock(), options.times().fence());
		this.uniqueKeys = new UniqueKeys(gateway, this.writeGuard);
		this.readRepair = readRepair;
	}

	/**
	 * The same, whose requests go through a gateway.
	 */
	@Override
	public DeferredWrites through(TableGateway other) {
		return new InterPartitionIndexWrites(other, this.transport, this.options, this.readRepair);
	}

	/**
	 * Announces a write and writes its index rows: one message, and one request for each
	 * index that changes. Where all of these are eventually consistent, none.
	 */
	@Override
	public RowWrite begin(DeferredWrite write) {
		Instant begun = this.options.clock().instant();
		IndexGuard guard = IndexGuard.of(write, begun.plus(this.options.times().guard()));
		if (!guard.isOnlyEventual()) {
			this.transport.send(message(guard), this.options.times().guard());
			write.changes().forEach((change) -> prepare(write, change));
			Duration taken = Duration.between(begun, this.options.clock().instant());
			if (taken.compareTo(this.options.times().deadline()) > 0) {
				sendAtOnce(write);
				throw new TransientDataAccessResourceException("Nothing was written: the index rows took " + taken
						+ ", and after " + this.options.times().guard() + " a worker would have given up the write");
			}
		}
		return this.writeGuard.claim(guard.token(), Map.of(IndexGuard.COLUMN, message(guard)));
	}

	private String message(IndexGuard guard) {
		return guard.message(this.transport.signature());
	}

	private void prepare(DeferredWrite write, IndexChange change) {
		TableRow row = change.row();
		if (row == null) {
			return;
		}
		switch (Kind.of(change.index())) {
			case ONCE -> insert(write.table(), row);
			case UNIQUE -> this.uniqueKeys.reserve(write, change.index(), row);
			case EVENTUAL -> {
			}
		}
	}

	/**
	 * Nobody else writes a row under this key: one that is there is our own.
	 */
	private void insert(String table, TableRow row) {
		for (int attempt = 1;; attempt++) {
			try {
				this.gateway.write(table, new RowWrite.Insert(row));
				return;
			}
			catch (DuplicateKeyException ex) {
				return;
			}
			catch (WriteOutcomeUnknownException ex) {
				if (attempt == ATTEMPTS) {
					throw new TransientDataAccessResourceException(
							"Nothing was written: the service does not say " + "whether it has the index row", ex);
				}
			}
		}
	}

	/**
	 * Removes the index rows that were superseded, as far as that goes: one request for
	 * each. Where it does not, and for indexes that are eventually consistent, there is
	 * the worker. Whatever fails here, the write does not.
	 */
	@Override
	public void committed(DeferredWrite write) {
		try {
			for (IndexChange change : write.changes()) {
				if (change.old() != null && Kind.of(change.index()) == Kind.ONCE) {
					delete(write.table(), change.old());
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

	private void delete(String table, IndexChange.Superseded old) {
		try {
			this.gateway.write(table, new RowWrite.Delete(old.key(), RowWrite.ANY));
		}
		catch (OptimisticLockingFailureException ex) {
			// a worker was faster
		}
	}

	/**
	 * Lets a worker look after a write that is decided. That cannot fail it any more:
	 * where there is no message, there are its guard, the sweep and look-ups.
	 */
	private void sendAtOnce(DeferredWrite write) {
		try {
			this.transport.send(message(IndexGuard.of(write, this.options.clock().instant())), Duration.ZERO);
		}
		catch (RuntimeException ex) {
			logger.debug("What a write means for an index in another partition is left to the worker", ex);
		}
	}

	/**
	 * Finds out what became of a write, and if nothing did, lets a worker look after its
	 * index rows at once: it may have done so before they were there. One request to
	 * three.
	 */
	@Override
	public boolean isCommitted(DeferredWrite write) {
		IndexGuard guard = IndexGuard.of(write, this.options.clock().instant());
		boolean committed = this.writeGuard.settle(guard.token()).isCommitted();
		if (!committed && !guard.isOnlyEventual()) {
			sendAtOnce(write);
		}
		return committed;
	}

	/**
	 * Asks workers to look after rows that nobody has looked after for longer than
	 * writers, workers and their messages are at it. Two requests for each, for
	 * {@linkplain IndexOptions#repairs() some} of them, and for each of them once in a
	 * while.
	 */
	@Override
	public void leftBehind(String table, IndexMapping index, List<TableKey> rows) {
		this.readRepair.leftBehind(this.gateway, table, index, rows);
	}

	/**
	 * How many index rows look-ups have handed to workers so far. No request.
	 */
	public long repairs() {
		return this.readRepair.handedOn();
	}

}
