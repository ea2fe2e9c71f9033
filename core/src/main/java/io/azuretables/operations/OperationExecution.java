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

import java.time.Duration;
import java.time.InstantSource;
import java.util.Iterator;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;

import io.azuretables.gateway.SecondaryRegion;
import io.azuretables.gateway.TableGateway;
import io.azuretables.internal.change.DeferredWriteCommitter;
import io.azuretables.internal.execution.BulkPacing;
import io.azuretables.internal.execution.PacedTableGateway;
import io.azuretables.internal.execution.ParallelCalls;
import io.azuretables.internal.execution.PlanExecutor;
import io.azuretables.internal.execution.RegionalTableGateway;
import io.azuretables.internal.execution.SecondaryReads;
import io.azuretables.internal.plan.QueryPlanner;
import io.azuretables.internal.write.BulkWrites;
import io.azuretables.internal.write.EntityLifecycle;
import io.azuretables.internal.write.EntityWriteExecutor;
import io.azuretables.operations.OperationObserver.ObservedOperation;
import io.azuretables.plan.ReadableIndexes;
import io.azuretables.query.ReadRegion;
import io.azuretables.write.DeferredWrites;
import org.jspecify.annotations.Nullable;

/**
 * Runs the operations of a template, and reports each to the observer if there is one.
 * They share one context, unless each is observed through a gateway of its own.
 */
final class OperationExecution {

	private final TableGateway gateway;

	private final EntityLifecycle lifecycle;

	private final Tables tables;

	private final @Nullable DeferredWriteCommitter deferred;

	private final ParallelCalls calls;

	private final @Nullable Paced paced;

	private final int attempts;

	private final OperationContext shared;

	private final QueryPlanner planner;

	private final AtomicReference<ReadableIndexes> readable;

	private final AtomicReference<@Nullable OperationObserver> observer;

	private final AtomicReference<@Nullable SecondaryReads> secondary;

	/**
	 * From which region these operations read; {@code null} for the primary one alone.
	 */
	private final @Nullable Regional regional;

	OperationExecution(TableGateway gateway, EntityLifecycle lifecycle, Tables tables,
			@Nullable DeferredWrites deferred, TableTemplateOptions options) {
		this.gateway = gateway;
		this.lifecycle = lifecycle;
		this.tables = tables;
		this.deferred = (deferred != null) ? DeferredWriteCommitter.of(deferred) : null;
		this.calls = new ParallelCalls(options.concurrency(), options.threads());
		this.paced = (options.rate() != null) ? Paced.of(options.rate(), options) : null;
		this.attempts = 1 + options.conflictRetries();
		AtomicReference<ReadableIndexes> usable = new AtomicReference<>((type, index) -> true);
		this.readable = usable;
		this.planner = new QueryPlanner((model, index) -> usable.get().isReadable(model.type(), index.name()),
				!gateway.isUnordered());
		this.observer = new AtomicReference<>();
		this.secondary = new AtomicReference<>();
		this.regional = null;
		this.shared = context(gateway, null);
	}

	private OperationExecution(OperationExecution shared, Tables tables, @Nullable Regional regional) {
		this.gateway = shared.gateway;
		this.lifecycle = shared.lifecycle.in(tables);
		this.tables = tables;
		this.deferred = shared.deferred;
		this.calls = shared.calls;
		this.paced = shared.paced;
		this.attempts = shared.attempts;
		this.readable = shared.readable;
		this.observer = shared.observer;
		this.secondary = shared.secondary;
		this.regional = regional;
		this.planner = (regional == shared.regional) ? shared.planner
				: planner(shared.readable, !shared.gateway.isUnordered());
		this.shared = (regional == shared.regional)
				? context(shared.shared.executor(), shared.shared.bulkExecutor(), null) : context(shared.gateway, null);
	}

	/**
	 * The same over other tables: gateway, threads, planner and observer are shared.
	 */
	OperationExecution in(Tables others) {
		return new OperationExecution(this, others, this.regional);
	}

	/**
	 * An index in another partition, and its entities, may be of different moments there.
	 */
	private static QueryPlanner planner(AtomicReference<ReadableIndexes> readable, boolean ordered) {
		return new QueryPlanner(
				(model, index) -> index.isIntraPartition() && readable.get().isReadable(model.type(), index.name()),
				ordered);
	}

	void setSecondary(@Nullable SecondaryRegion region, InstantSource clock) {
		this.secondary.set((region != null) ? new SecondaryReads(region, clock) : null);
	}

	/**
	 * The same, reading from another region.
	 */
	OperationExecution reading(ReadRegion region, Duration maxStaleness) {
		SecondaryReads reads = this.secondary.get();
		if (reads == null) {
			throw new IllegalStateException("There is no secondary region to read from: set it by "
					+ "TableTemplate.setSecondary, or with Spring Boot by azure.tables.secondary.enabled");
		}
		return new OperationExecution(this, this.tables.asTheyAre(), new Regional(region, maxStaleness, reads));
	}

	/**
	 * What the positions of a table belong to: those of one region mean nothing in
	 * another one.
	 */
	String scope(String table) {
		return (this.regional == null) ? table : table + " " + this.regional.region();
	}

	void setObserver(@Nullable OperationObserver observer) {
		this.observer.set(observer);
	}

	void setReadableIndexes(ReadableIndexes readable) {
		this.readable.set(readable);
	}

	QueryPlanner planner() {
		return this.planner;
	}

	Tables tables() {
		return this.tables;
	}

	EntityLifecycle lifecycle() {
		return this.lifecycle;
	}

	/**
	 * Does something, and tells how it ended.
	 * @param operation what is done; only asked for when there is an observer
	 */
	<R extends @Nullable Object> R perform(Supplier<Operation> operation, Function<OperationContext, R> work) {
		OperationContext context = begin(operation);
		try {
			return work.apply(context);
		}
		catch (RuntimeException ex) {
			context.failed(ex);
			throw ex;
		}
		finally {
			context.ended();
		}
	}

	OperationContext begin(Supplier<Operation> operation) {
		OperationObserver current = this.observer.get();
		if (current == null) {
			return this.shared;
		}
		ObservedOperation observed = current.begin(operation.get(), this.gateway);
		return context(observed.gateway(), observed);
	}

	private OperationContext context(TableGateway gateway, @Nullable ObservedOperation observed) {
		if (this.regional != null) {
			PlanExecutor reads = new PlanExecutor(this.regional.over(gateway), this.calls);
			return context(reads, reads, observed);
		}
		TableGateway target = this.tables.recreating(gateway);
		PlanExecutor executor = new PlanExecutor(target, this.calls, this.deferred);
		Paced rates = this.paced;
		return context(executor,
				(rates == null) ? executor
						: new PlanExecutor(new PacedTableGateway(target, rates.pacing()), rates.calls(), this.deferred),
				observed);
	}

	private OperationContext context(PlanExecutor executor, PlanExecutor bulkExecutor,
			@Nullable ObservedOperation observed) {
		EntityWriteExecutor writes = new EntityWriteExecutor(executor, this.lifecycle, this.attempts);
		EntityWriteExecutor bulkWrites = (bulkExecutor == executor) ? writes
				: new EntityWriteExecutor(bulkExecutor, this.lifecycle, this.attempts);
		ParallelCalls bulkCalls = (this.paced != null) ? this.paced.calls() : this.calls;
		return new OperationContext(executor, writes, bulkExecutor,
				new BulkWrites(bulkWrites, this.lifecycle, bulkExecutor, bulkCalls), observed, this.regional != null);
	}

	/**
	 * What bulk writes have for themselves when they are paced.
	 *
	 * @param pacing their rates
	 * @param calls their threads, so that nothing else waits while they wait
	 */
	private record Paced(BulkPacing pacing, ParallelCalls calls) {

		static Paced of(RateOptions rate, TableTemplateOptions options) {
			return new Paced(
					new BulkPacing(rate.partition(), rate.account(), rate.rampUp(), options.concurrency(),
							options.clock(), rate.pause()::await),
					new ParallelCalls(options.concurrency(), options.threads()));
		}

	}

	/**
	 * From which region operations read.
	 */
	private record Regional(ReadRegion region, Duration maxStaleness, SecondaryReads reads) {

		private Regional {
			if (maxStaleness.isNegative()) {
				throw new IllegalArgumentException("The secondary region is never ahead by " + maxStaleness.abs());
			}
		}

		TableGateway over(TableGateway primary) {
			return new RegionalTableGateway(primary, this.reads, this.region == ReadRegion.SECONDARY,
					this.maxStaleness);
		}

	}

	/**
	 * With what one operation is done.
	 *
	 * @param executor reads
	 * @param writes writes one entity
	 * @param bulkExecutor reads and writes for what writes many
	 * @param bulk writes many
	 * @param observed the observer, or {@code null} for none
	 * @param readOnly whether writes are refused
	 */
	record OperationContext(PlanExecutor executor, EntityWriteExecutor writes, PlanExecutor bulkExecutor,
			BulkWrites bulk, @Nullable ObservedOperation observed, boolean readOnly) {

		@Override
		public EntityWriteExecutor writes() {
			checkWritable();
			return this.writes;
		}

		@Override
		public BulkWrites bulk() {
			checkWritable();
			return this.bulk;
		}

		private void checkWritable() {
			if (this.readOnly) {
				throw RegionalTableGateway.writing();
			}
		}

		void returned(long entities) {
			if (this.observed != null) {
				this.observed.returned(entities);
			}
		}

		void failed(RuntimeException failure) {
			if (this.observed != null) {
				this.observed.failed(failure);
			}
		}

		void ended() {
			if (this.observed != null) {
				this.observed.ended();
			}
		}

		/**
		 * Returns an iterator over the results that ends the operation after the last
		 * one.
		 */
		<T> Iterator<T> endingWith(Iterator<T> results) {
			return (this.observed != null) ? new EndingIterator<>(results, this) : results;
		}

	}

	private record EndingIterator<T>(Iterator<T> results, OperationContext context) implements Iterator<T> {

		@Override
		public boolean hasNext() {
			try {
				boolean more = this.results.hasNext();
				if (!more) {
					this.context.ended();
				}
				return more;
			}
			catch (RuntimeException ex) {
				throw failed(ex);
			}
		}

		@Override
		public T next() {
			try {
				T next = this.results.next();
				this.context.returned(1);
				return next;
			}
			catch (RuntimeException ex) {
				throw failed(ex);
			}
		}

		private RuntimeException failed(RuntimeException ex) {
			this.context.failed(ex);
			this.context.ended();
			return ex;
		}

	}

}
