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

import java.util.EnumSet;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * A permission of a shared access signature or of a stored access policy, for the rows of
 * one table.
 *
 * @since 0.1
 */
public enum AccessPermission {

	/**
	 * Read rows, with all their properties.
	 */
	READ('r'),

	/**
	 * Add rows that are not there.
	 */
	ADD('a'),

	/**
	 * Change rows that are there.
	 */
	UPDATE('u'),

	/**
	 * Delete rows.
	 */
	DELETE('d');

	private final char letter;

	AccessPermission(char letter) {
		this.letter = letter;
	}

	/**
	 * The permissions for the letters that the service has for them; others are left out.
	 */
	public static Set<AccessPermission> of(@Nullable String letters) {
		Set<AccessPermission> permissions = EnumSet.noneOf(AccessPermission.class);
		for (AccessPermission permission : values()) {
			if (letters != null && letters.indexOf(permission.letter) >= 0) {
				permissions.add(permission);
			}
		}
		return permissions;
	}

	/**
	 * The letters that the service has for permissions, in the order that it wants;
	 * {@code null} for none.
	 */
	public static @Nullable String letters(Set<AccessPermission> permissions) {
		StringBuilder letters = new StringBuilder();
		for (AccessPermission permission : values()) {
			if (permissions.contains(permission)) {
				letters.append(permission.letter);
			}
		}
		return letters.isEmpty() ? null : letters.toString();
	}

}
