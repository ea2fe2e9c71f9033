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

import io.azuretables.embedded.EmbeddedTableGateway;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Whatever is done to entities, their index rows follow: random operations against a map.
 */
@Tag("long")
@Execution(ExecutionMode.CONCURRENT)
class IndexModelTests {

	private static final int STEPS = 2_000;

	@RepeatedTest(4)
	void keepsIndexRowsTrueThroughRandomOperations(RepetitionInfo repetition) {
		long seed = repetition.getCurrentRepetition();
		RandomStaffWork work = new RandomStaffWork(seed, new StaffStore(new EmbeddedTableGateway(), Staff.TABLE));
		work.run(seed, STEPS, 1);
		assertThat(work.outcomes()).containsKeys("save done", "save UniqueIndexException",
				"save OptimisticLockingFailureException", "save DuplicateKeyException", "insert done", "update done",
				"delete done", "delete OptimisticLockingFailureException", "deleteById done", "merge done",
				"merge UniqueIndexException", "saveAll done", "saveAll PartialWriteException", "inPartition done",
				"deleteAll done", "delete by query done");
	}

}
