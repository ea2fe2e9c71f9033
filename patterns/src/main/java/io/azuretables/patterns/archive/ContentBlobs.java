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

package io.azuretables.patterns.archive;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.UUID;
import java.util.stream.Stream;

import io.azuretables.key.TableKey;
import io.azuretables.operations.TableOperations;
import io.azuretables.patterns.blob.BlobStore.Blob;

import org.springframework.dao.InvalidDataAccessApiUsageException;

/**
 * Names the blobs of archived entities, and finds those that belong to none.
 */
final class ContentBlobs<C, A> {

	private static final int LONGEST_NAME = 1024;

	private static final String SEPARATOR = "/";

	private final ArchivedContent<C, A> content;

	private final String folder;

	ContentBlobs(ArchivedContent<C, A> content, Class<A> archived) {
		this.content = content;
		this.folder = "archive/" + archived.getSimpleName() + SEPARATOR;
	}

	/**
	 * Writes the blob of an entity, another one each time: what is swept by its age must
	 * not be what an entity is about to name. One request.
	 * @return the archived entity with the name of the blob
	 */
	A put(C entity, A copy, TableKey key) {
		String name = this.folder + encoded(key.partitionKey()) + SEPARATOR + encoded(key.rowKey()) + SEPARATOR
				+ UUID.randomUUID();
		if (name.length() > LONGEST_NAME) {
			throw new InvalidDataAccessApiUsageException("The name of a blob has at most " + LONGEST_NAME
					+ " characters, and the keys of the archived entity make it " + name.length());
		}
		this.content.blobs().putIfAbsent(name, this.content.content().apply(entity));
		return this.content.named().apply(copy, name);
	}

	/**
	 * Deletes blobs that no entity in the archive names. One read for each.
	 * @param before those that were written later are left alone: their entity may come
	 */
	long sweep(TableOperations operations, Class<A> archived, Instant before) {
		try (Stream<Blob> blobs = this.content.blobs().list(this.folder)) {
			return blobs.filter((blob) -> blob.writtenAt().isBefore(before))
				.map(Blob::name)
				.filter((name) -> !operations.findById(archived, key(name))
					.map(this.content.name())
					.filter(name::equals)
					.isPresent())
				.filter(this.content.blobs()::delete)
				.count();
		}
	}

	private TableKey key(String name) {
		String[] parts = name.substring(this.folder.length()).split(SEPARATOR, -1);
		return new TableKey(decoded(parts[0]), decoded(parts[1]));
	}

	private static String encoded(String text) {
		return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
	}

	private static String decoded(String text) {
		return new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8);
	}

}
