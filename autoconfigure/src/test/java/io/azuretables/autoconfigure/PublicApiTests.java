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

package io.azuretables.autoconfigure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Checks what users may rely on: the table of ARCHITECTURE.md names the public types, and
 * neither signatures nor examples mention a type of an {@code internal} package.
 */
class PublicApiTests {

	private static final Path ROOT = Path.of("..");

	private static final String PACKAGE = "io.azuretables";

	/**
	 * A name below the root package with {@code internal} in its package.
	 */
	private static final Pattern INTERNAL = Pattern.compile("io\\.azuretables\\.(\\w+\\.)*internal\\.[\\w.]+");

	/**
	 * What japicmp leaves out.
	 */
	private static final Pattern EXCLUDE = Pattern.compile("<exclude>(io\\.azuretables\\.[^<]+)</exclude>");

	private static final Pattern LINE = Pattern.compile("(?m)^\\| (`[^|]+`) \\| ([^|]+) \\|$");

	private static final Pattern NAME = Pattern.compile("`([\\w.*]+)`");

	private static final Pattern SNIPPET = Pattern.compile("<!-- snippet: ([^#\\s]+)#");

	/**
	 * The classes of {@code http}, {@code core}, {@code patterns} and this module,
	 * without those of tests.
	 */
	private static final JavaClasses CLASSES = new ClassFileImporter()
		.withImportOption((location) -> !location.contains("/test-classes/") && !location.contains("-tests.jar"))
		.importPackages(PACKAGE);

	@Test
	void isThatOfTheArchitecturePage() throws IOException {
		String page = Files.readString(ROOT.resolve("ARCHITECTURE.md"));
		Map<String, Set<String>> api = table(page, "| package | API |");
		Map<String, Set<String>> actual = publicTypes();
		actual.forEach((name, types) -> {
			String line = line(api, name);
			Set<String> named = (line != null) ? api.get(line) : Set.of();
			assertThat((line != null && named.isEmpty()) ? types : named).as("API of %s", name)
				.containsExactlyInAnyOrderElementsOf(types);
		});
		assertThat(api.keySet())
			.allSatisfy((line) -> assertThat(actual.keySet()).as(line).anyMatch((name) -> covers(line, name)));
	}

	/**
	 * From the first release on, a change of what is not internal fails the build.
	 */
	@Test
	void isWhatReleasesAreComparedBy() throws IOException {
		assertThat(EXCLUDE.matcher(Files.readString(ROOT.resolve("pom.xml"))).results())
			.extracting((exclude) -> exclude.group(1))
			.containsExactlyInAnyOrder(PACKAGE + ".internal", PACKAGE + ".*.internal");
	}

	/**
	 * The line of the table that tells of a package.
	 */
	private static @Nullable String line(Map<String, Set<String>> table, String name) {
		return table.keySet().stream().filter((line) -> covers(line, name)).findFirst().orElse(null);
	}

	private static boolean covers(String line, String name) {
		return line.endsWith(".*") ? name.startsWith(line.substring(0, line.length() - 1)) : line.equals(name);
	}

	/**
	 * The lines of a table: packages, and the types that they name; none for "all".
	 */
	private static Map<String, Set<String>> table(String page, String head) {
		int start = page.indexOf(head);
		assertThat(start).as(head).isPositive();
		Matcher line = LINE.matcher(page.substring(start, page.indexOf("\n\n", start)));
		Map<String, Set<String>> table = new LinkedHashMap<>();
		while (line.find()) {
			Set<String> types = names(line.group(2));
			assertThat(types.isEmpty()).as(line.group()).isEqualTo(line.group(2).equals("all"));
			names(line.group(1)).forEach((name) -> assertThat(table.put(name, types)).as(name).isNull());
		}
		assertThat(table).isNotEmpty();
		return table;
	}

	private static Set<String> names(String cell) {
		return NAME.matcher(cell).results().map((name) -> name.group(1)).collect(Collectors.toCollection(TreeSet::new));
	}

	private static Map<String, Set<String>> publicTypes() throws IOException {
		Map<String, Set<String>> types = CLASSES.stream()
			.filter((type) -> type.isTopLevelClass() && isShown(type))
			.collect(Collectors.groupingBy((type) -> type.getPackageName().substring(PACKAGE.length() + 1),
					Collectors.mapping(JavaClass::getSimpleName, Collectors.toCollection(TreeSet::new))));
		types.put("test",
				new TreeSet<>(sources(ROOT.resolve("test/src/main/java")).map(PublicApiTests::typeName)
					.filter((name) -> !name.equals("package-info"))
					.toList()));
		return types;
	}

	private static String typeName(Path source) {
		return source.getFileName().toString().replace(".java", "");
	}

	@Test
	void mentionsNothingInternalInItsSignatures() {
		List<String> leaks = new ArrayList<>();
		CLASSES.stream().filter(PublicApiTests::isShown).forEach((type) -> {
			mentioned(type).filter(PublicApiTests::isInternal)
				.forEach((mentioned) -> leaks.add(type.getName() + " mentions " + mentioned.getName()));
			type.getAllMembers()
				.stream()
				.filter((member) -> isShown(type, member))
				.forEach((member) -> mentioned(member).filter(PublicApiTests::isInternal)
					.forEach((mentioned) -> leaks
						.add(type.getName() + ": " + member.getFullName() + " mentions " + mentioned.getName())));
		});
		assertThat(CLASSES.stream().filter(PublicApiTests::isShown)).hasSizeGreaterThan(200);
		assertThat(leaks).isEmpty();
	}

	/**
	 * Whether users can name a type: it and what it is nested in is public, or protected
	 * in a class that they can extend.
	 */
	private static boolean isShown(JavaClass type) {
		return !isInternal(type) && !type.getSimpleName().equals("package-info") && !type.isAnonymousClass()
				&& type.getEnclosingClass()
					.map((outer) -> isShown(outer) && isShown(outer, type.getModifiers()))
					.orElse(type.getModifiers().contains(JavaModifier.PUBLIC));
	}

	private static boolean isShown(JavaClass type, JavaMember member) {
		return isShown(type, member.getModifiers()) && !member.getModifiers().contains(JavaModifier.SYNTHETIC);
	}

	private static boolean isShown(JavaClass type, Set<JavaModifier> modifiers) {
		return modifiers.contains(JavaModifier.PUBLIC)
				|| (modifiers.contains(JavaModifier.PROTECTED) && !type.getModifiers().contains(JavaModifier.FINAL));
	}

	private static boolean isInternal(JavaClass type) {
		return INTERNAL.matcher(type.getName()).matches();
	}

	/**
	 * The types that the declaration of a type mentions: what it extends and implements,
	 * and bounds of its parameters.
	 */
	private static Stream<JavaClass> mentioned(JavaClass type) {
		Stream<JavaType> parents = Stream.concat(type.getSuperclass().stream(), type.getInterfaces().stream());
		return raw(Stream.concat(parents, type.getTypeParameters().stream()));
	}

	private static Stream<JavaClass> mentioned(JavaMember member) {
		if (member instanceof JavaField field) {
			return raw(Stream.of(field.getType()));
		}
		JavaCodeUnit unit = (JavaCodeUnit) member;
		Stream<JavaType> types = Stream.concat(Stream.of(unit.getReturnType()), unit.getParameterTypes().stream());
		return Stream.concat(raw(Stream.concat(types, unit.getTypeParameters().stream())),
				unit.getExceptionTypes().stream());
	}

	private static Stream<JavaClass> raw(Stream<? extends JavaType> types) {
		return types.flatMap((type) -> type.getAllInvolvedRawTypes().stream()).map(JavaClass::getBaseComponentType);
	}

	/**
	 * Samples, snippets, and the module for tests of users, which this module cannot see.
	 */
	@Test
	void isAllThatExamplesUse() throws IOException {
		List<Path> sources = new ArrayList<>(snippets());
		assertThat(sources).hasSizeGreaterThan(20);
		for (String folder : List.of("samples", "kotlin-tests/src", "test/src/main")) {
			sources(ROOT.resolve(folder)).forEach(sources::add);
		}
		for (Path source : sources) {
			assertThat(INTERNAL.matcher(Files.readString(source)).results().map(MatchResult::group))
				.as(source.toString())
				.isEmpty();
		}
	}

	/**
	 * The sources that pages show regions of.
	 */
	private static List<Path> snippets() throws IOException {
		try (Stream<Path> docs = Files.walk(ROOT.resolve("docs")); Stream<Path> root = Files.list(ROOT)) {
			List<Path> pages = Stream.concat(docs, root).filter((page) -> page.toString().endsWith(".md")).toList();
			Set<Path> snippets = new TreeSet<>();
			for (Path page : pages) {
				SNIPPET.matcher(Files.readString(page))
					.results()
					.forEach((snippet) -> snippets.add(ROOT.resolve(snippet.group(1))));
			}
			return List.copyOf(snippets);
		}
	}

	private static Stream<Path> sources(Path folder) throws IOException {
		try (Stream<Path> files = Files.walk(folder)) {
			Predicate<String> source = Pattern.compile("src/.*\\.(java|kt)$").asPredicate();
			return files.filter((file) -> source.test(file.toString())).toList().stream();
		}
	}

}
