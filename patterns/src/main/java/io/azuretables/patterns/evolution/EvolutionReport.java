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

package io.azuretables.patterns.evolution;

import java.util.List;

import io.azuretables.key.TableKey;
import io.azuretables.query.TableScrollPosition;
import org.jspecify.annotations.Nullable;

/**
 * The progress of migrating stored rows to the current version, or the current keys, of
 * their entity class.
 *
 * @param position where to go on, or {@code null} at the end;
 * {@link TableScrollPosition#encode()} makes a text of it
 * @param older how many rows of older versions, or with former keys, were found
 * @param upgraded how many of them were rewritten or moved, or would be
 * @param failures the first rows that cannot be rewritten or moved, or that are moving to
 * other keys already; they stay as they are
 * @since 0.1
 */
public record EvolutionReport(@Nullable TableScrollPosition position, long older, long upgraded,
		List<Failure> failures) {

	public EvolutionReport {
		failures = List.copyOf(failures);
	}

	/**
	 * A row that cannot be rewritten or moved, or that is moving to another key already.
	 *
	 * @param key the key of the row
	 * @param reason why
	 */
	public record Failure(TableKey key, String reason) {

	}

}
