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
import java.util.List;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * A pattern with the steps that demonstrate it. Immutable.
 *
 * @param id names it in addresses; also the name of its page in the documentation
 * @param title what the guide calls it
 * @param problem what it is for
 * @param prefix what the names of its tables begin with, and of no other's
 * @param blobs what the names of its blobs begin with, or {@code null} if it has none
 * @param steps the steps, in the order in which they are played
 */
public record Scenario(String id, String title, String problem, String prefix, @Nullable String blobs,
		List<Step> steps) {

	public Scenario {
		steps = List.copyOf(steps);
	}

	/**
	 * A scenario without steps.
	 */
	public static Scenario of(String id, String title, String prefix, String problem) {
		return new Scenario(id, title, problem, prefix, null, List.of());
	}

	/**
	 * With blobs beside the rows.
	 */
	public Scenario withBlobs(String newBlobs) {
		return new Scenario(this.id, this.title, this.problem, this.prefix, newBlobs, this.steps);
	}

	/**
	 * With one more step.
	 * @param does what the step does
	 * @param why what there is to see
	 * @param action does it, and returns what the page shows as its answer
	 */
	public Scenario step(String does, String why, Supplier<? extends @Nullable Object> action) {
		List<Step> more = new ArrayList<>(this.steps);
		more.add(new Step(does, why, action));
		return new Scenario(this.id, this.title, this.problem, this.prefix, this.blobs, more);
	}

	/**
	 * One step.
	 *
	 * @param does what it does
	 * @param why what there is to see
	 * @param action does it
	 */
	public record Step(String does, String why, Supplier<? extends @Nullable Object> action) {

	}

}
