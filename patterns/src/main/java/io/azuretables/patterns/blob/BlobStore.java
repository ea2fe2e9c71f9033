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

package io.azuretables.patterns.blob;

import java.io.InputStream;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Reads and writes the blobs of one container: in Azure Blob Storage, or in memory. Most
 * are written once; lists of an index are replaced as long as nobody else has changed
 * them.
 *
 * @since 0.1
 */
public interface BlobStore {

	/**
	 * Writes a blob, unless there is one of that name. One request, and another one if an
	 * answer was lost.
	 * @return whether it was not there before; what is there is the same in either case
	 * @throws org.springframework.dao.DuplicateKeyException if there is another one of
	 * that name
	 */
	default boolean putIfAbsent(String name, byte[] content) {
		return putIfAbsent(name, content, Map.of());
	}

	/**
	 * Writes a blob with metadata, unless there is one of that name. Blobs of the same
	 * content are the same, whatever their metadata. One request, and another one if an
	 * answer was lost.
	 * @param metadata texts of ASCII by names of lower-case letters and digits, which
	 * begin with a letter
	 * @return whether it was not there before; what is there is the same in either case
	 * @throws org.springframework.dao.DuplicateKeyException if there is another one of
	 * that name
	 */
	boolean putIfAbsent(String name, byte[] content, Map<String, String> metadata);

	/**
	 * Writes a blob from a stream, in constant memory. It is there when this returns, as
	 * a whole, and not before. One request for up to 4 MiB; otherwise one for each 4 MiB,
	 * one that makes them the blob, and one that looks for the container.
	 * @param name a name that no other content has: after an answer that was lost, a blob
	 * that is there must be the one that was written
	 * @param content is read to its end, and not closed
	 * @throws org.springframework.dao.InvalidDataAccessApiUsageException if the stream is
	 * shorter or longer; nothing is written then
	 * @throws org.springframework.dao.DuplicateKeyException if there is another one of
	 * that name
	 */
	void put(String name, InputStream content, long length);

	/**
	 * Reads a blob. One request.
	 */
	Optional<byte[]> read(String name);

	/**
	 * Opens a blob, to be read in constant memory. One request for up to 4 MiB, and one
	 * more for each further 4 MiB, sent while the stream is read.
	 */
	Optional<InputStream> open(String name);

	/**
	 * Deletes a blob. One request.
	 * @return whether it was there
	 */
	boolean delete(String name);

	/**
	 * The blobs whose names begin in a certain way, in the order of their names, read
	 * page by page while the stream is consumed. A container that is not there has none.
	 */
	Stream<Blob> list(String prefix);

	/**
	 * Reads a blob with the version that it has. One request.
	 * @throws UnsupportedOperationException if the store knows no versions
	 */
	default Optional<BlobVersion> readVersion(String name) {
		throw new UnsupportedOperationException(getClass().getName() + " knows no versions of blobs");
	}

	/**
	 * Replaces a blob that still has a version. One request.
	 * @return its new version
	 * @throws org.springframework.dao.OptimisticLockingFailureException if it was changed
	 * or deleted since then; also if an answer was lost, and the blob replaced
	 * @throws UnsupportedOperationException if the store knows no versions
	 */
	default String replaceIf(String name, byte[] content, String version) {
		throw new UnsupportedOperationException(getClass().getName() + " knows no versions of blobs");
	}

	/**
	 * Deletes a blob that still has a version. One request.
	 * @throws org.springframework.dao.OptimisticLockingFailureException if it was changed
	 * or deleted since then; also if an answer was lost, and the blob deleted
	 * @throws UnsupportedOperationException if the store knows no versions
	 */
	default void deleteIf(String name, String version) {
		throw new UnsupportedOperationException(getClass().getName() + " knows no versions of blobs");
	}

	/**
	 * A version of a blob.
	 *
	 * @param content what it holds
	 * @param version tells it from all others of this blob
	 * @param writtenAt when it was written
	 */
	record BlobVersion(byte[] content, String version, Instant writtenAt) {

	}

	/**
	 * A blob in a container.
	 *
	 * @param name its name
	 * @param writtenAt when it was written
	 * @param size how many bytes it has
	 * @param metadata what was written with it
	 */
	record Blob(String name, Instant writtenAt, long size, Map<String, String> metadata) {

	}

}
