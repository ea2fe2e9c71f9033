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

/**
 * Observes each operation of a template, for metrics, traces or tests.
 *
 * @since 0.1
 */
@FunctionalInterface
public interface OperationObserver {

	/**
	 * An operation begins.
	 * @param gateway where its requests would go
	 * @return the one operation, with a gateway that sees all of its requests, on
	 * whatever thread they are made
	 */
	ObservedOperation begin(Operation operation, TableGateway gateway);

	/**
	 * An observer that tells another one, too. Requests go to the gateway of this one
	 * first.
	 */
	default OperationObserver andThen(OperationObserver next) {
		return (operation, gateway) -> {
			ObservedOperation inner = next.begin(operation, gateway);
			return new CompositeObservedOperation(begin(operation, inner.gateway()), inner);
		};
	}

	/**
	 * One observed operation.
	 */
	interface ObservedOperation {

		/**
		 * Where the requests of the operation go.
		 */
		TableGateway gateway();

		/**
		 * The operation has found entities, which it hands out, counts or deletes. Said
		 * once, or for each entity of a stream.
		 * @param entities how many
		 */
		default void returned(long entities) {
		}

		/**
		 * The operation fails; it ends right after that.
		 */
		void failed(RuntimeException failure);

		/**
		 * The operation has ended. May be said more than once, and never is of a stream
		 * that is neither read to its end nor closed.
		 */
		void ended();

	}

}
