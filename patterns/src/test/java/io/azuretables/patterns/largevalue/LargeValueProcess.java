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

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.patterns.blob.BlobStore;
import io.azuretables.patterns.sample.Portrait;
import io.azuretables.patterns.sample.Store;

/**
 * A process with little memory that saves and reads a content of any size.
 */
final class LargeValueProcess {

	private LargeValueProcess() {
	}

	public static void main(String[] args) throws IOException {
		long size = Long.parseLong(args[0]);
		Store store = Store.over(new EmbeddedTableGateway(), "memory");
		LargeValueTemplate<Portrait> photos = new LargeValueTemplate<>(store.template(), store.gateway(),
				new Discarding(size), Portrait.class, "photo");
		Portrait portrait = photos.save(Portrait.of(1, "Ann"), new Numbers(size), size);
		try (InputStream content = photos.open(portrait).orElseThrow()) {
			if (content.transferTo(OutputStream.nullOutputStream()) != size) {
				throw new IllegalStateException("The content has another size");
			}
		}
	}

	/**
	 * As many bytes as are asked for, in no memory.
	 */
	private static final class Numbers extends InputStream {

		private final long size;

		private long count;

		Numbers(long size) {
			this.size = size;
		}

		@Override
		public int read() {
			return (this.count == this.size) ? -1 : (int) (this.count++ % 251);
		}

	}

	/**
	 * Keeps nothing of a blob, and makes it again.
	 */
	private record Discarding(long size) implements BlobStore {

		@Override
		public void put(String name, InputStream content, long length) {
			try {
				content.transferTo(OutputStream.nullOutputStream());
			}
			catch (IOException ex) {
				throw new IllegalStateException(ex);
			}
		}

		@Override
		public Optional<InputStream> open(String name) {
			return Optional.of(new Numbers(this.size));
		}

		@Override
		public boolean putIfAbsent(String name, byte[] content, Map<String, String> metadata) {
			throw new UnsupportedOperationException();
		}

		@Override
		public Optional<byte[]> read(String name) {
			throw new UnsupportedOperationException();
		}

		@Override
		public boolean delete(String name) {
			throw new UnsupportedOperationException();
		}

		@Override
		public Stream<Blob> list(String prefix) {
			throw new UnsupportedOperationException();
		}

	}

}
