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

package io.azuretables.autoconfigure.plan;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

import io.azuretables.repository.query.RefusedMethod;

/**
 * Thrown at start-up, or during AOT processing, if repository methods cannot be executed
 * as declared; lists all of them with the reasons.
 *
 * @since 0.1
 */
public final class RefusedMethodsException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final transient List<RefusedMethod> methods;

	/**
	 * An exception with the same message, whatever the order in which methods were found.
	 */
	static RefusedMethodsException of(List<RefusedMethod> methods) {
		return new RefusedMethodsException(
				methods.stream().sorted(Comparator.comparing(RefusedMethodsException::name)).toList());
	}

	private RefusedMethodsException(List<RefusedMethod> methods) {
		super(methods.stream()
			.map((refused) -> name(refused) + ": " + refused.reason().getMessage())
			.collect(Collectors.joining("\n", methods.size() + " repository methods are refused:\n", "")),
				methods.get(0).reason());
		this.methods = methods;
	}

	private static String name(RefusedMethod refused) {
		return refused.repository().getName() + "." + refused.method().getName();
	}

	/**
	 * The methods, by repository and name.
	 */
	public List<RefusedMethod> getMethods() {
		return this.methods;
	}

}
