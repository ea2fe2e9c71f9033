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
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.encryption.LocalKeyEncryption;
import io.azuretables.encryption.PropertyEncryption;
import io.azuretables.mapping.Encrypted;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import io.azuretables.operations.TableTemplate;
import io.azuretables.patterns.blob.BlobStore;
import io.azuretables.patterns.sample.Portrait;
import org.jspecify.annotations.Nullable;

import org.springframework.data.annotation.Version;

/**
 * A process with little memory that saves and reads a content of any size.
 */
final class LargeValueProcess {

	private LargeValueProcess() {
	}

	public static void main(String[] args) throws IOException {
		long size = Long.parseLong(args[0]);
		EmbeddedTableGateway gateway = new EmbeddedTableGateway();
		TableCustomConversions conversions = new TableCustomConversions();
		conversions
			.setEncryption(new PropertyEncryption(gateway, new LocalKeyEncryption(Map.of("k", new byte[32]), "k")));
		TableTemplate template = new TableTemplate(gateway, new TableConverter(new TableMappingContext(conversions)));
		BlobStore blobs = new FileBlobStore(Path.of(args[2]));
		if (args[1].equals("encrypted")) {
			LargeValueTemplate<Scan> scans = new LargeValueTemplate<>(template, gateway, blobs, Scan.class, "content");
			check(scans.open(scans.save(new Scan(1, null, null), new Numbers(size), size)), size);
		}
		else {
			LargeValueTemplate<Portrait> photos = new LargeValueTemplate<>(template, gateway, blobs, Portrait.class,
					"photo");
			check(photos.open(photos.save(Portrait.of(1, "Ann"), new Numbers(size), size)), size);
		}
	}

	private static void check(Optional<InputStream> opened, long size) throws IOException {
		try (InputStream content = opened.orElseThrow()) {
			if (content.transferTo(OutputStream.nullOutputStream()) != size) {
				throw new IllegalStateException("The content has another size");
			}
		}
	}

	/**
	 * An entity with an encrypted content.
	 */
	@Table("Scans")
	@PartitionKey("patients")
	@RowKey("scan_{id:6}")
	record Scan(int id, @Encrypted @Nullable LargeValue content, @Version @Nullable String version) {

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

		@Override
		public int read(byte[] target, int offset, int length) {
			int read = (int) Math.min(length, this.size - this.count);
			for (int i = 0; i < read; i++) {
				target[offset + i] = (byte) ((this.count + i) % 251);
			}
			this.count += read;
			return (read == 0 && length > 0) ? -1 : read;
		}

	}

	/**
	 * Keeps one blob in a file.
	 */
	private record FileBlobStore(Path folder) implements BlobStore {

		@Override
		public void put(String name, InputStream content, long length) {
			try {
				if (Files.copy(content, file()) != length) {
					throw new IllegalStateException("The blob has another size");
				}
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}

		@Override
		public Optional<InputStream> open(String name) {
			try {
				return Optional.of(Files.newInputStream(file()));
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}

		private Path file() {
			return this.folder.resolve("blob");
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
