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

package io.azuretables.samples.guide;

import io.azuretables.test.AutoConfigureDataTables;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The steps in memory, and the interface of the service.
 */
@SpringBootTest(properties = "management.metrics.export.simple.enabled=true")
@AutoConfigureDataTables
@AutoConfigureMockMvc
class GuideTests extends GuideContract {

	@Autowired
	private Player player;

	@Autowired
	private MeterRegistry meters;

	@Autowired
	private MockMvcTester http;

	@Test
	void countsWhatMetersCount() {
		for (String id : new String[] { "intra-partition-index", "compound-key", "log-tail", "summaries" }) {
			this.player.startOver(id);
			for (int step = 1; step <= this.player.view(id).scenario().steps().size(); step++) {
				long before = observed();
				int recorded = this.player.play(id, step).requests().size();
				assertThat(observed() - before).as("step " + step + " of " + id).isEqualTo(recorded);
			}
		}
	}

	private long observed() {
		return this.meters.find("azure.tables.requests")
			.timers()
			.stream()
			.filter((timer) -> !"create-table".equals(timer.getId().getTag("operation")))
			.mapToLong(Timer::count)
			.sum();
	}

	@Test
	void isAService() {
		assertThat(this.http.delete().uri("/scenarios/compound-key")).hasStatus(204);
		assertThat(this.http.get().uri("/scenarios")).hasStatusOk()
			.bodyJson()
			.extractingPath("$[?(@.id == 'compound-key')].steps")
			.asArray()
			.containsExactly(4);
		assertThat(this.http.post().uri("/scenarios/compound-key/steps/1")).hasStatusOk()
			.bodyJson()
			.extractingPath("$.played.requests[0].operation")
			.isEqualTo("transaction");
		assertThat(this.http.get().uri("/scenarios/compound-key")).hasStatusOk()
			.bodyJson()
			.extractingPath("$.now.tables[0].rows[*].rowKey")
			.asArray()
			.containsExactly("empid_000223", "review_000223_2014");
		assertThat(this.http.post().uri("/scenarios/compound-key/steps/4")).hasStatus(409)
			.bodyJson()
			.extractingPath("$.detail")
			.isEqualTo("Steps are played in their order, and number 2 is next");
		assertThat(this.http.get().uri("/scenarios/other")).hasStatus(404);
		assertThat(this.http.get().uri("/scenarios/compound-key/source")).hasStatusOk()
			.bodyText()
			.contains("class CompoundKey");
		assertThat(this.http.get().uri("/rows.js")).hasStatusOk();
		// nothing else of the folder is served
		assertThat(this.http.get().uri("/TableWebProperties.class")).hasStatus(404);
	}

}
