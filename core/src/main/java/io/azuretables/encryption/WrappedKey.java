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

package io.azuretables.encryption;

import java.time.Instant;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;

import io.azuretables.key.TableKey;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

/**
 * A data key as it is stored: encrypted by another key.
 *
 * @param table the table whose values it encrypts
 * @param deterministic whether it encrypts deterministic values
 * @param id its own identifier
 * @param keyId the identifier of the key that it is wrapped with
 * @param wrapped the wrapped bytes
 * @param created when it was made
 * @param etag the version of its row, {@code null} for a new one
 */
record WrappedKey(String table, boolean deterministic, long id, String keyId, byte[] wrapped, Instant created,
		@Nullable String etag) {

	private static final String DETERMINISTIC = "deterministic";

	private static final String RANDOM = "random-";

	static TableKey keyOf(String table, boolean deterministic, long id) {
		return new TableKey(table, deterministic ? DETERMINISTIC : RANDOM + name(id));
	}

	/**
	 * An identifier as text.
	 */
	static String name(long id) {
		return HexFormat.of().toHexDigits(id);
	}

	/**
	 * Reads a row; {@code null} for one that is none of a data key.
	 */
	static @Nullable WrappedKey of(TableRow row) {
		String rowKey = row.key().rowKey();
		if (!(row.get("id") instanceof String id && row.get("keyId") instanceof String keyId
				&& row.get("wrapped") instanceof byte[] wrapped && row.get("created") instanceof Instant created)
				|| !(rowKey.equals(DETERMINISTIC) || rowKey.startsWith(RANDOM))) {
			return null;
		}
		return new WrappedKey(row.key().partitionKey(), rowKey.equals(DETERMINISTIC), HexFormat.fromHexDigitsToLong(id),
				keyId, wrapped, created, row.etag());
	}

	TableRow row() {
		return TableRow.of(keyOf(this.table, this.deterministic, this.id),
				Map.of("id", name(this.id), "keyId", this.keyId, "wrapped", this.wrapped, "created", this.created));
	}

	String ifMatch() {
		return Objects.requireNonNull(this.etag);
	}

	WrappedKey wrappedWith(String newKeyId, byte[] newWrapped) {
		return new WrappedKey(this.table, this.deterministic, this.id, newKeyId, newWrapped, this.created, this.etag);
	}

}
