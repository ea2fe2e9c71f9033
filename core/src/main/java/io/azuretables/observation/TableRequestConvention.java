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

import io.micrometer.common.KeyValue;
import io.micrometer.common.KeyValues;
import io.micrometer.observation.GlobalObservationConvention;
import io.micrometer.observation.Observation;

/**
 * Names and tags the observations of requests to the table service. By table, operation,
 * region and status, of which there are few; how many rows there were is kept out of
 * metrics.
 *
 * @since 0.1
 */
public class TableRequestConvention implements GlobalObservationConvention<TableRequestContext> {

	@Override
	public String getName() {
		return "azure.tables.requests";
	}

	@Override
	public String getContextualName(TableRequestContext context) {
		return context.getOperation() + " " + context.getTable();
	}

	@Override
	public KeyValues getLowCardinalityKeyValues(TableRequestContext context) {
		return KeyValues.of(KeyValue.of("table", context.getTable()), KeyValue.of("operation", context.getOperation()),
				KeyValue.of("region", context.getRegion()), KeyValue.of("status", context.getStatus()));
	}

	@Override
	public KeyValues getHighCardinalityKeyValues(TableRequestContext context) {
		return KeyValues.of("rows", String.valueOf(context.getRows()));
	}

	@Override
	public boolean supportsContext(Observation.Context context) {
		return context instanceof TableRequestContext;
	}

}
