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

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.azuretables.samples.guide.Player.Played;
import io.azuretables.samples.guide.Player.StepOrderException;
import io.azuretables.samples.guide.Player.UnknownScenarioException;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.core.io.Resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What the steps cost and leave, on any store.
 */
abstract class GuideContract {

	/**
	 * The requests of each step, without receiving messages, which is repeated until
	 * there is one.
	 */
	private static final Map<String, List<Integer>> COSTS = Map.ofEntries(
			Map.entry("intra-partition-index", List.of(1, 1, 2, 2, 2)),
			Map.entry("inter-partition-index", List.of(3, 2, 5, 1, 8)),
			Map.entry("eventually-consistent-queue", List.of(3, 3)), Map.entry("archive", List.of(1, 2, 1, 5, 2)),
			Map.entry("compound-key", List.of(1, 1, 1, 1)), Map.entry("related-reads", List.of(2, 1, 2, 1)),
			Map.entry("log-tail", List.of(1, 1, 1, 1)), Map.entry("high-volume-delete", List.of(3, 2, 2, 2)),
			Map.entry("data-series", List.of(1, 1, 2, 1, 1)), Map.entry("large-values", List.of(2, 3, 1, 2)),
			Map.entry("prepend-append", List.of(4, 4, 1)), Map.entry("logs-in-blobs", List.of(2, 4, 2)),
			Map.entry("summaries", List.of(2, 3, 1, 3)), Map.entry("cached-tables", List.of(4, 1, 0, 1)),
			Map.entry("type-versions", List.of(2, 1, 1, 2)), Map.entry("list-index", List.of(3, 3, 4)),
			Map.entry("denormalization", List.of(2, 4, 1, 3)), Map.entry("wide-entities", List.of(1, 3, 1, 1)),
			Map.entry("moves", List.of(1, 5, 2, 2)));

	@Autowired
	private Player player;

	@Test
	void playsEachStepForWhatItCosts() {
		Map<String, List<Integer>> costs = new LinkedHashMap<>();
		for (Scenario scenario : this.player.scenarios()) {
			this.player.startOver(scenario.id());
			costs.put(scenario.id(), costs(scenario));
		}
		assertThat(costs).isEqualTo(COSTS);
	}

	private List<Integer> costs(Scenario scenario) {
		List<Integer> costs = new ArrayList<>();
		for (int step = 1; step <= scenario.steps().size(); step++) {
			Played played = this.player.play(scenario.id(), step);
			costs.add((int) played.requests()
				.stream()
				.filter((request) -> !request.operation().equals("receive"))
				.count());
		}
		return costs;
	}

	@Test
	void showsRowsBeforeAndAfterAStep() {
		this.player.startOver("intra-partition-index");
		Played inserted = this.player.play("intra-partition-index", 1);
		assertThat(inserted.before().tables()).allMatch((table) -> table.rows().isEmpty());
		assertThat(inserted.after().tables()).singleElement().satisfies((table) -> {
			assertThat(table.rows()).extracting(Picture.Row::rowKey)
				.containsExactly("email_cao@contoso.com", "email_hall@contoso.com", "empid_000001", "empid_000002",
						"name_Cao 000002", "name_Hall 000001");
			assertThat(table.rows().get(2).properties()).containsEntry("lastName", "Hall");
		});
		this.player.play("intra-partition-index", 2);
		Played read = this.player.view("intra-partition-index").played().get(1);
		assertThat(read.requests()).singleElement().satisfies((request) -> {
			assertThat(request.operation()).isEqualTo("read");
			assertThat(request.keys()).hasToString("[TableKey[partitionKey=Sales, rowKey=email_cao@contoso.com]]");
			assertThat(request.rows()).isEqualTo(1);
		});
		assertThat(read.before()).isEqualTo(read.after());
	}

	@Test
	void playsStepsInTheirOrder() {
		this.player.startOver("compound-key");
		assertThatExceptionOfType(StepOrderException.class).isThrownBy(() -> this.player.play("compound-key", 2))
			.withMessage("Steps are played in their order, and number 1 is next");
		assertThatExceptionOfType(UnknownScenarioException.class).isThrownBy(() -> this.player.view("other"))
			.withMessage("There is no scenario other");
		for (int step = 1; step <= 4; step++) {
			this.player.play("compound-key", step);
		}
		assertThatExceptionOfType(StepOrderException.class).isThrownBy(() -> this.player.play("compound-key", 5))
			.withMessage("All steps were played; delete the scenario to start over");
	}

	@Test
	void showsSourcesAndNamesPages() throws Exception {
		for (Scenario scenario : this.player.scenarios()) {
			Resource source = this.player.source(scenario.id());
			assertThat(new String(source.getInputStream().readAllBytes())).contains("\"" + scenario.id() + "\"");
			assertThat(Path.of("../../docs/patterns", scenario.id() + ".md")).exists();
		}
	}

}
