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

package io.azuretables.operations;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import io.azuretables.internal.conversion.IndexVersion;
import io.azuretables.internal.model.EntityModel;
import io.azuretables.internal.write.EntityLifecycle;
import io.azuretables.internal.write.PreparedWrite;
import io.azuretables.internal.write.WriteMode;
import io.azuretables.key.TableKey;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.InvalidDataAccessApiUsageException;

/**
 * Collects writes of entities in one partition, and commits them in one entity group
 * transaction. A transaction by hand, over entities of any types in one partition of one
 * table; nothing is sent before it is committed. One request, and one more for each
 * entity whose index rows may move.
 *
 * @since 0.1
 */
public final class PartitionTransaction {

	private final Partition partition;

	private final EntityLifecycle lifecycle;

	private final OperationExecution execution;

	private final List<PreparedWrite<?>> prepared = new ArrayList<>();

	private final List<RowWrite> others = new ArrayList<>();

	PartitionTransaction(Partition partition, OperationExecution execution) {
		this.partition = partition;
		this.lifecycle = execution.lifecycle();
		this.execution = execution;
	}

	/**
	 * Writes an entity, see {@link TableOperations#save(Object)}.
	 */
	public PartitionTransaction save(Object entity) {
		return add(entity, WriteMode.SAVE);
	}

	/**
	 * Writes an entity that must not be there yet.
	 */
	public PartitionTransaction insert(Object entity) {
		return add(entity, WriteMode.INSERT);
	}

	/**
	 * Replaces an entity that must be there; of its version if it has one.
	 */
	public PartitionTransaction replace(Object entity) {
		return add(entity, WriteMode.UPDATE);
	}

	/**
	 * Deletes an entity that must be there; of its version if it has one.
	 */
	public PartitionTransaction delete(Object entity) {
		return add(entity, WriteMode.DELETE);
	}

	/**
	 * Deletes the entity under a key, if it has a version. No callback is called, and
	 * {@link #commit()} returns the key.
	 */
	public PartitionTransaction delete(Class<?> type, TableKey key, String version) {
		return add(this.lifecycle.deletion(type, this.partition.table(), key, version));
	}

	/**
	 * Writes the row of an entity, with its index rows and parts, if it has the version
	 * of the row. No callback is called, and {@link #commit()} returns the row.
	 * @param row all columns of the entity, those of its parts included, and the ETag
	 */
	public PartitionTransaction rewrite(Class<?> type, TableRow row) {
		return add(this.lifecycle.rewriting(type, this.partition.table(), row));
	}

	/**
	 * Lets the transaction fail if the entity has been changed since it was read. The
	 * service has no such check: the row is merged with nothing, and gets a new version.
	 */
	public PartitionTransaction check(Object entity) {
		PreparedWrite<?> write = this.lifecycle.prepare(entity, WriteMode.DELETE);
		String version = write.version();
		if (version == null) {
			throw new InvalidDataAccessApiUsageException(
					"The " + write.target().name() + " to be checked has no version");
		}
		write.checkVersion();
		write.checkNotMoving(null);
		checkPartition(write);
		TableKey own = write.row().key();
		IndexVersion read = IndexVersion.parse(version).orElse(new IndexVersion(version, own.rowKey()));
		TableKey checked = new TableKey(own.partitionKey(), read.rowKey());
		this.others.add(new RowWrite.Merge(TableRow.of(checked, Map.of()), read.etag()));
		return this;
	}

	/**
	 * Writes a row that belongs to no entity, as it is. Its key must not begin like those
	 * of the entities in the transaction, since it would be read as one of them; this is
	 * checked when the transaction is committed.
	 */
	public PartitionTransaction write(RowWrite write) {
		if (!write.key().partitionKey().equals(this.partition.key())) {
			throw new InvalidDataAccessApiUsageException("The row lies in another partition than the transaction");
		}
		this.others.add(write);
		return this;
	}

	private PartitionTransaction add(Object entity, WriteMode mode) {
		return add(this.lifecycle.prepare(entity, mode));
	}

	private PartitionTransaction add(PreparedWrite<?> write) {
		checkPartition(write);
		this.prepared.add(write);
		return this;
	}

	private void checkPartition(PreparedWrite<?> write) {
		if (!write.target().table().equals(this.partition.table())) {
			throw new InvalidDataAccessApiUsageException("The " + write.target().name() + " lies in the table '"
					+ write.target().table() + "', and the transaction is one of table '" + this.partition.table()
					+ "'; begin it with the table of its entities");
		}
		if (!write.row().key().partitionKey().equals(this.partition.key())) {
			throw new InvalidDataAccessApiUsageException("The " + write.target().name()
					+ " lies in another partition than the transaction; begin it with the partition key as the template \""
					+ write.target().indexes().model().keys().partition() + "\" writes it");
		}
	}

	/**
	 * Writes all collected entities and rows, or none, in one entity group transaction.
	 * @return the entities that were written, with their new versions, in order; deleted
	 * ones included
	 */
	public List<Object> commit() {
		if (this.prepared.isEmpty() && this.others.isEmpty()) {
			return List.of();
		}
		this.others.forEach(this::checkDistinguishable);
		List<@Nullable String> etags = this.execution.perform(() -> Operation.of("commit"),
				(context) -> context.writes().submit(this.partition.table(), this.prepared, this.others));
		List<Object> written = new ArrayList<>();
		for (int i = 0; i < this.prepared.size(); i++) {
			written.add(this.lifecycle.completed(this.prepared.get(i), etags.get(i)));
		}
		return written;
	}

	private void checkDistinguishable(RowWrite other) {
		for (PreparedWrite<?> write : this.prepared) {
			EntityModel model = write.target().indexes().model();
			String prefix = model.keys().row().prefix();
			boolean isCheck = other instanceof RowWrite.Merge;
			if (!isCheck && isToldByKey(model) && other.key().rowKey().startsWith(prefix)) {
				throw new InvalidDataAccessApiUsageException(
						"A row that belongs to no entity would be read as " + write.target().name() + ", since "
								+ (prefix.isEmpty() ? unprefixed(write) : "its row key begins with \"" + prefix
										+ "\", as theirs do. Begin it with something else"));
			}
		}
	}

	private static boolean isToldByKey(EntityModel model) {
		return model.discriminator() == null || model.discriminator().isByKey();
	}

	private static String unprefixed(PreparedWrite<?> write) {
		return "the row key template \"" + write.target().indexes().model().keys().row()
				+ "\" begins with no literal that tells them apart. Begin it with one, such as \""
				+ write.target().name().toLowerCase(Locale.ROOT) + "_\"";
	}

	/**
	 * A partition of a table.
	 *
	 * @param table the name of the table
	 * @param key the partition key
	 */
	record Partition(String table, String key) {

	}

}
