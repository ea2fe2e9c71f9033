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
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

import io.azuretables.patterns.blob.BlobStore;
import io.azuretables.patterns.blob.BlobStore.Blob;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.CannotAcquireLockException;

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
	 * Keeps other exports away until the result is closed, or this process ends. Blobs
	 * need no lock: there, a file that another export has written is never replaced.
	 * @throws CannotAcquireLockException if another export writes to this place
	 */
	Lock lock() {
		return this.files.lock()
			.orElseThrow(() -> new CannotAcquireLockException("Another export writes to " + this.description
					+ " now; wait until it has ended, or name another place"));
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

		/**
		 * Locks the place; empty if it is locked.
		 */
		Optional<Lock> lock();

	}

	/**
	 * Keeps other exports away until it is closed.
	 */
	interface Lock extends AutoCloseable {

		@Override
		void close();

	}

	/**
	 * Files in a directory.
	 *
	 * @param root the directory
	 */
	private record Directory(Path root) implements FileStore {

		private static final String UNFINISHED = ".part";

		/**
		 * An empty file. The system unlocks it when its process ends.
		 */
		private static final String LOCK = "export.lock";

		/**
		 * The files that this process has locked: the system locks files for other
		 * processes only, and unlocks a file when any of its channels is closed.
		 */
		private static final Set<Path> LOCKED = ConcurrentHashMap.newKeySet();

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
		public Optional<Lock> lock() {
			try {
				Files.createDirectories(this.root);
				Path file = this.root.toRealPath().resolve(LOCK);
				return LOCKED.add(file) ? locked(file) : Optional.empty();
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}

		private static Optional<Lock> locked(Path file) throws IOException {
			FileChannel channel = null;
			boolean locked = false;
			try {
				channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
				locked = channel.tryLock() != null;
				FileChannel open = channel;
				return locked ? Optional.of(() -> unlock(file, open)) : Optional.empty();
			}
			catch (OverlappingFileLockException ex) {
				return Optional.empty(); // other classes of this process have locked it
			}
			finally {
				if (!locked) {
					unlock(file, channel);
				}
			}
		}

		private static void unlock(Path file, @Nullable FileChannel channel) {
			try {
				if (channel != null) {
					channel.close();
				}
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
			finally {
				LOCKED.remove(file);
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
		public Optional<Lock> lock() {
			return Optional.of(() -> {
			});
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
