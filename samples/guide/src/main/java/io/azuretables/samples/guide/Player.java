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

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.azuretables.samples.guide.Scenario.Step;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;
import org.springframework.stereotype.Component;
import org.springframework.util.ClassUtils;

/**
 * Runs the steps of scenarios in order, and keeps their results. There is one state for
 * all users.
 */
@Component
class Player {

	private final Map<String, Progress> progress = new LinkedHashMap<>();

	private final Stores stores;

	private final Recorder recorder;

	Player(ObjectProvider<Pattern> patterns, Stores stores, Recorder recorder) {
		this.stores = stores;
		this.recorder = recorder;
		patterns.orderedStream().forEach((pattern) -> {
			Progress found = new Progress(pattern.scenario(), source(pattern));
			this.progress.put(found.scenario().id(), found);
		});
	}

	/**
	 * The source of the class that declares a pattern: the build copies it into the class
	 * path.
	 */
	private static Resource source(Pattern pattern) {
		String name = pattern.getClass().getName().split("\\$", 2)[0];
		return new ClassPathResource(ClassUtils.convertClassNameToResourcePath(name) + ".java");
	}

	List<Scenario> scenarios() {
		return this.progress.values().stream().map(Progress::scenario).toList();
	}

	/**
	 * A scenario, and how far it was played.
	 * @throws UnknownScenarioException if there is none
	 */
	synchronized View view(String id) {
		Progress found = found(id);
		return new View(found.scenario(), found.played(), this.stores.picture(found.scenario()));
	}

	/**
	 * The source of a scenario.
	 * @throws UnknownScenarioException if there is none
	 */
	synchronized Resource source(String id) {
		return found(id).source();
	}

	/**
	 * Plays a step.
	 * @param number counts from 1
	 * @throws StepOrderException if another step comes next, or none
	 */
	synchronized Played play(String id, int number) {
		Progress found = found(id);
		int next = found.played().size() + 1;
		int steps = found.scenario().steps().size();
		if (number != next || number > steps) {
			throw new StepOrderException(next, steps);
		}
		Step step = found.scenario().steps().get(number - 1);
		Picture before = this.stores.picture(found.scenario());
		this.recorder.start();
		Object answer;
		List<RecordedRequest> requests;
		try {
			answer = step.action().get();
		}
		finally {
			requests = this.recorder.stop();
		}
		Played played = new Played(number, requests, before, this.stores.picture(found.scenario()), answer);
		found.played().add(played);
		return played;
	}

	/**
	 * Empties the tables of a scenario, so that it begins again.
	 */
	synchronized void startOver(String id) {
		Progress found = found(id);
		this.stores.empty(found.scenario());
		found.played().clear();
	}

	/**
	 * The first look empties what an earlier run of the service has left.
	 */
	private Progress found(String id) {
		Progress found = this.progress.get(id);
		if (found == null) {
			throw new UnknownScenarioException(id);
		}
		if (found.begin()) {
			this.stores.empty(found.scenario());
		}
		return found;
	}

	/**
	 * How far a scenario was played.
	 */
	private static final class Progress {

		private final Scenario scenario;

		private final List<Played> played = new ArrayList<>();

		private final Resource source;

		private boolean begun;

		Progress(Scenario scenario, Resource source) {
			this.scenario = scenario;
			this.source = source;
		}

		Resource source() {
			return this.source;
		}

		Scenario scenario() {
			return this.scenario;
		}

		List<Played> played() {
			return this.played;
		}

		/**
		 * Whether this is the first look.
		 */
		boolean begin() {
			boolean first = !this.begun;
			this.begun = true;
			return first;
		}

	}

	/**
	 * A scenario as it is shown.
	 *
	 * @param scenario the scenario
	 * @param played the steps that were played
	 * @param now what is stored now
	 */
	record View(Scenario scenario, List<Played> played, Picture now) {

		View {
			played = List.copyOf(played);
		}

	}

	/**
	 * A step that was played.
	 *
	 * @param step its number, from 1
	 * @param requests its requests in their order
	 * @param before what was stored before
	 * @param after what was stored afterwards
	 * @param answer what it has returned
	 */
	record Played(int step, List<RecordedRequest> requests, Picture before, Picture after, @Nullable Object answer) {

	}

	static final class UnknownScenarioException extends RuntimeException {

		private static final long serialVersionUID = 1L;

		UnknownScenarioException(String id) {
			super("There is no scenario " + id);
		}

	}

	static final class StepOrderException extends RuntimeException {

		private static final long serialVersionUID = 1L;

		StepOrderException(int next, int steps) {
			super((next > steps) ? "All steps were played; delete the scenario to start over"
					: "Steps are played in their order, and number " + next + " is next");
		}

	}

}
