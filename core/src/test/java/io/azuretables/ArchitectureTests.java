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

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
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
 * Checks the architecture: which packages there are, which packages they may depend on,
 * and what each may import. ARCHITECTURE.md shows the same table.
 */
class ArchitectureTests {

	private static final String ROOT = "io.azuretables";

	// @formatter:off
	private static final List<Allowed> PACKAGES = List.of(
		allow("internal.time"),
		allow("internal.comparison"),
		allow("key"),
		allow("internal.key", "key", "internal.time"),
		allow("row", "key"),
		allow("mapping", "key"),
		allow("internal.model", "mapping", "row", "internal.key", "key"),
		allow("internal.codec", "internal.model", "internal.time"),
		allow("gateway", "row", "key"),
		allow("encryption", "gateway", "row", "key"),
		allow("internal.conversion", "encryption", "internal.codec", "internal.model", "mapping", "row",
			"internal.key", "key", "internal.time"),
		allow("internal.convert", "internal.conversion", "internal.codec", "internal.model", "mapping", "row", "key"),
		allow("convert", "internal.convert", "internal.conversion", "encryption", "internal.codec", "internal.model",
			"mapping", "row", "internal.key", "key"),
		allow("query", "internal.comparison"),
		allow("internal.odata", "query", "key"),
		allow("internal.condition", "internal.odata", "query", "internal.model", "mapping", "internal.key"),
		allow("plan", "query", "mapping"),
		allow("internal.plan", "plan", "internal.condition", "internal.odata", "query", "internal.convert",
			"internal.model", "mapping", "row", "internal.key", "key"),
		allow("http"),
		allow("azurite"),
		allow("internal.json", "row", "key"),
		allow("client.internal.protocol", "internal.json", "http", "row", "key"),
		allow("client", "client.internal.protocol", "internal.json", "http", "gateway", "row", "key", "internal.time"),
		allow("embedded", "internal.odata", "query", "gateway", "row", "key", "internal.time"),
		allow("routing", "internal.odata", "query", "gateway", "row", "internal.key", "key"),
		allow("callback", "row"),
		allow("write", "mapping"),
		allow("internal.change", "write", "internal.convert", "gateway", "internal.model", "row", "key"),
		allow("internal.transaction", "internal.change", "row", "key"),
		allow("internal.index", "internal.transaction", "internal.change", "write", "internal.convert",
			"internal.conversion", "internal.model", "mapping", "row", "internal.key", "key"),
		allow("internal.execution", "internal.transaction", "internal.change", "internal.plan", "plan", "query",
			"internal.convert", "internal.conversion", "gateway", "internal.model", "mapping", "row", "key",
			"internal.comparison", "internal.time"),
		allow("internal.commit", "internal.execution", "write", "query", "gateway", "internal.model", "row", "key"),
		allow("internal.write", "internal.execution", "internal.index", "internal.transaction", "internal.change",
			"write", "callback", "query", "convert", "internal.convert", "internal.conversion", "gateway",
			"internal.model", "mapping", "row", "internal.key", "key", "internal.time"),
		allow("operations", "internal.write", "internal.execution", "internal.index", "internal.change", "write",
			"internal.plan", "plan", "query", "convert", "internal.conversion", "gateway", "internal.model", "mapping", "row",
			"internal.key", "key"),
		allow("access", "operations", "convert", "gateway", "internal.model", "mapping", "internal.key", "key"),
		allow("observation", "operations", "plan", "gateway", "row", "key"),
		allow("repository", "operations", "callback", "internal.plan", "plan", "internal.odata", "query", "convert",
			"internal.model", "mapping", "row", "key"));
	// @formatter:on

	private static final Pattern LINE = Pattern.compile("(?m)^\\| `([\\w.]+)` \\| ([^|]+) \\|");

	private static final Pattern NAME = Pattern.compile("`([\\w.]+)`");

	private static final JavaClasses CLASSES = new ClassFileImporter().withImportOption(Predefined.DO_NOT_INCLUDE_TESTS)
		.importPackages(ROOT);

	@Test
	void looksAtClasses() {
		assertThat(CLASSES).isNotEmpty();
	}

	@Test
	void hasOnlyPackagesOfTheTable() {
		String[] packages = PACKAGES.stream().map(Allowed::packages).toArray(String[]::new);
		check(classes().should().resideInAnyPackage(packages));
	}

	@Test
	void isThatOfTheArchitecturePage() throws IOException {
		String page = Files.readString(Path.of("../ARCHITECTURE.md"));
		int start = page.indexOf("\n## Packages of core\n");
		Matcher line = LINE.matcher(page.substring(start, page.indexOf("\n## ", start + 1)));
		List<Allowed> described = new ArrayList<>();
		while (line.find()) {
			Set<String> others = NAME.matcher(line.group(2))
				.results()
				.map((name) -> name.group(1))
				.collect(Collectors.toSet());
			described.add(new Allowed(line.group(1), others));
		}
		assertThat(described).isEqualTo(PACKAGES);
	}

	@ParameterizedTest
	@FieldSource("PACKAGES")
	void dependsOnlyOnPackagesBelow(Allowed allowed) {
		check(classes().that()
			.resideInAPackage(allowed.packages())
			.should()
			.onlyDependOnClassesThat(DescribedPredicate.not(resideInAPackage(ROOT + ".."))
				.or(resideInAnyPackage(allowed.dependencies()))));
	}

	@Test
	void hasNoCycles() {
		check(slices().matching(ROOT + ".(**)").should().beFreeOfCycles());
	}

	@Test
	void usesTheAzureSdkInTheClientOnly() {
		check(noClasses().that()
			.resideOutsideOfPackages(packages("client"), packages("http"))
			.should()
			.dependOnClassesThat()
			.resideInAPackage("com.azure.."));
	}

	@Test
	void usesReactiveTypesInTheClientOnly() {
		check(noClasses().that()
			.resideOutsideOfPackages(packages("client"), packages("http"))
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
		check(noClasses().should().resideInAPackage(ROOT));
	}

	@Test
	void namesPackagesAfterWhatIsInThem() {
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
	void marksEveryPackageAsNullMarked() {
		check(classes().should(resideInANullMarkedPackage()));
	}

	private static void check(ArchRule rule) {
		rule.allowEmptyShould(true).check(CLASSES);
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

	private static Allowed allow(String name, String... dependencies) {
		return new Allowed(name, Set.of(dependencies));
	}

	private static String packages(String name) {
		return ROOT + "." + name + "..";
	}

	/**
	 * One line of the table.
	 *
	 * @param name the package below the root, with all below it
	 * @param others the packages that it may depend on, besides itself
	 */
	private record Allowed(String name, Set<String> others) {

		String packages() {
			return ArchitectureTests.packages(this.name);
		}

		String[] dependencies() {
			return Stream.concat(Stream.of(this.name), this.others.stream())
				.map(ArchitectureTests::packages)
				.toArray(String[]::new);
		}

		@Override
		public String toString() {
			return this.name;
		}

	}

}
