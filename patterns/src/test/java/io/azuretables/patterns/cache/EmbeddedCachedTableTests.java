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

package io.azuretables.patterns.cache;

import java.time.Duration;
import java.util.Map;

import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.InvalidKeyException;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import io.azuretables.patterns.sample.Store;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The promises in memory.
 */
@ExtendWith(OutputCaptureExtension.class)
class EmbeddedCachedTableTests extends CachedTableContract {

	private final TableGateway gateway = new EmbeddedTableGateway();

	@Override
	TableGateway gateway() {
		return this.gateway;
	}

	@Test
	void logsNoKeyOfARowThatCannotBeRead(CapturedOutput output) {
		this.gateway.createTable("xRates");
		this.gateway.write("xRates",
				new RowWrite.Insert(TableRow.of(new TableKey("rates", "ann@contoso.com"), Map.of("percent", 3))));
		CachedTable<Rate> rates = new CachedTable<>(Store.over(this.gateway, "x").template(), Rate.class, 4,
				Duration.ofDays(1));
		rates.start();
		rates.stop();
		assertThat(output).contains("Entities of Rate cannot be read at the start", InvalidKeyException.class.getName())
			.doesNotContain("ann@contoso.com");
		assertThatExceptionOfType(InvalidKeyException.class).isThrownBy(rates::all);
	}

	@Table("Rates")
	record Rate(@PartitionKey String kind, @RowKey("{number:4}") int number, int percent) {

	}

}
