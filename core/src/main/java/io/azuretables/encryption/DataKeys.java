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

package io.azuretables.encryption;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

import io.azuretables.gateway.ServiceErrorException;
import io.azuretables.gateway.TableGateway;
import io.azuretables.row.RowPage;
import io.azuretables.row.RowPage.Continuation;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.DuplicateKeyException;

/**
 * Reads, creates and caches the data keys of tables. They are stored wrapped, read once
 * and again after a time, and unwrapped when they are first needed.
 */
final class DataKeys {

	private static final Log logger = LogFactory.getLog(DataKeys.class);

	/**
	 * How long to go on with the keys that are known, after they could not be read again.
	 */
	private static final long PAUSE = 60_000;

	private final TableGateway gateway;

	private final KeyEncryption keys;

	private final EncryptionOptions options;

	private final Map<String, TableKeys> tables = new ConcurrentHashMap<>();

	DataKeys(TableGateway gateway, KeyEncryption keys, EncryptionOptions options) {
		this.gateway = gateway;
		this.keys = keys;
		this.options = options;
	}

	/**
	 * The keys of a table.
	 */
	TableKeys of(String table) {
		TableKeys known = this.tables.get(table);
		return (known != null) ? known : this.tables.computeIfAbsent(table, TableKeys::new);
	}

	/**
	 * What is known of the keys of a table.
	 *
	 * @param random the newest key for random values
	 * @param deterministic the key for deterministic values
	 * @param until when they are to be read again
	 */
	private record Known(@Nullable DataKey random, @Nullable DataKey deterministic, long until) {

	}

	/**
	 * The keys of one table.
	 */
	final class TableKeys {

		private final String table;

		private final ReentrantLock lock = new ReentrantLock();

		private final ReentrantLock unwrapping = new ReentrantLock();

		private final Map<Long, DataKey> unwrapped = new ConcurrentHashMap<>();

		private volatile Known known = new Known(null, null, Long.MIN_VALUE);

		TableKeys(String table) {
			this.table = table;
		}

		/**
		 * The key for new values. The first one is made when it is asked for.
		 */
		DataKey current(boolean deterministic) {
			Known now = this.known;
			DataKey key = deterministic ? now.deterministic() : now.random();
			return (key != null && millis() < now.until()) ? key : refreshed(deterministic);
		}

		private DataKey refreshed(boolean deterministic) {
			this.lock.lock();
			try {
				Known now = this.known;
				DataKey key = deterministic ? now.deterministic() : now.random();
				if (key != null && millis() < now.until()) {
					return key;
				}
				return (key != null) ? readAgain(deterministic, key) : readOrMade(deterministic);
			}
			finally {
				this.lock.unlock();
			}
		}

		private DataKey readAgain(boolean deterministic, DataKey known) {
			try {
				List<WrappedKey> stored = stored();
				return newest(stored, deterministic).map((newest) -> known(stored, deterministic, newest))
					.orElseThrow(() -> new DataAccessResourceFailureException("They are not in the table '"
							+ DataKeys.this.options.keyTable()
							+ "' any more, and without them no other process can read what is encrypted; restore them"));
			}
			catch (DataAccessException ex) {
				return goOn(deterministic, known, ex);
			}
		}

		private DataKey readOrMade(boolean deterministic) {
			List<WrappedKey> stored = stored();
			WrappedKey newest = newest(stored, deterministic).orElseGet(() -> made(deterministic, now()));
			try {
				return known(stored, deterministic, newest);
			}
			catch (DataAccessResourceFailureException ex) {
				List<WrappedKey> usable = stored.stream()
					.filter((key) -> this.unwrapped.containsKey(key.id()))
					.toList();
				return goOn(deterministic, newest(usable, deterministic).map(this::unwrapped).orElseThrow(() -> ex),
						ex);
			}
		}

		/**
		 * Encrypts with a key that this process has unwrapped before, for a time: one
		 * that is still stored, so that every other process can read what it encrypts.
		 */
		private DataKey goOn(boolean deterministic, DataKey usable, DataAccessException problem) {
			logger.warn("The data keys of the table '" + this.table
					+ "' could not be read again; going on with those that are known", problem);
			Known now = this.known;
			long until = millis() + PAUSE;
			this.known = deterministic ? new Known(now.random(), usable, until)
					: new Known(usable, now.deterministic(), until);
			return usable;
		}

		/**
		 * Notes the newest keys of both kinds, the other one only if it is used.
		 */
		private DataKey known(List<WrappedKey> stored, boolean deterministic, WrappedKey newest) {
			DataKey key = unwrapped(newest);
			DataKey other = deterministic ? this.known.random() : this.known.deterministic();
			if (other != null) {
				other = newest(stored, !deterministic).map(this::unwrapped).orElse(other);
			}
			long until = millis() + DataKeys.this.options.refresh().toMillis();
			this.known = deterministic ? new Known(other, key, until) : new Known(key, other, until);
			return key;
		}

		private long millis() {
			return DataKeys.this.options.clock().millis();
		}

		private static Optional<WrappedKey> newest(List<WrappedKey> stored, boolean deterministic) {
			return stored.stream()
				.filter((key) -> key.deterministic() == deterministic)
				.max(Comparator.comparing(WrappedKey::created).thenComparing(WrappedKey::id));
		}

		private Instant now() {
			return DataKeys.this.options.clock().instant().truncatedTo(ChronoUnit.MILLIS);
		}

		/**
		 * The key with an identifier; {@code null} if there is none.
		 */
		@Nullable DataKey find(boolean deterministic, long id) {
			Known now = this.known;
			DataKey newest = deterministic ? now.deterministic() : now.random();
			if (newest != null && newest.id() == id) {
				return newest;
			}
			DataKey known = this.unwrapped.get(id);
			if (known != null) {
				return known;
			}
			WrappedKey stored = stored(deterministic, id);
			return (stored != null) ? unwrapped(stored) : null;
		}

		/**
		 * Makes a new key for new values.
		 */
		void rotate() {
			this.lock.lock();
			try {
				// later than all others, whatever the clocks of their processes say
				Instant last = newest(stored(), false).map(WrappedKey::created).orElse(Instant.MIN);
				made(false, last.isBefore(now()) ? now() : last.plusMillis(1));
				this.known = new Known(this.known.random(), this.known.deterministic(), Long.MIN_VALUE);
			}
			finally {
				this.lock.unlock();
			}
		}

		/**
		 * Wraps the keys with the current key.
		 * @return how many were wrapped with another one
		 */
		int rewrap() {
			String keyId = currentKeyId();
			int rewrapped = 0;
			for (WrappedKey stored : stored()) {
				if (!stored.keyId().equals(keyId)) {
					byte[] bytes = bytes(stored);
					TableRow row = stored.wrappedWith(keyId, wrapped(keyId, bytes)).row();
					DataKeys.this.gateway.write(DataKeys.this.options.keyTable(),
							new RowWrite.Replace(row, stored.ifMatch()));
					rewrapped++;
				}
			}
			return rewrapped;
		}

		/**
		 * Unwraps a key once, whatever the number of threads that need it. A lock and no
		 * map waits for the request, so that a virtual thread does not pin its carrier.
		 */
		private DataKey unwrapped(WrappedKey stored) {
			this.unwrapping.lock();
			try {
				DataKey known = this.unwrapped.get(stored.id());
				if (known == null) {
					known = new DataKey(stored.id(), bytes(stored));
					this.unwrapped.put(stored.id(), known);
				}
				return known;
			}
			finally {
				this.unwrapping.unlock();
			}
		}

		private byte[] bytes(WrappedKey stored) {
			try {
				return DataKeys.this.keys.unwrap(stored.keyId(), stored.wrapped());
			}
			catch (RuntimeException ex) {
				throw new DataAccessResourceFailureException("The data key " + WrappedKey.name(stored.id())
						+ " of the table '" + this.table + "' cannot be unwrapped with the key '" + stored.keyId()
						+ "'; check that the application may use that key, and that it is still there", ex);
			}
		}

		private String currentKeyId() {
			try {
				return DataKeys.this.keys.currentKeyId();
			}
			catch (RuntimeException ex) {
				throw new DataAccessResourceFailureException("A data key of the table '" + this.table
						+ "' cannot be wrapped, since the current version of '" + DataKeys.this.keys
						+ "' cannot be read; check that the application may read that key, and that it is still there",
						ex);
			}
		}

		/**
		 * Makes a key. Another process may make one, too: of the deterministic ones the
		 * first counts, of the others each does.
		 */
		private WrappedKey made(boolean deterministic, Instant created) {
			String keyId = currentKeyId();
			long id = ByteBuffer.wrap(DataKey.random(Long.BYTES)).getLong();
			byte[] bytes = DataKey.random(DataKey.LENGTH);
			WrappedKey key = new WrappedKey(this.table, deterministic, id, keyId, wrapped(keyId, bytes), created, null);
			RowWrite insert = new RowWrite.Insert(key.row());
			try {
				insert(insert);
				return key;
			}
			catch (DuplicateKeyException ex) {
				WrappedKey first = stored(deterministic, null);
				if (first == null) {
					throw ex;
				}
				return first;
			}
			finally {
				Arrays.fill(bytes, (byte) 0);
			}
		}

		private void insert(RowWrite insert) {
			String keyTable = DataKeys.this.options.keyTable();
			try {
				DataKeys.this.gateway.write(keyTable, insert);
			}
			catch (DataAccessException ex) {
				if (!isTableMissing(ex)) {
					throw ex;
				}
				DataKeys.this.gateway.createTable(keyTable);
				DataKeys.this.gateway.write(keyTable, insert);
			}
		}

		/**
		 * The wrapped key, which can be unwrapped again. Without that, what it encrypts
		 * would be lost.
		 */
		private byte[] wrapped(String keyId, byte[] bytes) {
			byte[] wrapped;
			byte[] back;
			try {
				wrapped = DataKeys.this.keys.wrap(keyId, bytes);
				back = DataKeys.this.keys.unwrap(keyId, wrapped);
			}
			catch (RuntimeException ex) {
				throw new DataAccessResourceFailureException(
						"A data key of the table '" + this.table + "' cannot be wrapped with the key '" + keyId
								+ "'; check that the application may wrap and unwrap with that key",
						ex);
			}
			if (!Arrays.equals(bytes, back)) {
				throw new DataAccessResourceFailureException(DataKeys.this.keys.getClass().getName()
						+ " does not unwrap with the key '" + keyId + "' what it has wrapped; nothing was encrypted");
			}
			return wrapped;
		}

		private List<WrappedKey> stored() {
			List<WrappedKey> stored = new ArrayList<>();
			RowRequest request = RowRequest.of(DataKeys.this.options.keyTable(),
					"PartitionKey eq '" + this.table.replace("'", "''") + "'");
			try {
				Continuation next = null;
				do {
					RowPage<TableRow> page = DataKeys.this.gateway.read((next != null) ? request.from(next) : request,
							RowReader.rows());
					page.rows()
						.stream()
						.map(WrappedKey::of)
						.flatMap((key) -> Optional.ofNullable(key).stream())
						.forEach(stored::add);
					next = page.continuation();
				}
				while (next != null);
				return stored;
			}
			catch (DataAccessException ex) {
				if (isTableMissing(ex)) {
					return List.of();
				}
				throw ex;
			}
		}

		/**
		 * The stored key with an identifier; whichever there is, where none is given.
		 */
		private @Nullable WrappedKey stored(boolean deterministic, @Nullable Long id) {
			try {
				TableRow row = DataKeys.this.gateway.read(DataKeys.this.options.keyTable(),
						WrappedKey.keyOf(this.table, deterministic, (id != null) ? id : 0), null, RowReader.rows());
				WrappedKey stored = (row != null) ? WrappedKey.of(row) : null;
				return (stored != null && (id == null || stored.id() == id)) ? stored : null;
			}
			catch (DataAccessException ex) {
				if (isTableMissing(ex)) {
					return null;
				}
				throw ex;
			}
		}

		private static boolean isTableMissing(DataAccessException ex) {
			return ex.getCause() instanceof ServiceErrorException error && error.code().equals("TableNotFound");
		}

	}

}
