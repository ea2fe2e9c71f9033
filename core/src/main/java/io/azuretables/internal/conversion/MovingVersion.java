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
package io.azuretables.internal.conversion;

import java.util.Optional;

import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

/**
 * The version of an entity that was read while it was being moved to other keys;
 * conditional writes of such an entity are refused.
 *
 * @param token the token of the move
 * @since 0.1
 */
public record MovingVersion(String token) {

	private static final String PREFIX = "moving:";

	/**
	 * Reads a version.
	 * @return empty for the version of an entity that does not move
	 */
	public static Optional<MovingVersion> parse(@Nullable String version) {
		return (version != null && version.startsWith(PREFIX))
				? Optional.of(new MovingVersion(version.substring(PREFIX.length()))) : Optional.empty();
	}

	/**
	 * The version of a row with a mark or without one.
	 * @param mark the mark of the row, {@code null} for none
	 */
	public static @Nullable String of(@Nullable Object mark, @Nullable String etag) {
		return (mark != null && etag != null) ? new MovingVersion(mark.toString()).toString() : etag;
	}

	/**
	 * The version of a row that was read with its mark.
	 */
	public static @Nullable String of(TableRow row) {
		return of(row.get(RowWrite.MOVE), row.etag());
	}

	@Override
	public String toString() {
		return PREFIX + this.token;
	}

}
