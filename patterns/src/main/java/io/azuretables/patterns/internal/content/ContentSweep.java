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

package io.azuretables.patterns.internal.content;

import java.time.Instant;
import java.util.function.BiPredicate;
import java.util.stream.Stream;

import io.azuretables.key.TableKey;
import io.azuretables.patterns.blob.BlobStore;
import io.azuretables.patterns.blob.BlobStore.Blob;

/**
 * Deletes blobs that were written for an entity, and to which no entity refers. What is
 * swept by its age is never what an entity is about to name, since no name is given
 * twice.
 */
public final class ContentSweep {

	private final BlobStore blobs;

	private final ContentNames names;

	public ContentSweep(BlobStore blobs, ContentNames names) {
		this.blobs = blobs;
		this.names = names;
	}

	/**
	 * Sweeps once. One request for up to 5,000 blobs, and what {@code orphan} needs for
	 * each that is old enough. A blob that has no name of these is left alone.
	 * @param before those that were written later are left alone: their entity may come
	 * @param orphan whether the entity with the key does not name the blob, and never
	 * will
	 * @return how many were deleted
	 */
	public long sweep(Instant before, BiPredicate<TableKey, String> orphan) {
		try (Stream<Blob> found = this.blobs.list(this.names.folder())) {
			return found.filter((blob) -> blob.writtenAt().isBefore(before))
				.map(Blob::name)
				.filter((name) -> isOrphan(name, orphan))
				.filter(this.blobs::delete)
				.count();
		}
	}

	private boolean isOrphan(String name, BiPredicate<TableKey, String> orphan) {
		TableKey key = this.names.key(name);
		return key != null && orphan.test(key, name);
	}

}
