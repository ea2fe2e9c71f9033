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

import io.azuretables.write.MissingDeferredWritesException;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Says what an index in another partition needs.
 */
class MissingDeferredWritesFailureAnalyzer extends AbstractFailureAnalyzer<MissingDeferredWritesException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, MissingDeferredWritesException cause) {
		return new FailureAnalysis(
				"""
						The index '%s' of %s lies in another partition than its entities, and nothing keeps it up to date: \
						there is no single bean of type %s."""
					.formatted(cause.getIndex(), cause.getEntity(), "io.azuretables.write.DeferredWrites"),
				"""
						Do one of these:

						    set azure.tables.index.queue.name, with io.azuretables:spring-data-azure-tables-patterns \
						and com.azure:azure-storage-queue on the class path
						    define a bean of type io.azuretables.patterns.interpartition.InterPartitionIndexWrites, \
						and one of type InterPartitionIndexWorker in some application
						    leave out the partitionKey of the index, or the index""", cause);
	}

}
