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

package io.azuretables.patterns;

import java.util.List;
import java.util.stream.Stream;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.Predefined;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * A pattern shows one template, at most one options record, and what its template answers
 * with; the rest is package-private. One of tables knows no other pattern. The exception
 * is the pattern of indexes: the one across partitions is built on it, and what both are
 * made of is listed here.
 */
class PatternRulesTests {

	private static final String PATTERNS = "io.azuretables.patterns";

	/**
	 * Those that need nothing but tables.
	 */
	private static final List<String> OF_TABLES = List.of("index", "logtail");

	/**
	 * What both patterns of indexes are made of.
	 */
	private static final List<String> OF_BOTH_INDEXES = List.of("DeclaredIndexes", "IndexFault", "IndexLifecycle",
			"IndexTarget", "IndexUpkeep");

	/**
	 * What the templates of both answer with.
	 */
	private static final List<String> ANSWERS = List.of("IndexFinding", "IndexProgress", "IndexReport", "IndexState");

	private static final JavaClasses CLASSES = new ClassFileImporter().withImportOption(Predefined.DO_NOT_INCLUDE_TESTS)
		.importPackages(PATTERNS);

	@Test
	void showsOneTemplateAndItsOptions() {
		for (String pattern : OF_TABLES) {
			List<String> shown = CLASSES.stream()
				.filter((type) -> type.getPackageName().equals(PATTERNS + "." + pattern))
				.filter((type) -> type.getModifiers().contains(JavaModifier.PUBLIC) && type.isTopLevelClass())
				.map(JavaClass::getSimpleName)
				.filter((name) -> !name.equals("package-info"))
				.filter((name) -> !OF_BOTH_INDEXES.contains(name) && !ANSWERS.contains(name))
				.sorted()
				.toList();
			assertThat(shown).hasSizeBetween(1, 2);
			assertThat(shown.get(shown.size() - 1)).endsWith("Template");
			assertThat(shown.subList(0, shown.size() - 1)).allMatch((name) -> name.endsWith("Options"));
		}
	}

	@Test
	void sharesOfIndexesOnlyWhatBothPatternsUse() {
		for (String name : Stream.concat(OF_BOTH_INDEXES.stream(), ANSWERS.stream()).toList()) {
			assertThat(CLASSES.get(PATTERNS + ".index." + name).getDirectDependenciesToSelf())
				.extracting((dependency) -> dependency.getOriginClass().getPackageName())
				.as(name)
				.contains(PATTERNS + ".index", PATTERNS + ".interpartition");
		}
	}

	@Test
	void knowsNoOtherPattern() {
		for (String pattern : OF_TABLES) {
			noClasses().that()
				.resideInAPackage(PATTERNS + "." + pattern + "..")
				.should()
				.dependOnClassesThat(
						resideInAPackage(PATTERNS + "..").and(resideOutsideOfPackage(PATTERNS + "." + pattern + "..")))
				.check(CLASSES);
		}
	}

	@Test
	void hasNoCycles() {
		slices().matching(PATTERNS + ".(*)..").should().beFreeOfCycles().check(CLASSES);
	}

	@Test
	void goesThroughTheGatewayToTheService() {
		for (String pattern : OF_TABLES) {
			noClasses().that()
				.resideInAPackage(PATTERNS + "." + pattern + "..")
				.should()
				.dependOnClassesThat(resideInAPackage("com.azure.."))
				.check(CLASSES);
		}
	}

	@Test
	void namesTypesAfterWhatTheyAre() {
		noClasses().should().haveNameMatching(".*[.$]\\w*(Impl|Utils|Helper|Manager)").check(CLASSES);
		noClasses().should().haveNameMatching(".*[.$](Abstract|Base|Default)[A-Z]\\w*").check(CLASSES);
	}

	@Test
	void marksEveryPackageAsNullMarked() {
		assertThat(CLASSES).allMatch((type) -> type.getPackage().isAnnotatedWith(NullMarked.class));
	}

}
