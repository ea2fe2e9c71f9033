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

package io.azuretables.patterns.index;

import io.azuretables.client.CircularGateway;
import io.azuretables.client.CircularGateway.NoProgressException;
import io.azuretables.patterns.sample.Clerk;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Administration of indexes over a service whose pages lead in a circle.
 */
class CircularIndexPagesTests {

	@ParameterizedTest
	@CsvSource({ "0, 1", "0, 2", "3, 5" })
	void endsWhenAPageComesAgain(int tail, int length) {
		assertThatExceptionOfType(NoProgressException.class)
			.isThrownBy(() -> indexes(tail, length).rebuild(Clerk.class, "email"));
		assertThatExceptionOfType(NoProgressException.class)
			.isThrownBy(() -> indexes(tail, length).verify(Clerk.class, "email"));
	}

	private static IndexAdministration indexes(int tail, int length) {
		ClerkTable table = ClerkTable.over(new CircularGateway(tail, length));
		return table.indexes(table.options());
	}

}
