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

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Objects;
import java.util.UUID;

import com.azure.data.tables.models.TableEntity;

/**
 * Maps the benchmark entity by hand, as a careful user of the SDK does.
 */
public final class HandMapping {

	private static final String PREFIX = "empid_";

	private static final int WIDTH = 6;

	private HandMapping() {
	}

	public static String rowKey(int employeeId) {
		String digits = Integer.toString(employeeId);
		return PREFIX + "0".repeat(WIDTH - digits.length()) + digits;
	}

	public static TableEntity entity(Person person) {
		TableEntity entity = new TableEntity(person.department(), rowKey(person.employeeId()));
		entity.addProperty("firstName", person.firstName());
		entity.addProperty("lastName", person.lastName());
		entity.addProperty("email", person.email());
		entity.addProperty("age", person.age());
		entity.addProperty("active", person.active());
		entity.addProperty("salary", person.salary());
		entity.addProperty("hiredAt", person.hiredAt().atOffset(ZoneOffset.UTC));
		entity.addProperty("badge", person.badge());
		entity.addProperty("phone", person.phone());
		entity.addProperty("manager", person.manager());
		entity.addProperty("office", person.office());
		entity.addProperty("visits", person.visits());
		entity.addProperty("photo", person.photo());
		entity.addProperty("lastReviewAt", person.lastReviewAt().atOffset(ZoneOffset.UTC));
		entity.addProperty("level", person.level());
		return entity;
	}

	public static Employee employee(TableEntity entity) {
		return new Employee(entity.getPartitionKey(), Integer.parseInt(entity.getRowKey().substring(PREFIX.length())),
				text(entity, "firstName"), text(entity, "lastName"), text(entity, "email"), integer(entity, "age"),
				(Boolean) value(entity, "active"), ((Number) value(entity, "salary")).doubleValue(),
				instant(entity, "hiredAt"), (UUID) value(entity, "badge"), text(entity, "phone"),
				text(entity, "manager"), text(entity, "office"), (Long) value(entity, "visits"),
				(byte[]) value(entity, "photo"), instant(entity, "lastReviewAt"), integer(entity, "level"),
				entity.getETag());
	}

	public static EmployeeName name(TableEntity entity) {
		return new EmployeeName(text(entity, "lastName"), integer(entity, "age"));
	}

	private static Object value(TableEntity entity, String name) {
		return Objects.requireNonNull(entity.getProperty(name), name);
	}

	private static String text(TableEntity entity, String name) {
		return (String) value(entity, name);
	}

	private static int integer(TableEntity entity, String name) {
		return (Integer) value(entity, name);
	}

	private static Instant instant(TableEntity entity, String name) {
		return ((OffsetDateTime) value(entity, name)).toInstant();
	}

}
