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

package io.azuretables.samples.guide.pattern;

import java.util.concurrent.atomic.AtomicReference;

import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.Table;
import io.azuretables.operations.TableTemplate;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import io.azuretables.samples.guide.Pattern;
import io.azuretables.samples.guide.Scenario;
import io.azuretables.samples.guide.Workers;
import org.jspecify.annotations.Nullable;

import org.springframework.core.annotation.Order;
import org.springframework.data.annotation.Version;
import org.springframework.stereotype.Component;

/**
 * Shows index rows in partitions of their own.
 */
@Component
@Order(2)
class InterPartitionIndex implements Pattern {

	private final TableTemplate template;

	private final Workers workers;

	private final AtomicReference<Agent> hall = new AtomicReference<>();

	InterPartitionIndex(TableTemplate template, Workers workers) {
		this.template = template;
		this.workers = workers;
	}

	@Override
	public Scenario scenario() {
		return Scenario
			.of("inter-partition-index", "Inter-partition secondary index", "InterPartition",
					"Who lives in Seattle, in whatever department? An index over all partitions cannot be in the "
							+ "transaction of an entity, and must be true all the same.")
			.step("Insert Hall of Sales, in Seattle",
					"A hidden message announces the write, the index row is inserted, and then the entity with a token "
							+ "row ~t| in one transaction. Whatever dies in between, a worker knows what to do.",
					() -> save(new Agent("Sales", 1, "Hall", "Seattle", null)))
			.step("Find who lives in Seattle",
					"The index row names the entity, which is read and compared: what is found is true, whatever "
							+ "writers do.",
					() -> find("Seattle"))
			.step("Hall moves to Boston",
					"The new index row is there before the entity says so, and the old one goes after it. In between, "
							+ "look-ups believe only what the entity says.",
					() -> {
						Agent now = this.hall.get();
						return save(new Agent("Sales", 1, "Hall", "Boston", now.etag()));
					})
			.step("Find who still lives in Seattle", "There is no such row left.", () -> find("Seattle"))
			.step("A minute later, the worker looks after both writes",
					"It reads the token row and the entity, and deletes what the entity does not name. Here all was "
							+ "done already; had the writer died, the worker would do it. Token rows are kept for ten "
							+ "minutes more.",
					() -> this.workers.lookAfterIndexes(2) + " writes looked after");
	}

	private Agent save(Agent agent) {
		this.hall.set(this.template.save(agent));
		return this.hall.get();
	}

	private Object find(String city) {
		return this.template.find(TableQuery.of(Criteria.where("city").is(city)), Agent.class);
	}

	@Table("InterPartition")
	@PartitionKey("{department}")
	@RowKey("empid_{employeeId:6}")
	@SecondaryIndex(name = "city", partitionKey = "city_{city}", rowKey = "city_{department}_{employeeId:6}",
			include = {})
	record Agent(String department, int employeeId, String name, String city, @Version @Nullable String etag) {

	}

}
