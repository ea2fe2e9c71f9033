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

package io.azuretables.operations;

import java.util.Map;

import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.routing.AccountRouting;
import io.azuretables.routing.RoutedTableGateway;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Queries over three accounts have the answers, and the requests, of one account: see
 * {@link QueryDifferentialTests}.
 */
@Tag("long")
@Execution(ExecutionMode.CONCURRENT)
class RoutedQueryDifferentialTests {

	@Test
	void answersAsOneAccountDoes() {
		int cases = new QueryDifferentialTests().check(20,
				() -> RoutedTableGateway.over(Map.of("a", new EmbeddedTableGateway(), "b", new EmbeddedTableGateway(),
						"c", new EmbeddedTableGateway()), AccountRouting.hashed(16)));
		assertThat(cases).isGreaterThanOrEqualTo(4_000);
	}

}
