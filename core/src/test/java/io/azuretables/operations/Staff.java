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

import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.Table;
import org.jspecify.annotations.Nullable;

import org.springframework.data.annotation.Version;

/**
 * Five types in the partitions of one table: with and without a version, records and
 * classes, with no index to three.
 */
interface Staff {

	List<Class<? extends Staff>> TYPES = List.of(Guest.class, Visitor.class, Worker.class, Clerk.class, Boss.class);

	String TABLE = "Staff";

	String department();

	int id();

	@Nullable String email();

	@Nullable String city();

	int age();

	default @Nullable String etag() {
		return null;
	}

	static Staff of(Class<?> type, String department, int id, Details details, @Nullable String etag) {
		if (type == Visitor.class) {
			return new Visitor(department, id, details, etag);
		}
		if (type == Worker.class) {
			return new Worker(department, id, details);
		}
		String email = details.email();
		String city = details.city();
		if (type == Clerk.class) {
			return new Clerk(department, id, email, city, details.age(), etag);
		}
		return (type == Guest.class) ? new Guest(department, id, email, city, details.age())
				: new Boss(department, id, email, city, details.age());
	}

	default Details details() {
		return new Details(email(), city(), age());
	}

	/**
	 * What can change.
	 */
	record Details(@Nullable String email, @Nullable String city, int age) {

	}

	/**
	 * No version, no index.
	 */
	@Table(TABLE)
	@PartitionKey("{department}")
	@RowKey("guest_{id}")
	record Guest(String department, int id, @Nullable String email, @Nullable String city, int age) implements Staff {

	}

	/**
	 * What the mutable ones have in common.
	 */
	abstract class Mutable implements Staff {

		private String department = "";

		private int id;

		private @Nullable String email;

		private @Nullable String city;

		private int age;

		Mutable() {
		}

		Mutable(String department, int id, Details details) {
			this.department = department;
			this.id = id;
			this.email = details.email();
			this.city = details.city();
			this.age = details.age();
		}

		@Override
		public String department() {
			return this.department;
		}

		@Override
		public int id() {
			return this.id;
		}

		@Override
		public @Nullable String email() {
			return this.email;
		}

		@Override
		public @Nullable String city() {
			return this.city;
		}

		@Override
		public int age() {
			return this.age;
		}

	}

	/**
	 * A version, no index; mutable.
	 */
	@Table(TABLE)
	@PartitionKey("{department}")
	@RowKey("visitor_{id}")
	class Visitor extends Mutable {

		@Version
		private @Nullable String etag;

		Visitor() {
		}

		Visitor(String department, int id, Details details, @Nullable String etag) {
			super(department, id, details);
			this.etag = etag;
		}

		@Override
		public @Nullable String etag() {
			return this.etag;
		}

	}

	/**
	 * No version, a unique and a compound index; mutable.
	 */
	@Table(TABLE)
	@PartitionKey("{department}")
	@RowKey("worker_{id}")
	@SecondaryIndex(name = "email", rowKey = "wemail_{email}", unique = true)
	@SecondaryIndex(name = "city", rowKey = "wcity_{city}_{age}_{id}", include = "email")
	class Worker extends Mutable {

		Worker() {
		}

		Worker(String department, int id, Details details) {
			super(department, id, details);
		}

	}

	/**
	 * A version, and three indexes: of keys, of chosen columns, of everything.
	 */
	@Table(TABLE)
	@PartitionKey("{department}")
	@RowKey("clerk_{id}")
	@SecondaryIndex(name = "email", rowKey = "cemail_{email}", include = {})
	@SecondaryIndex(name = "city", rowKey = "ccity_{city}_{id}", include = "age")
	@SecondaryIndex(name = "age", rowKey = "cage_{age:desc}_{id}")
	record Clerk(String department, int id, @Nullable String email, @Nullable String city, int age,
			@Version @Nullable String etag) implements Staff {

	}

	/**
	 * No version, and an index that never moves.
	 */
	@Table(TABLE)
	@PartitionKey("{department}")
	@RowKey("boss_{id}")
	@SecondaryIndex(name = "newest", rowKey = "bnewest_{id:desc}")
	record Boss(String department, int id, @Nullable String email, @Nullable String city, int age) implements Staff {

	}

}
