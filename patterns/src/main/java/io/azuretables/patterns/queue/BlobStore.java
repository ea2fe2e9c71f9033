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

package io.azuretables.patterns.queue;

import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * Where lies what is too large for a message or a row? The port to a container of blobs
 * that are written once.
 *
 * @since 0.1
 */
public interface BlobStore {

	/**
	 * Writes a blob, unless there is one of that name. One request.
	 * @return whether it was not there before
	 */
	boolean putIfAbsent(String name, byte[] content);

	/**
	 * Reads a blob. One request.
	 */
	Optional<byte[]> read(String name);

	/**
	 * Deletes a blob. One request.
	 * @return whether it was there
	 */
	boolean delete(String name);

	/**
	 * The names of blobs in ordinal order, a page of them.
	 * @param prefix how the names begin
	 * @param after the name after which the page begins; {@code null} for the first page
	 */
	List<String> names(String prefix, @Nullable String after);

}
