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

package io.azuretables.patterns.simulation;

import java.util.List;

import io.azuretables.gateway.ForwardingTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.row.AtomicBatch;
import io.azuretables.row.RowPage;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import org.jspecify.annotations.Nullable;

/**
 * A gateway that a test makes misbehave. Passes on all that is not overridden. A check
 * that no such thing alarms is asleep.
 */
public class TamperedGateway extends ForwardingTableGateway {

	public TamperedGateway(TableGateway tables) {
		super(tables);
	}

	/**
	 * Acknowledges transactions, and does none.
	 */
	public static TableGateway dropping(TableGateway tables) {
		return new TamperedGateway(tables) {

			@Override
			public List<@Nullable String> submit(AtomicBatch batch) {
				return batch.writes().stream().<@Nullable String>map((write) -> "etag").toList();
			}

		};
	}

	/**
	 * Answers every query with nothing.
	 */
	public static TableGateway hiding(TableGateway tables) {
		return new TamperedGateway(tables) {

			@Override
			public <T> RowPage<T> read(RowRequest request, RowReader<T> reader) {
				return new RowPage<>(List.of(), 0, null);
			}

		};
	}

}
