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

package io.azuretables.patterns.faults;

import java.time.LocalDate;
import java.util.Arrays;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

import io.azuretables.client.Azurite;
import io.azuretables.patterns.sample.MessageCounts;
import io.azuretables.patterns.sample.Store;
import io.azuretables.patterns.series.DataSeriesTemplate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Slots are set, and added to once, whatever becomes of a request or its answer.
 */
@Tag("storm")
@ExtendWith(Azurite.LogOfFailures.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LostSeriesAnswerIntegrationTests {

	private static final MessageCounts DAY = MessageCounts.of(223, LocalDate.of(2026, 1, 1));

	private final Services services = new Services();

	@AfterAll
	void close() {
		this.services.close();
	}

	static Stream<NetworkFault> faults() {
		return Arrays.stream(NetworkFault.values()).filter((fault) -> fault != NetworkFault.EMPTY_PAGE);
	}

	@ParameterizedTest
	@MethodSource("faults")
	void setsAndAddsOnce(NetworkFault fault) {
		Store store = Store.over(this.services.gateway(), "t" + UUID.randomUUID().toString().replace("-", ""));
		DataSeriesTemplate<MessageCounts> counts = new DataSeriesTemplate<>(store.template(), MessageCounts.class,
				"perHour");
		counts.put(DAY, 0, 1);
		loseOneWrite(fault);
		counts.put(DAY, 13, 5);
		loseOneWrite(fault);
		counts.add(DAY, 14, 2, "replaces");
		loseOneWrite(fault);
		counts.add(MessageCounts.of(224, DAY.day()), 13, 2, "inserts");
		assertThat(counts.read(DAY).orElseThrow().perHour()[13]).isEqualTo(5);
		assertThat(counts.read(DAY).orElseThrow().perHour()[14]).isEqualTo(2);
		assertThat(counts.read(MessageCounts.of(224, DAY.day())).orElseThrow().perHour()[13]).isEqualTo(2);
		store.gateway().deleteTable(store.names().resolve(MessageCounts.class, "MessageCounts"));
	}

	private void loseOneWrite(NetworkFault fault) {
		AtomicBoolean first = new AtomicBoolean(true);
		this.services.tables()
			.inject((request) -> !request.method().equals("GET") && first.getAndSet(false) ? fault : null);
	}

}
