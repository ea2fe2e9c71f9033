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
package io.azuretables.test.readme;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

import io.azuretables.autoconfigure.plan.MethodPlan;
import io.azuretables.autoconfigure.plan.RepositoryPlans;
import io.azuretables.test.DataTablesTest;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.SpringBootApplication;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The table of the page "Keywords of query methods" says what the planner makes of each
 * method.
 */
@DataTablesTest(properties = "azure.tables.hot-partitions=reject")
class KeywordsPageTests {

	@Autowired
	private RepositoryPlans plans;

	@Test
	void saysWhatEachMethodBecomes() throws Exception {
		List<String> lines = Files.readAllLines(Path.of("../docs/keywords.md"));
		assertThat(lines.stream().filter((line) -> line.matches("\\| `\\w+By\\w+` \\|.*")))
			.containsExactlyElementsOf(rows());
	}

	private List<String> rows() throws IOException {
		Map<String, MethodPlan> planned = this.plans.all()
			.stream()
			.filter((plan) -> plan.repository() == Keywords.class && !plan.inherited())
			.collect(Collectors.toMap(MethodPlan::name, Function.identity(), (one, other) -> one));
		return inOrder().stream().map((name) -> row(planned.get(name))).toList();
	}

	/**
	 * Reflection gives methods in no order, so they are sorted as the source has them.
	 */
	private static List<String> inOrder() throws IOException {
		String source = Files.readString(Path.of("src/test/java/io/azuretables/test/readme/Keywords.java"));
		return Arrays.stream(Keywords.class.getDeclaredMethods())
			.map(Method::getName)
			.sorted(Comparator.comparingInt((name) -> source.indexOf(" " + name + "(")))
			.toList();
	}

	private static String row(MethodPlan plan) {
		String filter = plan.filter();
		return "| `" + plan.name() + "` | `" + plan.path() + "` | " + (filter.isEmpty() ? "" : "`" + filter + "`")
				+ " |";
	}

	@SpringBootApplication
	static class Application {

	}

}
