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

package io.azuretables.internal.model;

import java.util.List;

import io.azuretables.mapping.EntityUpgrade;
import org.jspecify.annotations.Nullable;

/**
 * The current version of an entity class ({@code @EntityType}), and the upgrades of rows
 * of older versions.
 *
 * @param type the class
 * @param name what tells the class, without a version; empty where keys tell it
 * @param version the version that is written
 * @param upgrades the upgrades, the one from version 1 first
 * @since 0.1
 */
public record TypeVersion(Class<?> type, String name, int version, List<EntityUpgrade<?>> upgrades) {

	private static final char SEPARATOR = '.';

	/**
	 * Behind all values of the class: the character after the separator.
	 */
	private static final char END = SEPARATOR + 1;

	/**
	 * No version has more digits.
	 */
	private static final int DIGITS = 6;

	/**
	 * The value in rows that are written.
	 */
	public String value() {
		return this.name.isEmpty() ? String.valueOf(this.version) : this.name + SEPARATOR + this.version;
	}

	/**
	 * The version of a row; one without a number has version 1.
	 * @param stored what the row says, {@code null} for nothing
	 * @return 0 if it is no row of the class
	 */
	public int of(@Nullable Object stored) {
		if (this.name.isEmpty()) {
			return (stored == null) ? 1 : (stored instanceof String text) ? number(text) : 0;
		}
		if (!(stored instanceof String text) || !text.startsWith(this.name)) {
			return 0;
		}
		String rest = text.substring(this.name.length());
		return rest.isEmpty() ? 1 : (rest.charAt(0) == SEPARATOR) ? number(rest.substring(1)) : 0;
	}

	/**
	 * Where the values of the class end, in the order of the service. They begin with its
	 * {@link #name}.
	 */
	public String end() {
		return this.name + END;
	}

	private static int number(String text) {
		boolean digits = !text.isEmpty() && text.length() <= DIGITS && text.charAt(0) != '0'
				&& text.chars().allMatch((character) -> character >= '0' && character <= '9');
		return digits ? Integer.parseInt(text) : 0;
	}

}
