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
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.ArrayList;

import io.azuretables.client.Azurite;
import io.azuretables.client.HttpTableGateway;
import io.azuretables.client.TableClientOptions;
import io.azuretables.client.TableNames;
import io.azuretables.operations.Staff.Details;
import io.azuretables.operations.Staff.Visitor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Index rows follow entities on the emulator too.
 */
@ExtendWith(Azurite.LogOfFailures.class)
class StaffOnAzuriteIntegrationTests {

	private final StaffStore store = new StaffStore(
			HttpTableGateway.connect(TableClientOptions.of(Azurite.connectionString())), TableNames.unique());

	@AfterEach
	void deleteTable() {
		this.store.gateway().deleteTable(this.store.table());
	}

	@Test
	void keepsIndexRowsTrueThroughRandomOperations() {
		RandomStaffWork work = new RandomStaffWork(7, this.store);
		work.run(7, 300, 1);
		assertThat(work.outcomes()).containsKeys("save done", "merge done", "inPartition done", "saveAll done");
	}

	@Test
	void keepsIndexRowsTrueUnderConcurrentWrites() throws InterruptedException {
		ConcurrentStaffWork work = new ConcurrentStaffWork(this.store, false);
		work.run(7, 10_000);
	}

	@Test
	void losesNoIncrement() throws Exception {
		TableTemplate template = this.store.template();
		Staff counter = template.save(Staff.of(Visitor.class, "Sales", 1, new Details(null, null, 0), null));
		ExecutorService threads = Executors.newFixedThreadPool(16);
		List<Future<?>> done = new ArrayList<>();
		for (int i = 0; i < 16; i++) {
			done.add(threads.submit(() -> {
				for (int n = 0; n < 200; n++) {
					template.updateWithRetry(Visitor.class, this.store.key(counter), (read) -> (Visitor) Staff
						.of(Visitor.class, "Sales", 1, new Details(null, null, read.age() + 1), read.etag()));
				}
			}));
		}
		for (Future<?> one : done) {
			one.get();
		}
		threads.shutdownNow();
		assertThat(template.findById(Visitor.class, this.store.key(counter)).orElseThrow().age()).isEqualTo(3_200);
	}

}
