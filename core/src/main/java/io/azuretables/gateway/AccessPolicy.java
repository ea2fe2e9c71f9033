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

package io.azuretables.gateway;

import java.time.Instant;
import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * A stored access policy of a table: terms of shared access signatures that can be
 * changed or revoked later.
 *
 * @param name the name, of at most 64 characters
 * @param permissions what holders may do; empty where signatures say it
 * @param from when it begins, or {@code null} for at once
 * @param until when it ends, or {@code null} where signatures say it
 * @since 0.1
 */
public record AccessPolicy(String name, Set<AccessPermission> permissions, @Nullable Instant from,
		@Nullable Instant until) {

	/**
	 * How many policies a table can have.
	 */
	public static final int MAX_COUNT = 5;

	/**
	 * How long a name can be.
	 */
	public static final int MAX_LENGTH = 64;

	public AccessPolicy {
		checkName(name);
		permissions = Set.copyOf(permissions);
	}

	/**
	 * Checks the name of a policy.
	 * @throws IllegalArgumentException if the service does not take it
	 */
	public static void checkName(String name) {
		if (name.isBlank() || name.length() > MAX_LENGTH) {
			throw new IllegalArgumentException("The name of a stored access policy has 1 to " + MAX_LENGTH
					+ " characters, and this one has " + name.length());
		}
	}

	/**
	 * Checks how many there are.
	 * @throws IllegalArgumentException if they are more than the service takes
	 */
	public static void checkCount(List<AccessPolicy> policies) {
		if (policies.size() > MAX_COUNT) {
			throw new IllegalArgumentException(
					"The service takes " + MAX_COUNT + " stored access policies of a table, not " + policies.size());
		}
	}

}
