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

package io.azuretables.benchmarks.task;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import com.azure.core.util.Context;
import com.azure.data.tables.TableClient;
import com.azure.data.tables.models.ListEntitiesOptions;
import com.azure.data.tables.models.TableEntity;
import io.azuretables.benchmarks.store.Employee;
import io.azuretables.benchmarks.store.EmployeeName;
import io.azuretables.benchmarks.store.HandMapping;
import io.azuretables.benchmarks.store.ServiceAnswers;
import io.azuretables.benchmarks.store.Sides;
import io.azuretables.operations.TableTemplate;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * Measures a query for two properties of 1,000 rows.
 *
 * @since 0.1
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class Projection {

	private final TableClient client = Sides.sdk(ServiceAnswers.names(1000));

	private final TableTemplate template = Sides.framework(ServiceAnswers.names(1000));

	@Benchmark
	public Object sdk() {
		ListEntitiesOptions options = new ListEntitiesOptions().setFilter("PartitionKey eq 'Sales'")
			.setSelect(List.of("PartitionKey", "RowKey", "lastName", "age"));
		List<TableEntity> found = new ArrayList<>();
		for (TableEntity entity : this.client.listEntities(options, null, Context.NONE)) {
			found.add(entity);
		}
		return found;
	}

	@Benchmark
	public Object hand() {
		ListEntitiesOptions options = new ListEntitiesOptions().setFilter("PartitionKey eq 'Sales'")
			.setSelect(List.of("PartitionKey", "RowKey", "lastName", "age"));
		List<EmployeeName> found = new ArrayList<>();
		for (TableEntity entity : this.client.listEntities(options, null, Context.NONE)) {
			found.add(HandMapping.name(entity));
		}
		return found;
	}

	@Benchmark
	public Object framework() {
		TableQuery query = TableQuery.of(Criteria.where("department").is("Sales"));
		return this.template.query(Employee.class).as(EmployeeName.class).find(query);
	}

}
