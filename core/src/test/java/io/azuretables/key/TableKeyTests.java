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

package io.azuretables.key;

import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class TableKeyTests {

	@Test
	void sortsByPartitionThenByRowInCodeUnits() {
		List<TableKey> sorted = List.of(TableKey.of("", "z"), TableKey.of("A", "b"), TableKey.of("A", "ba"),
				TableKey.of("a", ""), TableKey.of("a", "\uD83D\uDE00"), TableKey.of("a", "\uFFED"),
				TableKey.of("b", "A"));
		assertThat(Stream.of(5, 2, 0, 6, 4, 1, 3).map(sorted::get).sorted()).isEqualTo(sorted);
	}

}
