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

import io.azuretables.gateway.TableGateway;
import io.azuretables.operations.OperationObserver.ObservedOperation;

/**
 * Reports an operation of a template to two observers, such as metrics and a request
 * counter.
 *
 * @param outer where requests go first
 * @param inner where they go then
 */
record CompositeObservedOperation(ObservedOperation outer, ObservedOperation inner) implements ObservedOperation {

	@Override
	public TableGateway gateway() {
		return this.outer.gateway();
	}

	@Override
	public void returned(long entities) {
		this.outer.returned(entities);
		this.inner.returned(entities);
	}

	@Override
	public void failed(RuntimeException failure) {
		this.outer.failed(failure);
		this.inner.failed(failure);
	}

	@Override
	public void ended() {
		this.outer.ended();
		this.inner.ended();
	}

}
