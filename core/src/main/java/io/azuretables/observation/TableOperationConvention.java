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
import io.micrometer.common.KeyValues;
import io.micrometer.observation.GlobalObservationConvention;
import io.micrometer.observation.Observation;

/**
 * Names and tags the observations of template operations. By what there is little of:
 * table, operation, access path, index and status. How many rows, pages and requests it
 * took is kept out of metrics.
 *
 * @since 0.1
 */
public class TableOperationConvention implements GlobalObservationConvention<TableOperationContext> {

	private static final String NONE = "none";

	@Override
	public String getName() {
		return "azure.tables.operations";
	}

	@Override
	public String getContextualName(TableOperationContext context) {
		return context.getOperation().name() + " " + context.getTable();
	}

	@Override
	public KeyValues getLowCardinalityKeyValues(TableOperationContext context) {
		Operation operation = context.getOperation();
		return KeyValues.of("table", context.getTable(), "operation", operation.name(), "path",
				(operation.path() != null) ? operation.path().name() : NONE, "index",
				(operation.index() != null) ? operation.index() : NONE, "status", context.getStatus());
	}

	@Override
	public KeyValues getHighCardinalityKeyValues(TableOperationContext context) {
		return KeyValues.of("rows", String.valueOf(context.getRows()), "returned",
				String.valueOf(context.getReturned()), "pages", String.valueOf(context.getPages()), "requests",
				String.valueOf(context.getRequests()));
	}

	@Override
	public boolean supportsContext(Observation.Context context) {
		return context instanceof TableOperationContext;
	}

}
