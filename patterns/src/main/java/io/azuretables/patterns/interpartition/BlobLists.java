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

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

import io.azuretables.internal.model.IndexMapping;
import io.azuretables.internal.model.KeyMapping;
import io.azuretables.internal.time.ConflictRetries;
import io.azuretables.key.TableKey;
import io.azuretables.patterns.blob.BlobStore;
import io.azuretables.patterns.blob.BlobStore.BlobVersion;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowReader.Assembler;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.dao.OptimisticLockingFailureException;

/**
 * Reads and writes the lists of entity keys of one index as blobs. A blob holds the ids
 * of a list as text, with commas in between. Its name has both keys of the list in
 * hexadecimal, so that names are sorted as keys are.
 *
 * @param blobs the container
 * @param table the table of the entities
 * @param index the index
 */
record BlobLists(BlobStore blobs, String table, IndexMapping index) {

	private static final int LONGEST_NAME = 1024;

	private static final String SEPARATOR = "/";

	/**
	 * Where all blobs of the index are.
	 */
	String folder() {
		return "lists/" + this.table + SEPARATOR + this.index.name() + SEPARATOR;
	}

	/**
	 * The folder with what the keys of the lists begin with. Indexes of several classes
	 * with the same place have the same lists.
	 */
	String place() {
		KeyMapping keys = this.index.keys();
		return folder() + hex(keys.partition().prefix()) + SEPARATOR + hex(keys.row().prefix());
	}

	/**
	 * Where the blobs are that a condition can mean.
	 */
	String folder(KeyCondition condition) {
		String partitionKey = condition.partitionKey();
		return folder() + ((partitionKey != null) ? hex(partitionKey) + SEPARATOR : "");
	}

	/**
	 * Whether a key is that of a list.
	 */
	boolean isFor(TableKey key) {
		KeyMapping keys = this.index.keys();
		return key.partitionKey().startsWith(keys.partition().prefix()) && key.rowKey().startsWith(keys.row().prefix());
	}

	boolean mayMeet(KeyCondition condition) {
		return condition.overlaps(this.index.keys().partition().prefix(), this.index.keys().row().prefix());
	}

	/**
	 * Whether a condition means lists of this index only.
	 */
	boolean areAllThatMeet(KeyCondition condition) {
		return condition.isWithin(this.index.keys().partition().prefix(), this.index.keys().row().prefix());
	}

	private String name(TableKey key) {
		String name = folder() + hex(key.partitionKey()) + SEPARATOR + hex(key.rowKey());
		if (name.length() > LONGEST_NAME) {
			throw new InvalidDataAccessApiUsageException("The blob of a list of the index '" + this.index.name()
					+ "' would have a name of " + name.length() + " characters, and " + LONGEST_NAME
					+ " are the most; use shorter values, or the layout LIST");
		}
		return name;
	}

	private static String hex(String text) {
		return HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
	}

	/**
	 * The key of the list that a blob has the name of; {@code null} if it has no such
	 * name.
	 */
	@Nullable TableKey key(String name) {
		String[] parts = name.substring(folder().length()).split(SEPARATOR, -1);
		try {
			TableKey key = (parts.length == 2) ? new TableKey(text(parts[0]), text(parts[1])) : null;
			return (key != null && isFor(key)) ? key : null;
		}
		catch (IllegalArgumentException ex) {
			return null;
		}
	}

	private static String text(String hex) {
		return new String(HexFormat.of().parseHex(hex), StandardCharsets.UTF_8);
	}

	/**
	 * Reads a list as a row. One request.
	 */
	<T> @Nullable T read(TableKey key, @Nullable List<String> select, RowReader<T> reader) {
		BlobVersion found = this.blobs.readVersion(name(key)).orElse(null);
		if (found == null) {
			return null;
		}
		Assembler<T> assembler = reader.begin();
		if (select == null || select.contains(this.index.list())) {
			assembler.property(this.index.list(), new String(found.content(), StandardCharsets.UTF_8));
		}
		return assembler.end(key, found.version(), found.writtenAt());
	}

	/**
	 * Writes a list, under the condition of the write. One request, or two where there is
	 * no condition.
	 * @return the new version; {@code null} where it is not known
	 */
	@Nullable String write(RowWrite write) {
		String name = name(write.key());
		if (write instanceof RowWrite.Insert) {
			this.blobs.putIfAbsent(name, content(write));
			return null;
		}
		if (write instanceof RowWrite.Replace replace && !replace.ifMatch().equals(RowWrite.ANY)) {
			return this.blobs.replaceIf(name, content(write), replace.ifMatch());
		}
		if (write instanceof RowWrite.Delete delete) {
			delete(name, delete.ifMatch());
			return null;
		}
		if (write instanceof RowWrite.Replace || write instanceof RowWrite.InsertOrReplace) {
			return put(name, content(write));
		}
		throw new InvalidDataAccessApiUsageException("A list of the index '" + this.index.name()
				+ "' is kept in a blob, which cannot be merged; replace it");
	}

	private void delete(String name, String version) {
		if (!version.equals(RowWrite.ANY)) {
			this.blobs.deleteIf(name, version);
		}
		else if (!this.blobs.delete(name)) {
			throw new OptimisticLockingFailureException("The blob '" + name + "' is not there");
		}
	}

	private @Nullable String put(String name, byte[] content) {
		for (int attempt = 1;; attempt++) {
			Optional<BlobVersion> found = this.blobs.readVersion(name);
			try {
				if (found.isPresent()) {
					return this.blobs.replaceIf(name, content, found.get().version());
				}
				this.blobs.putIfAbsent(name, content);
				return null;
			}
			catch (ConcurrencyFailureException | DuplicateKeyException ex) {
				if (!ConflictRetries.DEFAULT.again(attempt)) {
					throw ex;
				}
			}
		}
	}

	/**
	 * The ids of all columns of a list.
	 */
	private byte[] content(RowWrite write) {
		TableRow row = Objects.requireNonNull(write.row());
		StringBuilder text = new StringBuilder();
		for (int column = 0; row.get(column(column)) instanceof String ids; column++) {
			text.append((column > 0) ? "," : "").append(ids);
		}
		return text.toString().getBytes(StandardCharsets.UTF_8);
	}

	private String column(int number) {
		return (number == 0) ? this.index.list() : this.index.list() + number;
	}

}
