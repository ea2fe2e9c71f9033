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

import java.util.List;

import io.azuretables.embedded.EmbeddedTableGateway;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Index rows follow entities, and no change is lost, when many threads change the same
 * entities.
 */
class IndexConcurrencyTests {

	private static final int OPERATIONS = 10_000;

	private static final int MOST_RUNS = 50;

	private static final List<String> EXPECTED = List.of("0 done", "0 UniqueIndexException", "1 done", "2 done",
			"3 done", "4 done", "5 done", "6 done", "7 done", "8 done", "9 done", "10 done",
			"10 OptimisticLockingFailureException");

	@Test
	void keepsIndexRowsTrueUnderConcurrentWrites() throws InterruptedException {
		ConcurrentStaffWork work = new ConcurrentStaffWork(new StaffStore(new EmbeddedTableGateway(), Staff.TABLE),
				true);
		// Whether threads meet is up to the scheduler: go on until each outcome was there
		for (int seed = 1; seed <= MOST_RUNS && !work.outcomes().keySet().containsAll(EXPECTED); seed++) {
			work.run(seed, OPERATIONS);
		}
		assertThat(work.outcomes()).containsKeys(EXPECTED.toArray(String[]::new));
	}

}
