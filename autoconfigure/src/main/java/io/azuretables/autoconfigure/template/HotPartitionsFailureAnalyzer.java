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

import java.util.stream.Collectors;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Lists all entity classes that write to a hot partition.
 */
class HotPartitionsFailureAnalyzer extends AbstractFailureAnalyzer<HotPartitionsException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, HotPartitionsException cause) {
		String description = cause.getClasses()
			.stream()
			.map((one) -> "    " + one.type().getName() + "\n        - " + String.join("\n        - ", one.problems()))
			.collect(Collectors.joining("\n\n"));
		return new FailureAnalysis("Entity classes write to a hot partition:\n\n" + description,
				"Change the partition keys as the description says; rows that are there already have to be written "
						+ "anew. A partition takes about 2,000 rows a second: where that is enough, annotate the class "
						+ "with @AcceptHotPartition(reason = \"...\"). With azure.tables.hot-partitions=warn the "
						+ "application starts and logs all such classes",
				cause);
	}

}
