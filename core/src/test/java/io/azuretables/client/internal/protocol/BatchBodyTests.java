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

package io.azuretables.client.internal.protocol;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import com.sun.management.ThreadMXBean;
import io.azuretables.key.TableKey;
import io.azuretables.row.RowWrite;
import io.azuretables.row.ServiceLimits;
import io.azuretables.row.TableRow;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link BatchBody}.
 */
class BatchBodyTests {

	/**
	 * Rows are expected to be like the first one, which may be the only large one.
	 */
	@Test
	void takesNoMoreRoomThanATransactionMayHave() {
		Map<String, Object> large = new HashMap<>();
		for (int i = 0; i < 20; i++) {
			large.put("P" + i, "x".repeat(ServiceLimits.TEXT_LENGTH));
		}
		List<RowWrite> writes = new ArrayList<>();
		for (int i = 0; i < ServiceLimits.BATCH_WRITES; i++) {
			writes.add(new RowWrite.Insert(TableRow.of(TableKey.of("p", "r" + i), (i == 0) ? large : Map.of())));
		}
		ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
		long thread = Thread.currentThread().getId();
		assertThat(body(writes)).as("once before it counts: classes are loaded")
			.hasSizeBetween(20 * ServiceLimits.TEXT_LENGTH, ServiceLimits.BATCH_BYTES);
		long before = threads.getThreadAllocatedBytes(thread);
		body(writes);
		assertThat(threads.getThreadAllocatedBytes(thread) - before).isLessThan(2L * ServiceLimits.BATCH_BYTES);
	}

	private static byte[] body(List<RowWrite> writes) {
		BatchBody body = new BatchBody(false, writes.size());
		writes.forEach((write) -> body.add(write, new StringBuilder("http://localhost/Rows")));
		return body.end();
	}

}
