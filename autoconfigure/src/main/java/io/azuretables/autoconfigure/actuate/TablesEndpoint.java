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

package io.azuretables.autoconfigure.actuate;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

import io.azuretables.autoconfigure.design.DesignOptions;
import io.azuretables.autoconfigure.design.DesignReport;
import io.azuretables.autoconfigure.plan.MethodPlan;
import io.azuretables.autoconfigure.plan.RepositoryPlans;
import io.azuretables.observation.PartitionShares;
import io.azuretables.operations.TableOperations;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;

/**
 * The actuator endpoint {@code azuretables}, which shows the query plan of each
 * repository method. A plan says by which path and index a method reads, with which keys
 * and filters, and by how many requests. {@code azuretables/design} shows the report on
 * the design of the tables. Shows no values.
 *
 * @since 0.1
 */
@Endpoint(id = "azuretables")
public final class TablesEndpoint {

	private final RepositoryPlans plans;

	private final ObjectProvider<TableOperations> operations;

	private final ObjectProvider<PartitionShares> shares;

	TablesEndpoint(RepositoryPlans plans, ObjectProvider<TableOperations> operations,
			ObjectProvider<PartitionShares> shares) {
		this.plans = plans;
		this.operations = operations;
		this.shares = shares;
	}

	/**
	 * The methods by repository.
	 */
	@ReadOperation
	public Repositories repositories() {
		return new Repositories(this.plans.all()
			.stream()
			.collect(Collectors.groupingBy((plan) -> plan.repository().getName(), TreeMap::new,
					Collectors.mapping(Method::of, Collectors.toList()))));
	}

	/**
	 * The report on the design of the tables, with the shares of the busiest partitions
	 * where they are measured.
	 * @param report {@code design}
	 * @return {@code null}, which is answered by 404, for another word, and where there
	 * is not one template
	 */
	@ReadOperation
	public @Nullable DesignReport report(@Selector String report) {
		TableOperations unique = this.operations.getIfUnique();
		if (!report.equals("design") || unique == null) {
			return null;
		}
		PartitionShares measured = this.shares.getIfUnique();
		DesignOptions options = (measured != null) ? DesignOptions.DEFAULTS.withShares(unique, measured)
				: DesignOptions.DEFAULTS;
		return DesignReport.of(unique.converter().mappingContext(), this.plans.all(), options);
	}

	/**
	 * The answer.
	 *
	 * @param repositories methods by the interface of their repository
	 */
	public record Repositories(Map<String, List<Method>> repositories) {

	}

	/**
	 * One method.
	 *
	 * @param name its name
	 * @param inherited whether the repository inherits it, instead of declaring it
	 * @param path its access path
	 * @param index the index that answers, or {@code null} for the entity's own key
	 * @param partitioning how the rows that it reads or writes are spread over
	 * partitions: {@code SPREAD}, {@code APPEND} (by times only), {@code SINGLE} (not at
	 * all)
	 * @param filter what is checked of rows besides their keys, without values
	 * @param requests the most requests of one call
	 * @param explanation all in one line: table, keys, filters, order
	 */
	public record Method(String name, boolean inherited, String path, @Nullable String index, String partitioning,
			String filter, String requests, String explanation) {

		static Method of(MethodPlan plan) {
			return new Method(plan.name(), plan.inherited(), plan.path().name(), plan.index(),
					plan.partitioning().name(), plan.filter(), plan.requests(), plan.outline().explain());
		}

	}

}
