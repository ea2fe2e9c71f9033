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

package io.azuretables.query;

import java.io.Serializable;

import org.jspecify.annotations.Nullable;

import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.data.domain.KeysetScrollPosition;
import org.springframework.data.domain.ScrollPosition;

/**
 * A scroll position: where the next window of a query begins. The service's continuation
 * token, bound to the query that it came from.
 *
 * @param query what identifies the query
 * @param table which table goes on, where entities are divided among several; otherwise
 * {@code null}
 * @param leg which of the query's requests goes on
 * @param nextPartitionKey the service's token for the partition, or {@code null} for the
 * beginning of the leg
 * @param nextRowKey the service's token for the row
 * @since 0.1
 */
public record TableScrollPosition(String query, @Nullable String table, int leg, @Nullable String nextPartitionKey,
		@Nullable String nextRowKey) implements ScrollPosition, Serializable {

	/**
	 * A position in the only table.
	 */
	public TableScrollPosition(String query, int leg, @Nullable String nextPartitionKey, @Nullable String nextRowKey) {
		this(query, null, leg, nextPartitionKey, nextRowKey);
	}

	/**
	 * The same position in another table.
	 */
	public TableScrollPosition in(@Nullable String other) {
		return new TableScrollPosition(this.query, other, this.leg, this.nextPartitionKey, this.nextRowKey);
	}

	@Override
	public boolean isInitial() {
		return this.leg == 0 && this.nextPartitionKey == null && this.table == null;
	}

	/**
	 * The position to begin at: {@code null} for the first entity.
	 * @throws InvalidDataAccessApiUsageException if it counts entities or holds keys, as
	 * the service does not, or scrolls backward
	 */
	public static @Nullable TableScrollPosition of(@Nullable ScrollPosition position) {
		if (position instanceof KeysetScrollPosition keyset && keyset.scrollsBackward()) {
			throw new InvalidDataAccessApiUsageException("The service reads keys in ascending order only, and "
					+ "cannot scroll backward; begin with ScrollPosition.keyset(), or declare an index in the opposite "
					+ "order");
		}
		if (position == null || position.isInitial()) {
			return null;
		}
		if (position instanceof TableScrollPosition known) {
			return known;
		}
		throw new InvalidDataAccessApiUsageException("A position of another kind, "
				+ position.getClass().getSimpleName() + ", cannot be scrolled from; begin with ScrollPosition.keyset() "
				+ "and go on with the positions of windows");
	}

	/**
	 * Encodes this position as text that can stand in a URL. Its holder can read the keys
	 * in it, and change them.
	 */
	public String encode() {
		return PositionText.write(this, null);
	}

	/**
	 * Encodes this position as signed text that can stand in a URL: its holder can read
	 * the keys in it, and not change them.
	 */
	public String encode(byte[] secret) {
		return PositionText.write(this, secret);
	}

	/**
	 * Reads the text of a position.
	 * @throws IllegalArgumentException if it is none
	 */
	public static TableScrollPosition decode(String text) {
		return PositionText.read(text, null);
	}

	/**
	 * Reads the text of a signed position.
	 * @throws IllegalArgumentException if it is none, or was not signed with the secret
	 */
	public static TableScrollPosition decode(String text, byte[] secret) {
		return PositionText.read(text, secret);
	}

}
