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

package io.azuretables.patterns.ownership;

import java.time.Duration;
import java.time.InstantSource;

import io.azuretables.internal.time.SteadyClock;

/**
 * Options of {@link PartitionOwnership}, which divides partitions among processes by
 * leases: number of slots, duration of a lease, and clock. Immutable; defaults in one
 * place. All processes of a group have the same number of slots and the same lease.
 *
 * @param slots how many sets the partitions are divided into
 * @param lease how long a slot belongs to an owner that does not renew it; it is renewed
 * at a third of it
 * @param clock tells how much time has passed; clocks of different processes are never
 * compared
 * @since 0.1
 */
public record OwnershipOptions(int slots, Duration lease, InstantSource clock) {

	/**
	 * The most slots: their rows are one page, and are renewed one by one.
	 */
	private static final int MOST = 256;

	/**
	 * 16 slots, 30 seconds, a clock that does not go back.
	 */
	public static final OwnershipOptions DEFAULTS = new OwnershipOptions(16, Duration.ofSeconds(30), new SteadyClock());

	public OwnershipOptions {
		if (slots < 1 || slots > MOST) {
			throw new IllegalArgumentException("There are 1 to " + MOST + " slots, not " + slots);
		}
		if (lease.toMillis() < 30) {
			throw new IllegalArgumentException("A lease has at least 30 milliseconds, not " + lease);
		}
	}

	public OwnershipOptions withSlots(int newSlots) {
		return new OwnershipOptions(newSlots, this.lease, this.clock);
	}

	public OwnershipOptions withLease(Duration newLease) {
		return new OwnershipOptions(this.slots, newLease, this.clock);
	}

	public OwnershipOptions withClock(InstantSource newClock) {
		return new OwnershipOptions(this.slots, this.lease, newClock);
	}

}
