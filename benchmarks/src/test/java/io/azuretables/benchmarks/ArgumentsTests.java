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

package io.azuretables.benchmarks;

import java.util.List;
import java.util.Set;

import io.azuretables.benchmarks.part.Part;
import io.azuretables.benchmarks.task.Comparison;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class ArgumentsTests {

	private static final List<String> KNOWN = List.of("page", "insert", "memory");

	@Test
	void takesAllQuicklyByDefault() {
		assertThat(parse()).isEqualTo(new Arguments(false, Arguments.REPETITIONS, Set.of()));
	}

	@Test
	void takesRepetitionsAndNames() {
		assertThat(parse("5", "page", "insert")).isEqualTo(new Arguments(false, 5, Set.of("page", "insert")));
	}

	@Test
	void takesTheFullRunAnywhere() {
		assertThat(parse("memory", "--full").full()).isTrue();
	}

	@Test
	void refusesAnUnknownName() {
		assertThatIllegalArgumentException().isThrownBy(() -> parse("pages"))
			.withMessage("'pages' is none of [page, insert, memory]");
	}

	@Test
	void refusesToRunNoTimes() {
		assertThatIllegalArgumentException().isThrownBy(() -> parse("0"));
	}

	@Test
	void findsWhatIsNamed() {
		assertThat(Comparison.named(Set.of("page"))).extracting(Comparison::name).containsExactly("page");
		assertThat(Comparison.named(Set.of())).isEqualTo(Comparison.ALL);
		assertThat(Part.named(Set.of("memory"))).containsExactly(Part.MEMORY);
		assertThat(Part.named(Set.of())).containsExactly(Part.values());
	}

	private static Arguments parse(String... arguments) {
		return Arguments.parse(arguments, KNOWN);
	}

}
