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

package io.azuretables.autoconfigure.observation;

import io.azuretables.observation.TableOperationContext;
import io.azuretables.operations.Operation;
import io.azuretables.plan.AccessPath;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;

/**
 * Counts the rows that operations read and the entities that they return, by table,
 * access path and index. Operations that ask for no rows are left out.
 */
final class RowMeters implements ObservationHandler<TableOperationContext> {

	private static final String NONE = "none";

	private final MeterRegistry registry;

	RowMeters(MeterRegistry registry) {
		this.registry = registry;
	}

	@Override
	public void onStop(TableOperationContext context) {
		Operation operation = context.getOperation();
		AccessPath path = operation.path();
		if (path != null) {
			Tags tags = Tags.of("table", context.getTable(), "path", path.name(), "index",
					(operation.index() != null) ? operation.index() : NONE);
			this.registry.counter("azure.tables.rows.read", tags).increment(context.getRowsRead());
			this.registry.counter("azure.tables.rows.returned", tags).increment(context.getReturned());
			this.registry.counter("azure.tables.pages.sparse", tags).increment(context.getSparsePages());
		}
	}

	@Override
	public boolean supportsContext(Observation.Context context) {
		return context instanceof TableOperationContext;
	}

}
