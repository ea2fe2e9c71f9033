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

package io.azuretables.benchmarks.store;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.azuretables.operations.TableTemplate;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ServiceAnswersTests {

	private static final TableQuery SALES = TableQuery.of(Criteria.where("department").is("Sales"));

	@Test
	void countsWhatIsThere() {
		ByteSearch search = new ByteSearch("abcab");
		assertThat(search.count(bytes(""))).isZero();
		assertThat(search.count(bytes("abca"))).isZero();
		assertThat(search.count(bytes("xabcababcabx"))).isEqualTo(2);
		assertThat(search.count(bytes("aabcabé abcab"))).isEqualTo(2);
	}

	@Test
	void answersEveryWriteOfATransaction() {
		CannedHttpClient service = ServiceAnswers.committed();
		List<Employee> employees = IntStream.range(0, 37).mapToObj((number) -> Employee.of("Sales", number)).toList();
		assertThat(Sides.framework(service).insertAll(employees)).hasSize(37)
			.allSatisfy((employee) -> assertThat(employee.etag()).isNotNull());
		assertThat(service.requests()).isEqualTo(1);
	}

	@Test
	void givesBothSidesTheSameRow() {
		Employee byHand = HandMapping.employee(Sides.sdk(ServiceAnswers.row()).getEntity("Sales", "empid_000001"));
		Employee found = Sides.framework(ServiceAnswers.row())
			.findById(Employee.class, new EmployeeId("Sales", 1))
			.orElseThrow();
		assertThat(found).usingRecursiveComparison().isEqualTo(byHand);
	}

	@Test
	void endsAfterTheLastPage() {
		CannedHttpClient service = ServiceAnswers.pages(3, 1000);
		TableTemplate template = Sides.framework(service);
		try (Stream<Employee> employees = template.stream(SALES, Employee.class)) {
			assertThat(employees).hasSize(3000);
		}
		assertThat(service.requests()).isEqualTo(3);
	}

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

}
