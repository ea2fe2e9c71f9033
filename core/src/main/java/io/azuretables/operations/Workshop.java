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

import io.azuretables.client.TableGateway;
import io.azuretables.operations.OperationObserver.ObservedOperation;
import io.azuretables.write.DeferredWrites;
import org.jspecify.annotations.Nullable;

/**
 * Where do the tools of an operation come from? The same for all operations, unless each
 * is observed through a gateway of its own.
 */
final class Workshop {

	private final TableGateway gateway;

	private final EntityLifecycle lifecycle;

	private final @Nullable DeferredWrites deferred;

	private final ParallelCalls calls;

	private final int attempts;

	private final Tools shared;

	private volatile @Nullable OperationObserver observer;

	Workshop(TableGateway gateway, EntityLifecycle lifecycle, @Nullable DeferredWrites deferred,
			TableTemplateOptions options) {
		this.gateway = gateway;
		this.lifecycle = lifecycle;
		this.deferred = deferred;
		this.calls = new ParallelCalls(options.concurrency());
		this.attempts = options.conflictRetries();
		this.shared = tools(gateway, null);
	}

	void setObserver(@Nullable OperationObserver observer) {
		this.observer = observer;
	}

	Tools begin(Operation operation) {
		OperationObserver current = this.observer;
		if (current == null) {
			return this.shared;
		}
		ObservedOperation observed = current.begin(operation, this.gateway);
		return tools(observed.gateway(), observed);
	}

	private Tools tools(TableGateway target, @Nullable ObservedOperation observed) {
		PlanExecutor executor = new PlanExecutor(target, this.calls, this.deferred);
		EntityWrites writes = new EntityWrites(executor, this.lifecycle, this.deferred, this.attempts);
		return new Tools(executor, writes, new BulkWrites(writes, this.lifecycle, executor, this.calls), observed);
	}

}
