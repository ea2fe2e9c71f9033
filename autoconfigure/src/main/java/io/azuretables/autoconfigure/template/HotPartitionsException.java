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
import java.util.stream.Collectors;

import io.azuretables.mapping.HotPartitions;

/**
 * Thrown at start-up if entity classes write to a hot partition and the policy is to
 * reject them.
 */
final class HotPartitionsException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final transient List<HotPartitions> classes;

	HotPartitionsException(List<HotPartitions> classes) {
		super(classes.stream()
			.map((one) -> "\n - " + one)
			.collect(Collectors.joining("", classes.size() + " entity classes write to a hot partition:", "")));
		this.classes = List.copyOf(classes);
	}

	/**
	 * The classes, by name.
	 */
	List<HotPartitions> getClasses() {
		return this.classes;
	}

}
