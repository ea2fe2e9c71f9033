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

package io.azuretables.internal.change;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

import io.azuretables.gateway.TableGateway;
import io.azuretables.row.RowWrite;
import io.azuretables.write.DeferredWrites;
import io.azuretables.write.WriteFencedException;

/**
 * The port to the component that commits entities with index changes in other partitions.
 * Templates hand over such changes through it.
 *
 * @since 0.1
 */
public interface DeferredWriteCommitter extends DeferredWrites.Committer {

	/**
	 * What commits the entities of a template.
	 */
	static DeferredWriteCommitter of(DeferredWrites writes) {
		if (writes.committer() instanceof DeferredWriteCommitter committer) {
			return committer;
		}
		throw new IllegalArgumentException(writes.getClass().getName()
				+ " is not an implementation of DeferredWrites that a "
				+ "template knows; give it an io.azuretables.patterns.interpartition.InterPartitionIndexWrites");
	}

	/**
	 * Announces the changes, submits the transaction of the entities with a token row for
	 * each, and follows the changes up. It is right whatever stops at whatever request.
	 * @param gateway takes all requests, so that they count as those of the operation
	 * @param writes the changes, at least one
	 * @param transaction submits the transaction with the given token rows in it
	 * @return what the transaction returned; empty if it was committed and its answer
	 * lost
	 * @throws WriteFencedException if nothing was written, and the writes may be done
	 * again under other tokens
	 * @throws org.springframework.dao.DuplicateKeyException if another entity has the key
	 * of one of these in a unique index
	 */
	<T> Optional<T> commit(TableGateway gateway, List<DeferredWrite> writes, Function<List<RowWrite>, T> transaction);

	/**
	 * Takes notice of index rows that a look-up has met without an entity: they may be
	 * left from a write, or belong to one that is about to be made. Called once for a
	 * look-up at most, whose caller waits. Never fails.
	 * @param rows some of those that were met
	 */
	default void unmatched(TableGateway gateway, UnmatchedRows rows) {
	}

}
