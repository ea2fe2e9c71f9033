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

import java.util.Objects;

import io.azuretables.gateway.TableGateway;
import io.azuretables.operations.TableOperations;
import io.azuretables.patterns.move.MoveTemplate.Move;
import io.azuretables.patterns.queue.message.MessageContext;
import io.azuretables.patterns.queue.message.MessageHandler;
import io.azuretables.row.TableRow;

/**
 * Handles messages about moves of entities to other keys: finishes or undoes a move if
 * its process has ended. A move that happened leaves a marked row, which is deleted; one
 * that never will happen leaves a marked row too, or perhaps a mark that is under way.
 * Creates nothing, so that a worker that has slept does no harm.
 */
final class MoveMessageHandler implements MessageHandler<Move> {

	private final TableOperations operations;

	private final TableGateway gateway;

	private final Class<?> type;

	MoveMessageHandler(TableOperations operations, TableGateway gateway, Class<?> type) {
		this.operations = operations;
		this.gateway = gateway;
		this.type = type;
	}

	@Override
	public void handle(Move move, MessageContext context) {
		TableRow row = source(move).find(context.id());
		if (row != null) {
			context.check();
			delete(move, Objects.requireNonNull(row.etag()));
		}
	}

	/**
	 * Deletes the row that an entity has left, with all that belongs to it.
	 * @param version the version of the marked row
	 */
	void delete(Move move, String version) {
		this.operations.in((entity, name) -> move.table())
			.inPartition(move.table(), move.partitionKey())
			.delete(this.type, move.source(), version)
			.commit();
	}

	@Override
	public void abandoned(Move move, MessageContext context) {
		source(move).unmark(context.id(), move.version(), context::check);
	}

	MarkedRow source(Move move) {
		return new MarkedRow(this.gateway, move.table(), move.source());
	}

}
