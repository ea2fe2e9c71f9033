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

import java.util.concurrent.TimeUnit;

import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.rest.Response;
import com.azure.core.util.Context;
import com.azure.data.tables.TableClient;
import com.azure.data.tables.models.TableEntity;
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
 * Measures an insert, with the ETag of the new row.
 *
 * @since 0.1
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class Insert {

	private final TableClient client = Sides.sdk(ServiceAnswers.written());

	private final TableTemplate template = Sides.framework(ServiceAnswers.written());

	private final Employee employee = Employee.of("Sales", 1);

	private final TableEntity entity = HandMapping.entity(this.employee);

	@Benchmark
	public Object sdk() {
		return this.client.createEntityWithResponse(this.entity, null, Context.NONE);
	}

	@Benchmark
	public Object hand() {
		Response<Void> response = this.client.createEntityWithResponse(HandMapping.entity(this.employee), null,
				Context.NONE);
		return this.employee.withEtag(response.getHeaders().getValue(HttpHeaderName.ETAG));
	}

	@Benchmark
	public Object framework() {
		return this.template.insert(this.employee);
	}

}
