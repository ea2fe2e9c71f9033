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

package io.azuretables.patterns.encryption;

import java.util.List;

import io.azuretables.key.TableKey;
import io.azuretables.query.TableScrollPosition;
import org.jspecify.annotations.Nullable;

/**
 * The progress of verifying or re-encrypting stored entities.
 *
 * @param position where to go on, or {@code null} at the end;
 * {@link TableScrollPosition#encode()} makes a text of it
 * @param rows how many rows of the class were read
 * @param outdated how many of them had a value that was not encrypted with the current
 * data key
 * @param rewritten how many of those were rewritten
 * @param failures the first rows that cannot be decrypted, or that are moving to other
 * keys; they stay as they are
 * @since 0.1
 */
public record EncryptionReport(@Nullable TableScrollPosition position, long rows, long outdated, long rewritten,
		List<Failure> failures) {

	public EncryptionReport {
		failures = List.copyOf(failures);
	}

	/**
	 * A row that cannot be decrypted, or that is moving to another key.
	 *
	 * @param key the key of the row
	 * @param reason which property, and why
	 */
	public record Failure(TableKey key, String reason) {

	}

}
