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

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

import io.azuretables.patterns.index.IndexAdministration;
import io.azuretables.patterns.index.IndexFinding;
import io.azuretables.patterns.index.IndexReport;
import org.jspecify.annotations.Nullable;

/**
 * Starts background jobs of the web console that verify or rebuild an index, a summary or
 * denormalised copies.
 *
 * @param administration does it
 * @param kinds finds the class
 * @param jobs runs it in the background
 * @param write whether anything may be changed
 */
record AdministrationJobs(IndexAdministration administration, TableKinds kinds, ConsoleJobs jobs, boolean write) {

	Map<String, Function<ConsoleArguments, Object>> calls() {
		Map<String, Function<ConsoleArguments, Object>> calls = new HashMap<>();
		calls.put("index-verify", this::verify);
		calls.put("job", (call) -> this.jobs.progress(call.text("job")));
		if (this.write) {
			calls.put("index-rebuild", this::rebuild);
		}
		return calls;
	}

	private Object verify(ConsoleArguments call) {
		Class<?> type = this.kinds.entity(call.text("entity")).getType();
		String index = call.text("index");
		return this.jobs.start("Verify " + type.getSimpleName() + "." + index,
				(job) -> job.count(counts(this.administration.verify(type, index, (finding) -> job.find(shown(finding)),
						(progress) -> job.count(counts(progress))))));
	}

	private Object rebuild(ConsoleArguments call) {
		Class<?> type = this.kinds.entity(call.text("entity")).getType();
		String index = call.text("index");
		return this.jobs.start("Rebuild " + type.getSimpleName() + "." + index, (job) -> job.count(counts(
				this.administration.rebuild(type, index, null, (progress) -> job.count(counts(progress.report()))))));
	}

	private static Map<String, Object> counts(IndexReport report) {
		Map<String, Object> counts = new LinkedHashMap<>();
		counts.put("entities", report.entities());
		counts.put("index rows", report.indexRows());
		report.findings().forEach((kind, count) -> counts.put(kind.name(), count));
		return counts;
	}

	private static Map<String, @Nullable Object> shown(IndexFinding finding) {
		Map<String, @Nullable Object> shown = new LinkedHashMap<>();
		shown.put("kind", finding.kind().name());
		shown.put("entity", ShownRow.key(finding.entity()));
		shown.put("row", ShownRow.key(finding.indexRow()));
		return shown;
	}

	/**
	 * The state of what is administered, with the reason where it cannot be read. One
	 * request.
	 */
	void addState(Map<String, @Nullable Object> shown, Class<?> type, String name) {
		try {
			shown.put("readable", this.administration.readable().isReadable(type, name));
			shown.put("state", this.administration.state(type, name).name());
		}
		catch (RuntimeException ex) {
			shown.put("problem", ex.getMessage());
		}
	}

}
