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

package io.azuretables.autoconfigure.template;

import java.util.List;

import io.azuretables.write.MissingDeferredWritesException;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.util.ClassUtils;

/**
 * Reports that a secondary index in another partition needs a queue and a worker, and how
 * to configure them.
 */
class MissingDeferredWritesFailureAnalyzer extends AbstractFailureAnalyzer<MissingDeferredWritesException> {

	private static final List<String> CLASSES = List
		.of("io.azuretables.patterns.interpartition.InterPartitionIndexWrites", "com.azure.storage.queue.QueueClient");

	private final @Nullable ClassLoader classLoader;

	MissingDeferredWritesFailureAnalyzer() {
		this(null);
	}

	/**
	 * An analyzer of an application with other classes.
	 */
	MissingDeferredWritesFailureAnalyzer(@Nullable ClassLoader classLoader) {
		this.classLoader = classLoader;
	}

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, MissingDeferredWritesException cause) {
		return new FailureAnalysis(
				"""
						The index '%s' of %s lies in another partition than its entities, and nothing keeps it up to date: \
						there is no single bean of type %s."""
					.formatted(cause.getIndex(), cause.getEntity(), "io.azuretables.write.DeferredWrites"),
				"""
						Do one of these:

						    %s
						    define a bean of type io.azuretables.patterns.interpartition.InterPartitionIndexWrites, \
						and one of type InterPartitionIndexWorker in some application
						    leave out the partitionKey of the index, or the index""".formatted(queue()), cause);
	}

	/**
	 * What an application with this class path has to do for a queue.
	 */
	private String queue() {
		boolean complete = CLASSES.stream().allMatch((type) -> ClassUtils.isPresent(type, this.classLoader));
		return complete ? "set azure.tables.index.queue.name"
				: "replace io.azuretables:azure-tables-spring-boot-starter by azure-tables-spring-boot-starter-queue, which "
						+ "has the classes for it, and set azure.tables.index.queue.name";
	}

}
