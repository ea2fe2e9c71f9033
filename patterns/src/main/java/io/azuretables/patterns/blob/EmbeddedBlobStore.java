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

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

import io.azuretables.patterns.internal.storage.ExactContent;

import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.OptimisticLockingFailureException;

/**
 * A container of blobs in memory. It has a clock of its own. Nothing outlives the
 * process.
 *
 * @since 0.1
 */
public final class EmbeddedBlobStore implements BlobStore {

	private final InstantSource clock;

	private final ConcurrentSkipListMap<String, Stored> blobs = new ConcurrentSkipListMap<>();

	private final AtomicLong versions = new AtomicLong();

	public EmbeddedBlobStore(InstantSource clock) {
		this.clock = clock;
	}

	@Override
	public boolean putIfAbsent(String name, byte[] content, Map<String, String> metadata) {
		Stored blob = stored(content, metadata);
		Stored found = this.blobs.putIfAbsent(name, blob);
		if (found != null && !Arrays.equals(found.content(), content)) {
			throw new DuplicateKeyException("There is another blob '" + name + "'");
		}
		return found == null;
	}

	@Override
	public void put(String name, InputStream content, long length) {
		ExactContent exact = new ExactContent(content, length);
		try {
			putIfAbsent(name, exact.readAllBytes());
		}
		catch (IOException ex) {
			exact.check();
			throw new UncheckedIOException(ex);
		}
	}

	@Override
	public Optional<InputStream> open(String name) {
		return Optional.ofNullable(this.blobs.get(name)).map((blob) -> new ByteArrayInputStream(blob.content()));
	}

	@Override
	public Optional<byte[]> read(String name) {
		return Optional.ofNullable(this.blobs.get(name)).map((blob) -> blob.content().clone());
	}

	@Override
	public boolean delete(String name) {
		return this.blobs.remove(name) != null;
	}

	private Stored stored(byte[] content, Map<String, String> metadata) {
		return new Stored(content.clone(), this.clock.instant(), Map.copyOf(metadata),
				String.valueOf(this.versions.incrementAndGet()));
	}

	@Override
	public Optional<BlobVersion> readVersion(String name) {
		return Optional.ofNullable(this.blobs.get(name))
			.map((blob) -> new BlobVersion(blob.content().clone(), blob.version(), blob.writtenAt()));
	}

	@Override
	public String replaceIf(String name, byte[] content, String version) {
		Stored found = current(name, version);
		Stored replaced = stored(content, Map.of());
		check(this.blobs.replace(name, found, replaced), name);
		return replaced.version();
	}

	@Override
	public void deleteIf(String name, String version) {
		check(this.blobs.remove(name, current(name, version)), name);
	}

	private Stored current(String name, String version) {
		Stored found = this.blobs.get(name);
		check(found != null && found.version().equals(version), name);
		return Objects.requireNonNull(found);
	}

	private static void check(boolean unchanged, String name) {
		if (!unchanged) {
			throw new OptimisticLockingFailureException(
					"The blob '" + name + "' was changed or deleted since it was read");
		}
	}

	@Override
	public Stream<Blob> list(String prefix) {
		return this.blobs.tailMap(prefix, true)
			.entrySet()
			.stream()
			.takeWhile((blob) -> blob.getKey().startsWith(prefix))
			.map(EmbeddedBlobStore::blob);
	}

	private static Blob blob(Map.Entry<String, Stored> entry) {
		Stored stored = entry.getValue();
		return new Blob(entry.getKey(), stored.writtenAt(), stored.content().length, stored.metadata());
	}

	/**
	 * A blob in memory.
	 */
	private record Stored(byte[] content, Instant writtenAt, Map<String, String> metadata, String version) {

	}

}
