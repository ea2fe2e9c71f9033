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

import io.azuretables.mapping.TableMappingException;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Lists all errors in the mapping of entity classes when the application cannot start.
 */
class TableMappingFailureAnalyzer extends AbstractFailureAnalyzer<TableMappingException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, TableMappingException cause) {
		String problems = cause.getProblems()
			.stream()
			.map((problem) -> "    - " + problem)
			.collect(Collectors.joining("\n"));
		return new FailureAnalysis("Entity classes cannot be mapped to tables:\n\n" + problems,
				"Change the classes as each line says", cause);
	}

}
