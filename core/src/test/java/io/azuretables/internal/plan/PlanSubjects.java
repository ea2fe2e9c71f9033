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

package io.azuretables.internal.plan;

import java.time.Instant;

import io.azuretables.mapping.Column;
import io.azuretables.mapping.EntityType;
import io.azuretables.mapping.IndexConsistency;
import io.azuretables.mapping.IndexLayout;
import io.azuretables.mapping.IndexReads;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.Table;
import org.jspecify.annotations.Nullable;

/**
 * Entities with all sorts of indexes, and a hierarchy.
 */
final class PlanSubjects {

	private PlanSubjects() {
	}

	/**
	 * An index of keys only, one that leaves nothing out, one in lower case, and one
	 * across partitions.
	 */
	@Table("Tickets")
	@PartitionKey("{queue}")
	@RowKey("ticket_{number:6}")
	@SecondaryIndex(name = "owner", rowKey = "owner_{owner}_{number:6}", include = {})
	@SecondaryIndex(name = "urgent", rowKey = "urgent_{priority:2} {created} {number:6}", sparse = false,
			include = { "title", "created", "priority" })
	@SecondaryIndex(name = "region", rowKey = "region_{region:lower}_{number:6}")
	@SecondaryIndex(name = "assignee", partitionKey = "assignee_{assignee}", rowKey = "assignee_{number:6}_{queue}")
	record Ticket(String queue, int number, String title, int priority, Instant created, boolean open,
			@Nullable String owner, @Nullable String region, @Nullable String assignee) {

	}

	/**
	 * An index across partitions whose copies are believed.
	 */
	@Table("Seats")
	@PartitionKey("{hall}")
	@RowKey("seat_{number:4}")
	@SecondaryIndex(name = "guest", partitionKey = "guest_{guest}", rowKey = "guest_{hall}_{number:4}",
			reads = IndexReads.UNVERIFIED)
	record Seat(String hall, int number, @Nullable String guest) {

	}

	/**
	 * Lists of ids, in the partition of the entities and across partitions.
	 */
	@Table("Members")
	@PartitionKey("{club}")
	@RowKey("member_{number:4}")
	@SecondaryIndex(name = "surname", rowKey = "surname_{surname}", layout = IndexLayout.LIST, list = "MemberIds")
	@SecondaryIndex(name = "town", partitionKey = "town_{town}", rowKey = "town", layout = IndexLayout.LIST,
			consistency = IndexConsistency.EVENTUAL)
	record Member(String club, int number, String surname, @Nullable String town) {

	}

	/**
	 * A column that is called as a word of filters is.
	 */
	@Table("Bounds")
	@PartitionKey("{name}")
	@RowKey("bound_{number}")
	record Bound(String name, int number, int le) {

	}

	/**
	 * A text with a literal behind it that is above letters.
	 */
	@Table("Jobs")
	@PartitionKey("{site}")
	@RowKey("job_{name}_{number:6}")
	record Job(String site, String name, int number) {

	}

	/**
	 * A text with a literal behind it that is below letters and digits.
	 */
	@Table("Tasks")
	@PartitionKey("{site}")
	@RowKey("task_{name}-{number:6}")
	record Task(String site, String name, int number) {

	}

	/**
	 * Constants with a literal behind them that is above letters.
	 */
	@Table("Shifts")
	@PartitionKey("{site}")
	@RowKey("shift_{part}|{number:6}")
	record Shift(String site, Part part, int number) {

		/**
		 * In another order than their names have.
		 */
		enum Part {

			MORNING, EVENING, NIGHT

		}

	}

	/**
	 * The base of a hierarchy.
	 */
	@Table("Vehicles")
	@PartitionKey("{depot}")
	@RowKey("{number:4}")
	@EntityType
	static class Vehicle {

		String depot = "";

		@Column
		int number;

	}

	/**
	 * A part of the hierarchy.
	 */
	@EntityType("truck")
	static class Truck extends Vehicle {

		int load;

	}

}
