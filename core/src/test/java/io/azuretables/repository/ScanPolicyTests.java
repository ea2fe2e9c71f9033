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

package io.azuretables.repository;

import java.time.Instant;
import java.util.List;

import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.Table;
import io.azuretables.repository.support.TableRepositoryFactory;
import io.azuretables.sample.Employee;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.data.repository.Repository;
import org.springframework.data.repository.query.QueryCreationException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link ScanPolicy}.
 */
@ExtendWith(OutputCaptureExtension.class)
class ScanPolicyTests {

	private final TableRepositoryFactory factory = new TableRepositoryFactory(
			Stores.template(new EmbeddedTableGateway()));

	@Test
	void rejectsScansUnlessSaidOtherwise(CapturedOutput output) {
		assertThatExceptionOfType(QueryCreationException.class)
			.isThrownBy(() -> this.factory.getRepository(Scans.class))
			.as("which of the two comes first, the JDK decides")
			.withMessageMatching("Scans\\.findBy(LastName|DepartmentAndLastNameContaining): .*");
		assertThat(output).doesNotContain("findByLastName", "findByDepartmentAndLastNameContaining");
	}

	@Test
	void warnsOfScans(CapturedOutput output) {
		this.factory.setScanPolicy(ScanPolicy.WARN);
		assertThat(this.factory.getRepository(Scans.class).findByLastName("Hall")).isEmpty();
		assertThat(output).containsOnlyOnce("Scans.findByLastName: A query for Employee by lastName reads the whole")
			.containsOnlyOnce("Scans.findByDepartmentAndLastNameContaining: ")
			.doesNotContain("findByDepartment: ", "findByAge");
	}

	@Test
	void allowsScans(CapturedOutput output) {
		this.factory.setScanPolicy(ScanPolicy.ALLOW);
		assertThat(this.factory.getRepository(Scans.class).findByLastName("Hall")).isEmpty();
		assertThat(output).doesNotContain("Scans.");
	}

	@Test
	void warnsOfAnIndexThatLacksRowsWhateverThePolicy(CapturedOutput output) {
		for (ScanPolicy policy : ScanPolicy.values()) {
			this.factory.setScanPolicy(policy);
			this.factory.getRepository(Calls.class);
		}
		assertThat(output.getOut().lines().filter((line) -> line.contains("Calls.")))
			.hasSize(ScanPolicy.values().length)
			.allMatch((line) -> line.contains("WARN") && line
				.endsWith("Calls.findByLineAndCustomer: index customer holds no row where acceptedAt is null; "
						+ "say sparse = false on @SecondaryIndex \"customer\", ask for 'acceptedAt' too "
						+ "(IsNotNull is enough), or declare 'acceptedAt' so that no value can be missing"));
	}

	@NullMarked
	@Table("Calls")
	@PartitionKey("{line}")
	@RowKey("call_{number:6}")
	@SecondaryIndex(name = "customer", rowKey = "customer_{customer} {acceptedAt} {number:6}")
	record Call(String line, int number, String customer, @Nullable Instant acceptedAt) {

	}

	interface Calls extends Repository<Call, TableKey> {

		List<Call> findByLineAndCustomer(String line, String customer);

		List<Call> findByLineAndCustomerAndAcceptedAtNotNull(String line, String customer);

		List<Call> findByLine(String line);

	}

	@Test
	void decidesAboutScansOnly() {
		this.factory.setScanPolicy(ScanPolicy.WARN);
		assertThatExceptionOfType(QueryCreationException.class)
			.isThrownBy(() -> this.factory.getRepository(Sorts.class))
			.withMessageContaining("cannot be sorted by age");
	}

	interface Scans extends Repository<Employee, EmployeeId> {

		List<Employee> findByLastName(String lastName);

		List<Employee> findByDepartmentAndLastNameContaining(String department, String part);

		List<Employee> findByDepartment(String department);

		@AllowScan
		List<Employee> findByAge(int age);

	}

	interface Sorts extends Repository<Employee, EmployeeId> {

		List<Employee> findByDepartmentOrderByAge(String department);

	}

}
