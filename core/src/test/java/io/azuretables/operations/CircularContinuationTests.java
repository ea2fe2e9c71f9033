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

import io.azuretables.client.CircularGateway;
import io.azuretables.client.CircularGateway.NoProgressException;
import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import io.azuretables.sample.Employee;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Queries of a service whose pages lead in a circle.
 */
class CircularContinuationTests {

	private static final TableQuery SALES = TableQuery.of(Criteria.where("department").is("Sales"));

	@ParameterizedTest
	@CsvSource({ "0, 1", "0, 2", "1, 2", "3, 5", "2, 9" })
	void endWhenAPageComesAgain(int tail, int length) {
		assertThatExceptionOfType(NoProgressException.class)
			.isThrownBy(() -> template(tail, length).find(SALES, Employee.class));
		assertThatExceptionOfType(NoProgressException.class)
			.isThrownBy(() -> template(tail, length).query(Employee.class).scroll(SALES));
		assertThatExceptionOfType(NoProgressException.class)
			.isThrownBy(() -> template(tail, length).query(Employee.class).scroll(SALES.limit(10)));
	}

	private static TableTemplate template(int tail, int length) {
		return new TableTemplate(new CircularGateway(tail, length),
				new TableConverter(new TableMappingContext(new TableCustomConversions())));
	}

}
