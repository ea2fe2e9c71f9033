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

package io.azuretables.patterns.largevalue;

import java.io.InputStream;

import io.azuretables.key.TableKey;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

/**
 * Writes an entity together with the blob of its large value, so that no row names a
 * missing blob.
 *
 * @param <T> the entity
 */
sealed interface ContentWrites<T> permits UnguardedContentWrites, GuardedContentWrites {

	/**
	 * Saves an entity with a new content.
	 * @param old the value that is replaced
	 */
	T save(T entity, @Nullable LargeValue old, InputStream content, long length);

	/**
	 * Saves an entity without its content.
	 */
	T remove(T entity, LargeValue old);

	/**
	 * Deletes an entity and its content.
	 */
	void delete(T entity, @Nullable LargeValue old);

	/**
	 * Writes a content into a new blob, encrypted as it would be now, and the row with
	 * its name, if that is as it was read.
	 * @param old the value of the row
	 */
	void rewrite(TableRow row, LargeValue old);

	/**
	 * Whether no row names a blob, and none will.
	 */
	boolean isOrphan(TableKey key, String blob);

}
