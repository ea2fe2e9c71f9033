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
import java.util.stream.Collectors;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.Predefined;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * A pattern shows one template, at most one options record, and what its template answers
 * with; the rest is package-private. Indexes show their administration besides. A pattern
 * of tables depends on no other one; neither does that of indexes, whose administration
 * summaries and copies share.
 */
class PatternRulesTests {

	private static final String PATTERNS = "io.azuretables.patterns";

	/**
	 * The public types of indexes.
	 */
	private static final List<String> OF_INDEXES = List.of("DerivedRows", "IndexAdministration", "IndexFinding",
			"IndexOptions", "IndexProgress", "IndexReport", "IndexState", "IntraPartitionIndexTemplate");

	/**
	 * What patterns share, from top to bottom, as in ARCHITECTURE.
	 */
	private static final List<String> SHARED = List.of("internal.worker", "internal.message", "queue.worker",
			"queue.transport", "queue.message", "internal.content", "blob", "internal.storage", "internal.schedule",
			"internal.index", "internal.digest");

	private static final JavaClasses CLASSES = new ClassFileImporter().withImportOption(Predefined.DO_NOT_INCLUDE_TESTS)
		.importPackages(PATTERNS);

	@Test
	void showsOneTemplateAndItsOptions() {
		assertThat(shown("bloblog")).containsExactly("BlobLogOptions", "BlobLogTemplate");
		assertThat(shown("cache")).containsExactly("CachedTable");
		assertThat(shown("denormalization")).containsExactly("DenormalizationTemplate", "DenormalizedCopies");
		assertThat(shown("encryption")).containsExactly("EncryptionReport", "EncryptionTemplate");
		assertThat(shown("evolution")).containsExactly("EvolutionReport", "EvolutionTemplate");
		assertThat(shown("logtail")).containsExactly("LogTailOptions", "LogTailTemplate");
		assertThat(shown("move")).containsExactly("MoveFinding", "MoveTemplate");
		assertThat(shown("ownership")).containsExactly("OwnershipListener", "OwnershipOptions", "PartitionOwnership");
		assertThat(shown("rolling")).containsExactly("RollingTableKeeper", "RollingTableTemplate");
		assertThat(shown("series")).containsExactly("DataSeriesTemplate");
		assertThat(shown("summary")).containsExactly("Summary", "SummaryReport", "SummaryTemplate", "SummaryValues");
		assertThat(shown("shedlock")).containsExactly("TableLockProvider");
		assertThat(shown("batch")).containsExactly("TableItemReader", "TableItemWriter");
		assertThat(shown("transfer")).containsExactly("CsvExport", "ImportMode", "TableCopy", "TableExport",
				"TableImport", "TransferLocation", "TransferOptions", "TransferProgress", "TransferReport");
		assertThat(shown("index")).isEqualTo(OF_INDEXES);
	}

	private static List<String> shown(String pattern) {
		return CLASSES.stream()
			.filter((type) -> type.getPackageName().equals(PATTERNS + "." + pattern))
			.filter((type) -> type.getModifiers().contains(JavaModifier.PUBLIC) && type.isTopLevelClass())
			.map(JavaClass::getSimpleName)
			.filter((name) -> !name.equals("package-info"))
			.sorted()
			.toList();
	}

	@Test
	void knowsNoOtherPattern() {
		for (String pattern : List.of("cache", "index", "logtail", "rolling", "series", "shedlock", "batch",
				"ownership")) {
			noClasses().that()
				.resideInAPackage(PATTERNS + "." + pattern + "..")
				.should()
				.dependOnClassesThat(resideInAPackage(PATTERNS + "..")
					.and(resideOutsideOfPackages(PATTERNS + "." + pattern + "..", PATTERNS + ".internal.digest",
							PATTERNS + ".internal.index", PATTERNS + ".internal.schedule")))
				.check(CLASSES);
		}
	}

	/**
	 * Summaries are verified, filled and given states as indexes are.
	 */
	@Test
	void administersSummariesAsIndexes() {
		noClasses().that()
			.resideInAPackage(PATTERNS + ".summary..")
			.should()
			.dependOnClassesThat(resideInAPackage(PATTERNS + "..")
				.and(resideOutsideOfPackages(PATTERNS + ".summary..", PATTERNS + ".index")))
			.check(CLASSES);
	}

	@Test
	void hasNoCycles() {
		slices().matching(PATTERNS + ".(**)").should().beFreeOfCycles().check(CLASSES);
	}

	/**
	 * What is above in this list may depend on what is below, and on no pattern.
	 */
	@Test
	void sharesInLayers() {
		for (int i = 0; i < SHARED.size(); i++) {
			String[] below = SHARED.subList(i, SHARED.size())
				.stream()
				.map((name) -> PATTERNS + "." + name)
				.toArray(String[]::new);
			noClasses().that()
				.resideInAPackage(PATTERNS + "." + SHARED.get(i))
				.should()
				.dependOnClassesThat(resideInAPackage(PATTERNS + "..").and(resideOutsideOfPackages(below)))
				.check(CLASSES);
		}
	}

	/**
	 * A larger one is not understood at a glance.
	 */
	@Test
	void keepsPackagesSmall() {
		assertThat(CLASSES.stream()
			.filter((type) -> type.isTopLevelClass() && !type.getSimpleName().equals("package-info"))
			.collect(Collectors.groupingBy(JavaClass::getPackageName, Collectors.counting())))
			.allSatisfy((name, types) -> assertThat(types).as(name).isLessThanOrEqualTo(25));
	}

	@Test
	void goesThroughTheGatewayToTheService() {
		for (String pattern : List.of("cache", "evolution", "index", "logtail", "ownership", "rolling", "series",
				"summary")) {
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
