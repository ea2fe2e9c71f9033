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

import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.Json;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import io.azuretables.plan.UnsupportedQueryException;
import io.azuretables.query.TableQuery;
import io.azuretables.sample.Employee;
import io.azuretables.sample.Review;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.data.domain.Example;
import org.springframework.data.domain.Page;
import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.ScrollPosition;
import org.springframework.data.domain.Slice;
import org.springframework.data.domain.Window;
import org.springframework.data.repository.CrudRepository;
import org.springframework.data.repository.PagingAndSortingRepository;
import org.springframework.data.repository.Repository;
import org.springframework.data.repository.query.QueryCreationException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/**
 * What cannot, or may not, be answered is refused when the repository is made, in words
 * that name the method and the way out.
 */
class RefusedMethodsTests {

	private static final String KEYWORDS = "', which tables cannot answer; there are Is, Not, In, NotIn, Between, "
			+ "LessThan, LessThanEqual, GreaterThan, GreaterThanEqual, Before, After, StartingWith, EndingWith, "
			+ "Containing, NotContaining, IsNull, IsNotNull, True, False and IgnoreCase";

	private static final String FOUND = "let it return entities or projections of them, or one of the two; for a "
			+ "number, a boolean or nothing, begin its name with count, exists or delete, or say count, exists or "
			+ "delete in @Query";

	private static final String PURPOSES = " says more than one of count, exists and delete in @Query; say only one of "
			+ "them";

	private static final String NO_POSITIONS = " answers in parts, and a query that is sorted in memory or merged "
			+ "from several partitions has no positions to go on from; return a List or a Stream";

	static List<Arguments> methods() {
		String whole = "A query for Employee by lastName reads the whole table: its conditions do not give the "
				+ "partition key \"{department}\". Ask for 'department' by equality, declare an index across partitions such "
				+ "as @SecondaryIndex(name = \"lastName\", partitionKey = \"lastName_{lastName}\", rowKey = "
				+ "\"lastName_{department} {employeeId:6}\", include = {}), or let it read more than it returns with "
				+ "@AllowScan or TableQuery.allowScan()";
		return List.of(arguments(Scan.class, "findByLastName", whole), arguments(Text.class, "byName", whole),
				arguments(Sorted.class, "findByDepartmentOrderByAge",
						"A query for Employee by department cannot be sorted by age: rows come in the order of "
								+ "\"empid_{employeeId:6}\". Sort by that, declare an index such as "
								+ "@SecondaryIndex(name = \"age\", rowKey = \"age_{age} {employeeId:6}\", "
								+ "sparse = false), or let the client collect and sort all of it with @AllowSort or "
								+ "TableQuery.allowSort()"),
				arguments(Paged.class, "findByDepartment",
						"Paged.findByDepartment returns a Page, and the service neither counts nor skips; return a "
								+ "Slice, or a Window and take a ScrollPosition"),
				arguments(Parts.class, "findByDepartmentOrderByAge", "Parts.findByDepartmentOrderByAge" + NO_POSITIONS),
				arguments(LastSlice.class, "findByDepartment",
						"LastSlice.findByDepartment returns a Slice, and nothing could ask for the next one; take a "
								+ "Pageable"),
				arguments(Slices.class, "findByDepartmentInOrderByEmployeeId",
						"Slices.findByDepartmentInOrderByEmployeeId" + NO_POSITIONS),
				arguments(Like.class, "findByDepartmentAndLastNameLike",
						"Like.findByDepartmentAndLastNameLike says 'Like' of 'lastName" + KEYWORDS),
				arguments(Regex.class, "findByDepartmentAndLastNameRegex",
						"Regex.findByDepartmentAndLastNameRegex says 'Regex' of 'lastName" + KEYWORDS),
				arguments(Near.class, "findByDepartmentAndLastNameNear",
						"Near.findByDepartmentAndLastNameNear says 'Near' of 'lastName" + KEYWORDS),
				arguments(Exists.class, "findByDepartmentAndLastNameExists",
						"Exists.findByDepartmentAndLastNameExists says 'Exists' of 'lastName" + KEYWORDS),
				arguments(Empty.class, "findByDepartmentAndLastNameIsEmpty",
						"Empty.findByDepartmentAndLastNameIsEmpty says 'Empty' of 'lastName" + KEYWORDS),
				arguments(Distinct.class, "findDistinctByDepartment",
						"Distinct.findDistinctByDepartment says Distinct, and entities are always distinct; leave it "
								+ "out of the name"),
				arguments(Top.class, "deleteTop2ByDepartment",
						"Top.deleteTop2ByDepartment says First or Top, which only counts in names that find; take a "
								+ "parameter of type Limit instead"),
				arguments(TopSlice.class, "findTop2ByDepartment",
						"TopSlice.findTop2ByDepartment says First or Top and returns a Slice: the limit would be that of "
								+ "each slice, and not of all together; take the size from the Pageable alone, or "
								+ "return a List or a Window"),
				arguments(CountedSlice.class, "countByDepartment",
						"CountedSlice.countByDepartment cannot return org.springframework.data.domain.Slice<"
								+ "java.lang.Long>: let it return a long, for how many are found"),
				arguments(CountedAtomic.class, "countByDepartment",
						"CountedAtomic.countByDepartment cannot return java.util.concurrent.atomic.AtomicLong: let it "
								+ "return a long, for how many are found"),
				arguments(ExistingStream.class, "existsByDepartment",
						"ExistingStream.existsByDepartment cannot return java.util.stream.Stream<java.lang.Boolean>: "
								+ "let it return a boolean, for whether any is found"),
				arguments(DeletedVoid.class, "deleteByDepartment",
						"DeletedVoid.deleteByDepartment cannot return java.lang.Void: let it return nothing, a long "
								+ "for how many are found, or a List of them"),
				arguments(TooFew.class, "findByDepartmentAndLastName",
						"TooFew.findByDepartmentAndLastName has 1 parameter for values, and its name asks for 2"),
				arguments(TooMany.class, "findByDepartment",
						"TooMany.findByDepartment has 2 parameters for values, and its name asks for 1"),
				arguments(SeveralForOne.class, "findByDepartmentAndEmployeeId",
						"SeveralForOne.findByDepartmentAndEmployeeId compares 'employeeId' with several values, List; "
								+ "say In, or take one value"),
				arguments(SeveralBetween.class, "findByDepartmentAndEmployeeIdBetween",
						"SeveralBetween.findByDepartmentAndEmployeeIdBetween compares 'employeeId' with several values, "
								+ "int[]; say In, or take one value"),
				arguments(OneForSeveral.class, "findByOwnerAndLabels",
						"OneForSeveral.findByOwnerAndLabels compares 'labels', which has several values, with one "
								+ "String; only all of them together can be compared"),
				arguments(DeletingByName.class, "findByDepartment",
						"DeletingByName.findByDepartment says count, exists or delete in @Query and has no filter there; "
								+ "begin its name with that word, or give the filter"),
				arguments(AllSliced.class, "findAll",
						"AllSliced.findAll has a name that does not begin like a query; begin it with findBy, countBy, "
								+ "existsBy or deleteBy, write findAllBy to find all entities, or give the query in @Query"),
				arguments(RangeAfterRange.class, "findByDepartmentAndEmployeeIdGreaterThanAndYearGreaterThan",
						"A query for Review by department, employeeId, year cannot use 'year' (year gt ?): it stands in "
								+ "the key \"empid_{employeeId:6}_{year:4}\" and nowhere else, and a part before it is "
								+ "not asked for by equality. Ask for the parts before it by equality, store it besides "
								+ "with @Column so that the service can filter by it, or let it read more than it "
								+ "returns with @AllowScan or TableQuery.allowScan()"),
				arguments(Deleted.class, "deleteByDepartment",
						"Deleted.deleteByDepartment cannot return java.util.Optional<io.azuretables.sample.Employee>: "
								+ "let it return nothing, a long for how many are found, or a List of them"),
				arguments(Counted.class, "countByDepartment",
						"Counted.countByDepartment cannot return java.util.List<io.azuretables.sample.Employee>: let it "
								+ "return a long, for how many are found"),
				arguments(Existing.class, "existsByDepartment",
						"Existing.existsByDepartment cannot return long: let it return a boolean, for whether any is "
								+ "found"),
				arguments(Number.class, "findByDepartment", "Number.findByDepartment cannot return long: " + FOUND),
				arguments(Names.class, "findByDepartment",
						"Names.findByDepartment cannot return java.util.List<java.lang.String>: " + FOUND),
				arguments(Iterating.class, "findByDepartment",
						"Iterating.findByDepartment cannot return java.util.Iterator<io.azuretables.sample.Employee>: "
								+ FOUND),
				arguments(Silent.class, "hall", "Silent.hall cannot return void: " + FOUND),
				arguments(CountedOrDeleted.class, "hall", "CountedOrDeleted.hall" + PURPOSES),
				arguments(ExistingOrDeleted.class, "hall", "ExistingOrDeleted.hall" + PURPOSES),
				arguments(CountedOrExisting.class, "hall", "CountedOrExisting.hall" + PURPOSES),
				arguments(OtherType.class, "findByDepartment", OtherType.Aged.class.getName()
						+ ".age is of type java.lang.String, and "
						+ "io.azuretables.sample.Employee.age, which is to fill it, of type int; give it that type"),
				arguments(Unused.class, "inDepartment",
						"Unused.inDepartment has the parameter 'age', which its filter does not use; compare something "
								+ "with it, or leave it out"),
				arguments(NoNumber.class, "aged",
						"A value of type java.lang.String does not fit Employee.age, which is of type java.lang.Integer"),
				arguments(NoKey.class, "tooWide",
						"Employee @RowKey: property 'employeeId' with value 12345678 cannot stand in the key: it has more "
								+ "than 6 digits; widen the part of the template"),
				arguments(TooLong.class, "long16",
						"A query for Employee by department, age needs 17 comparisons in one filter, and the service takes 15; ask in "
								+ "several queries"),
				arguments(Syntax.class, "broken",
						"Syntax.broken: Filter \"department eq :department and\": at position 29: "
								+ "expected a property or a literal, found the end"),
				arguments(Nobody.class, "missing",
						"Nobody.missing: Filter \"department eq :division\": at position 14: there is "
								+ "no parameter 'division'"),
				arguments(Unread.class, "unread", "Employee has no property 'salary' that a query can use; the "
						+ "properties are [department, employeeId, email, lastName, age]"));
	}

	@ParameterizedTest
	@MethodSource("methods")
	void refusesWhenTheRepositoryIsMade(Class<?> repository, String method, String message) {
		String name = repository.getSimpleName() + "." + method;
		assertThatExceptionOfType(QueryCreationException.class)
			.isThrownBy(() -> Stores.repository(repository, new EmbeddedTableGateway()))
			.withMessage(message.startsWith(name) ? message : name + ": " + message)
			.satisfies((ex) -> assertThat(ex.getMethod().getName()).isEqualTo(method))
			.withCauseInstanceOf(UnsupportedQueryException.class);
	}

	@Test
	void comparesSeveralValuesWithAllOfThem() {
		ByAllLabels repository = Stores.repository(ByAllLabels.class, new EmbeddedTableGateway());
		Labelled labelled = repository.save(new Labelled("ken", List.of("a", "b")));
		assertThat(repository.findByOwnerAndLabels("ken", List.of("a", "b"))).containsExactly(labelled);
		assertThat(repository.findByOwnerAndLabels("ken", List.of("a"))).isEmpty();
		assertThat(repository.withBoth("ken")).containsExactly(labelled);
		assertThatExceptionOfType(UnsupportedQueryException.class).isThrownBy(() -> repository.withLabel("ken", "a"))
			.withMessageContaining("does not fit Labelled.labels, which is of type java.util.List");
	}

	@Test
	void refusesToPageAndSort() {
		assertThatExceptionOfType(QueryCreationException.class)
			.isThrownBy(() -> Stores.repository(Sorting.class, new EmbeddedTableGateway()))
			.withMessage("Sorting is a PagingAndSortingRepository, and the service neither skips nor sorts; extend "
					+ "TableRepository, and declare methods that return a Slice or a Window")
			.withCauseInstanceOf(UnsupportedQueryException.class);
	}

	@Test
	void refusesPermissionsOfInheritedMethods() {
		assertThatExceptionOfType(UnsupportedQueryException.class)
			.isThrownBy(() -> Stores.repository(ScanByExample.class, new EmbeddedTableGateway()))
			.withMessage("ScanByExample.findAll is annotated with @AllowScan and is no query method; annotate the "
					+ "repository");
		assertThatExceptionOfType(UnsupportedQueryException.class)
			.isThrownBy(() -> Stores.repository(SortByQuery.class, new EmbeddedTableGateway()))
			.withMessage(
					"SortByQuery.find is annotated with @AllowSort and is no query method; annotate the repository");
		assertThat(Stores.repository(ScanOfAll.class, new EmbeddedTableGateway()).findAll()).isEmpty();
	}

	@Test
	void refusesUnknownProperties() {
		assertThatException().isThrownBy(() -> Stores.repository(Unknown.class, new EmbeddedTableGateway()))
			.withMessageContainingAll("Unknown.", "asks for 'salary', and Employee has no such property");
	}

	static Stream<Arguments> identifiers() {
		return Stream.of(
				arguments(ByNumber.class,
						"An identifier of type java.lang.Long cannot give [department, employeeId], which the keys of "
								+ "Employee are made of; use a TableKey, or a record with components of these names"),
				arguments(ByHalf.class,
						"The identifier type " + ByHalf.Half.class.getName()
								+ " has no 'employeeId', which the keys of Employee are made of"),
				arguments(ByText.class, "The identifier type " + ByText.Texts.class.getName()
						+ " has 'employeeId' of type java.lang.String, and in Employee it is of type int; use that "
						+ "type"),
				arguments(ByLong.class,
						"The identifier type " + ByLong.Longs.class.getName()
								+ " has 'employeeId' of type long, and in Employee it is of type int; use that type"),
				arguments(DepartmentByNumber.class,
						"An identifier of type java.lang.Long is not the java.lang.String that 'name' is, which the "
								+ "keys of Department are made of; use that type, or a TableKey"));
	}

	@ParameterizedTest
	@MethodSource("identifiers")
	void refusesIdentifiersOfAWrongType(Class<?> repository, String message) {
		assertThatException().isThrownBy(() -> Stores.repository(repository, new EmbeddedTableGateway()))
			.withMessage(message);
	}

	interface Number extends Repository<Employee, TableKey> {

		long findByDepartment(String department);

	}

	interface Names extends Repository<Employee, TableKey> {

		List<String> findByDepartment(String department);

	}

	interface Iterating extends Repository<Employee, TableKey> {

		Iterator<Employee> findByDepartment(String department);

	}

	interface Silent extends Repository<Employee, TableKey> {

		@Query("department eq 'Sales' and lastName eq 'Hall'")
		void hall();

	}

	interface ScanByExample extends TableRepository<Employee, TableKey> {

		@AllowScan
		@Override
		<S extends Employee> List<S> findAll(Example<S> example);

	}

	interface SortByQuery extends TableRepository<Employee, TableKey> {

		@AllowSort
		@Override
		List<Employee> find(TableQuery query);

	}

	interface ScanOfAll extends TableRepository<Employee, TableKey> {

		@AllowScan
		@Override
		List<Employee> findAll();

	}

	interface CountedOrDeleted extends Repository<Employee, TableKey> {

		@Query(value = "department eq 'Sales' and lastName eq 'Hall'", count = true, delete = true)
		long hall();

	}

	interface ExistingOrDeleted extends Repository<Employee, TableKey> {

		@Query(value = "department eq 'Sales' and lastName eq 'Hall'", exists = true, delete = true)
		void hall();

	}

	interface CountedOrExisting extends Repository<Employee, TableKey> {

		@Query(value = "department eq 'Sales' and lastName eq 'Hall'", count = true, exists = true)
		long hall();

	}

	interface OtherType extends Repository<Employee, TableKey> {

		List<Aged> findByDepartment(String department);

		record Aged(String age) {

		}

	}

	interface Unused extends Repository<Employee, TableKey> {

		@Query("department eq :department")
		List<Employee> inDepartment(String department, int age);

	}

	interface NoNumber extends Repository<Employee, TableKey> {

		@Query("department eq 'Sales' and age eq 'old'")
		List<Employee> aged();

	}

	interface NoKey extends Repository<Employee, TableKey> {

		@Query("department eq ?0 and employeeId eq 12345678")
		Optional<Employee> tooWide(String department);

	}

	interface TooLong extends Repository<Employee, TableKey> {

		@Query("department eq ?0 and age ne 1 and age ne 2 and age ne 3 and age ne 4 and age ne 5 and age ne 6 and "
				+ "age ne 7 and age ne 8 and age ne 9 and age ne 10 and age ne 11 and age ne 12 and age ne 13 and "
				+ "age ne 14")
		List<Employee> long16(String department);

	}

	interface Scan extends Repository<Employee, TableKey> {

		List<Employee> findByLastName(String lastName);

	}

	interface Text extends Repository<Employee, TableKey> {

		@Query("lastName eq ?0")
		List<Employee> byName(String lastName);

	}

	interface Sorted extends Repository<Employee, TableKey> {

		List<Employee> findByDepartmentOrderByAge(String department);

	}

	interface Paged extends Repository<Employee, TableKey> {

		Page<Employee> findByDepartment(String department, Pageable page);

	}

	interface LastSlice extends Repository<Employee, TableKey> {

		Slice<Employee> findByDepartment(String department);

	}

	interface Sorting extends PagingAndSortingRepository<Employee, TableKey> {

	}

	interface Parts extends Repository<Employee, TableKey> {

		@AllowSort
		Window<Employee> findByDepartmentOrderByAge(String department, ScrollPosition position);

	}

	interface Slices extends Repository<Employee, TableKey> {

		Slice<Employee> findByDepartmentInOrderByEmployeeId(List<String> departments, Pageable page);

	}

	interface Like extends Repository<Employee, TableKey> {

		List<Employee> findByDepartmentAndLastNameLike(String department, String lastName);

	}

	interface Regex extends Repository<Employee, TableKey> {

		List<Employee> findByDepartmentAndLastNameRegex(String department, String lastName);

	}

	interface Near extends Repository<Employee, TableKey> {

		List<Employee> findByDepartmentAndLastNameNear(String department, String lastName);

	}

	interface Exists extends Repository<Employee, TableKey> {

		List<Employee> findByDepartmentAndLastNameExists(String department);

	}

	interface Empty extends Repository<Employee, TableKey> {

		List<Employee> findByDepartmentAndLastNameIsEmpty(String department);

	}

	interface Distinct extends Repository<Employee, TableKey> {

		List<Employee> findDistinctByDepartment(String department);

	}

	interface TopSlice extends Repository<Employee, TableKey> {

		Slice<Employee> findTop2ByDepartment(String department, Pageable page);

	}

	interface CountedSlice extends Repository<Employee, TableKey> {

		Slice<Long> countByDepartment(String department, Pageable page);

	}

	interface CountedAtomic extends Repository<Employee, TableKey> {

		AtomicLong countByDepartment(String department);

	}

	interface ExistingStream extends Repository<Employee, TableKey> {

		Stream<Boolean> existsByDepartment(String department);

	}

	interface DeletedVoid extends Repository<Employee, TableKey> {

		Void deleteByDepartment(String department);

	}

	interface Top extends Repository<Employee, TableKey> {

		void deleteTop2ByDepartment(String department);

	}

	interface TooFew extends Repository<Employee, TableKey> {

		List<Employee> findByDepartmentAndLastName(String department);

	}

	interface TooMany extends Repository<Employee, TableKey> {

		List<Employee> findByDepartment(String department, String lastName);

	}

	interface SeveralForOne extends Repository<Employee, TableKey> {

		List<Employee> findByDepartmentAndEmployeeId(String department, List<Integer> ids);

	}

	@Table("Labelled")
	@PartitionKey("{owner}")
	@RowKey("labelled")
	record Labelled(String owner, @Json List<String> labels) {

	}

	interface OneForSeveral extends Repository<Labelled, TableKey> {

		@AllowScan
		List<Labelled> findByOwnerAndLabels(String owner, String label);

	}

	interface ByAllLabels extends TableRepository<Labelled, TableKey> {

		@AllowScan
		List<Labelled> findByOwnerAndLabels(String owner, Collection<String> labels);

		@AllowScan
		@Query("owner eq ?0 and labels eq '[\"a\",\"b\"]'")
		List<Labelled> withBoth(String owner);

		@AllowScan
		@Query("owner eq ?0 and labels eq ?1")
		List<Labelled> withLabel(String owner, String label);

	}

	interface SeveralBetween extends Repository<Employee, TableKey> {

		List<Employee> findByDepartmentAndEmployeeIdBetween(String department, int from, int[] to);

	}

	interface DeletingByName extends Repository<Employee, TableKey> {

		@Query(delete = true)
		List<Employee> findByDepartment(String department);

	}

	interface AllSliced extends Repository<Employee, TableKey> {

		@AllowScan
		Slice<Employee> findAll(Pageable page);

	}

	interface RangeAfterRange extends Repository<Review, TableKey> {

		List<Review> findByDepartmentAndEmployeeIdGreaterThanAndYearGreaterThan(String department, int id, int year);

	}

	interface Deleted extends Repository<Employee, TableKey> {

		Optional<Employee> deleteByDepartment(String department);

	}

	interface Counted extends Repository<Employee, TableKey> {

		List<Employee> countByDepartment(String department);

	}

	interface Existing extends Repository<Employee, TableKey> {

		long existsByDepartment(String department);

	}

	interface Syntax extends Repository<Employee, TableKey> {

		@Query("department eq :department and")
		List<Employee> broken(String department);

	}

	interface Nobody extends Repository<Employee, TableKey> {

		@Query("department eq :division")
		List<Employee> missing(String department);

	}

	interface Unread extends Repository<Employee, TableKey> {

		@Query("department eq :department and salary gt 5")
		List<Employee> unread(String department);

	}

	interface Unknown extends Repository<Employee, TableKey> {

		List<Employee> findByDepartmentAndSalary(String department, int salary);

	}

	interface ByNumber extends CrudRepository<Employee, Long> {

	}

	interface ByText extends Repository<Employee, ByText.Texts> {

		record Texts(String department, String employeeId) {
		}

	}

	interface ByLong extends Repository<Employee, ByLong.Longs> {

		class Longs {

			String department = "";

			long employeeId;

		}

	}

	interface ByHalf extends CrudRepository<Employee, ByHalf.Half> {

		/**
		 * Not enough.
		 *
		 * @param department the department
		 */
		record Half(String department) {

		}

	}

	interface DepartmentByNumber extends CrudRepository<io.azuretables.sample.Department, Long> {

	}

}
