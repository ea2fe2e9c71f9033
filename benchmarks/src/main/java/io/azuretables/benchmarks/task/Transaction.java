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
import java.util.stream.IntStream;

import com.azure.data.tables.TableClient;
import com.azure.data.tables.models.TableEntity;
import com.azure.data.tables.models.TableTransactionAction;
import com.azure.data.tables.models.TableTransactionActionType;
import io.azuretables.benchmarks.store.Employee;
import io.azuretables.benchmarks.store.HandMapping;
import io.azuretables.benchmarks.store.ServiceAnswers;
import io.azuretables.benchmarks.store.Sides;
import io.azuretables.operations.TableTemplate;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * Measures a transaction of 100 inserts into one partition.
 *
 * @since 0.1
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class Transaction {

	private final TableClient client = Sides.sdk(ServiceAnswers.committed());

	private final TableTemplate template = Sides.framework(ServiceAnswers.committed());

	private final List<Employee> employees = IntStream.rangeClosed(1, 100)
		.mapToObj((number) -> Employee.of("Sales", number))
		.toList();

	private final List<TableEntity> entities = this.employees.stream().map(HandMapping::entity).toList();

	@Benchmark
	public Object sdk() {
		List<TableTransactionAction> actions = new ArrayList<>();
		for (TableEntity one : this.entities) {
			actions.add(new TableTransactionAction(TableTransactionActionType.CREATE, one));
		}
		return this.client.submitTransaction(actions);
	}

	@Benchmark
	public Object hand() {
		List<TableTransactionAction> actions = new ArrayList<>();
		for (Employee one : this.employees) {
			actions.add(new TableTransactionAction(TableTransactionActionType.CREATE, HandMapping.entity(one)));
		}
		return this.client.submitTransaction(actions);
	}

	@Benchmark
	public Object framework() {
		return this.template.insertAll(this.employees);
	}

}
