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

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeSet;
import java.util.random.RandomGenerator;

import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.encryption.EncryptionOptions;
import io.azuretables.encryption.LocalKeyEncryption;
import io.azuretables.encryption.PropertyEncryption;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.Encrypted;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import io.azuretables.operations.TableNameResolver;
import io.azuretables.operations.TableTemplate;
import io.azuretables.operations.TableTemplateOptions;
import io.azuretables.patterns.blob.BlobStore;
import io.azuretables.patterns.largevalue.LargeValue;
import io.azuretables.patterns.largevalue.LargeValueCallback;
import io.azuretables.patterns.largevalue.LargeValueTemplate;
import io.azuretables.patterns.queue.EventuallyConsistentQueueTemplate;
import io.azuretables.patterns.queue.QueueWorker;
import io.azuretables.patterns.queue.message.MessageHandlers;
import io.azuretables.patterns.queue.message.QueueOptions;
import io.azuretables.patterns.queue.transport.QueueConnection;
import io.azuretables.patterns.queue.worker.QueueWorkerOptions;
import io.azuretables.patterns.queue.worker.QueueWorkerOptions.RetryRules;
import io.azuretables.patterns.queue.worker.WorkerEvents;
import io.azuretables.patterns.sample.CrashPoint;
import io.azuretables.patterns.sample.MeteredGateway.Stopped;
import io.azuretables.patterns.sample.QueueWorld;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.dao.DataAccessException;
import org.springframework.data.annotation.Version;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * What the archive promises for large values, over any stores.
 */
abstract class ArchivedLargeValueContract {

	private static final RetryRules SOON = new RetryRules(5, 100, Duration.ofMillis(100), Duration.ofMillis(500));

	private static final int SIZE = 70_000;

	private QueueWorld world;

	private String prefix;

	private BlobStore blobs;

	abstract QueueWorld open();

	@BeforeEach
	void prepare() {
		this.world = open();
		this.blobs = Objects.requireNonNull(this.world.connection().blobs());
		this.prefix = "v" + Long.toString(RandomGenerator.getDefault().nextLong() >>> 1, 36);
	}

	private static byte[] bytes(int seed) {
		byte[] bytes = new byte[SIZE];
		new Random(seed).nextBytes(bytes);
		return bytes;
	}

	private static TableKey key(int id) {
		return TableKey.of("e1", "folder_%06d".formatted(id));
	}

	/**
	 * A process, which may stop.
	 */
	private final class Process {

		final CrashPoint point = new CrashPoint();

		final TableTemplate tables;

		final LargeValueTemplate<Folder> contents;

		final LargeValueTemplate<Folder> photos;

		final LargeValueTemplate<OldFolder> oldContents;

		final LargeValueTemplate<OldFolder> oldPhotos;

		final ArchiveTemplate<Folder, OldFolder> archive;

		final QueueWorker worker;

		Process(boolean guarded) {
			QueueWorld all = ArchivedLargeValueContract.this.world;
			String name = ArchivedLargeValueContract.this.prefix;
			TableGateway gateway = this.point.over(all.gateway());
			QueueConnection connection = this.point.over(all.connection());
			BlobStore store = Objects.requireNonNull(connection.blobs());
			TableCustomConversions conversions = new TableCustomConversions();
			conversions.setEncryption(new PropertyEncryption(all.gateway(),
					new LocalKeyEncryption(Map.of("first", new byte[32]), "first"),
					EncryptionOptions.DEFAULTS.withKeyTable(name + "keys")));
			TableConverter converter = new TableConverter(new TableMappingContext(conversions));
			this.tables = new TableTemplate(gateway, converter,
					TableTemplateOptions.DEFAULTS.withTableNames(TableNameResolver.prefixed(name)));
			this.tables.addEntityCallback(new LargeValueCallback(converter));
			EventuallyConsistentQueueTemplate queue = new EventuallyConsistentQueueTemplate(this.tables, gateway,
					connection, QueueOptions.DEFAULTS.withClock(all.clock()));
			this.contents = guarded ? new LargeValueTemplate<>(this.tables, queue, store, Folder.class, "content")
					: new LargeValueTemplate<>(this.tables, gateway, store, Folder.class, "content");
			this.photos = new LargeValueTemplate<>(this.tables, gateway, store, Folder.class, "photo");
			this.oldContents = guarded ? new LargeValueTemplate<>(this.tables, queue, store, OldFolder.class, "content")
					: new LargeValueTemplate<>(this.tables, gateway, store, OldFolder.class, "content");
			this.oldPhotos = new LargeValueTemplate<>(this.tables, gateway, store, OldFolder.class, "picture");
			// tag::large[]
			ArchiveMapping<Folder, OldFolder> mapping = ArchiveMapping
				.of(Folder.class, OldFolder.class, OldFolder::of, OldFolder::toFolder)
				.withIncarnation(Folder::life, Folder::withLife)
				.withLargeValue(this.contents, this.oldContents)
				.withLargeValue(this.photos, this.oldPhotos);
			// end::large[]
			this.archive = new ArchiveTemplate<>(this.tables, queue, mapping);
			MessageHandlers handlers = MessageHandlers.none().with(this.archive.handler());
			if (guarded) {
				handlers = handlers.with(this.contents.handler().orElseThrow())
					.with(this.oldContents.handler().orElseThrow());
			}
			this.worker = new QueueWorker(queue, handlers, QueueWorkerOptions.DEFAULTS.withRetries(SOON),
					WorkerEvents.NONE);
		}

		Folder saved(int id, int seed) {
			return this.photos.save(this.contents.save(Folder.of(id), bytes(seed)), bytes(seed + 1000));
		}

		Folder folder(int id) {
			return this.tables.findById(Folder.class, key(id)).orElseThrow();
		}

		void settle() {
			ArchivedLargeValueContract.this.world.settle(this.worker);
			assertThat(ArchivedLargeValueContract.this.world.connection().poison().depth()).isZero();
		}

		void assertArchived(int id, int seed) {
			assertThat(this.tables.findById(Folder.class, key(id))).isEmpty();
			OldFolder old = this.tables.findById(OldFolder.class, key(id)).orElseThrow();
			assertThat(this.oldContents.read(old)).contains(bytes(seed));
			assertThat(this.oldPhotos.read(old)).contains(bytes(seed + 1000));
		}

		void assertCurrent(int id, int seed) {
			assertThat(this.tables.findById(OldFolder.class, key(id))).isEmpty();
			assertThat(this.contents.read(folder(id))).contains(bytes(seed));
			assertThat(this.photos.read(folder(id))).contains(bytes(seed + 1000));
		}

		/**
		 * Wherever it is: what {@code find} finds has its contents.
		 */
		void assertFound(int id, int seed) {
			ArchiveTemplate.Found<Folder, OldFolder> found = this.archive.find(key(id)).orElseThrow();
			Folder current = found.current();
			if (current != null) {
				assertThat(this.contents.read(current)).contains(bytes(seed));
				assertThat(this.photos.read(current)).contains(bytes(seed + 1000));
			}
			else {
				OldFolder old = Objects.requireNonNull(found.archived());
				assertThat(this.oldContents.read(old)).contains(bytes(seed));
				assertThat(this.oldPhotos.read(old)).contains(bytes(seed + 1000));
			}
		}

		void sweep() {
			var later = ArchivedLargeValueContract.this.world.clock().instant().plus(Duration.ofDays(1));
			List.of(this.contents, this.photos, this.oldContents, this.oldPhotos).forEach((one) -> one.sweep(later));
		}

	}

	private TreeSet<String> blobs() {
		return new TreeSet<>(this.blobs.list("large/").map(BlobStore.Blob::name).toList());
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void movesContentsToTheArchiveAndBack(boolean guarded) {
		Process process = new Process(guarded);
		Folder folder = process.saved(1, 1);
		process.settle();
		process.archive.archive(folder);
		process.settle();
		process.assertArchived(1, 1);
		assertThat(blobs()).as("those of the current entity are deleted")
			.hasSize(2)
			.allMatch((name) -> name.contains("OldFolders"));
		assertThat(process.archive.restore(key(1))).isTrue();
		process.settle();
		process.assertCurrent(1, 1);
		assertThat(blobs()).as("those of the archive are deleted")
			.hasSize(2)
			.noneMatch((name) -> name.contains("OldFolders"));
		Folder renamed = process.tables.save(process.folder(1));
		process.archive.archive(process.contents.save(renamed, bytes(2)));
		process.settle();
		OldFolder old = process.tables.findById(OldFolder.class, key(1)).orElseThrow();
		assertThat(process.oldContents.read(old)).contains(bytes(2));
		process.oldPhotos.discard(old);
		process.oldContents.delete(old);
		process.settle();
		assertThat(blobs()).isEmpty();
	}

	@Test
	void movesEntitiesWithoutContents() {
		Process process = new Process(false);
		process.archive.archive(process.photos.save(Folder.of(1), bytes(1)));
		process.archive.archive(process.tables.save(Folder.of(2)));
		process.settle();
		OldFolder first = process.tables.findById(OldFolder.class, key(1)).orElseThrow();
		assertThat(process.oldContents.read(first)).isEmpty();
		assertThat(process.oldPhotos.read(first)).contains(bytes(1));
		assertThat(process.tables.findById(OldFolder.class, key(2))).map(OldFolder::content).isEmpty();
		assertThat(process.archive.restore(key(2))).isTrue();
		process.settle();
		assertThat(process.folder(2).content()).isNull();
	}

	/**
	 * The content of {@code photo} is plain, that of {@code content} encrypted.
	 */
	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void givesUpTheMoveOfAContentThatIsNotWhatWasSaved(boolean encrypted) {
		Process process = new Process(false);
		Folder folder = process.saved(1, 1);
		String blob = Objects.requireNonNull(encrypted ? folder.content() : folder.photo()).blob();
		byte[] stored = this.blobs.read(blob).orElseThrow();
		stored[stored.length - 1] ^= 1;
		this.blobs.delete(blob);
		this.blobs.putIfAbsent(blob, stored);
		process.archive.archive(folder);
		this.world.settle(process.worker);
		assertThat(this.world.connection().poison().depth()).isEqualTo(1);
		assertThat(process.folder(1).content()).isEqualTo(folder.content());
		assertThat(process.tables.findById(OldFolder.class, key(1))).isEmpty();
	}

	@ParameterizedTest
	@CsvSource({ "false,false", "false,true", "true,false", "true,true" })
	void losesNoContentWhenAWorkerDiesAtAnyRequest(boolean guarded, boolean afterwards) {
		boolean died = true;
		int deaths = 0;
		for (int request = 1; died; request++) {
			Process process = new Process(guarded);
			process.archive.archive(process.saved(request, request));
			died = dies(process, request, afterwards);
			process.assertFound(request, request);
			process.settle();
			process.assertArchived(request, request);
			assertThat(process.archive.restore(key(request))).isTrue();
			died |= dies(process, request, afterwards);
			process.assertFound(request, request);
			process.settle();
			process.assertCurrent(request, request);
			process.sweep();
			assertThat(blobs()).hasSize(2 * request);
			deaths += died ? 1 : 0;
			assertThat(request).isLessThan(60);
		}
		assertThat(deaths).isGreaterThanOrEqualTo(12);
	}

	private static boolean dies(Process process, int request, boolean afterwards) {
		process.point.stopAt(request, afterwards);
		boolean died = catchThrowableOfType(Stopped.class, process.worker::step) != null;
		process.point.reset();
		return died;
	}

	/**
	 * Another writer saves another content before any request of a move.
	 */
	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void takesContentsAlongThatAreSavedAtAnyRequest(boolean guarded) {
		boolean disturbed = true;
		int changes = 0;
		for (int request = 1; disturbed; request++) {
			int id = request;
			Process process = new Process(guarded);
			Process other = new Process(guarded);
			process.archive.archive(process.saved(id, id));
			boolean[] happened = { false, false };
			process.point.before(request, () -> {
				happened[0] = true;
				happened[1] = changes(other, id);
			});
			process.worker.step();
			process.point.reset();
			disturbed = happened[0];
			changes += happened[1] ? 1 : 0;
			process.settle();
			process.assertArchived(id, happened[1] ? id + 500 : id);
			process.sweep();
			assertThat(blobs()).hasSize(2 * request);
			assertThat(request).isLessThan(60);
		}
		assertThat(changes).isGreaterThanOrEqualTo(6);
	}

	private static boolean changes(Process other, int id) {
		try {
			Folder folder = other.tables.findById(Folder.class, key(id)).orElse(null);
			if (folder == null) {
				return false;
			}
			Folder changed = other.contents.save(folder, bytes(id + 500));
			other.photos.save(changed, bytes(id + 1500));
			return true;
		}
		catch (DataAccessException ex) {
			return false;
		}
	}

	@Test
	void refusesLargeValuesWhoseContentWouldStayBehind() {
		Process process = new Process(false);
		EventuallyConsistentQueueTemplate queue = new EventuallyConsistentQueueTemplate(process.tables,
				this.world.gateway(), this.world.connection(), QueueOptions.DEFAULTS.withClock(this.world.clock()));
		ArchiveMapping<Folder, OldFolder> mapping = ArchiveMapping.of(Folder.class, OldFolder.class, OldFolder::of,
				OldFolder::toFolder);
		assertThatIllegalArgumentException().isThrownBy(() -> new ArchiveTemplate<>(process.tables, queue, mapping))
			.withMessageContaining("OldFolder.content is a LargeValue")
			.withMessageContaining("withLargeValue");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> new ArchiveTemplate<>(process.tables, queue,
					mapping.withLargeValue(process.contents, process.oldContents)))
			.withMessageContaining("OldFolder.picture is a LargeValue");
	}

	// tag::classes[]
	@Table("Folders")
	@PartitionKey("{employee}")
	@RowKey("folder_{id:6}")
	record Folder(String employee, int id, @Nullable String life, @Encrypted @Nullable LargeValue content,
			@Nullable LargeValue photo, @Version @Nullable String etag) {
		// end::classes[]

		static Folder of(int id) {
			return new Folder("e1", id, "first", null, null, null);
		}

		Folder withLife(String newLife) {
			return new Folder(this.employee, this.id, newLife, this.content, this.photo, this.etag);
		}

	}

	@Table("OldFolders")
	@PartitionKey("{employee}")
	@RowKey("folder_{id:6}")
	record OldFolder(String employee, int id, @Nullable String life, @Encrypted @Nullable LargeValue content,
			@Nullable LargeValue picture, @Version @Nullable String etag) {

		static OldFolder of(Folder folder) {
			return new OldFolder(folder.employee(), folder.id(), folder.life(), null, null, null);
		}

		Folder toFolder() {
			return new Folder(this.employee, this.id, this.life, null, null, null);
		}

	}

}
