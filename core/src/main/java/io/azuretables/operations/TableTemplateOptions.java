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

import java.time.InstantSource;
import java.util.concurrent.ThreadFactory;

import io.azuretables.internal.execution.ParallelCalls;
import org.jspecify.annotations.Nullable;

/**
 * Options of a {@link TableTemplate}: names and creation of tables, concurrency, retries
 * and rates. Immutable; defaults in one place.
 *
 * @param tableNames in which table a class lies
 * @param schema when tables are created
 * @param concurrency the most requests at the same time for one template
 * @param conflictRetries how often a write without a version is tried again when another
 * writer has changed its row in between
 * @param clock says which tables of a {@link io.azuretables.mapping.RollingTable} are
 * kept, and paces bulk writes
 * @param threads makes the threads of parallel requests
 * @param rate how fast bulk writes may be; {@code null} for as fast as they can
 * @since 0.1
 */
public record TableTemplateOptions(TableNameResolver tableNames, SchemaMode schema, int concurrency,
		int conflictRetries, InstantSource clock, ThreadFactory threads, @Nullable RateOptions rate) {

	/**
	 * Declared names, created on use; 32 requests at a time, in daemon threads; 100
	 * repetitions.
	 */
	public static final TableTemplateOptions DEFAULTS = new TableTemplateOptions(TableNameResolver.AS_DECLARED,
			SchemaMode.CREATE_ON_USE, 32, 100, InstantSource.system(), ParallelCalls.DAEMONS, null);

	public TableTemplateOptions {
		if (concurrency < 1) {
			throw new IllegalArgumentException("At least one request at a time is needed, not " + concurrency);
		}
		if (conflictRetries < 0) {
			throw new IllegalArgumentException(
					"A write is tried again 0 times or more, not " + conflictRetries + " times");
		}
	}

	public TableTemplateOptions withTableNames(TableNameResolver newTableNames) {
		return new TableTemplateOptions(newTableNames, this.schema, this.concurrency, this.conflictRetries, this.clock,
				this.threads, this.rate);
	}

	public TableTemplateOptions withSchema(SchemaMode newSchema) {
		return new TableTemplateOptions(this.tableNames, newSchema, this.concurrency, this.conflictRetries, this.clock,
				this.threads, this.rate);
	}

	public TableTemplateOptions withConcurrency(int newConcurrency) {
		return new TableTemplateOptions(this.tableNames, this.schema, newConcurrency, this.conflictRetries, this.clock,
				this.threads, this.rate);
	}

	public TableTemplateOptions withConflictRetries(int newConflictRetries) {
		return new TableTemplateOptions(this.tableNames, this.schema, this.concurrency, newConflictRetries, this.clock,
				this.threads, this.rate);
	}

	/**
	 * The same with another clock. It says which tables of a
	 * {@link io.azuretables.mapping.RollingTable} are kept, and paces bulk writes.
	 */
	public TableTemplateOptions withClock(InstantSource newClock) {
		return new TableTemplateOptions(this.tableNames, this.schema, this.concurrency, this.conflictRetries, newClock,
				this.threads, this.rate);
	}

	/**
	 * The same with other threads for parallel requests, such as virtual ones.
	 */
	public TableTemplateOptions withThreads(ThreadFactory newThreads) {
		return new TableTemplateOptions(this.tableNames, this.schema, this.concurrency, this.conflictRetries,
				this.clock, newThreads, this.rate);
	}

	/**
	 * The same with rates for bulk writes. These have threads of their own then, as many
	 * as {@link #concurrency} says, so that nothing else waits with them.
	 */
	public TableTemplateOptions withRate(@Nullable RateOptions newRate) {
		return new TableTemplateOptions(this.tableNames, this.schema, this.concurrency, this.conflictRetries,
				this.clock, this.threads, newRate);
	}

}
