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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import io.azuretables.internal.model.EntityModel;
import io.azuretables.internal.model.IndexMapping;
import io.azuretables.mapping.TablePersistentEntity;
import io.azuretables.operations.TableOperations;
import io.azuretables.patterns.index.IndexAdministration;
import io.azuretables.patterns.index.IndexFinding;
import io.azuretables.patterns.index.IndexReport;
import io.azuretables.patterns.queue.transport.MessageTransport;
import org.jspecify.annotations.Nullable;

/**
 * The console's page of indexes: shows their states, verifies them, and rebuilds them.
 */
final class IndexView implements ConsoleView {

	private final IndexAdministration administration;

	private final TableKinds kinds;

	private final ConsoleJobs jobs;

	private final @Nullable MessageTransport queue;

	private final boolean write;

	/**
	 * A view.
	 * @param queue the messages of indexes across partitions; {@code null} where there
	 * are none
	 */
	IndexView(IndexAdministration administration, TableOperations operations, ConsoleJobs jobs,
			@Nullable MessageTransport queue, boolean write) {
		this.administration = administration;
		this.queue = queue;
		this.kinds = new TableKinds(operations);
		this.jobs = jobs;
		this.write = write;
	}

	@Override
	public String name() {
		return "indexes";
	}

	@Override
	public Map<String, Function<ConsoleArguments, Object>> calls() {
		Map<String, Function<ConsoleArguments, Object>> calls = new HashMap<>();
		calls.put("indexes", (call) -> indexes());
		calls.put("index-verify", this::verify);
		calls.put("job", (call) -> this.jobs.progress(call.text("job")));
		if (this.write) {
			calls.put("index-rebuild", this::rebuild);
		}
		return calls;
	}

	/**
	 * All indexes. One request for the state of each, and one for the oldest message that
	 * waits for the worker.
	 */
	private Object indexes() {
		List<Map<String, @Nullable Object>> indexes = new ArrayList<>();
		for (TablePersistentEntity<?> entity : this.kinds.entities()) {
			EntityModel.of(entity).indexes().forEach((index) -> indexes.add(shown(entity, index)));
		}
		Map<String, @Nullable Object> answer = new LinkedHashMap<>();
		answer.put("indexes", indexes);
		answer.put("waiting", oldest(this.queue));
		answer.put("now", Instant.now().toString());
		return answer;
	}

	/**
	 * When the oldest message of a queue was sent.
	 */
	static @Nullable String oldest(@Nullable MessageTransport queue) {
		return (queue != null) ? queue.peek().map((message) -> message.sentAt().toString()).orElse(null) : null;
	}

	private Map<String, @Nullable Object> shown(TablePersistentEntity<?> entity, IndexMapping index) {
		Map<String, @Nullable Object> shown = new LinkedHashMap<>();
		shown.put("entity", entity.getType().getSimpleName());
		shown.put("type", entity.getType().getName());
		shown.put("index", index.name());
		shown.put("table", this.kinds.table(entity));
		shown.put("partitionKey", index.keys().partition().template().toString());
		shown.put("rowKey", index.keys().row().template().toString());
		shown.put("near", index.isIntraPartition());
		shown.put("unique", index.unique());
		shown.put("sparse", index.isSparse());
		shown.put("list", index.isList());
		shown.put("consistency", (index.consistency() != null) ? index.consistency().name() : "");
		shown.put("readable", this.administration.readable().isReadable(entity.getType(), index.name()));
		try {
			shown.put("state", this.administration.state(entity.getType(), index.name()).name());
		}
		catch (RuntimeException ex) {
			shown.put("problem", ex.getMessage());
		}
		return shown;
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

}
