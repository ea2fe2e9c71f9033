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

package io.azuretables.observation;

import io.azuretables.operations.Operation;
import io.azuretables.plan.AccessPath;
import io.micrometer.observation.Observation;
import org.jspecify.annotations.Nullable;

/**
 * The Micrometer observation context of one template operation. Requests are counted as
 * they are made, on whatever thread.
 *
 * @since 0.1
 */
public final class TableOperationContext extends Observation.Context {

	private static final String NO_TABLE = "none";

	private static final String SEVERAL_TABLES = "several";

	private final Operation operation;

	private String table = NO_TABLE;

	private int requests;

	private int pages;

	private long rows;

	private long rowsRead;

	private long returned;

	private int sparsePages;

	private @Nullable RuntimeException failure;

	TableOperationContext(Operation operation) {
		this.operation = operation;
	}

	/**
	 * What the template was asked for.
	 */
	public Operation getOperation() {
		return this.operation;
	}

	/**
	 * The table of the requests: {@code none} while there were none, and {@code several}
	 * where they do not go to the same one.
	 */
	public synchronized String getTable() {
		return this.table;
	}

	/**
	 * How it ended: {@code ok}, {@code not-found}, or the kind of the error.
	 */
	public synchronized String getStatus() {
		if (this.failure != null) {
			return StatusText.of(this.failure);
		}
		return (this.operation.path() == AccessPath.POINT && this.rows == 0) ? StatusText.NOT_FOUND : StatusText.OK;
	}

	/**
	 * How many requests there were, retries of the client left out.
	 */
	public synchronized int getRequests() {
		return this.requests;
	}

	/**
	 * How many of the requests read a page.
	 */
	public synchronized int getPages() {
		return this.pages;
	}

	/**
	 * How many rows were read or written.
	 */
	public synchronized long getRows() {
		return this.rows;
	}

	/**
	 * How many rows were read, those of indexes and those that were left out included.
	 */
	public synchronized long getRowsRead() {
		return this.rowsRead;
	}

	/**
	 * How many entities the operation found: handed out, counted or deleted.
	 */
	public synchronized long getReturned() {
		return this.returned;
	}

	/**
	 * How many pages had fewer rows than were asked for, and others after them: the
	 * service looked at more rows than it returned. There may be more rows that it looked
	 * at.
	 */
	public synchronized int getSparsePages() {
		return this.sparsePages;
	}

	synchronized int read(int newRows) {
		this.rowsRead += newRows;
		return newRows;
	}

	synchronized void sparsePage() {
		this.sparsePages++;
	}

	synchronized void returned(long entities) {
		this.returned += entities;
	}

	synchronized void requested(String requestedTable) {
		boolean same = this.requests == 0 || this.table.equals(requestedTable);
		this.table = same ? requestedTable : SEVERAL_TABLES;
		this.requests++;
	}

	synchronized void page() {
		this.pages++;
	}

	synchronized void answered(int newRows) {
		this.rows += newRows;
	}

	synchronized void failed(RuntimeException newFailure) {
		this.failure = newFailure;
	}

}
