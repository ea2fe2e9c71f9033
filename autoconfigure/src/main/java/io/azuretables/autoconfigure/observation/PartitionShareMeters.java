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

import io.azuretables.autoconfigure.client.TableGatewayDecorator;
import io.azuretables.gateway.TableGateway;
import io.azuretables.observation.PartitionShares;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;

/**
 * Registers a Micrometer gauge for each table: which share of its load goes to its
 * busiest partition.
 */
final class PartitionShareMeters implements TableGatewayDecorator {

	private static final String NAME = "azure.tables.partition.share";

	private final MeterRegistry registry;

	private final PartitionShares shares = new PartitionShares(this::register);

	PartitionShareMeters(MeterRegistry registry) {
		this.registry = registry;
	}

	PartitionShares shares() {
		return this.shares;
	}

	@Override
	public TableGateway decorate(TableGateway gateway) {
		return this.shares.measured(gateway);
	}

	private void register(String table) {
		Gauge.builder(NAME, this.shares, (all) -> all.share(table))
			.tag("table", table)
			.description("Share of the rows of the table that its busiest partition takes")
			.register(this.registry);
	}

}
