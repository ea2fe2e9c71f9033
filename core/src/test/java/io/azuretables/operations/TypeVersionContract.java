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

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;

import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.NewerTypes;
import io.azuretables.mapping.NewerVersionException;
import io.azuretables.operations.VersionedStaff.Alien;
import io.azuretables.operations.VersionedStaff.ByKeyV1;
import io.azuretables.operations.VersionedStaff.ByKeyV2;
import io.azuretables.operations.VersionedStaff.ByKeyV3;
import io.azuretables.operations.VersionedStaff.EmployeeV1;
import io.azuretables.operations.VersionedStaff.EmployeeV2;
import io.azuretables.operations.VersionedStaff.EmployeeV3;
import io.azuretables.operations.VersionedStaff.Named;
import io.azuretables.operations.VersionedStaff.OnlyName;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import io.azuretables.query.Update;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import io.azuretables.write.PartialWriteException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.data.domain.Sort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What each way to read and to write does with rows of older, the current and newer
 * versions of a class, and of unknown types, on any store.
 */
interface TypeVersionContract {

	TableKey ANN = TableKey.of("sales", "emp_1");

	TableGateway gateway();

	String table();

	private TableTemplate process(NewerTypes newer, Class<?>... types) {
		return VersionedStaff.process(gateway(), table(), newer, types);
	}

	private TableTemplate process(Class<?>... types) {
		return process(NewerTypes.FAIL, types);
	}

	private Map<String, Object> row(TableKey key) {
		TableRow row = gateway().read(table(), key, null, RowReader.rows());
		assertThat(row).isNotNull();
		return row.properties();
	}

	private static TableQuery where(Criteria condition) {
		return TableQuery.of(Criteria.where("department").is("sales").and(condition));
	}

	private static TableQuery sales() {
		return TableQuery.of(Criteria.where("department").is("sales"));
	}

	private static TableQuery ann() {
		return where(Criteria.where("fullName").is("Ann")).allowScan();
	}

	private static TableQuery inOslo(String index) {
		return where(Criteria.where("city").is("oslo")).usingIndex(index);
	}

	/**
	 * All ways to read what lies under the key, each of which finds it or not.
	 */
	private static Map<String, BiFunction<TableTemplate, Class<?>, Object>> reads(boolean indexed) {
		Map<String, BiFunction<TableTemplate, Class<?>, Object>> reads = new LinkedHashMap<>();
		reads.put("findById", (template, type) -> template.findById(type, ANN));
		reads.put("existsById", (template, type) -> template.existsById(type, ANN));
		reads.put("findAllById", (template, type) -> template.findAllById(type, List.of(ANN)));
		reads.put("find", (template, type) -> template.find(sales(), type));
		reads.put("find by column", (template, type) -> template.find(ann(), type));
		reads.put("find by start", (template, type) -> template
			.find(where(Criteria.where("fullName").startingWith("An")).allowScan(), type));
		reads.put("find by choice", (template, type) -> template
			.find(where(Criteria.where("fullName").in(List.of("Ann", "Bob"))).allowScan(), type));
		reads.put("find by key and column", (template, type) -> template
			.find(where(Criteria.where("id").is("1").and(Criteria.where("fullName").is("Ann"))), type));
		reads.put("find sorted",
				(template, type) -> template.find(sales().orderBy(Sort.by("fullName").descending()).allowSort(), type));
		reads.put("find one", (template, type) -> template.findOne(ann(), type));
		reads.put("find first", (template, type) -> template.find(ann().limit(1), type));
		reads.put("stream", (template, type) -> template.stream(sales(), type).toList());
		reads.put("count", (template, type) -> template.count(sales(), type));
		reads.put("count by column", (template, type) -> template.count(ann(), type));
		reads.put("exists", (template, type) -> template.exists(sales(), type));
		reads.put("exists by column", (template, type) -> template.exists(ann(), type));
		reads.put("select", (template, type) -> template.find(ann().select("fullName"), type));
		reads.put("select of key", (template, type) -> template.query(type).as(OnlyName.class).find(sales()));
		reads.put("class projection", (template, type) -> template.query(type).as(OnlyName.class).find(ann()));
		reads.put("interface projection",
				(template, type) -> template.query(type)
					.as(Named.class)
					.find(sales())
					.stream()
					.filter((named) -> named.fullName().equals("Ann"))
					.toList());
		reads.put("scroll", (template, type) -> template.query(type).scroll(sales()).getContent());
		reads.put("scroll by column", (template, type) -> template.query(type).scroll(ann()).getContent());
		if (indexed) {
			for (String index : List.of("city", "town")) {
				reads.put("index " + index, (template, type) -> template.find(inOslo(index), type));
				reads.put("index " + index + " and column", (template, type) -> template
					.find(inOslo(index).and(Criteria.where("fullName").is("Ann")).allowScan(), type));
				reads.put("index " + index + " select",
						(template, type) -> template.find(inOslo(index).select("fullName"), type));
				reads.put("index " + index + " count", (template, type) -> template.count(inOslo(index), type));
				reads.put("index " + index + " scroll",
						(template, type) -> template.query(type).scroll(inOslo(index)).getContent());
			}
		}
		return reads;
	}

	/**
	 * All ways to write what lies under the key.
	 */
	private static Map<String, BiFunction<TableTemplate, Object, Object>> writes(String table) {
		Map<String, BiFunction<TableTemplate, Object, Object>> writes = new LinkedHashMap<>();
		writes.put("save", TableTemplate::save);
		writes.put("update", TableTemplate::update);
		writes.put("saveAll", (template, entity) -> template.saveAll(List.of(entity)));
		writes.put("transaction", (template, entity) -> template.inPartition(table, "sales").save(entity).commit());
		writes.put("merge", (template, entity) -> {
			template.merge(entity.getClass(), ANN, Update.update("city", "rome"));
			return true;
		});
		writes.put("mergeOrInsert", (template, entity) -> {
			template.mergeOrInsert(entity.getClass(), ANN, Update.update("city", "rome").set("fullName", "Ann"));
			return true;
		});
		writes.put("updateWithRetry",
				(template, entity) -> template.updateWithRetry(entity.getClass(), ANN, (read) -> cast(entity)));
		writes.put("insert", TableTemplate::insert);
		writes.put("deleteById", (template, entity) -> template.deleteById(entity.getClass(), ANN));
		writes.put("delete", (template, entity) -> {
			template.delete(entity);
			return !template.existsById(entity.getClass(), ANN);
		});
		writes.put("deleteAll", (template, entity) -> {
			template.deleteAll(List.of(entity));
			return !template.existsById(entity.getClass(), ANN);
		});
		writes.put("delete by query", (template, entity) -> template.delete(sales(), entity.getClass()));
		writes.put("delete by query with column", (template, entity) -> template.delete(ann(), entity.getClass()));
		return writes;
	}

	@SuppressWarnings("unchecked") // the class of the entity is asked for
	private static <T> T cast(Object entity) {
		return (T) entity;
	}

	private static String outcome(Callable<? extends @Nullable Object> call) throws Exception {
		try {
			Object result = call.call();
			boolean absent = result == null || result.equals(false) || result.equals(0L)
					|| (result instanceof Collection<?> several && several.isEmpty())
					|| (result instanceof Optional<?> one && one.isEmpty());
			return absent ? "absent" : "done";
		}
		catch (NewerVersionException ex) {
			return "newer";
		}
		catch (PartialWriteException ex) {
			return (ex.getCause() instanceof NewerVersionException) ? "newer" : "kept";
		}
		catch (DuplicateKeyException ex) {
			return "taken";
		}
		catch (DataIntegrityViolationException ex) {
			return "kept";
		}
		catch (OptimisticLockingFailureException ex) {
			return "absent";
		}
	}

	private void assertReads(NewerTypes newer, Class<?> subject, Object stored, String expected) throws Exception {
		Map<String, String> found = new LinkedHashMap<>();
		Map<String, String> wanted = new LinkedHashMap<>();
		TableTemplate writer = process(stored.getClass());
		writer.save(stored);
		TableTemplate reader = process(newer, subject);
		for (Map.Entry<String, BiFunction<TableTemplate, Class<?>, Object>> read : reads(!isByKey(subject))
			.entrySet()) {
			found.put(read.getKey(), outcome(() -> read.getValue().apply(reader, subject)));
			wanted.put(read.getKey(), expected);
		}
		writer.deleteById(stored.getClass(), ANN);
		assertThat(found).as("%s reads %s", subject.getSimpleName(), stored).isEqualTo(wanted);
	}

	private static boolean isByKey(Class<?> type) {
		return type.getSimpleName().startsWith("ByKey");
	}

	private static EmployeeV1 first() {
		return new EmployeeV1("sales", "1", "Ann", "oslo");
	}

	private static EmployeeV2 second() {
		return new EmployeeV2("sales", "1", "Ann", "oslo");
	}

	private static EmployeeV3 third() {
		return new EmployeeV3("sales", "1", "Ann", "oslo", "ann@example.com");
	}

	private static Alien alien() {
		return new Alien("sales", "1", "Ann", "oslo");
	}

	@Test
	default void readsOlderAndCurrentVersionsInEveryWay() throws Exception {
		assertReads(NewerTypes.FAIL, EmployeeV2.class, first(), "done");
		assertReads(NewerTypes.FAIL, EmployeeV2.class, second(), "done");
		assertReads(NewerTypes.FAIL, EmployeeV3.class, first(), "done");
		assertReads(NewerTypes.FAIL, EmployeeV3.class, second(), "done");
		assertReads(NewerTypes.FAIL, EmployeeV3.class, third(), "done");
	}

	@Test
	default void refusesNewerVersionsByNameInEveryWay() throws Exception {
		assertReads(NewerTypes.FAIL, EmployeeV2.class, third(), "newer");
		assertThatExceptionOfType(NewerVersionException.class).isThrownBy(() -> {
			process(EmployeeV3.class).save(third());
			process(EmployeeV2.class).findById(EmployeeV2.class, ANN);
		})
			.withMessage(
					"A row of EmployeeV2 has version 3, and this process knows versions up to 2: a newer version of "
							+ "the program wrote it. Let this process run the newer version; to read on, set "
							+ "azure.tables.newer-types to skip or read")
			.satisfies((ex) -> assertThat(List.of(ex.getType(), ex.getFound(), ex.getKnown()))
				.isEqualTo(List.of(EmployeeV2.class, 3, 2)));
	}

	@Test
	default void skipsOrReadsNewerVersionsInEveryWay() throws Exception {
		assertReads(NewerTypes.SKIP, EmployeeV2.class, third(), "absent");
		assertReads(NewerTypes.READ, EmployeeV2.class, third(), "done");
	}

	@Test
	default void leavesOutUnknownTypesInEveryWay() throws Exception {
		assertReads(NewerTypes.FAIL, EmployeeV2.class, alien(), "absent");
		assertReads(NewerTypes.READ, EmployeeV3.class, alien(), "absent");
	}

	@Test
	default void readsVersionsOfTypesThatKeysTellInEveryWay() throws Exception {
		ByKeyV1 first = new ByKeyV1("sales", "1", "Ann", "oslo");
		ByKeyV3 third = new ByKeyV3("sales", "1", "Ann", "oslo", null);
		assertReads(NewerTypes.FAIL, ByKeyV2.class, first, "done");
		assertReads(NewerTypes.FAIL, ByKeyV3.class, first, "done");
		assertReads(NewerTypes.FAIL, ByKeyV3.class, new ByKeyV2("sales", "1", "Ann", "oslo"), "done");
		assertReads(NewerTypes.FAIL, ByKeyV2.class, third, "newer");
		assertReads(NewerTypes.SKIP, ByKeyV2.class, third, "absent");
		assertReads(NewerTypes.READ, ByKeyV2.class, third, "done");
	}

	@Test
	default void writesOverNoNewerVersion() throws Exception {
		Map<String, String> expected = new LinkedHashMap<>();
		Map<String, String> outcomes = new LinkedHashMap<>();
		for (String way : writes(table()).keySet()) {
			expected.put(way,
					way.equals("insert") ? "taken taken taken" : way.contains("delete")
							? "newer " + (way.matches("delete|deleteAll") ? "done" : "absent") + " newer"
							: way.matches("merge|updateWithRetry") ? "newer absent newer" : "newer newer newer");
			List<String> each = new ArrayList<>();
			for (NewerTypes newer : NewerTypes.values()) {
				TableTemplate writer = process(EmployeeV3.class);
				writer.save(third());
				Map<String, Object> before = row(ANN);
				each.add(outcome(() -> writes(table()).get(way).apply(process(newer, EmployeeV2.class), second())));
				assertThat(row(ANN)).as("%s with %s", way, newer).isEqualTo(before);
				assertThat(writer.find(inOslo("city"), EmployeeV3.class)).hasSize(1);
			}
			outcomes.put(way, String.join(" ", each));
		}
		assertThat(outcomes).isEqualTo(expected);
	}

	@Test
	default void writesOverOlderVersionWithItsIndexRows() throws Exception {
		TableTemplate before = process(EmployeeV1.class);
		TableTemplate now = process(EmployeeV3.class);
		EmployeeV3 moved = new EmployeeV3("sales", "1", "Anna", "rome", null);
		for (Map.Entry<String, BiFunction<TableTemplate, Object, Object>> write : writes(table()).entrySet()) {
			before.save(first());
			String outcome = outcome(() -> write.getValue().apply(now, moved));
			assertThat(outcome).as(write.getKey()).isEqualTo(write.getKey().equals("insert") ? "taken" : "done");
			List<EmployeeV3> inOslo = now.find(inOslo("city"), EmployeeV3.class);
			List<EmployeeV3> inTown = now.find(inOslo("town"), EmployeeV3.class);
			assertThat(inOslo).as(write.getKey()).hasSize(write.getKey().equals("insert") ? 1 : 0).isEqualTo(inTown);
			now.deleteById(EmployeeV3.class, ANN);
		}
	}

	@Test
	default void mergesIntoOlderVersion() {
		process(EmployeeV1.class).save(first());
		TableTemplate now = process(EmployeeV3.class);
		now.merge(EmployeeV3.class, ANN, Update.update("city", "rome"));
		assertThat(row(ANN)).containsEntry("EntityType", "Employee.3")
			.containsEntry("fullName", "Ann")
			.containsEntry("mail", "ann@example.com")
			.doesNotContainKey("name");
		assertThat(now.find(where(Criteria.where("mail").is("ann@example.com")).usingIndex("mail"), EmployeeV3.class))
			.containsExactly(new EmployeeV3("sales", "1", "Ann", "rome", "ann@example.com"));
	}

	@Test
	default void readsRowsWithoutNumberAsFirstVersion() {
		process(EmployeeV1.class).save(first());
		Map<String, Object> stored = row(ANN);
		assertThat(stored).containsEntry("EntityType", "Employee.1");
		stored.put("EntityType", "Employee");
		gateway().write(table(), new RowWrite.Replace(TableRow.of(ANN, stored), "*"));
		assertThat(process(EmployeeV1.class).findById(EmployeeV1.class, ANN)).contains(first());
		assertThat(process(EmployeeV1.class).find(sales(), EmployeeV1.class)).containsExactly(first());
		assertThat(process(EmployeeV3.class).find(ann(), EmployeeV3.class)).containsExactly(third());
	}

}
