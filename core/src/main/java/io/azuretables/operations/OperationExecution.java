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

import java.util.Iterator;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

import io.azuretables.gateway.TableGateway;
import io.azuretables.internal.execution.ParallelCalls;
import io.azuretables.internal.execution.PlanExecutor;
import io.azuretables.internal.write.BulkWrites;
import io.azuretables.internal.write.EntityLifecycle;
import io.azuretables.internal.write.EntityWriteExecutor;
import io.azuretables.mapping.model.IndexMapping;
import io.azuretables.operations.OperationObserver.ObservedOperation;
import io.azuretables.plan.QueryPlanner;
import io.azuretables.write.DeferredWrites;
import org.jspecify.annotations.Nullable;

/**
 * Performs operations, each observed where an observer is set. They share one context,
 * unless each is observed through a gateway of its own.
 */
final class OperationExecution {

	private final TableGateway gateway;

	private final EntityLifecycle lifecycle;

	private final Tables tables;

	private final @Nullable DeferredWrites deferred;

	private final ParallelCalls calls;

	private final int attempts;

	private final OperationContext shared;

	private final QueryPlanner planner;

	private final AtomicReference<Predicate<IndexMapping>> readable;

	private final AtomicReference<@Nullable OperationObserver> observer;

	OperationExecution(TableGateway gateway, EntityLifecycle lifecycle, Tables tables,
			@Nullable DeferredWrites deferred, TableTemplateOptions options) {
		this.gateway = gateway;
		this.lifecycle = lifecycle;
		this.tables = tables;
		this.deferred = deferred;
		this.calls = new ParallelCalls(options.concurrency(), options.threads());
		this.attempts = 1 + options.conflictRetries();
		AtomicReference<Predicate<IndexMapping>> usable = new AtomicReference<>((index) -> true);
		this.readable = usable;
		this.planner = new QueryPlanner((index) -> usable.get().test(index));
		this.observer = new AtomicReference<>();
		this.shared = context(gateway, null);
	}

	private OperationExecution(OperationExecution shared, Tables tables) {
		this.gateway = shared.gateway;
		this.lifecycle = shared.lifecycle.in(tables);
		this.tables = tables;
		this.deferred = shared.deferred;
		this.calls = shared.calls;
		this.attempts = shared.attempts;
		this.readable = shared.readable;
		this.planner = shared.planner;
		this.observer = shared.observer;
		this.shared = context(shared.shared.executor(), null);
	}

	/**
	 * The same over other tables: gateway, threads, planner and observer are shared.
	 */
	OperationExecution in(Tables others) {
		return new OperationExecution(this, others);
	}

	void setObserver(@Nullable OperationObserver observer) {
		this.observer.set(observer);
	}

	void setReadableIndexes(Predicate<IndexMapping> readable) {
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
		TableGateway target = this.tables.recreating(gateway);
		return context(new PlanExecutor(target, this.calls, this.deferred), observed);
	}

	private OperationContext context(PlanExecutor executor, @Nullable ObservedOperation observed) {
		EntityWriteExecutor writes = new EntityWriteExecutor(executor, this.lifecycle, this.attempts);
		return new OperationContext(executor, writes, new BulkWrites(writes, this.lifecycle, executor, this.calls),
				observed);
	}

	/**
	 * With what one operation is done.
	 *
	 * @param executor reads
	 * @param writes writes one entity
	 * @param bulk writes many
	 * @param observed the observer, or {@code null} for none
	 */
	record OperationContext(PlanExecutor executor, EntityWriteExecutor writes, BulkWrites bulk,
			@Nullable ObservedOperation observed) {

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
