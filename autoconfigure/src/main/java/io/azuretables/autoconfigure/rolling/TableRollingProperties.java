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
package io.azuretables.autoconfigure.rolling;

import java.time.Duration;

import io.azuretables.autoconfigure.internal.configuration.PropertyChecks;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Configuration properties of the job that creates tables for coming periods of time and
 * drops old ones.
 *
 * @param keeper What creates and drops tables.
 * @since 0.1
 */
@ConfigurationProperties("azure.tables.rolling")
public record TableRollingProperties(@DefaultValue Keeper keeper) {

	/**
	 * Properties of the keeper.
	 *
	 * @param enabled Whether this application creates the tables of the next period in
	 * advance, for classes with a RollingTable. It also drops tables whose entities are
	 * older than their retention. At least one application must do so.
	 * @param interval Time between two runs that create and drop tables. Choose a shorter
	 * time than the shortest period.
	 */
	public record Keeper(@DefaultValue("true") boolean enabled, @DefaultValue("10m") Duration interval) {

		public Keeper {
			PropertyChecks.positive("interval", interval);
		}

	}

}
