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

import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.azuretables.benchmarks.figure.HeapWatch;
import io.azuretables.benchmarks.store.Contact;
import io.azuretables.benchmarks.store.Employee;
import io.azuretables.benchmarks.store.ServiceAnswers;
import io.azuretables.benchmarks.store.Sides;
import io.azuretables.operations.TableTemplate;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;

/**
 * Reads or writes a number of rows, and prints how much heap was used.
 */
final class MemoryProbe {

	private static final double MEBIBYTE = 1024 * 1024;

	private static final int PAGE = 1000;

	private MemoryProbe() {
	}

	public static void main(String[] args) {
		int rows = Integer.parseInt(args[1]);
		HeapWatch heap = HeapWatch.start();
		long seen = args[0].equals("stream") ? stream(rows) : save(rows);
		if (seen != rows) {
			throw new IllegalStateException(seen + " of " + rows + " rows");
		}
		double peak = heap.peak() / MEBIBYTE;
		System.out.printf(Locale.ROOT, "%.1f %.1f%n", heap.live() / MEBIBYTE, peak);
	}

	private static long stream(int rows) {
		TableTemplate template = Sides.framework(ServiceAnswers.pages(rows / PAGE, PAGE));
		try (Stream<Employee> employees = template.stream(TableQuery.of(Criteria.where("department").is("Sales")),
				Employee.class)) {
			return employees.mapToLong(Employee::age).filter((age) -> age > 0).count();
		}
	}

	private static long save(int rows) {
		TableTemplate template = Sides.framework(ServiceAnswers.committed());
		AtomicLong saved = new AtomicLong();
		template.saveAll(
				IntStream.range(0, rows).mapToObj((number) -> Contact.of("Department" + number / PAGE, number)),
				(contact) -> saved.incrementAndGet());
		return saved.get();
	}

}
