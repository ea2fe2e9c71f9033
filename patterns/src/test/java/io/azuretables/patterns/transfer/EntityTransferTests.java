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

package io.azuretables.patterns.transfer;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.ForwardingTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.operations.TableTemplate;
import io.azuretables.query.TableQuery;
import io.azuretables.row.AtomicBatch;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import io.azuretables.sample.Employee;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.dao.TransientDataAccessResourceException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Exports of the entities of one class, imported and compared through templates whose
 * tables have other names.
 */
class EntityTransferTests {

	private final TableGateway source = new EmbeddedTableGateway();

	private final StoppedGateway target = new StoppedGateway();

	private final TableConverter converter = new TableConverter(new TableMappingContext(new TableCustomConversions()));

	private final TableTemplate from = new TableTemplate(this.source, this.converter);

	private final TableTemplate to = new TableTemplate(this.target, this.converter)
		.in((type, name) -> name + "Restored");

	private final TableImport load = new TableImport(this.target);

	@TempDir
	private Path directory;

	@BeforeEach
	void export() {
		this.from.saveAll(IntStream.range(0, 450).mapToObj(EntityTransferTests::employee).toList());
		this.source.write("Employees", new RowWrite.Insert(TableRow.of(new TableKey("Dept1", "other"), Map.of())));
		new TableExport(this.source).export(this.from, Employee.class, location(), (progress) -> {
		});
	}

	private static Employee employee(int number) {
		return Employee.of("Dept" + number % 3, number, "Name" + number, 30);
	}

	private TransferLocation location() {
		return TransferLocation.directory(this.directory);
	}

	private void load(ImportMode mode) {
		this.load.load(location(), this.to, Employee.class, mode, (progress) -> {
		});
	}

	private List<Employee> stored() {
		return this.to.find(TableQuery.all().allowScan(), Employee.class);
	}

	@Test
	void repeatsAnImportThatWasStopped() {
		this.target.left.set(3);
		assertThatExceptionOfType(Exception.class).isThrownBy(() -> load(ImportMode.INSERT))
			.withStackTraceContaining("stopped");
		assertThat(stored()).hasSizeBetween(1, 449);
		this.target.left.set(Integer.MAX_VALUE);
		load(ImportMode.INSERT);
		assertThat(stored()).hasSize(450);
		List<Employee> before = stored();
		load(ImportMode.INSERT);
		assertThat(stored()).as("with the same versions").isEqualTo(before);
		assertThat(this.load.verify(location(), this.to, Employee.class)).isEmpty();
	}

	@Test
	void refusesAnEntityThatIsThereWithOtherProperties() {
		Employee other = this.to.insert(Employee.of("Dept1", 1, "Name1", 99));
		assertThatExceptionOfType(DuplicateKeyException.class).isThrownBy(() -> load(ImportMode.INSERT))
			.withMessageContainingAll("Employee", "REPLACE");
		assertThat(this.to.findById(Employee.class, TableKey.of("Dept1", "empid_000001"))).contains(other);
	}

	@Test
	void comparesEntitiesWithoutOtherRowsAndVersions() {
		load(ImportMode.INSERT);
		this.target.write("EmployeesRestored",
				new RowWrite.Insert(TableRow.of(new TableKey("Dept2", "other"), Map.of())));
		assertThat(this.load.verify(location(), this.to, Employee.class)).isEmpty();
		this.to.save(stored().get(7));
		assertThat(this.load.verify(location(), this.to, Employee.class)).as("another version").isEmpty();
		Employee changed = stored().get(7);
		this.to.save(new Employee(changed.department(), changed.employeeId(), changed.email(), changed.lastName(), 31,
				changed.etag()));
		assertThat(this.load.verify(location(), this.to, Employee.class)).singleElement().satisfies((found) -> {
			assertThat(found.table()).isEqualTo("EmployeesRestored");
			assertThat(found.rows()).isEqualTo(450);
		});
		this.to.delete(stored().get(7));
		assertThat(this.load.verify(location(), this.to, Employee.class)).singleElement()
			.satisfies((found) -> assertThat(found.rows()).isEqualTo(449));
	}

	@Test
	void refusesToCompareEntitiesWithAWholeTable() {
		load(ImportMode.INSERT);
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> this.load.verify(location()))
			.withMessageContainingAll(Employee.class.getName(), "template");
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> this.load.verify(location(), this.to, String.class))
			.withMessageContaining("String");
	}

	/**
	 * Takes some transactions, and fails then.
	 */
	private static final class StoppedGateway extends ForwardingTableGateway {

		private final AtomicInteger left = new AtomicInteger(Integer.MAX_VALUE);

		StoppedGateway() {
			super(new EmbeddedTableGateway());
		}

		@Override
		public List<@Nullable String> submit(AtomicBatch batch) {
			if (this.left.decrementAndGet() < 0) {
				throw new TransientDataAccessResourceException("stopped");
			}
			return super.submit(batch);
		}

	}

}
