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

package io.azuretables.operations;

import io.azuretables.client.FaultyGateway.Fault;
import io.azuretables.client.FaultyGateway;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.gateway.WriteOutcomeUnknownException;
import io.azuretables.operations.TeamCounts.Player;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Companion rows, in memory.
 */
class CompanionTests implements CompanionContract {

	private final TableGateway gateway = new EmbeddedTableGateway();

	@Override
	public TableGateway gateway() {
		return this.gateway;
	}

	@Override
	public String table() {
		return "Clubs";
	}

	/**
	 * What may have been written is not written again.
	 */
	@Test
	void doesNotRepeatWhatMayHaveBeenWritten() {
		this.gateway.createTable(table());
		TableTemplate faulty = template(new FaultyGateway(this.gateway, 2, Fault.UNKNOWN_AND_APPLIED), 3);
		assertThatExceptionOfType(WriteOutcomeUnknownException.class)
			.isThrownBy(() -> faulty.insert(new Player("fc", 1, "a", null)));
		assertThat(players("a")).isEqualTo(1);
		template(this.gateway, 3).save(new Player("fc", 1, "a", null));
		assertThat(players("a")).isEqualTo(1);
	}

}
