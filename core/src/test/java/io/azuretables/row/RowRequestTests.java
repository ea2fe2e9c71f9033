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

package io.azuretables.row;

import java.util.List;

import io.azuretables.row.RowPage.Continuation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class RowRequestTests {

	private final RowRequest request = RowRequest.of("Employees", "age gt 30");

	@Test
	void asksForAFullFirstPageOfAllProperties() {
		assertThat(this.request.top()).isEqualTo(1000);
		assertThat(this.request.from()).isNull();
		assertThat(this.request.select()).isNull();
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 2, 999, 1000 })
	void takesTopsThatTheServiceTakes(int top) {
		assertThat(this.request.withTop(top).top()).isEqualTo(top);
	}

	@ParameterizedTest
	@ValueSource(ints = { Integer.MIN_VALUE, -1, 0, 1001, Integer.MAX_VALUE })
	void refusesTopsThatTheServiceRefuses(int top) {
		assertThatIllegalArgumentException().isThrownBy(() -> this.request.withTop(top))
			.withMessage("A page has between 1 and 1000 rows, not " + top);
	}

	@Test
	void changesOneThingAtATime() {
		Continuation continuation = new Continuation("1!8!U2FsZXM-", null);
		RowRequest changed = this.request.withSelect(List.of("age")).withTop(5).from(continuation);
		assertThat(changed.table()).isEqualTo("Employees");
		assertThat(changed.filter()).isEqualTo("age gt 30");
		assertThat(changed.select()).containsExactly("age");
		assertThat(changed.top()).isEqualTo(5);
		assertThat(changed.from()).isEqualTo(continuation);
		assertThat(changed.from(null).withSelect(null).withTop(1000)).isEqualTo(this.request);
	}

}
