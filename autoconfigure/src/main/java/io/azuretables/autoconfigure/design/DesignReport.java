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

package io.azuretables.autoconfigure.design;

import java.util.Collection;
import java.util.List;

import io.azuretables.autoconfigure.plan.MethodPlan;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.mapping.Partitioning;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * A report on the design of tables: the rows, indexes and methods of each class, their
 * costs, and advice. It is made from mapping and plans, without a request. It holds no
 * values, and no prices.
 *
 * @param classes the classes, by name
 * @param entities how many entities a call meets, for the requests of methods
 * @param values how many values a condition with several values has, for these
 * @param transactions the billable transactions of the given calls in a month;
 * {@code null} where no calls were given
 * @since 0.1
 */
public record DesignReport(List<ClassDesign> classes, int entities, int values, @Nullable Long transactions) {

	/**
	 * How many rows a second a partition takes, by the scalability targets of the
	 * service.
	 */
	public static final int PARTITION_RATE = 2000;

	public DesignReport {
		classes = List.copyOf(classes);
	}

	/**
	 * The report on all mapped classes.
	 */
	public static DesignReport of(TableMappingContext mapping, Collection<MethodPlan> plans) {
		return of(mapping, plans, DesignOptions.DEFAULTS);
	}

	/**
	 * The report on all mapped classes.
	 * @param plans the methods, such as those of
	 * {@link io.azuretables.autoconfigure.plan.RepositoryPlans#all()}
	 */
	public static DesignReport of(TableMappingContext mapping, Collection<MethodPlan> plans, DesignOptions options) {
		return new DesignAnalysis(mapping, List.copyOf(plans), options).report();
	}

	/**
	 * The methods whose calls are given, and whose transactions are not known: those of
	 * {@link #transactions()} are without theirs.
	 */
	public List<String> unknownTransactions() {
		return this.classes.stream()
			.flatMap((one) -> one.methods().stream())
			.filter((method) -> method.calls() != null && method.transactions() == null)
			.map((method) -> method.repository() + "." + method.name())
			.toList();
	}

	/**
	 * The report as a page that can be committed: equal designs give equal texts.
	 */
	public String markdown() {
		return new DesignPage(this).text();
	}

	/**
	 * The report as JSON. Needs Jackson 3.
	 */
	public String json() {
		return JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build().writeValueAsString(this) + '\n';
	}

	/**
	 * The design of one class.
	 *
	 * @param name its simple name
	 * @param type its name with its package
	 * @param table the name of its table
	 * @param partitionKey the template of its partition key
	 * @param rowKey the template of its row key
	 * @param partitioning how its partition key spreads its rows
	 * @param rows how many rows an entity has at most: its own, parts and index rows
	 * @param size sizes of entities; {@code null} where none were given
	 * @param rate rows written at the greatest load; {@code null} where no calls were
	 * given
	 * @param busiest the share of the busiest partition in the requests for the class,
	 * from 0 to 1; {@code null} where it was not given
	 * @param indexes its indexes, by name
	 * @param methods the methods on it
	 * @param findings what should be looked at
	 */
	public record ClassDesign(String name, String type, String table, String partitionKey, String rowKey,
			Partitioning partitioning, int rows, @Nullable Size size, @Nullable Rate rate, @Nullable Double busiest,
			List<IndexDesign> indexes, List<MethodDesign> methods, List<Finding> findings) {
	}

	/**
	 * Sizes of some entities of a class.
	 *
	 * @param entities how many entities there were
	 * @param meanBytes the mean bytes of an entity with all its rows
	 * @param meanIndexBytes those of its index rows
	 * @param ofLimit how much of the limit of the service the largest row takes, 1 for
	 * all of it
	 * @param storedBytes the bytes of all stored entities; {@code null} where their
	 * number was not given
	 */
	public record Size(int entities, long meanBytes, long meanIndexBytes, double ofLimit, @Nullable Long storedBytes) {
	}

	/**
	 * Rows that are written at the greatest load.
	 *
	 * @param rowsPerSecond how many a second, in the partitions of the class
	 * @param partitions among how many partitions they must be spread at least
	 */
	public record Rate(double rowsPerSecond, long partitions) {
	}

	/**
	 * One index.
	 *
	 * @param name its name
	 * @param kind where its rows are, and what it promises
	 * @param partitionKey the template of its partition key
	 * @param rowKey the template of its row key
	 * @param partitioning how its partition key spreads its rows
	 * @param methods the methods that it answers
	 */
	public record IndexDesign(String name, String kind, String partitionKey, String rowKey, Partitioning partitioning,
			List<String> methods) {
	}

	/**
	 * One method.
	 *
	 * @param repository the simple name of its repository
	 * @param name its name
	 * @param inherited whether the repository inherits it
	 * @param path its access path
	 * @param index the index that answers; {@code null} for the key of the class
	 * @param worst the most requests of a call
	 * @param requests the requests of a call that meets as many entities as the options
	 * say; {@code null} where they depend on other rows or on the argument
	 * @param calls how often it is called in a month; {@code null} where that was not
	 * given
	 * @param transactions the billable transactions of these calls; {@code null} where
	 * calls or requests are not known
	 */
	public record MethodDesign(String repository, String name, boolean inherited, String path, @Nullable String index,
			String worst, @Nullable Long requests, @Nullable Long calls, @Nullable Long transactions) {
	}

	/**
	 * Something that should be looked at.
	 *
	 * @param kind what it is
	 * @param text what was found, and the way out
	 */
	public record Finding(Kind kind, String text) {

		/**
		 * What was found.
		 */
		public enum Kind {

			/**
			 * The rows that are written at one time go to one partition.
			 */
			HOT_PARTITION,

			/**
			 * More rows are written than a partition takes.
			 */
			TOO_MANY_WRITES,

			/**
			 * No method uses an index, which every write pays for.
			 */
			UNUSED_INDEX,

			/**
			 * A method reads a whole table or partition.
			 */
			SCAN,

			/**
			 * A method reads rows that it does not return.
			 */
			READS_MORE,

			/**
			 * A method sends a request for each entity that it finds.
			 */
			REQUEST_PER_ENTITY,

			/**
			 * A query leaves out an index, as entities are missing in it.
			 */
			SPARSE_INDEX,

			/**
			 * A row comes near to the limit of the service.
			 */
			LARGE_ROW

		}

	}

}
