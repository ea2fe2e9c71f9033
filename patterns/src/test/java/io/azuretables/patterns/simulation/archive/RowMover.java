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

package io.azuretables.patterns.simulation.archive;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;

import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.patterns.queue.transport.MessageTransport;
import io.azuretables.patterns.queue.transport.ReceivedMessage;
import io.azuretables.patterns.simulation.archive.Move.Rule;
import io.azuretables.row.RowReader;

/**
 * Moves rows by the rules that are given.
 *
 * @param gateway the tables
 * @param queue carries what is to be moved
 * @param rules what is done better than in the guide
 */
record RowMover(TableGateway gateway, MessageTransport queue, Set<Rule> rules) implements Mover {

	private static final Duration HIDDEN = Duration.ofSeconds(30);

	@Override
	public void archive(TableKey key, String incarnation) {
		this.queue.send(key.partitionKey() + " " + incarnation, Duration.ZERO);
	}

	@Override
	public boolean restore(TableKey key) {
		return false;
	}

	@Override
	public BooleanSupplier worker() {
		return this::work;
	}

	private boolean work() {
		List<ReceivedMessage> received = this.queue.receive(1, HIDDEN);
		for (ReceivedMessage message : received) {
			String[] intent = message.body().split(" ");
			new Move(this.gateway, this.rules).perform(TableKey.of(intent[0], "r"), intent[1]);
			this.queue.delete(message);
		}
		return !received.isEmpty();
	}

	@Override
	public Optional<String> find(TableKey key) {
		return read(Move.CURRENT, key).or(() -> read(Move.ARCHIVE, key)).or(() -> read(Move.CURRENT, key));
	}

	private Optional<String> read(String table, TableKey key) {
		return Optional.ofNullable(this.gateway.read(table, key, null, RowReader.rows())).map(Move::words);
	}

}
