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

package io.azuretables.patterns.simulation.ownership;

import io.azuretables.gateway.TableGateway;
import io.azuretables.patterns.simulation.TamperedGateway;
import io.azuretables.row.RowWrite;
import org.jspecify.annotations.Nullable;

/**
 * Which rule of ownership is left out.
 */
enum Sabotage {

	/**
	 * Leaves out none.
	 */
	NONE("nothing"),

	/**
	 * Takes slots whatever the version of their rows.
	 */
	IGNORES_OWNERS("is owned twice") {

		@Override
		TableGateway tables(TableGateway gateway) {
			return blind(gateway, "Owners");
		}

	},

	/**
	 * Writes entities whatever their version.
	 */
	IGNORES_VERSIONS("fell from") {

		@Override
		TableGateway tables(TableGateway gateway) {
			return blind(gateway, "Work");
		}

	},

	/**
	 * Writes entities of later owners.
	 */
	IGNORES_EPOCHS("fell from");

	private final String alarm;

	Sabotage(String alarm) {
		this.alarm = alarm;
	}

	String alarm() {
		return this.alarm;
	}

	TableGateway tables(TableGateway gateway) {
		return gateway;
	}

	private static TableGateway blind(TableGateway gateway, String tampered) {
		return new TamperedGateway(gateway) {

			@Override
			public @Nullable String write(String table, RowWrite write) {
				boolean blind = table.equals(tampered) && write instanceof RowWrite.Replace;
				return super.write(table, blind ? new RowWrite.InsertOrReplace(write.row()) : write);
			}

		};
	}

}
