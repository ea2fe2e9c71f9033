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

import java.util.List;
import java.util.stream.IntStream;

import io.azuretables.samples.guide.Player.Played;
import io.azuretables.samples.guide.Player.StepOrderException;
import io.azuretables.samples.guide.Player.UnknownScenarioException;
import io.azuretables.samples.guide.Player.View;
import io.azuretables.samples.guide.Scenario.Step;
import org.jspecify.annotations.Nullable;

import org.springframework.core.io.Resource;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/**
 * Web API that lists, shows and runs scenarios.
 */
@RestController
@RequestMapping("/scenarios")
class ScenariosController {

	private final Player player;

	ScenariosController(Player player) {
		this.player = player;
	}

	@GetMapping
	List<ScenarioTitle> list() {
		return this.player.scenarios().stream().map(ScenarioTitle::of).toList();
	}

	@GetMapping("/{id}")
	ScenarioView show(@PathVariable String id) {
		return ScenarioView.of(this.player.view(id));
	}

	@GetMapping(path = "/{id}/source", produces = "text/plain;charset=UTF-8")
	Resource source(@PathVariable String id) {
		return this.player.source(id);
	}

	@PostMapping("/{id}/steps/{number}")
	StepView play(@PathVariable String id, @PathVariable int number) {
		Played played = this.player.play(id, number);
		return StepView.of(this.player.view(id).scenario().steps().get(number - 1), played);
	}

	@DeleteMapping("/{id}")
	@ResponseStatus(HttpStatus.NO_CONTENT)
	void startOver(@PathVariable String id) {
		this.player.startOver(id);
	}

	@ExceptionHandler
	ProblemDetail unknown(UnknownScenarioException ex) {
		return ProblemDetail.forStatusAndDetail(HttpStatus.NOT_FOUND, ex.getMessage());
	}

	@ExceptionHandler
	ProblemDetail outOfOrder(StepOrderException ex) {
		return ProblemDetail.forStatusAndDetail(HttpStatus.CONFLICT, ex.getMessage());
	}

	/**
	 * A scenario in the list.
	 *
	 * @param id the scenario
	 * @param title its title
	 * @param steps how many steps it has
	 */
	record ScenarioTitle(String id, String title, int steps) {

		static ScenarioTitle of(Scenario scenario) {
			return new ScenarioTitle(scenario.id(), scenario.title(), scenario.steps().size());
		}

	}

	/**
	 * A scenario with its steps.
	 *
	 * @param id the scenario
	 * @param title its title
	 * @param problem what it is for
	 * @param now what is stored now
	 * @param steps its steps
	 */
	record ScenarioView(String id, String title, String problem, Picture now, List<StepView> steps) {

		static ScenarioView of(View view) {
			Scenario scenario = view.scenario();
			List<StepView> steps = IntStream.range(0, scenario.steps().size())
				.mapToObj((i) -> StepView.of(scenario.steps().get(i),
						(i < view.played().size()) ? view.played().get(i) : null))
				.toList();
			return new ScenarioView(scenario.id(), scenario.title(), scenario.problem(), view.now(), steps);
		}

	}

	/**
	 * A step.
	 *
	 * @param does what it does
	 * @param why what there is to see
	 * @param played what it did, or {@code null} if it was not played
	 */
	record StepView(String does, String why, @Nullable Played played) {

		static StepView of(Step step, @Nullable Played played) {
			return new StepView(step.does(), step.why(), played);
		}

	}

}
