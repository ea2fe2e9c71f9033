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

package io.azuretables.internal.transaction;

import java.util.ArrayList;
import java.util.List;

import io.azuretables.internal.change.DeferredWrite;
import io.azuretables.row.AtomicBatch;
import io.azuretables.row.RowWrite;
import org.jspecify.annotations.Nullable;

/**
 * The writes that belong to one entity, in one partition, and must happen together or not
 * at all. They are the write of the entity, those of the rows that go with it, and what
 * they mean for other partitions.
 *
 * @param writes the writes, that of the entity first
 * @param deferred what changes in other partitions, if anything does
 * @since 0.1
 */
public record RowGroup(List<RowWrite> writes, @Nullable DeferredWrite deferred) {

	public RowGroup {
		writes = List.copyOf(writes);
	}

	public static RowGroup of(RowWrite main, List<RowWrite> companions) {
		if (companions.isEmpty()) {
			return new RowGroup(List.of(main), null);
		}
		List<RowWrite> writes = new ArrayList<>(1 + companions.size());
		writes.add(main);
		writes.addAll(companions);
		return new RowGroup(writes, null);
	}

	/**
	 * This group, with what it means for other partitions.
	 */
	public RowGroup with(DeferredWrite newDeferred) {
		return new RowGroup(this.writes, newDeferred);
	}

	/**
	 * The write of the entity.
	 */
	public RowWrite main() {
		return this.writes.get(0);
	}

	/**
	 * This group without one of its writes.
	 */
	public RowGroup without(RowWrite write) {
		return new RowGroup(this.writes.stream().filter((other) -> !other.equals(write)).toList(), this.deferred);
	}

	/**
	 * This group with one of its writes replaced.
	 */
	public RowGroup with(RowWrite old, RowWrite replacement) {
		return new RowGroup(this.writes.stream().map((write) -> write.equals(old) ? replacement : write).toList(),
				this.deferred);
	}

	/**
	 * An upper bound of the bytes that the writes take in a transaction.
	 */
	public long bytes() {
		long bytes = 0;
		for (RowWrite write : this.writes) {
			bytes += AtomicBatch.bytesOf(write);
		}
		return bytes;
	}

}
