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

package io.azuretables.patterns.ownership;

import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.UUID;

import io.azuretables.gateway.TableGateway;
import io.azuretables.internal.plan.RowFilter;
import io.azuretables.key.TableKey;
import io.azuretables.query.Criteria;
import io.azuretables.row.RowIterator;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;

import org.springframework.dao.DataAccessException;
import org.springframework.dao.InvalidDataAccessResourceUsageException;

/**
 * Reads and writes the rows that store which process owns which set of partitions.
 */
final class OwnerRows {

	private static final String MEMBER = "m|";

	private final TableGateway gateway;

	private final String table;

	private final String partition;

	OwnerRows(TableGateway gateway, String table, String group) {
		this.gateway = gateway;
		this.table = table;
		this.partition = "~owners|" + group;
	}

	/**
	 * The row key of a slot.
	 */
	static String key(int slot) {
		return "%04X".formatted(slot);
	}

	static boolean isMember(String rowKey) {
		return rowKey.startsWith(MEMBER);
	}

	void createTable() {
		this.gateway.createTable(this.table);
	}

	/**
	 * All rows by their row keys. One request.
	 */
	Map<String, OwnerRow> read() {
		Map<String, OwnerRow> rows = new TreeMap<>();
		RowRequest request = RowRequest.of(this.table, RowFilter.of(Criteria.where("PartitionKey").is(this.partition)));
		new RowIterator<>(request, (asked) -> this.gateway.read(asked, RowReader.rows()))
			.forEachRemaining((row) -> rows.put(row.key().rowKey(), OwnerRow.of(row)));
		return rows;
	}

	/**
	 * Says that a process is alive. One request.
	 * @throws InvalidDataAccessResourceUsageException if the table is not there
	 */
	void join(String process) {
		try {
			this.gateway.write(this.table, new RowWrite.InsertOrReplace(row(MEMBER + process, process, 0)));
		}
		catch (InvalidDataAccessResourceUsageException ex) {
			throw new InvalidDataAccessResourceUsageException("The rows of owners cannot be written to the table '"
					+ this.table + "'; if it is not there, create it, or call PartitionOwnership.start, which does so",
					ex);
		}
	}

	/**
	 * Removes this process. One request.
	 */
	void leave(String process) {
		this.gateway.write(this.table,
				new RowWrite.Delete(new TableKey(this.partition, MEMBER + process), RowWrite.ANY));
	}

	/**
	 * Removes a process that has not renewed its row. One request.
	 */
	void leave(OwnerRow member) {
		try {
			this.gateway.write(this.table,
					new RowWrite.Delete(new TableKey(this.partition, MEMBER + member.owner()), member.etag()));
		}
		catch (DataAccessException ex) {
			// it is alive after all, or another process has removed it
		}
	}

	/**
	 * Writes the row of a slot if it is as it was read. One request.
	 * @throws DataAccessException if it is not, or if this is not known
	 */
	void replace(int slot, OwnerRow read, String owner, long epoch) {
		TableRow row = row(key(slot), owner, epoch);
		this.gateway.write(this.table,
				read.etag().isEmpty() ? new RowWrite.Insert(row) : new RowWrite.Replace(row, read.etag()));
	}

	/**
	 * A row with a token of its own, so that a lost answer can be told.
	 */
	private TableRow row(String rowKey, String owner, long epoch) {
		return TableRow.of(new TableKey(this.partition, rowKey),
				Map.<String, Object>of("owner", owner, "epoch", epoch, RowWrite.TOKEN, UUID.randomUUID().toString()));
	}

	/**
	 * A row of an owner.
	 *
	 * @param owner the process, or empty if there is none
	 * @param epoch how many times the slot has changed its owner
	 * @param etag the version of the row; empty if there is none
	 */
	record OwnerRow(String owner, long epoch, String etag) {

		static final OwnerRow NONE = new OwnerRow("", 0, "");

		static OwnerRow of(TableRow row) {
			String owner = Objects.requireNonNullElse(row.get("owner", String.class), "");
			Long epoch = Objects.requireNonNullElse(row.get("epoch", Long.class), 0L);
			return new OwnerRow(owner, epoch, Objects.requireNonNull(row.etag()));
		}

	}

}
