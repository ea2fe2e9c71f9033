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

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.random.RandomGenerator;

import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.encryption.ContentEncryption;
import io.azuretables.encryption.DecryptionException;
import io.azuretables.encryption.EncryptionOptions;
import io.azuretables.encryption.EncryptionResolver;
import io.azuretables.encryption.LocalKeyEncryption;
import io.azuretables.callback.BeforeSaveCallback;
import io.azuretables.encryption.PropertyEncryption;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.RowParts;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.Encrypted;
import io.azuretables.mapping.EntityType;
import io.azuretables.mapping.Part;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import io.azuretables.mapping.TableMappingException;
import io.azuretables.operations.TableNameResolver;
import io.azuretables.operations.TableTemplate;
import io.azuretables.operations.TableTemplateOptions;
import io.azuretables.patterns.blob.BlobStore;
import io.azuretables.patterns.encryption.EncryptionReport;
import io.azuretables.patterns.encryption.EncryptionTemplate;
import io.azuretables.patterns.queue.EventuallyConsistentQueueTemplate;
import io.azuretables.patterns.queue.QueueWorker;
import io.azuretables.patterns.queue.message.MessageHandlers;
import io.azuretables.patterns.queue.message.QueueOptions;
import io.azuretables.patterns.queue.transport.QueueConnection;
import io.azuretables.patterns.sample.CrashPoint;
import io.azuretables.patterns.sample.MeteredGateway.Stopped;
import io.azuretables.patterns.sample.QueueWorld;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.data.annotation.Version;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * What encrypted large values promise, over any stores.
 */
abstract class EncryptedLargeValueContract {

	private static final int SEGMENT = 64 * 1024;

	private static final LocalKeyEncryption KEYS = new LocalKeyEncryption(Map.of("first", new byte[32]), "first");

	private QueueWorld world;

	private BlobStore blobs;

	private String prefix;

	private TableTemplate tables;

	private LargeValueTemplate<Scan> scans;

	private LargeValueTemplate<Scan> drafts;

	abstract QueueWorld open();

	@BeforeEach
	void prepare() {
		this.world = open();
		this.blobs = Objects.requireNonNull(this.world.connection().blobs());
		this.prefix = "e" + Long.toString(RandomGenerator.getDefault().nextLong() >>> 1, 36);
		this.tables = template(EncryptionOptions.DEFAULTS);
		this.scans = contents(this.tables, "content");
		this.drafts = contents(this.tables, "draft");
	}

	private TableTemplate template(EncryptionOptions options) {
		return template(encryption(options));
	}

	private PropertyEncryption encryption(EncryptionOptions options) {
		return new PropertyEncryption(this.world.gateway(), KEYS, options.withKeyTable(this.prefix + "keys"));
	}

	private TableTemplate template(@Nullable PropertyEncryption encryption) {
		return template(this.world.gateway(), encryption);
	}

	private TableTemplate template(TableGateway gateway, @Nullable PropertyEncryption encryption) {
		TableCustomConversions conversions = new TableCustomConversions();
		conversions.setEncryption(encryption);
		return new TableTemplate(gateway, new TableConverter(new TableMappingContext(conversions)),
				TableTemplateOptions.DEFAULTS.withTableNames(TableNameResolver.prefixed(this.prefix)));
	}

	private LargeValueTemplate<Scan> contents(TableTemplate template, String property) {
		return new LargeValueTemplate<>(template, this.world.gateway(), this.blobs, Scan.class, property);
	}

	private static byte[] random(int size) {
		byte[] bytes = new byte[size];
		new Random(size).nextBytes(bytes);
		return bytes;
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, 1, SEGMENT, SEGMENT + 1, 5 * 1024 * 1024 })
	void keepsAContentEncrypted(int size) throws IOException {
		byte[] plain = random(size);
		Scan saved = this.scans.save(Scan.of(1), new ByteArrayInputStream(plain), size);
		assertThat(this.scans.read(find(1)).orElseThrow()).isEqualTo(plain);
		assertThat(saved.content().size()).isEqualTo(size);
		byte[] stored = stored(saved);
		assertThat(stored).hasSize((int) ContentEncryption.storedSize(size));
		assertThat(saved.content().sha()).isEqualTo(sha(stored));
		if (size >= SEGMENT) {
			assertThat(contains(stored, Arrays.copyOf(plain, 16))).isFalse();
		}
		assertThat(this.scans.verify((finding) -> {
			throw new AssertionError(finding.toString());
		})).isEqualTo(1);
		try (InputStream content = this.scans.open(saved).orElseThrow()) {
			assertThat(content.readAllBytes()).isEqualTo(plain);
		}
	}

	private static boolean contains(byte[] all, byte[] part) {
		return HexFormat.of().formatHex(all).contains(HexFormat.of().formatHex(part));
	}

	private static String sha(byte[] content) {
		return HexFormat.of().formatHex(Sha256.digest().digest(content));
	}

	private byte[] stored(Scan scan) {
		return this.blobs.read(Objects.requireNonNull(scan.content()).blob()).orElseThrow();
	}

	@Test
	void isUsedAsAnyOther() {
		Scan scan = this.tables.save(Scan.of(1));
		// tag::use[]
		Scan saved = this.scans.save(scan, "a diagnosis".getBytes(StandardCharsets.UTF_8));
		byte[] content = this.scans.read(saved).orElseThrow();
		// end::use[]
		assertThat(content).asString(StandardCharsets.UTF_8).isEqualTo("a diagnosis");
		Scan renamed = this.tables.save(saved.withName("other"));
		Scan both = this.drafts.save(renamed, random(10));
		assertThat(this.scans.read(both)).contains(content);
		assertThat(this.drafts.read(both)).contains(random(10));
		assertThat(this.scans.sweep(this.world.clock().instant().plus(Duration.ofHours(1)))).isZero();
		Scan without = this.scans.remove(both);
		assertThat(this.scans.read(without)).isEmpty();
		this.drafts.delete(without);
		assertThat(this.blobs.list("")).isEmpty();
	}

	@Test
	void worksWithAQueue() {
		EventuallyConsistentQueueTemplate queue = new EventuallyConsistentQueueTemplate(this.tables,
				this.world.gateway(), this.world.connection(), QueueOptions.DEFAULTS.withClock(this.world.clock()));
		LargeValueTemplate<Scan> guarded = new LargeValueTemplate<>(this.tables, queue, this.blobs, Scan.class,
				"content");
		Scan saved = guarded.save(guarded.save(Scan.of(1), random(10)), random(SEGMENT + 1));
		assertThat(guarded.read(saved)).contains(random(SEGMENT + 1));
		this.world.settle(new QueueWorker(queue, MessageHandlers.none().with(guarded.handler().orElseThrow())));
		assertThat(this.blobs.list("").map(BlobStore.Blob::name)).containsExactly(saved.content().blob());
	}

	@Test
	void namesTheLengthOfTheContentThatIsWrong() {
		for (int size : List.of(2, 4)) {
			assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
				.isThrownBy(() -> this.scans.save(Scan.of(1), new ByteArrayInputStream(new byte[size]), 3))
				.withMessageContaining("said to have 3 bytes");
		}
		assertThat(this.blobs.list("")).isEmpty();
	}

	/**
	 * Who may write blobs and rows puts the content of one entity into the place of
	 * another one, with the hash that fits.
	 */
	@Test
	void refusesTheContentOfAnotherEntityOrProperty() {
		Scan first = this.scans.save(Scan.of(1), random(10));
		Scan second = this.scans.save(Scan.of(2), random(20));
		replaceBlob(first, stored(second), 20L);
		refuses(first);
		Scan draft = this.drafts.save(Scan.of(3), random(30));
		byte[] content = this.blobs.read(Objects.requireNonNull(draft.draft()).blob()).orElseThrow();
		replaceBlob(first, content, 30L);
		refuses(first);
	}

	/**
	 * An earlier content of the same entity had another name.
	 */
	@Test
	void refusesAnEarlierContentUnderTheNameOfTheNewOne() {
		Scan first = this.scans.save(Scan.of(1), random(10));
		byte[] earlier = stored(first);
		Scan second = this.scans.save(first, random(20));
		replaceBlob(second, earlier, 10L);
		refuses(second);
	}

	@Test
	void refusesAContentThatWasChangedOrCutOff() {
		Scan scan = this.scans.save(Scan.of(1), random(3 * SEGMENT));
		byte[] stored = stored(scan);
		byte[] changed = stored.clone();
		changed[SEGMENT] ^= 1;
		replaceBlob(scan, changed, 3L * SEGMENT);
		refuses(scan);
		int cut = (int) ContentEncryption.storedSize(2 * SEGMENT);
		replaceBlob(scan, Arrays.copyOf(stored, cut), 2L * SEGMENT);
		refuses(scan);
	}

	/**
	 * Puts other bytes into the blob of an entity, and what fits into its row.
	 */
	private void replaceBlob(Scan scan, byte[] content, long size) {
		String blob = Objects.requireNonNull(scan.content()).blob();
		this.blobs.delete(blob);
		this.blobs.putIfAbsent(blob, content);
		TableKey key = this.tables.converter().key(scan);
		String table = this.prefix + "Scans";
		TableRow row = Objects.requireNonNull(this.world.gateway().read(table, key, null, RowReader.rows()));
		Map<String, Object> properties = new LinkedHashMap<>(row.properties());
		properties.put("content_sha", sha(content));
		properties.put("content_size", size);
		this.world.gateway().write(table, new RowWrite.InsertOrReplace(TableRow.of(key, properties)));
	}

	private void refuses(Scan scan) {
		assertThatExceptionOfType(DecryptionException.class).isThrownBy(() -> this.scans.read(find(scan.id())))
			.withMessage("Property 'Scan.content': the stored content was changed or cut off, or belongs to another "
					+ "table, row or property");
		InputStream content = this.scans.open(find(scan.id())).orElseThrow();
		assertThat(catchThrowableOfType(IOException.class, content::readAllBytes))
			.hasCauseInstanceOf(DecryptionException.class);
	}

	@Test
	void readsWhatWasStoredPlainIfItIsTold() {
		TableTemplate plain = template((PropertyEncryption) null);
		LargeValueTemplate<PlainScan> before = new LargeValueTemplate<>(plain, this.world.gateway(), this.blobs,
				PlainScan.class, "content");
		before.save(new PlainScan(1, null, null), random(100));
		assertThatExceptionOfType(DecryptionException.class).isThrownBy(() -> this.scans.read(find(1)))
			.withMessageContaining("is not encrypted");
		TableTemplate tolerant = template(EncryptionOptions.DEFAULTS.withReadsPlainValues(true));
		LargeValueTemplate<Scan> both = contents(tolerant, "content");
		Scan found = tolerant.findById(Scan.class, Scan.of(1)).orElseThrow();
		assertThat(both.read(found)).contains(random(100));
		assertThat(both.verify((finding) -> {
			throw new AssertionError(finding.toString());
		})).isEqualTo(1);
		both.save(found, random(100));
		assertThat(this.scans.read(find(1))).contains(random(100));
	}

	/**
	 * A process that encrypts contents again.
	 */
	private final class Process {

		final CrashPoint point = new CrashPoint();

		final PropertyEncryption keys = encryption(EncryptionOptions.DEFAULTS.withReadsPlainValues(true));

		final TableGateway gateway;

		final BlobStore store;

		final TableTemplate tables;

		final EncryptionTemplate encryptions;

		final LargeValueTemplate<Scan> contents;

		final @Nullable QueueWorker worker;

		Process(boolean guarded) {
			this.gateway = this.point.over(EncryptedLargeValueContract.this.world.gateway());
			QueueConnection connection = this.point.over(EncryptedLargeValueContract.this.world.connection());
			this.tables = template(this.gateway, this.keys);
			this.encryptions = new EncryptionTemplate(this.tables, this.gateway, this.keys);
			this.store = Objects.requireNonNull(connection.blobs());
			if (guarded) {
				EventuallyConsistentQueueTemplate queue = new EventuallyConsistentQueueTemplate(this.tables,
						this.gateway, connection,
						QueueOptions.DEFAULTS.withClock(EncryptedLargeValueContract.this.world.clock()));
				this.contents = new LargeValueTemplate<>(this.tables, queue, this.store, Scan.class, "content");
				this.worker = new QueueWorker(queue,
						MessageHandlers.none().with(this.contents.handler().orElseThrow()));
			}
			else {
				this.contents = new LargeValueTemplate<>(this.tables, this.gateway, this.store, Scan.class, "content");
				this.worker = null;
			}
		}

		EncryptionReport reencrypt() {
			return this.encryptions.reencrypt(this.contents, null, (report) -> {
			});
		}

		EncryptionReport verify() {
			return this.encryptions.verify(this.contents);
		}

		/**
		 * Every blob that is there is named by a row, when the worker or the sweep is
		 * done.
		 */
		void checkBlobs(int... ids) {
			this.contents.verify((finding) -> {
				throw new AssertionError(finding.toString());
			});
			if (this.worker != null) {
				EncryptedLargeValueContract.this.world.settle(this.worker);
			}
			this.contents.sweep(EncryptedLargeValueContract.this.world.clock().instant().plus(Duration.ofHours(1)));
			assertThat(EncryptedLargeValueContract.this.blobs.list("large/" + table() + "/content_blob/")
				.map(BlobStore.Blob::name))
				.containsExactlyInAnyOrderElementsOf(Arrays.stream(ids)
					.mapToObj((id) -> Objects.requireNonNull(find(id).content()).blob())
					.toList());
		}

	}

	private String table() {
		return this.prefix + "Scans";
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void encryptsContentsWithANewDataKey(boolean guarded) {
		Process process = new Process(guarded);
		process.tables.addEntityCallback((BeforeSaveCallback<Scan>) (scan, row, table) -> {
			throw new AssertionError("No callback is called");
		});
		this.scans.save(Scan.of(1), random(10));
		this.scans.save(Scan.of(2), random(3 * SEGMENT + 7));
		Scan draft = this.drafts.save(this.tables.save(Scan.of(3)), random(20));
		List<String> before = List.of(keyOf(1), keyOf(2));
		assertThat(process.verify()).extracting(EncryptionReport::rows, EncryptionReport::outdated)
			.containsExactly(3L, 0L);
		process.encryptions.rotate(Scan.class);
		assertThat(process.verify().outdated()).isEqualTo(2);
		assertThat(process.reencrypt())
			.extracting(EncryptionReport::rows, EncryptionReport::outdated, EncryptionReport::rewritten,
					EncryptionReport::failures)
			.containsExactly(3L, 2L, 2L, List.of());
		assertThat(keyOf(1)).isEqualTo(keyOf(2)).isNotIn(before);
		assertThat(this.scans.read(find(1))).contains(random(10));
		assertThat(this.scans.read(find(2))).contains(random(3 * SEGMENT + 7));
		assertThat(this.drafts.read(draft)).contains(random(20));
		assertThat(process.verify()).extracting(EncryptionReport::outdated, EncryptionReport::failures)
			.containsExactly(0L, List.of());
		assertThat(process.reencrypt().rewritten()).isZero();
		process.checkBlobs(1, 2);
	}

	/**
	 * The identifier of the data key of a content.
	 */
	private String keyOf(int id) {
		return HexFormat.of().formatHex(stored(find(id)), 4, 12);
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void encryptsPlainContents(boolean guarded) {
		LargeValueTemplate<PlainScan> before = new LargeValueTemplate<>(template((PropertyEncryption) null),
				this.world.gateway(), this.blobs, PlainScan.class, "content");
		before.save(new PlainScan(1, null, null), random(SEGMENT + 1));
		Process process = new Process(guarded);
		assertThat(process.reencrypt().rewritten()).isEqualTo(1);
		assertThat(this.scans.read(find(1))).contains(random(SEGMENT + 1));
		process.checkBlobs(1);
	}

	/**
	 * Whatever request is the last one of a process: each content can be read, and
	 * another run does the rest.
	 */
	@ParameterizedTest
	@CsvSource({ "false,false", "false,true", "true,false", "true,true" })
	void stopsAtAnyRequestAndGoesOn(boolean guarded, boolean afterwards) {
		this.scans.save(Scan.of(1), random(10));
		this.scans.save(Scan.of(2), random(SEGMENT + 7));
		boolean stopped = true;
		int stops = 0;
		for (int request = 1; stopped; request++) {
			Process process = new Process(guarded);
			process.encryptions.rotate(Scan.class);
			process.point.stopAt(request, afterwards);
			stopped = catchThrowableOfType(Stopped.class, process::reencrypt) != null;
			process.point.reset();
			stops += stopped ? 1 : 0;
			assertThat(process.contents.read(find(1))).as("after %d requests", request).contains(random(10));
			assertThat(process.contents.read(find(2))).as("after %d requests", request).contains(random(SEGMENT + 7));
			process.reencrypt();
			assertThat(process.verify().outdated()).isZero();
			process.checkBlobs(1, 2);
		}
		assertThat(stops).isGreaterThanOrEqualTo(10);
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void losesNothingThatIsWrittenAtAnyRequest(boolean guarded) {
		Scan saved = this.scans.save(Scan.of(1), random(10));
		this.scans.save(Scan.of(2), random(20));
		for (int size = 30, disturbed = size; disturbed == size; size++) {
			Process process = new Process(guarded);
			process.encryptions.rotate(Scan.class);
			int[] written = { disturbed };
			int next = size + 1;
			Process other = new Process(guarded);
			process.point.before(size - 29, () -> {
				other.contents.save(find(1), random(next));
				this.tables.save(find(2).withName("name" + next));
				written[0] = next;
			});
			process.reencrypt();
			process.point.reset();
			disturbed = written[0];
			int expected = (disturbed == next) ? next : (size == 30) ? 10 : size;
			assertThat(process.contents.read(find(1))).contains(random(expected));
			assertThat(process.contents.read(find(2))).contains(random(20));
			if (disturbed == next) {
				assertThat(find(2).name()).isEqualTo("name" + next);
			}
			assertThat(process.verify()).extracting(EncryptionReport::failures).isEqualTo(List.of());
			process.checkBlobs(1, 2);
			assertThat(size).isLessThan(100);
		}
		assertThat(saved.id()).isEqualTo(1);
	}

	@Test
	void namesContentsThatCannotBeReadAndLeavesThem() {
		Scan changed = this.scans.save(Scan.of(1), random(10));
		Scan missing = this.scans.save(Scan.of(2), random(20));
		this.scans.save(Scan.of(3), random(30));
		byte[] bytes = stored(changed);
		bytes[bytes.length - 1] ^= 1;
		replaceBlob(changed, bytes, 10L);
		this.blobs.delete(Objects.requireNonNull(missing.content()).blob());
		Process process = new Process(false);
		process.encryptions.rotate(Scan.class);
		assertThat(process.verify().failures()).hasSize(2);
		EncryptionReport report = process.reencrypt();
		assertThat(report.rewritten()).isEqualTo(1);
		assertThat(report.failures()).extracting(EncryptionReport.Failure::reason)
			.satisfiesExactly((reason) -> assertThat(reason).contains("the stored content was changed"),
					(reason) -> assertThat(reason).contains("names a blob for its content that is not there"));
		assertThat(stored(changed)).isEqualTo(bytes);
	}

	/**
	 * An entity loses its part before a request of the run.
	 */
	@ParameterizedTest
	@ValueSource(ints = { 1, 2, 3, 4, 5, 6, 7, 8 })
	void namesAWideEntityThatIsNotWholeWhenItIsReadAgain(int request) {
		Process process = new Process(false);
		LargeValueTemplate<Film> films = new LargeValueTemplate<>(process.tables, process.gateway, process.store,
				Film.class, "content");
		films.save(new Film(1, "notes", null, null), random(1));
		films.save(new Film(2, "notes", null, null), random(2));
		String table = this.prefix + "Films";
		EncryptionReport report = reencrypt(process, films, request, () -> {
			change(table, Film.key(1), "other", "x");
			this.world.gateway().write(table, new RowWrite.Delete(RowParts.key(Film.key(1), "notes"), RowWrite.ANY));
		});
		assertThat(report.failures()).allSatisfy((failure) -> {
			assertThat(failure.key()).isEqualTo(Film.key(1));
			assertThat(failure.reason()).contains("notes");
		});
		assertThat(report.rewritten() + report.failures().size()).isEqualTo(2);
		assertThat(films.isCurrent(row(table, Film.key(2)))).isTrue();
	}

	/**
	 * A newer program saves an entity before a request of the run.
	 */
	@ParameterizedTest
	@ValueSource(ints = { 1, 2, 3, 4, 5, 6 })
	void leavesAnEntityToTheNewerProgramThatHasSavedIt(int request) {
		Process process = new Process(false);
		LargeValueTemplate<Slide> slides = new LargeValueTemplate<>(process.tables, process.gateway, process.store,
				Slide.class, "content");
		slides.save(new Slide(1, null, null), random(1));
		slides.save(new Slide(2, null, null), random(2));
		String table = this.prefix + "Slides";
		String[] saved = new String[1];
		EncryptionReport report = reencrypt(process, slides, request,
				() -> saved[0] = change(table, Slide.key(1), "EntityType", "Slide.2"));
		assertThat(report.failures()).isEmpty();
		assertThat(report.rewritten()).isBetween(1L, 2L);
		assertThat(row(table, Slide.key(1)).etag()).isEqualTo(saved[0]);
		assertThat(slides.isCurrent(row(table, Slide.key(2)))).isTrue();
	}

	private EncryptionReport reencrypt(Process process, LargeValueTemplate<?> contents, int request, Runnable other) {
		process.encryptions.rotate(contents.type());
		boolean[] done = { false };
		process.point.before(request, () -> {
			other.run();
			done[0] = true;
		});
		EncryptionReport report = process.encryptions.reencrypt(contents, null, (progress) -> {
		});
		process.point.reset();
		assertThat(done[0]).isTrue();
		return report;
	}

	private TableRow row(String table, TableKey key) {
		return Objects.requireNonNull(this.world.gateway().read(table, key, null, RowReader.rows()));
	}

	private @Nullable String change(String table, TableKey key, String column, String value) {
		return this.world.gateway().write(table, new RowWrite.InsertOrReplace(row(table, key).with(column, value)));
	}

	@Test
	void saysWhatIsMissingOrCannotBe() {
		assertThatExceptionOfType(TableMappingException.class)
			.isThrownBy(() -> contents(template((PropertyEncryption) null), "content"))
			.withMessageContaining("Scan.content is @Encrypted, and there is no key to encrypt with");
		assertThatExceptionOfType(TableMappingException.class)
			.isThrownBy(() -> new LargeValueTemplate<>(this.tables, this.world.gateway(), this.blobs, Comparable.class,
					"content"))
			.withMessageContaining("Comparable.content is @Encrypted(deterministic = true)");
		EncryptionResolver all = new EncryptionResolver() {

			@Override
			public boolean concerns(Class<?> entity, String property) {
				return property.equals("content.blob");
			}

			@Override
			public boolean isEncrypted(TableKey key, String property) {
				return true;
			}

		};
		TableTemplate resolved = template(EncryptionOptions.DEFAULTS.withResolver(all));
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> contents(resolved, "content"))
			.withMessageContaining("encrypts the name of its blob");
	}

	private Scan find(int id) {
		return this.tables.findById(Scan.class, Scan.of(id)).orElseThrow();
	}

	/**
	 * A document that is nobody's business.
	 */
	// tag::scan[]
	@Table("Scans")
	@PartitionKey("patients")
	@RowKey("scan_{id:6}")
	record Scan(int id, @Nullable String name, @Encrypted @Nullable LargeValue content,
			@Encrypted @Nullable LargeValue draft, @Version @Nullable String version) {
		// end::scan[]

		static Scan of(int id) {
			return new Scan(id, null, null, null, null);
		}

		Scan withName(String newName) {
			return new Scan(this.id, newName, this.content, this.draft, this.version);
		}

	}

	/**
	 * An entity in the first version of its class.
	 */
	@Table("Slides")
	@EntityType(version = 1)
	@PartitionKey("patients")
	@RowKey("slide_{id:6}")
	record Slide(int id, @Encrypted @Nullable LargeValue content, @Version @Nullable String version) {

		static TableKey key(int id) {
			return TableKey.of("patients", "slide_%06d".formatted(id));
		}

	}

	/**
	 * A wide entity.
	 */
	@Table("Films")
	@PartitionKey("patients")
	@RowKey("film_{id:6}")
	record Film(int id, @Part("notes") @Nullable String notes, @Encrypted @Nullable LargeValue content,
			@Version @Nullable String version) {

		static TableKey key(int id) {
			return TableKey.of("patients", "film_%06d".formatted(id));
		}

	}

	/**
	 * The same before it was encrypted.
	 */
	@Table("Scans")
	@PartitionKey("patients")
	@RowKey("scan_{id:6}")
	record PlainScan(int id, @Nullable LargeValue content, @Version @Nullable String version) {

	}

	/**
	 * A content that cannot be compared.
	 */
	@Table("Comparables")
	@PartitionKey("{id}")
	@RowKey("scan_{id}")
	record Comparable(int id, @Encrypted(deterministic = true) @Nullable LargeValue content,
			@Version @Nullable String version) {

	}

}
