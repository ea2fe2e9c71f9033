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
package io.azuretables.autoconfigure.queue;

import io.azuretables.mapping.Movable;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import io.azuretables.operations.TableTemplate;
import io.azuretables.patterns.move.MoveTemplate;
import io.azuretables.patterns.queue.EventuallyConsistentQueueTemplate;
import org.jspecify.annotations.Nullable;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.annotation.Version;

/**
 * Declares the moves of guests.
 */
@Configuration(proxyBeanMethods = false)
class GuestConfiguration {

	// tag::bean[]
	@Bean
	MoveTemplate<Guest> guestMoves(TableTemplate tables, EventuallyConsistentQueueTemplate queue) {
		return new MoveTemplate<>(tables, queue, Guest.class);
	}
	// end::bean[]

	/**
	 * Moves to another place.
	 */
	@Table("Guests")
	@PartitionKey("{place}")
	@RowKey("guest_{id}")
	@Movable
	record Guest(String place, String id, @Version @Nullable String version) {

	}

}
