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

package io.azuretables.embedded;

import io.azuretables.internal.odata.ODataFilter;
import io.azuretables.key.TableKey;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Which keys are visited for which condition.
 */
class KeyBoundsTests {

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
			S eq 'x'                                                | ['', )     | ['', )
			PartitionKey eq 'p'                                     | = 'p'      | ['', )
			'p' eq PartitionKey                                     | = 'p'      | ['', )
			PartitionKey eq 'p' and RowKey eq 'r'                   | = 'p'      | = 'r'
			PartitionKey eq 'p' and S eq 'x' and RowKey lt 'r'      | = 'p'      | ['', 'r')
			PartitionKey eq 'p' and RowKey ge 'a' and RowKey lt 'b' | = 'p'      | ['a', 'b')
			PartitionKey eq 'p' and (RowKey gt 'a' and RowKey le 'b') | = 'p'    | ['a'+, 'b'+)
			PartitionKey gt 'a' and PartitionKey ge 'b'             | ['b', )    | ['', )
			PartitionKey le 'b' and PartitionKey lt 'c'             | ['', 'b'+) | ['', )
			PartitionKey ne 'p'                                     | ['', )     | ['', )
			PartitionKey eq 'p' or RowKey eq 'r'                    | ['', )     | ['', )
			PartitionKey eq 'p' and (RowKey eq 'r' or RowKey eq 's') | = 'p'     | ['', )
			not (PartitionKey lt 'p')                               | ['p', )    | ['', )
			PartitionKey eq 5                                       | ['', )     | ['', )
			""")
	void areWhatAllConjunctsSayOfTheKeys(String filter, String partitions, String rows) {
		KeyBounds bounds = KeyBounds.of(ODataFilter.parse(filter));
		assertThat(bounds.partitions()).hasToString(partitions);
		assertThat(bounds.rows()).hasToString(rows);
	}

	@Test
	void stayAtAKeyWithin() {
		assertThat(seek("PartitionKey eq 'p' and RowKey ge 'b'", "p", "c")).isEqualTo(TableKey.of("p", "c"));
	}

	@Test
	void beginAtTheFirstKey() {
		assertThat(seek("PartitionKey eq 'p' and RowKey ge 'b'", "", "")).isEqualTo(TableKey.of("p", "b"));
		assertThat(seek("PartitionKey eq 'p' and RowKey ge 'b'", "p", "a")).isEqualTo(TableKey.of("p", "b"));
	}

	@Test
	void endBehindTheLastKey() {
		assertThat(seek("PartitionKey eq 'p' and RowKey lt 'b'", "p", "b")).isNull();
		assertThat(seek("PartitionKey eq 'p' and RowKey lt 'b'", "q", "a")).isNull();
		assertThat(seek("PartitionKey lt 'p'", "p", "")).isNull();
	}

	@Test
	void stepOverTheRestOfAPartition() {
		assertThat(seek("RowKey ge 'b' and RowKey lt 'd'", "p", "d")).isEqualTo(TableKey.of("p\0", "b"));
		assertThat(seek("RowKey lt 'd'", "p", "e")).isEqualTo(TableKey.of("p\0", ""));
	}

	@Test
	void holdNothingWhenTheyContradictEachOther() {
		assertThat(seek("PartitionKey eq 'p' and PartitionKey eq 'q'", "", "")).isNull();
		assertThat(seek("RowKey gt 'b' and RowKey lt 'b'", "", "")).isNull();
	}

	private static TableKey seek(String filter, String partitionKey, String rowKey) {
		return KeyBounds.of(ODataFilter.parse(filter)).seek(TableKey.of(partitionKey, rowKey));
	}

}
