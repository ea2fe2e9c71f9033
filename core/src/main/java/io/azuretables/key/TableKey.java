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

package io.azuretables.key;

import java.util.Comparator;

/**
 * The partition key and row key of a row. Both are the text that the service stores. Keys
 * are ordered as the service orders them: by partition key, then by row key, each by
 * UTF-16 code units.
 *
 * @param partitionKey the text of the partition key
 * @param rowKey the text of the row key
 * @since 0.1
 */
public record TableKey(String partitionKey, String rowKey) implements Comparable<TableKey> {

	private static final Comparator<TableKey> ORDER = Comparator.comparing(TableKey::partitionKey)
		.thenComparing(TableKey::rowKey);

	public static TableKey of(String partitionKey, String rowKey) {
		return new TableKey(partitionKey, rowKey);
	}

	/**
	 * Whether the service takes the character in a key, and this project sends it.
	 */
	public static boolean isLegal(char c) {
		return c >= ' ' && (c < 0x7F || c > 0x9F) && c != '/' && c != '\\' && c != '#' && c != '?' && c != '\u2028'
				&& c != '\u2029';
	}

	@Override
	public int compareTo(TableKey other) {
		return ORDER.compare(this, other);
	}

}
