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

package io.azuretables.benchmarks.part;

import java.lang.management.ManagementFactory;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.IntConsumer;

import com.sun.management.OperatingSystemMXBean;
import io.azuretables.benchmarks.figure.Load;
import io.azuretables.benchmarks.store.Employee;
import io.azuretables.benchmarks.store.EmployeeId;
import io.azuretables.benchmarks.store.Sides;
import io.azuretables.operations.TableTemplate;

/**
 * Reads rows through one HTTP client, and prints throughput, processor time, and time to
 * the first response.
 */
final class HttpClientProbe {

	private static final long NANOS = 1_000_000;

	private static final int WARM_UP = 4_000;

	private static final int READS = 4_000;

	private HttpClientProbe() {
	}

	public static void main(String[] args) throws Exception {
		TableTemplate template = Sides.framework(ClientChoice.valueOf(args[0]).client(), args[3]);
		IntConsumer read = (number) -> template.findById(Employee.class, new EmployeeId("Sales", 1)).orElseThrow();
		read.accept(0);
		long first = ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime() / NANOS;
		int callers = Integer.parseInt(args[2]);
		ExecutorService executor = args[1].equals("virtual") ? virtual() : Executors.newFixedThreadPool(callers);
		Load.run(executor, callers, WARM_UP, read);
		Load load = Load.run(executor, callers, READS, read);
		System.out.println(String.join(" ", load.cells()) + " " + first);
		System.exit(0);
	}

	/**
	 * By its name, since the code is compiled for a Java that has none.
	 */
	static ExecutorService virtual() throws ReflectiveOperationException {
		return (ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
	}

}
