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

package io.azuretables.autoconfigure.blob;

import java.time.Duration;

import io.azuretables.autoconfigure.internal.configuration.PropertyChecks;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Configuration properties of the jobs that delete unused blobs of entities, archives and
 * messages, and the blobs of old logs.
 *
 * @param sweep Which blobs are deleted when nothing names them.
 * @since 0.1
 */
@ConfigurationProperties("azure.tables.blobs")
public record TableBlobProperties(@DefaultValue Sweep sweep) {

	/**
	 * Properties of the sweeps of blobs.
	 *
	 * @param largeValues Contents of large values that no entity names.
	 * @param archives Contents of archives that no archived entity names.
	 * @param payloads Payloads of messages.
	 * @param logs Logs in blobs.
	 */
	public record Sweep(@DefaultValue LargeValues largeValues, @DefaultValue Archives archives,
			@DefaultValue Payloads payloads, @DefaultValue Logs logs) {

	}

	/**
	 * Properties of the sweep of large values.
	 *
	 * @param enabled Whether to delete the blobs that no entity names, for all beans of
	 * type LargeValueTemplate.
	 * @param interval Time between two sweeps, and before the first one. Each sweep lists
	 * the blobs, and reads a row for each that is old enough.
	 * @param age Minimum age of a blob to be deleted. Must be longer than any save takes.
	 */
	public record LargeValues(@DefaultValue("true") boolean enabled, @DefaultValue("6h") Duration interval,
			@DefaultValue("1d") Duration age) {

		public LargeValues {
			PropertyChecks.positive("interval", interval);
			PropertyChecks.notNegative("age", age);
		}

	}

	/**
	 * Properties of the sweep of archived contents.
	 *
	 * @param enabled Whether to delete the blobs that no archived entity names, for all
	 * beans of type ArchiveTemplate.
	 * @param interval Time between two sweeps, and before the first one. Each sweep lists
	 * the blobs, and reads an entity for each that is old enough.
	 * @param age Minimum age of a blob to be deleted. Must be longer than any move takes.
	 */
	public record Archives(@DefaultValue("true") boolean enabled, @DefaultValue("6h") Duration interval,
			@DefaultValue("1d") Duration age) {

		public Archives {
			PropertyChecks.positive("interval", interval);
			PropertyChecks.notNegative("age", age);
		}

	}

	/**
	 * Properties of the sweep of payloads.
	 *
	 * @param enabled Whether to delete payloads by their age alone. Off by default, since
	 * a message that stays in a queue or poison queue for longer than the age loses its
	 * payload.
	 * @param interval Time between two sweeps, and before the first one. Each sweep lists
	 * the payloads.
	 * @param age Minimum age of a payload to be deleted. Must be longer than any message
	 * stays in a queue or poison queue.
	 */
	public record Payloads(@DefaultValue("false") boolean enabled, @DefaultValue("6h") Duration interval,
			@DefaultValue("30d") Duration age) {

		public Payloads {
			PropertyChecks.positive("interval", interval);
			PropertyChecks.notNegative("age", age);
		}

	}

	/**
	 * Properties of the retention of logs in blobs.
	 *
	 * @param interval Time between two sweeps, and before the first one. Each sweep lists
	 * the blobs of the container.
	 * @param age Minimum age of the entries of a period to be deleted, for all beans of
	 * type BlobLogTemplate. Without it, nothing is deleted.
	 */
	public record Logs(@DefaultValue("6h") Duration interval, @Nullable Duration age) {

		public Logs {
			PropertyChecks.positive("interval", interval);
			if (age != null) {
				PropertyChecks.notNegative("age", age);
			}
		}

	}

}
