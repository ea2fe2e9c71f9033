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

import java.util.List;
import java.util.Optional;

import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.EntityType;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import io.azuretables.operations.TableTemplate;
import io.azuretables.repository.support.TableRepositoryFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.data.domain.Limit;
import org.springframework.data.repository.Repository;
import org.springframework.data.repository.query.QueryCreationException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/**
 * Methods that return an entity and what belongs to it, and cannot be answered by one
 * range, are refused when the repository is made.
 */
class RelatedRepositoryTests {

	static List<Arguments> methods() {
		String related = "which is for a related read, as it holds Staff, and ";
		String once = "can be returned once for each call; return it or an Optional of it, without order, limit and page";
		String type = ", which cannot be related; give it the type List or Optional of a class with @Table";
		return List.of(
				arguments(Several.class,
						"Several.findByDepartment: What belongs to one Staff is read with it, and the conditions may "
								+ "find several; ask for each part of its keys by equality"),
				arguments(Collection.class, "Collection.findByDepartmentAndId returns Reviewed, " + related + once),
				arguments(Limited.class, "Limited.findByDepartmentAndId returns Reviewed, " + related + once),
				arguments(Sorted.class, "Sorted.findByDepartmentAndIdOrderById returns Reviewed, " + related + once),
				arguments(Text.class,
						"Text.findByDepartmentAndId returns Titled, " + related
								+ "has the component 'title' of type java.lang.String" + type),
				arguments(Plain.class,
						"Plain.findByDepartmentAndId returns Rated, " + related + "has the component 'rating' of type "
								+ Rating.class.getName() + type),
				arguments(Twice.class,
						"Twice.findByDepartmentAndId returns Both, " + related
								+ "has two components for Rating; leave one of them out"),
				arguments(Alone.class,
						"Alone.findByDepartmentAndId returns Only, " + related
								+ "holds nothing besides it; let the method return the entity"),
				arguments(Apart.class, "Apart.findByDepartmentAndId: Staff and Distant cannot be read by one range: "
						+ "their row keys \"staff_{id:6}\" and \"distant_{id:6}\" do not begin with the same text and "
						+ "the same part, so that rows of other entities lie between theirs. Begin both with them, and "
						+ "tell the classes apart with @EntityType, or read each by a query, which takes 1 + 1 requests"),
				arguments(Counting.class, "Counting.countByDepartmentAndId cannot return " + Reviewed.class.getName()
						+ ": let it return a long, for how many are found"));
	}

	@ParameterizedTest
	@MethodSource("methods")
	void refuses(Class<?> repository, String message) {
		assertThatExceptionOfType(QueryCreationException.class)
			.isThrownBy(() -> Stores.repository(repository, new EmbeddedTableGateway()))
			.withMessageStartingWith(message);
	}

	@Test
	void refusesRowsBetween() {
		TableTemplate template = Stores.template(new EmbeddedTableGateway());
		template.check(Between.class);
		assertThatExceptionOfType(QueryCreationException.class)
			.isThrownBy(() -> new TableRepositoryFactory(template).getRepository(Orders.class))
			.withMessageStartingWith("Orders.findByNumber: Order and Total cannot be read by one range: rows of "
					+ "Between lie between theirs");
	}

	@Test
	void reads() {
		assertThat(Stores.repository(Fits.class, new EmbeddedTableGateway()).findByDepartmentAndId("Sales", 1))
			.isEmpty();
	}

	@Table("Staff")
	@EntityType("Staff")
	@PartitionKey("{department}")
	@RowKey("staff_{id:6}")
	record Staff(String department, int id) {
	}

	@Table("Staff")
	@EntityType("Rating")
	@PartitionKey("{department}")
	@RowKey("staff_{id:6}_{year:4}")
	record Rating(String department, int id, int year) {
	}

	@Table("Staff")
	@EntityType("Distant")
	@PartitionKey("{department}")
	@RowKey("distant_{id:6}")
	record Distant(String department, int id) {
	}

	@Table("Orders")
	@PartitionKey("{number}")
	@RowKey("a")
	record Order(String number) {
	}

	@Table("Orders")
	@PartitionKey("{number}")
	@RowKey("b_{line:4}")
	record Between(String number, int line) {
	}

	@Table("Orders")
	@PartitionKey("{number}")
	@RowKey("c")
	record Total(String number) {
	}

	record Reviewed(Staff staff, List<Rating> ratings) {
	}

	record Titled(Staff staff, String title) {
	}

	record Rated(Staff staff, Rating rating) {
	}

	record Both(Staff staff, List<Rating> ratings, Optional<Rating> rating) {
	}

	record Only(Staff staff) {
	}

	record Parted(Staff staff, Optional<Distant> distant) {
	}

	record Summed(Order order, Optional<Total> total) {
	}

	interface Fits extends Repository<Staff, TableKey> {

		Optional<Reviewed> findByDepartmentAndId(String department, int id);

	}

	interface Several extends Repository<Staff, TableKey> {

		Reviewed findByDepartment(String department);

	}

	interface Collection extends Repository<Staff, TableKey> {

		List<Reviewed> findByDepartmentAndId(String department, int id);

	}

	interface Limited extends Repository<Staff, TableKey> {

		Reviewed findByDepartmentAndId(String department, int id, Limit limit);

	}

	interface Sorted extends Repository<Staff, TableKey> {

		Reviewed findByDepartmentAndIdOrderById(String department, int id);

	}

	interface Text extends Repository<Staff, TableKey> {

		Titled findByDepartmentAndId(String department, int id);

	}

	interface Plain extends Repository<Staff, TableKey> {

		Rated findByDepartmentAndId(String department, int id);

	}

	interface Twice extends Repository<Staff, TableKey> {

		Both findByDepartmentAndId(String department, int id);

	}

	interface Alone extends Repository<Staff, TableKey> {

		Only findByDepartmentAndId(String department, int id);

	}

	interface Apart extends Repository<Staff, TableKey> {

		Parted findByDepartmentAndId(String department, int id);

	}

	interface Counting extends Repository<Staff, TableKey> {

		Reviewed countByDepartmentAndId(String department, int id);

	}

	interface Orders extends Repository<Order, TableKey> {

		Summed findByNumber(String number);

	}

}
