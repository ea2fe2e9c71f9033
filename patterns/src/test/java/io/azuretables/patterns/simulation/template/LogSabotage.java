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

package io.azuretables.patterns.simulation.template;

import java.util.ArrayList;
import java.util.List;

import io.azuretables.gateway.TableGateway;
import io.azuretables.patterns.simulation.TamperedGateway;
import io.azuretables.row.RowPage;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.RowWrite;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.TransientDataAccessResourceException;

/**
 * Sabotages the table of a log so that each check fails once.
 */
enum LogSabotage {

	NONE(""),

	DROPS_WHAT_IT_ACKNOWLEDGES("Lost write") {

		@Override
		TableGateway over(TableGateway tables) {
			return new TamperedGateway(tables) {

				@Override
				public @Nullable String write(String table, RowWrite write) {
					return "etag";
				}

			};
		}

	},

	REFUSES_WHAT_IT_HAS_DONE("False rejection") {

		@Override
		TableGateway over(TableGateway tables) {
			return new TamperedGateway(tables) {

				@Override
				public @Nullable String write(String table, RowWrite write) {
					super.write(table, write);
					throw new TransientDataAccessResourceException("refused on purpose");
				}

			};
		}

	},

	HIDES_ROWS("Tail") {

		@Override
		TableGateway over(TableGateway tables) {
			return TamperedGateway.hiding(tables);
		}

	},

	REPEATS_ROWS("An entry stands in the tail twice") {

		@Override
		TableGateway over(TableGateway tables) {
			return new TamperedGateway(tables) {

				@Override
				public <T> RowPage<T> read(RowRequest request, RowReader<T> reader) {
					RowPage<T> page = super.read(request, reader);
					List<T> rows = new ArrayList<>();
					page.rows().forEach((row) -> rows.addAll(List.of(row, row)));
					return new RowPage<>(rows, rows.size(), page.continuation());
				}

			};
		}

	};

	private final String alarm;

	LogSabotage(String alarm) {
		this.alarm = alarm;
	}

	/**
	 * What the check says.
	 */
	String alarm() {
		return this.alarm;
	}

	TableGateway over(TableGateway tables) {
		return tables;
	}

}
