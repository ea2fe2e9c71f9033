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

package io.azuretables.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Snippets of the documentation are regions of sources that are compiled and tested.
 */
class SnippetsTests {

	private static final Path ROOT = root();

	private static final Pattern BLOCK = Pattern
		.compile("(?:<!-- snippet: (\\S+)#(\\S+) -->\\s*\\n)?```(?:java|kotlin)\\n(.*?)```", Pattern.DOTALL);

	private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:]+)(?:#[^)]*)?\\)");

	private static final Pattern ANCHOR = Pattern.compile("\\]\\(([^)#:]*)#([^)]+)\\)");

	private static final Pattern HEADING = Pattern.compile("^#+ (.*)$", Pattern.MULTILINE);

	private static final Pattern DECLARED = Pattern.compile("(?:class|record|interface|enum) (\\p{Lu}\\w+)");

	private static final Pattern IMPORTED = Pattern.compile("^import (?:static )?[\\w.]+\\.(\\w+);?$",
			Pattern.MULTILINE);

	/**
	 * The name of a type, neither nested nor in a package.
	 */
	private static final Pattern TYPE = Pattern.compile("(?<![\\w.])(\\p{Lu}\\w*)\\b");

	private static final Pattern QUOTED = Pattern.compile("`(\\p{Lu}\\w*)`");

	/**
	 * A name of several words, as those of types are.
	 */
	private static final Pattern NAMED = Pattern.compile("`(\\p{Lu}\\w*\\p{Ll}\\p{Lu}\\w*)`");

	/**
	 * Words that do not say who does something, or that readers have to look up.
	 */
	private static final Pattern VAGUE = Pattern
		.compile("(?i)\\b(nobody|somebody|whoever|mend(s|ed|ing)?|one['’]s own|stands? behind)\\b");

	private static Path root() {
		Path folder = Path.of("").toAbsolutePath();
		while (!Files.exists(folder.resolve("mvnw"))) {
			folder = folder.getParent();
		}
		return folder;
	}

	static List<Path> pages() throws IOException {
		List<Path> pages = new ArrayList<>();
		try (Stream<Path> files = Files.list(ROOT)) {
			files.filter(SnippetsTests::isPage).sorted().forEach(pages::add);
		}
		try (Stream<Path> files = Files.walk(ROOT.resolve("docs"))) {
			files.filter(SnippetsTests::isPage).sorted().forEach(pages::add);
		}
		return pages;
	}

	private static boolean isPage(Path file) {
		return file.toString().endsWith(".md");
	}

	@ParameterizedTest
	@MethodSource("pages")
	void showsWhatIsTested(Path page) throws IOException {
		Matcher block = BLOCK.matcher(Files.readString(page));
		while (block.find()) {
			assertThat(block.group(1)).as("a snippet of %s without a source: %s", page, block.group(3)).isNotNull();
			assertThat(block.group(3)).as("%s in %s", block.group(2), page)
				.isEqualTo(region(ROOT.resolve(block.group(1)), block.group(2)));
		}
	}

	@ParameterizedTest
	@MethodSource("pages")
	void linksToWhatIsThere(Path page) throws IOException {
		Matcher link = LINK.matcher(Files.readString(page));
		while (link.find()) {
			assertThat(page.resolveSibling(link.group(1))).as("a link of %s", page).exists();
		}
	}

	@ParameterizedTest
	@MethodSource("pages")
	void linksToHeadingsThatAreThere(Path page) throws IOException {
		Matcher link = ANCHOR.matcher(Files.readString(page));
		while (link.find()) {
			Path target = link.group(1).isEmpty() ? page : page.resolveSibling(link.group(1));
			assertThat(anchors(target)).as("headings of %s, for a link of %s", link.group(1), page)
				.contains(link.group(2));
		}
	}

	/**
	 * The anchors that GitHub and the site make of headings.
	 */
	private static Set<String> anchors(Path page) throws IOException {
		Set<String> anchors = new HashSet<>();
		HEADING.matcher(Files.readString(page))
			.results()
			.forEach((heading) -> anchors
				.add(heading.group(1).toLowerCase(Locale.ROOT).replaceAll("[^\\w\\- ]", "").replace(' ', '-')));
		return anchors;
	}

	@ParameterizedTest
	@MethodSource("pages")
	void namesWhoDoesSomething(Path page) throws IOException {
		assertThat(VAGUE.matcher(Files.readString(page)).results()).extracting(MatchResult::group)
			.as("words of %s; name the actor instead", page)
			.isEmpty();
	}

	/**
	 * A class of an example is on the page, or a sentence links to it.
	 */
	@ParameterizedTest
	@MethodSource("pages")
	void showsClassesOfExamplesOrLinksToThem(Path page) throws IOException {
		String text = Files.readString(page);
		List<MatchResult> blocks = BLOCK.matcher(text).results().filter((block) -> block.group(1) != null).toList();
		Set<String> known = new HashSet<>();
		blocks.forEach((block) -> known.addAll(names(DECLARED, block.group(3))));
		text.lines().filter((line) -> line.contains("](")).forEach((line) -> known.addAll(names(QUOTED, line)));
		for (MatchResult block : blocks) {
			assertThat(classesOfExamples(ROOT.resolve(block.group(1)), block.group(3)))
				.as("classes of %s in %s: show them, or say in a sentence with a link what they are", block.group(2),
						page)
				.isSubsetOf(known);
		}
	}

	@Test
	void linksToEveryPage() throws IOException {
		List<Path> linked = new ArrayList<>();
		for (Path page : pages()) {
			LINK.matcher(Files.readString(page))
				.results()
				.forEach((link) -> linked.add(page.resolveSibling(link.group(1)).normalize()));
		}
		assertThat(linked).containsAll(pages().stream().filter((page) -> !page.endsWith("README.md")).toList());
	}

	@Test
	void namesTypesThatAreThere() throws IOException {
		Set<String> declared = new HashSet<>();
		for (String module : List.of("azurite", "http", "core", "patterns", "autoconfigure", "test")) {
			try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src"))) {
				for (Path source : files.filter((file) -> file.toString().endsWith(".java")).toList()) {
					DECLARED.matcher(Files.readString(source)).results().forEach((type) -> declared.add(type.group(1)));
				}
			}
		}
		assertThat(NAMED.matcher(Files.readString(ROOT.resolve("ARCHITECTURE.md"))).results())
			.extracting((type) -> type.group(1))
			.hasSizeGreaterThan(100)
			.isSubsetOf(declared);
	}

	/**
	 * The first table of the page quotes what is in messages.
	 */
	@Test
	void quotesMessagesThatAreThere() throws IOException {
		String page = Files.readString(ROOT.resolve("docs/troubleshooting.md"));
		String table = page.substring(page.indexOf("\n|"), page.indexOf("\n\n", page.indexOf("\n|")));
		List<String> quoted = Pattern.compile("^\\| `([^`]+)` \\|", Pattern.MULTILINE)
			.matcher(table)
			.results()
			.map((message) -> message.group(1))
			.toList();
		StringBuilder sources = new StringBuilder();
		for (String module : List.of("core", "autoconfigure")) {
			try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src/main/java"))) {
				for (Path source : files.filter((file) -> file.toString().endsWith(".java")).toList()) {
					sources.append(Files.readString(source));
				}
			}
		}
		String text = sources.toString().replaceAll("\"\\s*\\+\\s*\"", "");
		assertThat(quoted).isNotEmpty()
			.allSatisfy((message) -> assertThat(text.contains(message)).as(message).isTrue());
	}

	@ParameterizedTest
	@MethodSource("pages")
	void closesEachBlock(Path page) throws IOException {
		boolean open = false;
		for (String line : Files.readAllLines(page)) {
			if (line.startsWith("```")) {
				assertThat(open && !line.equals("```")).as("a block in a block of %s: %s", page, line).isFalse();
				open = !open;
			}
		}
		assertThat(open).as("a block of %s that is not closed", page).isFalse();
	}

	@Test
	void findsSnippets() throws IOException {
		assertThat(Files.readString(ROOT.resolve("README.md"))).contains("<!-- snippet: ");
	}

	/**
	 * The classes of a region that its source, or a source beside it, declares for
	 * examples.
	 */
	private static Set<String> classesOfExamples(Path source, String region) throws IOException {
		String text = Files.readString(source);
		Set<String> classes = names(TYPE, region.replaceAll("\"(\\\\.|[^\"\\\\])*\"|//.*", ""));
		classes.removeAll(names(IMPORTED, text));
		Set<String> declared = names(DECLARED, text);
		classes.removeIf((name) -> !declared.contains(name) && !isBeside(source, name));
		return classes;
	}

	private static boolean isBeside(Path source, String name) {
		Path folder = source.getParent();
		Path main = Path.of(folder.toString().replace("/src/test/java/", "/src/main/java/"));
		return Files.exists(folder.resolve(name + ".java")) || Files.exists(folder.resolve(name + ".kt"))
				|| (main.startsWith(ROOT.resolve("samples")) && Files.exists(main.resolve(name + ".java")));
	}

	private static Set<String> names(Pattern pattern, String text) {
		Set<String> names = new HashSet<>();
		pattern.matcher(text).results().forEach((name) -> names.add(name.group(1)));
		return names;
	}

	/**
	 * The lines between the tags, without the indentation that all of them have.
	 */
	private static String region(Path source, String name) throws IOException {
		String text = Files.readString(source);
		String begin = "// tag::" + name + "[]\n";
		int start = text.indexOf(begin);
		int end = text.indexOf("// end::" + name + "[]");
		assertThat(start).as("the region %s of %s", name, source).isPositive();
		String region = text.substring(start + begin.length(), end);
		return region.stripTrailing().stripIndent().replace("\t", "    ") + "\n";
	}

}
