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

package io.azuretables.autoconfigure.internal.console;

import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

import io.azuretables.patterns.index.DerivedRows;
import io.azuretables.patterns.queue.transport.MessageTransport;
import org.jspecify.annotations.Nullable;

/**
 * The web console's page of summaries and denormalised copies: shows their states,
 * compares them with their entities, and corrects them.
 */
final class DerivedView implements ConsoleView {

	private final Supplier<List<DerivedRows>> derived;

	private final AdministrationJobs jobs;

	private final @Nullable MessageTransport queue;

	/**
	 * The page of summaries and copies.
	 * @param queue has the messages of copies that a worker writes
	 */
	DerivedView(Supplier<List<DerivedRows>> derived, AdministrationJobs jobs, @Nullable MessageTransport queue) {
		this.derived = derived;
		this.jobs = jobs;
		this.queue = queue;
	}

	@Override
	public String name() {
		return "copies";
	}

	@Override
	public Map<String, Function<ConsoleArguments, Object>> calls() {
		Map<String, Function<ConsoleArguments, Object>> calls = new HashMap<>(this.jobs.calls());
		calls.put("copies", (call) -> copies());
		return calls;
	}

	/**
	 * All summaries and copies. One request for the state of each, and one for the oldest
	 * message if a worker writes some of them.
	 */
	private Object copies() {
		List<DerivedRows> all = this.derived.get();
		Map<String, @Nullable Object> answer = new LinkedHashMap<>();
		answer.put("copies", all.stream().map(this::shown).toList());
		answer.put("waiting",
				all.stream().allMatch(DerivedRows::isInTransaction) ? null : IndexView.oldest(this.queue));
		answer.put("now", Instant.now().toString());
		return answer;
	}

	private Map<String, @Nullable Object> shown(DerivedRows rows) {
		Map<String, @Nullable Object> shown = new LinkedHashMap<>();
		shown.put("entity", rows.type().getSimpleName());
		shown.put("type", rows.type().getName());
		shown.put("index", rows.name());
		shown.put("kind", rows.kind());
		shown.put("near", rows.isInTransaction());
		this.jobs.addState(shown, rows.type(), rows.name());
		return shown;
	}

}
