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

import java.util.Optional;
import java.util.concurrent.TimeUnit;

import com.azure.data.tables.TableClient;
import com.azure.data.tables.models.TableServiceException;
import io.azuretables.benchmarks.store.EmployeeId;
import io.azuretables.benchmarks.store.Employees;
import io.azuretables.benchmarks.store.HandMapping;
import io.azuretables.benchmarks.store.ServiceAnswers;
import io.azuretables.benchmarks.store.Sides;
import io.azuretables.repository.support.TableRepositoryFactory;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * Measures a read of a row that does not exist, through a repository.
 *
 * @since 0.1
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class MissingRow {

	private final TableClient client = Sides.sdk(ServiceAnswers.missing());

	private final Employees employees = new TableRepositoryFactory(Sides.framework(ServiceAnswers.missing()))
		.getRepository(Employees.class);

	@Benchmark
	public Object sdk() {
		try {
			return Optional.of(this.client.getEntity("Sales", HandMapping.rowKey(9)));
		}
		catch (TableServiceException ex) {
			if (ex.getResponse().getStatusCode() == 404) {
				return Optional.empty();
			}
			throw ex;
		}
	}

	@Benchmark
	public Object hand() {
		try {
			return Optional.of(HandMapping.employee(this.client.getEntity("Sales", HandMapping.rowKey(9))));
		}
		catch (TableServiceException ex) {
			if (ex.getResponse().getStatusCode() == 404) {
				return Optional.empty();
			}
			throw ex;
		}
	}

	@Benchmark
	public Object framework() {
		return this.employees.findById(new EmployeeId("Sales", 9));
	}

}
