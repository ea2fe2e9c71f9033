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

package io.azuretables.patterns.transfer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import io.azuretables.patterns.blob.BlobStore;
import io.azuretables.patterns.blob.BlobStore.Blob;

/**
 * Where the files of an export are: a directory, or blobs whose names begin with a
 * prefix.
 *
 * @since 0.1
 */
public final class TransferLocation {

	private final FileStore files;

	private final String description;

	private TransferLocation(FileStore files, String description) {
		this.files = files;
		this.description = description;
	}

	/**
	 * A directory, which is created if it is not there.
	 */
	public static TransferLocation directory(Path directory) {
		return new TransferLocation(new Directory(directory), "the directory '" + directory + "'");
	}

	/**
	 * Blobs in a container.
	 * @param name what their names begin with, followed by a slash
	 */
	public static TransferLocation blobs(BlobStore blobs, String name) {
		return new TransferLocation(new Blobs(blobs, name + '/'), "the blobs '" + name + "/'");
	}

	/**
	 * Writes a file, which is there as a whole or not at all.
	 */
	void write(String name, byte[] content) {
		this.files.write(name, content);
	}

	Optional<byte[]> read(String name) {
		return this.files.read(name);
	}

	/**
	 * The names of the files that begin in a certain way, in their order.
	 * @param prefix a directory, a slash, and what the names of its files begin with
	 */
	List<String> names(String prefix) {
		return this.files.names(prefix);
	}

	@Override
	public String toString() {
		return this.description;
	}

	/**
	 * Files by their names.
	 */
	private sealed interface FileStore {

		void write(String name, byte[] content);

		Optional<byte[]> read(String name);

		List<String> names(String prefix);

	}

	/**
	 * Files in a directory.
	 *
	 * @param root the directory
	 */
	private record Directory(Path root) implements FileStore {

		private static final String UNFINISHED = ".part";

		@Override
		public void write(String name, byte[] content) {
			try {
				Path file = this.root.resolve(name);
				Path unfinished = this.root.resolve(name + UNFINISHED);
				Files.createDirectories(file.getParent());
				Files.write(unfinished, content);
				Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}

		@Override
		public Optional<byte[]> read(String name) {
			try {
				return Optional.of(Files.readAllBytes(this.root.resolve(name)));
			}
			catch (NoSuchFileException ex) {
				return Optional.empty();
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}

		@Override
		public List<String> names(String prefix) {
			String directory = prefix.substring(0, prefix.lastIndexOf('/') + 1);
			try (Stream<Path> files = Files.list(this.root.resolve(directory))) {
				return files.map((file) -> directory + file.getFileName())
					.filter((name) -> name.startsWith(prefix) && !name.endsWith(UNFINISHED))
					.sorted()
					.toList();
			}
			catch (NoSuchFileException ex) {
				return List.of();
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}

	}

	/**
	 * Blobs of a container.
	 *
	 * @param blobs the container
	 * @param prefix what the names of the blobs begin with
	 */
	private record Blobs(BlobStore blobs, String prefix) implements FileStore {

		@Override
		public void write(String name, byte[] content) {
			this.blobs.putIfAbsent(this.prefix + name, content);
		}

		@Override
		public Optional<byte[]> read(String name) {
			return this.blobs.read(this.prefix + name);
		}

		@Override
		public List<String> names(String begin) {
			try (Stream<Blob> found = this.blobs.list(this.prefix + begin)) {
				return found.map((blob) -> blob.name().substring(this.prefix.length())).toList();
			}
		}

	}

}
