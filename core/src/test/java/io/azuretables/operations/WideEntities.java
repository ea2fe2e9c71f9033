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
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

import io.azuretables.mapping.EntityType;
import io.azuretables.mapping.Flattened;
import io.azuretables.mapping.OtherProperties;
import io.azuretables.mapping.Part;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.Series;
import io.azuretables.mapping.Table;
import org.jspecify.annotations.Nullable;

import org.springframework.data.annotation.Version;

/**
 * Entities that are spread over several rows, and the same in one row.
 */
final class WideEntities {

	private WideEntities() {
	}

	/**
	 * The messages of an employee for each day of a year, as in the design guide.
	 */
	// tag::messages[]
	@Table
	static class Messages {

		@PartitionKey
		String department;

		@RowKey("empid_{id:6}")
		int id;

		@Nullable String name;

		@Part("first")
		@Series(column = "d{slot:3}", slots = 183)
		int[] first = new int[183];

		@Part("second")
		@Series(column = "e{slot:3}", slots = 182)
		int[] second = new int[182];

		// end::messages[]

		Messages(String department, int id) {
			this.department = department;
			this.id = id;
		}

		static Messages of(int id, int value) {
			Messages messages = new Messages("Sales", id);
			messages.name = "n" + value;
			Arrays.fill(messages.first, value);
			Arrays.fill(messages.second, value);
			return messages;
		}

		/**
		 * The only value of all days.
		 */
		int value() {
			return IntStream.concat(Arrays.stream(this.first), Arrays.stream(this.second))
				.distinct()
				.reduce((one, other) -> -1)
				.orElseThrow();
		}

	}

	/**
	 * A person in parts.
	 */
	@Table
	@SecondaryIndex(name = "mail", rowKey = "mail_{mail}_{id:4}", include = "name")
	static class Profile extends Person {

		@Part("cv")
		@Flattened
		@Nullable Address address;

		@Part("cv")
		byte @Nullable [] photo;

		@Part("more")
		@OtherProperties
		Map<String, Object> others = new LinkedHashMap<>();

		@Part("texts")
		@Series(column = "t{slot:2}", slots = 10)
		List<@Nullable String> texts = new ArrayList<>(Collections.nCopies(10, null));

		Profile(String team, int id) {
			super(team, id);
		}

		@Override
		Map<String, Object> values() {
			return values(this.address, this.photo, this.others, this.texts);
		}

	}

	/**
	 * The same in one row.
	 */
	@Table
	@SecondaryIndex(name = "mail", rowKey = "mail_{mail}_{id:4}", include = "name")
	static class NarrowProfile extends Person {

		@Flattened
		@Nullable Address address;

		byte @Nullable [] photo;

		@OtherProperties
		Map<String, Object> others = new LinkedHashMap<>();

		@Series(column = "t{slot:2}", slots = 10)
		List<@Nullable String> texts = new ArrayList<>(Collections.nCopies(10, null));

		NarrowProfile(String team, int id) {
			super(team, id);
		}

		static NarrowProfile of(Profile profile) {
			NarrowProfile narrow = new NarrowProfile(profile.team, profile.id);
			narrow.mail = profile.mail;
			narrow.name = profile.name;
			narrow.address = profile.address;
			narrow.photo = profile.photo;
			narrow.others = profile.others;
			narrow.texts = profile.texts;
			return narrow;
		}

		@Override
		Map<String, Object> values() {
			return values(this.address, this.photo, this.others, this.texts);
		}

	}

	abstract static class Person {

		@PartitionKey
		String team;

		@RowKey("p_{id:4}")
		int id;

		@Version
		@Nullable String version;

		String mail = "none";

		@Nullable String name;

		Person(String team, int id) {
			this.team = team;
			this.id = id;
		}

		abstract Map<String, Object> values();

		Map<String, Object> values(@Nullable Address address, byte @Nullable [] photo, Map<String, Object> others,
				List<@Nullable String> texts) {
			Map<String, Object> values = new TreeMap<>();
			values.put("id", this.id);
			values.put("mail", this.mail);
			values.put("name", String.valueOf(this.name));
			values.put("address", String.valueOf(address));
			values.put("photo", (photo != null) ? Arrays.hashCode(photo) : -1);
			values.put("others", new TreeMap<>(others).toString());
			values.put("texts", texts.toString());
			return values;
		}

	}

	static Profile random(RandomGenerator random, int id) {
		Profile profile = new Profile("red", id);
		profile.mail = "m" + random.nextInt(4);
		profile.name = random.nextBoolean() ? "name" + random.nextInt(3) : null;
		profile.address = random.nextBoolean() ? new Address("city" + random.nextInt(), null) : null;
		if (random.nextBoolean()) {
			profile.photo = new byte[random.nextInt(100)];
			random.nextBytes(Objects.requireNonNull(profile.photo));
		}
		for (int i = random.nextInt(4); i > 0; i--) {
			profile.others.put("o" + random.nextInt(6), random.nextBoolean() ? "text" : random.nextDouble());
		}
		profile.texts.replaceAll((text) -> random.nextBoolean() ? "x" + random.nextInt() : null);
		return profile;
	}

	record Address(@Nullable String city, @Nullable String street) {

	}

	/**
	 * Text of nearly 3 MiB.
	 */
	@Table
	static class Book {

		@PartitionKey
		String shelf;

		@RowKey("book_{id:1}")
		int id;

		@Part("first")
		@Series(column = "a{slot:2}", slots = 15)
		List<@Nullable String> first = List.of();

		@Part("second")
		@Series(column = "b{slot:2}", slots = 15)
		List<@Nullable String> second = List.of();

		@Part("third")
		@Series(column = "c{slot:2}", slots = 15)
		List<@Nullable String> third = List.of();

		Book(String shelf, int id) {
			this.shelf = shelf;
			this.id = id;
		}

		void fill(String character) {
			List<String> texts = Collections.nCopies(15, character.repeat(32 * 1024));
			this.first = new ArrayList<>(texts);
			this.second = new ArrayList<>(texts);
			this.third = new ArrayList<>(texts);
		}

	}

	/**
	 * A wide note and a narrow one, which can have the same keys.
	 */
	@Table("Notes")
	@EntityType
	static class WideNote {

		@PartitionKey
		String list = "all";

		@RowKey("note_{number}")
		String number;

		@Part("text")
		@Nullable String text;

		WideNote(String number) {
			this.number = number;
		}

	}

	@EntityType
	static class LongNote extends ShortNote {

		@Part("text")
		@Nullable String text;

		LongNote(String number) {
			super(number);
		}

	}

	@Table("Notes")
	@EntityType
	static class ShortNote {

		@PartitionKey
		String list = "all";

		@RowKey("note_{number}")
		String number;

		ShortNote(String number) {
			this.number = number;
		}

	}

}
