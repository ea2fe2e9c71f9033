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

package io.azuretables.autoconfigure.template;

import java.time.Duration;

import io.azuretables.autoconfigure.internal.configuration.PropertyChecks;
import io.azuretables.mapping.NewerTypes;
import io.azuretables.operations.RateOptions;
import io.azuretables.operations.SchemaMode;
import io.azuretables.operations.TableNameResolver;
import io.azuretables.operations.TableTemplateOptions;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.StringUtils;

/**
 * Configuration properties of the {@code TableTemplate}: creation of tables, name prefix,
 * concurrency and rates.
 *
 * @param schema When to create the tables of mapped classes.
 * @param tableNamePrefix Prefix for the names of all tables, that of data keys included:
 * letters and digits, beginning with a letter.
 * @param concurrency Maximum number of requests that the template makes at the same time.
 * @param conflictRetries How often to repeat a change of an entity without a version if
 * another writer has changed the entity in the meantime.
 * @param hotPartitions How to treat entity classes that write to one partition, because
 * their partition keys have only times or no property. It does not apply to classes with
 * AcceptHotPartition.
 * @param partitionShares Whether to measure, for each table, the share of the busiest
 * partition in its rows. A warning names a partition with most of many rows. Needs a
 * meter registry, or the console.
 * @param newerTypes How to read a row with a newer type version (EntityType) than its
 * class has in this process: fail with an exception that names the class, skip the row,
 * or read it without the properties that the class does not know. Writes refuse such a
 * row in any case.
 * @param rate How fast to write many entities.
 * @since 0.1
 */
@ConfigurationProperties("azure.tables")
public record TableTemplateProperties(@DefaultValue("create-on-use") SchemaMode schema,
		@DefaultValue("") String tableNamePrefix, @DefaultValue("32") int concurrency,
		@DefaultValue("100") int conflictRetries, @DefaultValue("warn") HotPartitionPolicy hotPartitions,
		@DefaultValue("true") boolean partitionShares, @DefaultValue("fail") NewerTypes newerTypes,
		@DefaultValue Rate rate) {

	/**
	 * A prefix without characters is that of a variable that is not set.
	 */
	public TableTemplateProperties {
		tableNamePrefix = StringUtils.hasText(tableNamePrefix) ? tableNamePrefix : "";
		PropertyChecks.atLeast(1, "concurrency", concurrency);
		PropertyChecks.atLeast(0, "conflict-retries", conflictRetries);
	}

	TableTemplateOptions options() {
		TableNameResolver names = this.tableNamePrefix.isEmpty() ? TableNameResolver.AS_DECLARED
				: TableNameResolver.prefixed(this.tableNamePrefix);
		return TableTemplateOptions.DEFAULTS.withTableNames(names)
			.withSchema(this.schema)
			.withConcurrency(this.concurrency)
			.withConflictRetries(this.conflictRetries)
			.withRate(this.rate.options());
	}

	/**
	 * The rates of bulk writes.
	 *
	 * @param enabled Whether to limit the rate of bulk writes, and to lower it while the
	 * service throttles requests.
	 * @param partition Maximum number of rows per second of one partition.
	 * @param account Maximum number of rows per second of all partitions of an account.
	 * @param rampUp How long a partition takes to reach its rate. It begins with a tenth.
	 */
	public record Rate(@DefaultValue("false") boolean enabled, @DefaultValue("1900") int partition,
			@DefaultValue("19000") int account, @DefaultValue("10s") Duration rampUp) {

		public Rate {
			PropertyChecks.atLeast(1, "partition", partition);
			PropertyChecks.atLeast(1, "account", account);
			PropertyChecks.notNegative("ramp-up", rampUp);
		}

		@Nullable RateOptions options() {
			return this.enabled ? RateOptions.DEFAULTS.withPartition(this.partition)
				.withAccount(this.account)
				.withRampUp(this.rampUp) : null;
		}

	}

}
