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

package io.azuretables.patterns.internal.index;

import java.util.List;
import java.util.Map;

import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.operations.TableNameResolver;
import io.azuretables.patterns.index.ListedEmployee;
import io.azuretables.patterns.sample.Store;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the correction of lists while others write.
 */
class IndexListsTests {

	private static final TableKey ONE = TableKey.of("Sales", "empid_000001");

	private static final TableKey TWO = TableKey.of("Sales", "empid_000002");

	private static final TableKey JONES = TableKey.of("Sales", "last_Jones");

	private final TableGateway gateway = new EmbeddedTableGateway();

	private final Store store = Store.over(this.gateway, "");

	IndexListsTests() {
		this.store.template().converter().entity(ListedEmployee.class);
	}

	@BeforeEach
	void prepare() {
		this.gateway.createTable("ListedEmployees");
		put(1, "Jones");
		put(2, "Jones");
	}

	/**
	 * Writes an employee as a program does that knows nothing of lists.
	 */
	private void put(int employeeId, String lastName) {
		this.gateway.write("ListedEmployees", new RowWrite.InsertOrReplace(
				this.store.template().converter().write(ListedEmployee.of(employeeId, lastName))));
	}

	private @Nullable String ids() {
		TableRow row = this.gateway.read("ListedEmployees", JONES, null, RowReader.rows());
		return (row != null) ? row.get("EmployeeIDs", String.class) : null;
	}

	private IndexLists lists() {
		return new DeclaredIndexes(this.store.template().converter().mappingContext(), TableNameResolver.AS_DECLARED)
			.lists(this.store.gateway(), "ListedEmployees", "lastName");
	}

	@Test
	void addsAndRemovesWhatIsWrong() {
		assertThat(lists().settle(JONES, ONE)).isTrue();
		assertThat(this.store.gateway().requests()).isEqualTo(4);
		assertThat(ids()).isEqualTo("000001");
		this.store.gateway().reset();
		assertThat(lists().settle(JONES, ONE)).as("nothing is wrong").isFalse();
		assertThat(this.store.gateway().requests()).isEqualTo(3);
		put(1, "Hall");
		assertThat(lists().settle(JONES, ONE)).isTrue();
		assertThat(ids()).isNull();
	}

	@Test
	void looksAtEntityAgainAfterListWasWritten() {
		this.store.gateway().beforeEach((request) -> {
			if (request == 3) {
				put(1, "Hall");
			}
		});
		lists().settle(JONES, ONE);
		assertThat(ids()).isNull();
	}

	@Test
	void looksAgainAtEntitiesThatWereSeenEarlier() {
		TableRow seen = this.gateway.read("ListedEmployees", ONE, null, RowReader.rows());
		TableRow other = this.gateway.read("ListedEmployees", TWO, null, RowReader.rows());
		put(1, "Hall");
		lists().settle(JONES, List.of(ONE, TWO), Map.of(ONE, seen, TWO, other));
		assertThat(ids()).isEqualTo("000002");
	}

	@Test
	void keepsWhatOthersWriteIntoTheSameList() {
		this.store.gateway().beforeEach((request) -> {
			if (request == 3) {
				new IndexLists(this.gateway, "ListedEmployees", lists().rows()).settle(JONES, TWO);
			}
		});
		lists().settle(JONES, ONE);
		assertThat(ids()).isEqualTo("000001,000002");
	}

}
