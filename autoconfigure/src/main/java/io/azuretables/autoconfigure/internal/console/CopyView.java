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

import io.azuretables.patterns.denormalization.CopyReport;
import io.azuretables.patterns.denormalization.DenormalizationTemplate;
import io.azuretables.patterns.denormalization.DenormalizedCopies;
import io.azuretables.patterns.queue.transport.MessageTransport;
import org.jspecify.annotations.Nullable;

/**
 * The console's page of denormalised copies: compares them with their sources, and
 * corrects them.
 */
final class CopyView implements ConsoleView {

	private final DenormalizationTemplate template;

	private final List<DenormalizedCopies<?, ?>> copies;

	private final ConsoleJobs jobs;

	private final @Nullable MessageTransport queue;

	private final boolean write;

	/**
	 * The page of copies.
	 * @param queue has the messages of copies that a worker writes
	 */
	CopyView(DenormalizationTemplate template, List<DenormalizedCopies<?, ?>> copies, ConsoleJobs jobs,
			@Nullable MessageTransport queue, boolean write) {
		this.template = template;
		this.copies = copies;
		this.jobs = jobs;
		this.queue = queue;
		this.write = write;
	}

	@Override
	public String name() {
		return "copies";
	}

	@Override
	public Map<String, Function<ConsoleArguments, Object>> calls() {
		Map<String, Function<ConsoleArguments, Object>> calls = new HashMap<>();
		calls.put("copies", (call) -> copies());
		calls.put("copy-verify", this::verify);
		calls.put("job", (call) -> this.jobs.progress(call.text("job")));
		if (this.write) {
			calls.put("copy-rebuild", this::rebuild);
		}
		return calls;
	}

	/**
	 * All copies. One request for the oldest message if a worker writes some of them.
	 */
	private Object copies() {
		List<Map<String, Object>> shown = this.copies.stream()
			.map((one) -> Map.<String, Object>of("name", one.toString(), "near",
					this.template.isWrittenWithSource(one)))
			.toList();
		boolean near = this.copies.stream().allMatch(this.template::isWrittenWithSource);
		Map<String, @Nullable Object> answer = new LinkedHashMap<>();
		answer.put("copies", shown);
		answer.put("waiting", near ? null : IndexView.oldest(this.queue));
		answer.put("now", Instant.now().toString());
		return answer;
	}

	private DenormalizedCopies<?, ?> declared(ConsoleArguments call) {
		String name = call.text("copies");
		return this.copies.stream()
			.filter((one) -> one.toString().equals(name))
			.findFirst()
			.orElseThrow(() -> new ConsoleException(404, "No such copies are declared"));
	}

	private Object verify(ConsoleArguments call) {
		DenormalizedCopies<?, ?> declared = declared(call);
		return this.jobs.start("Verify the " + declared,
				(job) -> job.count(counts(this.template.verify(declared, (found) -> {
					Map<String, @Nullable Object> finding = new LinkedHashMap<>();
					finding.put("kind", "OUTDATED");
					finding.put("entity", ShownRow.key(found.source()));
					finding.put("row", ShownRow.key(found.holder()));
					job.find(finding);
				}, (progress) -> job.count(counts(progress))))));
	}

	private Object rebuild(ConsoleArguments call) {
		DenormalizedCopies<?, ?> declared = declared(call);
		return this.jobs.start("Rebuild the " + declared, (job) -> job
			.count(counts(this.template.rebuild(declared, null, (progress) -> job.count(counts(progress))))));
	}

	private static Map<String, Object> counts(CopyReport report) {
		return Map.of("holders", report.holders(), "outdated", report.outdated());
	}

}
