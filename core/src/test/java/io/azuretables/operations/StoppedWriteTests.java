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

package io.azuretables.operations;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

import io.azuretables.client.FaultyGateway;
import io.azuretables.client.FaultyGateway.Fault;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.WriteOutcomeUnknownException;
import io.azuretables.key.TableKey;
import io.azuretables.operations.Staff.Clerk;
import io.azuretables.operations.Staff.Details;
import io.azuretables.operations.Staff.Worker;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import io.azuretables.query.Update;
import io.azuretables.write.PartialWriteException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.dao.DataAccessException;
import org.springframework.dao.TransientDataAccessResourceException;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An operation that is stopped at any of its requests, before or after that is applied,
 * leaves index rows that agree with entities, and says truly what it knows.
 */
class StoppedWriteTests {

	private static final int MOST_REQUESTS = 30;

	static Stream<Arguments> operationsAndFaults() {
		Map<String, Operation> operations = new TreeMap<>();
		operations.put("save moving an index row", (template, there) -> template.save(older(there.get(0))));
		operations.put("save without a version", (template, there) -> template.save(older(there.get(2))));
		operations.put("insert", (template, there) -> template.insert(clerk(9, "new")));
		operations.put("update", (template, there) -> template.update(older(there.get(0))));
		operations.put("delete", (template, there) -> template.delete(there.get(0)));
		operations.put("delete by key", (template, there) -> template.deleteById(Worker.class, key(there.get(2))));
		operations.put("merge", (template, there) -> template.merge(Clerk.class, key(there.get(0)),
				Update.update("email", "merged").remove("city").increment("age", 3)));
		operations.put("update with retry", (template, there) -> template.updateWithRetry(Clerk.class,
				key(there.get(0)), (read) -> (Clerk) older(read)));
		operations.put("save many",
				(template, there) -> template.saveAll(there.stream().map(StoppedWriteTests::older).toList()));
		operations.put("delete many", (template, there) -> template.deleteAll(there));
		operations.put("delete by query", (template, there) -> template
			.delete(TableQuery.of(Criteria.where("department").is("Sales")), Clerk.class));
		operations.put("transaction",
				(template, there) -> template.inPartition(Staff.TABLE, "Sales")
					.replace(older(there.get(0)))
					.delete(there.get(1))
					.save(older(there.get(2)))
					.insert(clerk(9, "new"))
					.commit());
		return operations.entrySet()
			.stream()
			.flatMap((operation) -> Stream.of(Fault.values())
				.map((fault) -> Arguments.of(operation.getKey(), fault, operation.getValue())));
	}

	@ParameterizedTest(name = "{0}, {1}")
	@MethodSource("operationsAndFaults")
	void leavesIndexRowsTrueWhereverItStops(String name, Fault fault, Operation operation) {
		boolean failed = true;
		int request = 0;
		while (failed) {
			request++;
			assertThat(request).isLessThan(MOST_REQUESTS);
			failed = stop(name + " at request " + request, request, fault, operation);
		}
		assertThat(request).isGreaterThan(1);
	}

	private boolean stop(String description, int request, Fault fault, Operation operation) {
		StaffStore store = new StaffStore(new EmbeddedTableGateway(), Staff.TABLE);
		List<Staff> there = List.of(store.template().save(clerk(1, "one")), store.template().save(clerk(2, "two")),
				store.template().save(Staff.of(Worker.class, "Sales", 3, new Details("three", "city", 3), null)),
				store.template().save(Staff.of(Clerk.class, "Marketing", 4, new Details("four", null, 3), null)));
		Map<TableKey, Details> before = store.details();
		FaultyGateway faulty = new FaultyGateway(store.gateway(), request, fault);
		DataAccessException thrown = null;
		try {
			operation.run(store.template(faulty), there);
		}
		catch (DataAccessException ex) {
			thrown = ex;
		}
		store.checkIndexes(description);
		assertThat(thrown != null).as(description).isEqualTo(faulty.hasFailed());
		if (thrown instanceof PartialWriteException partial) {
			checkParts(partial, before, store, fault, description);
		}
		else if (thrown != null) {
			assertThat(thrown).as(description)
				.isInstanceOfAny(TransientDataAccessResourceException.class, WriteOutcomeUnknownException.class);
			boolean changed = !store.details().equals(before);
			assertThat(changed && !(thrown instanceof WriteOutcomeUnknownException)).as(description).isFalse();
		}
		return faulty.hasFailed();
	}

	private static void checkParts(PartialWriteException partial, Map<TableKey, Details> before, StaffStore store,
			Fault fault, String description) {
		Map<TableKey, Details> after = store.details();
		partial.getApplied()
			.forEach((one) -> assertThat(after.get(keyOf(one))).as(description).isNotEqualTo(before.get(keyOf(one))));
		for (List<?> unchanged : List.of(partial.getRefused(), partial.getNotAttempted())) {
			unchanged
				.forEach((one) -> assertThat(after.get(keyOf(one))).as(description).isEqualTo(before.get(keyOf(one))));
		}
		if (fault.isKnown()) {
			assertThat(partial.getUnknown()).as(description).isEmpty();
		}
		else {
			assertThat(partial.getRefused()).as(description).isEmpty();
			assertThat(partial.getUnknown().isEmpty()).as(description)
				.isNotEqualTo(partial.getCause() instanceof WriteOutcomeUnknownException);
		}
		assertThat(partial.getUnknown().size() + partial.getRefused().size() + partial.getNotAttempted().size())
			.as(description)
			.isPositive();
	}

	private static TableKey keyOf(Object one) {
		return (one instanceof TableKey key) ? key : key((Staff) one);
	}

	private static TableKey key(Staff staff) {
		return new StaffStore(new EmbeddedTableGateway(), Staff.TABLE).key(staff);
	}

	private static Staff clerk(int id, String email) {
		return Staff.of(Clerk.class, "Sales", id, new Details(email, "city", 30), null);
	}

	private static Staff older(Staff staff) {
		Details details = new Details(staff.email() + "+", "moved", staff.age() + 1);
		return Staff.of(staff.getClass(), staff.department(), staff.id(), details, staff.etag());
	}

	/**
	 * Something that is done to what is there.
	 */
	interface Operation {

		void run(TableTemplate template, List<Staff> there);

	}

}
