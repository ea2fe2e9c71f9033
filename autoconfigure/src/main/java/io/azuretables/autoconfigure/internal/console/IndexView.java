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
import io.azuretables.patterns.queue.transport.MessageTransport;
import org.jspecify.annotations.Nullable;

/**
 * The web console's page of secondary indexes: shows their states, verifies them, and
 * rebuilds them.
 */
final class IndexView implements ConsoleView {

	private final TableKinds kinds;

	private final AdministrationJobs jobs;

	private final @Nullable MessageTransport queue;

	/**
	 * A view.
	 * @param queue the messages of indexes across partitions; {@code null} where there
	 * are none
	 */
	IndexView(AdministrationJobs jobs, @Nullable MessageTransport queue) {
		this.queue = queue;
		this.kinds = jobs.kinds();
		this.jobs = jobs;
	}

	@Override
	public String name() {
		return "indexes";
	}

	@Override
	public Map<String, Function<ConsoleArguments, Object>> calls() {
		Map<String, Function<ConsoleArguments, Object>> calls = new HashMap<>(this.jobs.calls());
		calls.put("indexes", (call) -> indexes());
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
		this.jobs.addState(shown, entity.getType(), index.name());
		return shown;
	}

}
