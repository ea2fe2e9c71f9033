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

package io.azuretables.patterns.move;

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;

import io.azuretables.internal.conversion.IndexVersion;
import io.azuretables.patterns.move.MoveTemplate.Move;
import io.azuretables.patterns.queue.GuardPreparation;
import io.azuretables.row.RowWrite;
import org.jspecify.annotations.Nullable;

/**
 * Marks the row of an entity as moving before the entity is inserted under its new key in
 * another partition; removes the mark if it is not inserted.
 */
final class MovePreparation implements GuardPreparation {

	private final Move move;

	private final @Nullable IndexVersion indexed;

	private final MarkedRow row;

	private final InstantSource clock;

	private String etag = "";

	/**
	 * A preparation of a move.
	 * @param indexed the version of the index row that the entity was read from, if it
	 * was read from one
	 * @param row the row that the entity leaves
	 */
	MovePreparation(Move move, @Nullable IndexVersion indexed, MarkedRow row, InstantSource clock) {
		this.move = move;
		this.indexed = indexed;
		this.row = row;
		this.clock = clock;
	}

	@Override
	public void prepare(String token, Instant deadline) {
		List<RowWrite> marks = this.row.marks(token, this.move.target(), Objects.requireNonNull(this.move.version()),
				this.indexed);
		this.etag = this.row.mark(token, marks, this.clock, deadline);
	}

	@Override
	public void undo(String token) {
		this.row.unmark(token, null, () -> {
		});
	}

	/**
	 * The ETag of the marked row.
	 */
	String etag() {
		return this.etag;
	}

}
