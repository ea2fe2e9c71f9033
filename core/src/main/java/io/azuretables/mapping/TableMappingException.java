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

package io.azuretables.mapping;

import java.util.List;

import org.springframework.data.mapping.MappingException;

/**
 * Thrown when the mapping of entity classes has errors; reports all of them at once.
 *
 * @since 0.1
 */
public class TableMappingException extends MappingException {

	private final List<String> problems;

	public TableMappingException(List<String> problems) {
		super("The mapping has " + problems.size() + ((problems.size() == 1) ? " error:" : " errors:") + "\n - "
				+ String.join("\n - ", problems));
		this.problems = List.copyOf(problems);
	}

	/**
	 * The problems, each naming the class, the property, the rule and the way out.
	 */
	public List<String> getProblems() {
		return this.problems;
	}

}
