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

package io.azuretables;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.Predefined;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import io.azuretables.operations.TableOperations;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Holds how the house is cut: which rooms there are, which rooms they may look into, and
 * what each may import. Rooms that do not exist yet are tolerated, rooms that are not in
 * the table are not.
 */
class HouseRulesTests {

	private static final String HOUSE = "io.azuretables";

	// @formatter:off
	private static final List<Room> ROOMS = List.of(
		room("key"),
		room("row", "key"),
		room("mapping", "key"),
		room("convert", "mapping", "row", "key"),
		room("query"),
		room("odata", "query"),
		room("plan", "query", "odata", "convert", "mapping", "key"),
		room("write", "convert", "mapping", "row", "key"),
		room("index", "write", "convert", "mapping", "row", "key"),
		room("http"),
		room("client", "http", "odata", "query", "row", "key"),
		room("embedded", "client", "odata", "query", "row", "key"),
		room("callback", "row"),
		room("operations", "index", "plan", "write", "convert", "client", "callback", "query", "mapping", "row", "key"),
		room("observation", "operations", "plan", "client", "row", "key"),
		room("repository", "operations", "plan", "write", "convert", "client", "callback", "query", "odata", "mapping", "row",
			"key"));
	// @formatter:on

	private static final int MOST_OPERATIONS = 24;

	private static final JavaClasses CLASSES = new ClassFileImporter().withImportOption(Predefined.DO_NOT_INCLUDE_TESTS)
		.importPackages(HOUSE);

	@Test
	void looksAtClasses() {
		assertThat(CLASSES).isNotEmpty();
	}

	@Test
	void hasOnlyRoomsOfTheTable() {
		String[] rooms = ROOMS.stream().map(Room::packages).toArray(String[]::new);
		check(classes().should().resideInAnyPackage(rooms));
	}

	@ParameterizedTest
	@FieldSource("ROOMS")
	void looksOnlyIntoRoomsBelow(Room room) {
		check(classes().that()
			.resideInAPackage(room.packages())
			.should()
			.onlyDependOnClassesThat(
					DescribedPredicate.not(resideInAPackage(HOUSE + "..")).or(resideInAnyPackage(room.mayLookInto()))));
	}

	@Test
	void hasNoCycles() {
		check(slices().matching(HOUSE + ".(**)").should().beFreeOfCycles());
	}

	@Test
	void hasOneDoorToTheService() {
		check(noClasses().that()
			.resideOutsideOfPackages(packages("client"), packages("http"))
			.should()
			.dependOnClassesThat()
			.resideInAPackage("com.azure.."));
	}

	@Test
	void keepsReactiveTypesInReactiveTwins() {
		check(noClasses().that()
			.resideOutsideOfPackages(packages("client"), packages("http"))
			.and(areNotPartOfAReactiveTwin())
			.should()
			.dependOnClassesThat()
			.resideInAnyPackage("reactor..", "org.reactivestreams.."));
	}

	@Test
	void keepsMicrometerInObservation() {
		check(noClasses().that()
			.resideOutsideOfPackage(packages("observation"))
			.should()
			.dependOnClassesThat()
			.resideInAPackage("io.micrometer.."));
	}

	@Test
	void hasNoTypeInTheRootPackage() {
		check(noClasses().should().resideInAPackage(HOUSE));
	}

	@Test
	void namesRoomsAfterWhatIsInThem() {
		check(noClasses().that()
			.resideOutsideOfPackage(packages("repository.support"))
			.should()
			.resideInAnyPackage("..core..", "..util..", "..utils..", "..common..", "..support..", "..helper..",
					"..helpers.."));
	}

	@Test
	void namesTypesAfterWhatTheyAre() {
		check(noClasses().should().haveNameMatching(".*[.$]\\w*(Impl|Utils|Helper|Manager)"));
	}

	@Test
	void namesNoTypeAfterItsPlaceInAHierarchy() {
		check(noClasses().should().haveNameMatching(".*[.$](Abstract|Base|Default)[A-Z]\\w*"));
	}

	@Test
	void keepsOperationsFew() {
		assertThat(CLASSES.get(TableOperations.class).getMethods()).hasSizeLessThanOrEqualTo(MOST_OPERATIONS);
	}

	@Test
	void marksEveryPackageAsNullMarked() {
		check(classes().should(resideInANullMarkedPackage()));
	}

	private static void check(ArchRule rule) {
		rule.allowEmptyShould(true).check(CLASSES);
	}

	private static DescribedPredicate<JavaClass> areNotPartOfAReactiveTwin() {
		return DescribedPredicate.describe("are not part of a reactive twin",
				(type) -> !outermost(type).getSimpleName().startsWith("Reactive"));
	}

	private static JavaClass outermost(JavaClass type) {
		return type.getEnclosingClass().map(HouseRulesTests::outermost).orElse(type);
	}

	private static ArchCondition<JavaClass> resideInANullMarkedPackage() {
		return new ArchCondition<>("reside in a package that is annotated with @NullMarked") {

			@Override
			public void check(JavaClass type, ConditionEvents events) {
				boolean marked = type.getPackage().isAnnotatedWith(NullMarked.class);
				events.add(new SimpleConditionEvent(type, marked,
						type.getName() + ": no @NullMarked package-info in " + type.getPackageName()));
			}

		};
	}

	private static Room room(String name, String... mayLookInto) {
		return new Room(name, Set.of(mayLookInto));
	}

	private static String packages(String room) {
		return HOUSE + "." + room + "..";
	}

	/**
	 * One line of the table.
	 *
	 * @param name the package below the root, with all below it
	 * @param others the rooms it may look into, besides itself
	 */
	private record Room(String name, Set<String> others) {

		String packages() {
			return HouseRulesTests.packages(this.name);
		}

		String[] mayLookInto() {
			return Stream.concat(Stream.of(this.name), this.others.stream())
				.map(HouseRulesTests::packages)
				.toArray(String[]::new);
		}

		@Override
		public String toString() {
			return this.name;
		}

	}

}
