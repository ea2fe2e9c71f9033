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

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.encryption.LocalKeyEncryption;
import io.azuretables.encryption.PropertyEncryption;
import io.azuretables.internal.model.EntityModel;
import io.azuretables.internal.model.IndexMapping;
import io.azuretables.internal.model.KeyMapping;
import io.azuretables.mapping.Partitioning;
import io.azuretables.mapping.Table;
import io.azuretables.mapping.TableMappingException;
import io.azuretables.mapping.TablePersistentEntity;
import io.azuretables.patterns.sample.Clerk;
import org.junit.jupiter.api.Test;

import org.springframework.context.annotation.ClassPathScanningCandidateComponentProvider;
import org.springframework.core.type.filter.AnnotationTypeFilter;
import org.springframework.core.type.filter.RegexPatternTypeFilter;
import org.springframework.util.ClassUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How the partition keys of the documentation spread rows: each template that a page
 * shows is that of a class that is compiled here, and is classified by it.
 */
class DocumentedPartitionKeysTests {

	private static final Pattern TEMPLATE = Pattern
		.compile("(?:@PartitionKey\\(|partitionKey = )\"([^\"]*)\"|@PartitionKey \\w+ (\\w+)");

	private static final Set<String> ONE_PARTITION = Set.of("holidays", "age", "parcels", "years", "names", "patients");

	/**
	 * Snippets of classes that are not looked for here. Those of applications have tests
	 * that reject hot partitions.
	 */
	private static final Pattern ELSEWHERE = Pattern.compile(
			"<!-- snippet: (?:test/|samples/|core/src/test/java/io/azuretables/operations/)\\S+ -->\\s*```java\\n.*?```",
			Pattern.DOTALL);

	private final TableMappingContext context = new TableMappingContext(conversions());

	@Test
	void spreadRowsOrAcceptThatTheyDoNot() throws IOException {
		Map<String, Partitioning> documented = new TreeMap<>();
		List<TablePersistentEntity<?>> entities = entities();
		for (String template : templates()) {
			List<Partitioning> found = entities.stream()
				.flatMap((entity) -> keys(EntityModel.of(entity)))
				.filter((keys) -> keys.partition().template().toString().equals(template))
				.map(KeyMapping::partitioning)
				.distinct()
				.toList();
			assertThat(found).as("classes with the partition key %s", template).hasSize(1);
			documented.put(template, found.get(0));
		}
		assertThat(documented)
			.allSatisfy((template, partitioning) -> assertThat(partitioning).as(template)
				.isEqualTo(ONE_PARTITION.contains(template) ? Partitioning.SINGLE : Partitioning.SPREAD))
			.containsKeys("{department}", "{day}_{user:bucket(8)}", "holidays", "age");
	}

	@Test
	void areAcceptedByTheClassesOfThePages() {
		for (Class<?> type : List.of(Clerk.class, DocumentedPatternsTests.Employee.class,
				DocumentedPatternsTests.Review.class, DocumentedPatternsTests.Visit.class,
				DocumentedPatternsTests.Holiday.class)) {
			assertThat(this.context.getRequiredPersistentEntity(type).hotPartitions()).as(type.getName()).isEmpty();
		}
	}

	private static TableCustomConversions conversions() {
		TableCustomConversions conversions = new TableCustomConversions();
		conversions.setEncryption(new PropertyEncryption(new EmbeddedTableGateway(),
				new LocalKeyEncryption(Map.of("k1", new byte[32]), "k1")));
		return conversions;
	}

	private static Stream<KeyMapping> keys(EntityModel model) {
		return Stream.concat(Stream.of(model.keys()), model.indexes().stream().map(IndexMapping::keys));
	}

	private List<TablePersistentEntity<?>> entities() {
		ClassPathScanningCandidateComponentProvider scanner = new ClassPathScanningCandidateComponentProvider(false);
		scanner.addIncludeFilter(new AnnotationTypeFilter(Table.class));
		List<TablePersistentEntity<?>> entities = new ArrayList<>();
		// These need converters or upgrades that only their own tests have
		scanner.addExcludeFilter(new RegexPatternTypeFilter(
				Pattern.compile(".*DocumentedExamplesTests.Account|.*evolution.(Staff|EmbeddedEvolutionTests).*")));
		Stream.of("io.azuretables.docs", "io.azuretables.patterns")
			.flatMap((name) -> scanner.findCandidateComponents(name).stream())
			.forEach((candidate) -> entities.add(this.context.getRequiredPersistentEntity(
					ClassUtils.resolveClassName(String.valueOf(candidate.getBeanClassName()), null))));
		return entities.stream().filter(DocumentedPartitionKeysTests::isMapped).toList();
	}

	/**
	 * Some tests have classes that the mapping refuses.
	 */
	private static boolean isMapped(TablePersistentEntity<?> entity) {
		try {
			EntityModel.of(entity);
			return true;
		}
		catch (TableMappingException ex) {
			return false;
		}
	}

	private static List<String> templates() throws IOException {
		List<String> templates = new ArrayList<>();
		for (Path page : pages()) {
			Matcher matcher = TEMPLATE.matcher(ELSEWHERE.matcher(Files.readString(page)).replaceAll(""));
			while (matcher.find()) {
				templates.add((matcher.group(1) != null) ? matcher.group(1) : "{" + matcher.group(2) + "}");
			}
		}
		return templates.stream().distinct().toList();
	}

	private static List<Path> pages() throws IOException {
		Path root = Path.of("").toAbsolutePath();
		while (!Files.exists(root.resolve("mvnw"))) {
			root = root.getParent();
		}
		List<Path> pages = new ArrayList<>(List.of(root.resolve("README.md")));
		for (String folder : List.of("docs", "samples")) {
			try (Stream<Path> files = Files.walk(root.resolve(folder))) {
				files.filter((file) -> file.toString().endsWith(".md")).sorted().forEach(pages::add);
			}
		}
		return pages;
	}

}
