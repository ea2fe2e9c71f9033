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

import java.util.concurrent.atomic.AtomicBoolean;

import io.azuretables.gateway.TableGateway;
import io.azuretables.operations.Operation;
import io.azuretables.operations.OperationObserver;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;

/**
 * Makes one Micrometer observation of each operation of a template. Whatever is observed
 * or traced while its requests are made belongs to it, also where they are made in
 * parallel. A row that is not there is an answer, not an error.
 *
 * @since 0.1
 */
public final class ObservedOperations implements OperationObserver {

	private static final TableOperationConvention CONVENTION = new TableOperationConvention();

	private final ObservationRegistry registry;

	public ObservedOperations(ObservationRegistry registry) {
		this.registry = registry;
	}

	@Override
	public ObservedOperation begin(Operation operation, TableGateway gateway) {
		TableOperationContext context = new TableOperationContext(operation);
		Observation observation = Observation.start(null, CONVENTION, () -> context, this.registry);
		return new Running(observation, context, new OperationGateway(gateway, observation, context),
				new AtomicBoolean());
	}

	private record Running(Observation observation, TableOperationContext context, TableGateway gateway,
			AtomicBoolean hasEnded) implements ObservedOperation {

		@Override
		public void returned(long entities) {
			this.context.returned(entities);
		}

		@Override
		public void failed(RuntimeException failure) {
			this.context.failed(failure);
			this.observation.error(failure);
		}

		@Override
		public void ended() {
			if (this.hasEnded.compareAndSet(false, true)) {
				this.observation.stop();
			}
		}

	}

}
