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
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.Set;
import java.util.UUID;
import java.util.random.RandomGenerator;

import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.Part;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RollingTable;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import io.azuretables.mapping.TablePeriod;
import io.azuretables.operations.TableTemplate;
import io.azuretables.patterns.blob.BlobStore;
import io.azuretables.patterns.blob.BlobStore.Blob;
import io.azuretables.patterns.largevalue.LargeValueFinding.Fault;
import io.azuretables.patterns.queue.EventuallyConsistentQueueTemplate;
import io.azuretables.patterns.queue.QueueWorker;
import io.azuretables.patterns.queue.message.MessageHandlers;
import io.azuretables.patterns.queue.message.QueueOptions;
import io.azuretables.patterns.queue.transport.QueueConnection;
import io.azuretables.patterns.sample.CrashPoint;
import io.azuretables.patterns.sample.MeteredGateway.Stopped;
import io.azuretables.patterns.sample.Portrait;
import io.azuretables.patterns.sample.QueueWorld;
import io.azuretables.patterns.sample.Store;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.RowPage;
import io.azuretables.gateway.ForwardingTableGateway;
import io.azuretables.row.RowWrite.InsertOrReplace;
import io.azuretables.row.TableRow;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.data.annotation.Version;
import org.springframework.data.mapping.callback.EntityCallbacks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * What large values promise, over any stores.
 */
abstract class LargeValueContract {

	final CrashPoint process = new CrashPoint();

	BlobStore blobs;

	String prefix;

	Store store;

	TableGateway gateway;

	TableTemplate tables;

	LargeValueTemplate<Portrait> photos;

	QueueWorld world;

	abstract QueueWorld open();

	/**
	 * Whether writes are guarded by messages.
	 */
	boolean isGuarded() {
		return false;
	}

	<T> LargeValueTemplate<T> values(TableTemplate template, BlobStore container, Class<T> type, String property) {
		return isGuarded()
				? new LargeValueTemplate<>(template, queue(template, this.process.over(this.world.connection())),
						container, type, property)
				: new LargeValueTemplate<>(template, this.gateway, container, type, property);
	}

	EventuallyConsistentQueueTemplate queue(TableTemplate template, QueueConnection connection) {
		return new EventuallyConsistentQueueTemplate(template, this.gateway, connection,
				QueueOptions.DEFAULTS.withClock(this.world.clock()));
	}

	/**
	 * Lets a worker do all that is left to do.
	 */
	void settle() {
		this.world.settle(worker(MessageHandlers.none().with(this.photos.handler().orElseThrow())));
	}

	QueueWorker worker(MessageHandlers handlers) {
		return new QueueWorker(queue(this.tables, this.process.over(this.world.connection())), handlers);
	}

	private int either(int unguarded, int guarded) {
		return isGuarded() ? guarded : unguarded;
	}

	@BeforeEach
	void prepare() {
		this.world = open();
		this.blobs = this.world.connection().blobs();
		this.gateway = this.process.over(this.world.gateway());
		this.prefix = "l" + Long.toString(RandomGenerator.getDefault().nextLong() >>> 1, 36);
		this.store = Store.over(this.gateway, this.prefix);
		this.tables = this.store.template();
		this.photos = photos(this.tables);
	}

	private LargeValueTemplate<Portrait> photos(TableTemplate template) {
		return values(template, this.process.over(this.blobs), Portrait.class, "photo");
	}

	@Test
	void keepsAContentWithItsEntity() throws IOException {
		Portrait ann = this.photos.save(Portrait.of(1, "Ann"), bytes("one"));
		assertThat(find(1)).isEqualTo(ann);
		assertThat(ann.photo().size()).isEqualTo(3);
		assertThat(ann.photo().sha()).isEqualTo("7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed");
		assertThat(this.photos.read(find(1))).contains(bytes("one"));
		try (InputStream content = this.photos.open(ann).orElseThrow()) {
			assertThat(content.skip(1)).isEqualTo(1);
			assertThat(content.readAllBytes()).isEqualTo(bytes("ne"));
		}
		Portrait renamed = this.tables.save(ann.withName("Anne"));
		assertThat(this.photos.read(renamed)).contains(bytes("one"));
		Portrait other = this.photos.save(renamed, new ByteArrayInputStream(bytes("two")), 3);
		assertThat(this.photos.read(find(1))).contains(bytes("two"));
		assertThat(names()).containsExactly(other.photo().blob());
		Portrait without = this.photos.remove(other);
		assertThat(find(1)).isEqualTo(without);
		assertThat(without.photo()).isNull();
		assertThat(this.photos.read(without)).isEmpty();
		assertThat(names()).isEmpty();
		Portrait last = this.photos.save(without, new byte[0]);
		assertThat(this.photos.read(last)).contains(new byte[0]);
		this.photos.delete(last);
		assertThat(this.tables.findById(Portrait.class, last)).isEmpty();
		assertThat(names()).isEmpty();
	}

	@Test
	void refusesAContentThatIsNull() {
		byte[] none = null;
		assertThatIllegalArgumentException().isThrownBy(() -> this.photos.save(Portrait.of(1, "Ann"), none))
			.withMessageContaining("call remove");
	}

	@Test
	void isUsedAsThePageSays() throws IOException {
		TableTemplate template = this.tables;
		BlobStore container = this.blobs;
		Portrait portrait = this.tables.save(Portrait.of(223, "Jane"));
		byte[] jpeg = bytes("jpeg");
		// tag::use[]
		LargeValueTemplate<Portrait> portraits = new LargeValueTemplate<>(template, this.gateway, container,
				Portrait.class, "photo");
		Portrait saved = portraits.save(portrait, jpeg);
		Portrait renamed = template.save(saved.withName("Jane Doe"));
		try (InputStream content = portraits.open(renamed).orElseThrow()) {
			content.transferTo(OutputStream.nullOutputStream());
		}
		portraits.delete(renamed);
		// end::use[]
		assertThat(names()).isEmpty();
	}

	@Test
	void storesThreeColumns() {
		Portrait ann = this.photos.save(Portrait.of(1, "Ann"), bytes("one"));
		TableRow row = this.store.rows(table(), "PartitionKey eq 'Sales'").get(0);
		assertThat(row.get("photo_blob")).isEqualTo(ann.photo().blob());
		assertThat(row.get("photo_size")).isEqualTo(3L);
		assertThat(row.get("photo_sha")).isEqualTo(ann.photo().sha());
		assertThat(ann.photo().blob()).startsWith("large/" + table() + "/photo_blob/U2FsZXM/ZW1waWRfMDAwMDAx/");
		assertThat(ann.photo().toString()).doesNotContain("U2FsZXM");
	}

	@Test
	void takesAsManyRequestsAsItSays() {
		this.tables.findById(Portrait.class, Portrait.of(9, "creates the table"));
		Portrait ann = this.photos.save(Portrait.of(1, "Ann"), bytes("zero"));
		assertRequests(3, () -> this.photos.save(find(1), bytes("one")), 1);
		settleIfGuarded();
		assertRequests(either(2, 3), () -> this.photos.save(Portrait.of(2, "Bob"), bytes("one")), 0);
		Portrait read = find(1);
		assertRequests(1, () -> this.photos.read(read), 0);
		assertRequests(3, () -> assertThat(this.photos.read(ann)).contains(bytes("one")), 0);
		assertRequests(either(4, 6), () -> assertThatExceptionOfType(OptimisticLockingFailureException.class)
			.isThrownBy(() -> this.photos.save(ann, bytes("late"))), 0);
		assertRequests(2, () -> this.photos.remove(read), 0);
		assertRequests(0, () -> this.photos.remove(Portrait.of(1, "Ann")), 0);
		assertRequests(2, () -> this.photos.delete(find(2)), 1);
		this.photos.save(find(1), bytes("new"));
		settleIfGuarded();
		assertRequests(2, () -> this.photos.sweep(later()), 0);
		assertRequests(2, () -> this.photos.verify((finding) -> {
		}), 0);
	}

	void assertRequests(int expected, Runnable action, int reads) {
		this.process.reset();
		action.run();
		assertThat(this.process.requests()).isEqualTo(expected + reads);
	}

	@Test
	void streamsALargeContent() {
		byte[] large = new byte[9 * 1024 * 1024 + 7];
		new Random(1).nextBytes(large);
		Portrait ann = this.photos.save(Portrait.of(1, "Ann"), new ByteArrayInputStream(large), large.length);
		assertThat(Arrays.equals(this.photos.read(ann).orElseThrow(), large)).isTrue();
	}

	@Test
	void refusesAStreamOfAnotherLength() {
		for (int size : List.of(2, 4)) {
			assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
				.isThrownBy(() -> this.photos.save(Portrait.of(1, "Ann"), new ByteArrayInputStream(new byte[size]), 3))
				.withMessageContaining("said to have 3 bytes");
		}
		assertThatIllegalArgumentException()
			.isThrownBy(() -> this.photos.save(Portrait.of(1, "Ann"), InputStream.nullInputStream(), -1));
		assertThat(this.tables.findById(Portrait.class, Portrait.of(1, "Ann"))).isEmpty();
		assertThat(names()).isEmpty();
	}

	@Test
	void deletesWhatIsRefused() {
		Portrait ann = this.photos.save(Portrait.of(1, "Ann"), bytes("one"));
		Portrait newer = this.tables.save(ann.withName("Anne"));
		assertThatExceptionOfType(OptimisticLockingFailureException.class)
			.isThrownBy(() -> this.photos.save(ann, bytes("two")));
		assertThatExceptionOfType(OptimisticLockingFailureException.class).isThrownBy(() -> this.photos.remove(ann));
		assertThatExceptionOfType(OptimisticLockingFailureException.class).isThrownBy(() -> this.photos.delete(ann));
		assertThatExceptionOfType(DuplicateKeyException.class)
			.isThrownBy(() -> this.photos.save(Portrait.of(1, "Ann"), bytes("two")));
		assertThat(names()).containsExactly(newer.photo().blob());
		assertThat(this.photos.read(newer)).contains(bytes("one"));
	}

	@Test
	void refusesTheValueOfAnotherEntity() {
		Portrait ann = this.photos.save(Portrait.of(1, "Ann"), bytes("one"));
		Portrait bob = this.tables.save(Portrait.of(2, "Bob")).withPhoto(ann.photo());
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> this.photos.save(bob, bytes("two")))
			.withMessageContaining("belongs to an entity with another key");
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class).isThrownBy(() -> this.photos.remove(bob));
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class).isThrownBy(() -> this.photos.delete(bob));
		assertThat(this.photos.read(ann)).contains(bytes("one"));
		assertThat(find(2).photo()).isNull();
	}

	@Test
	void readsNoContentOfAnotherEntityThatARowNames() {
		Portrait ann = this.photos.save(Portrait.of(1, "Ann"), bytes("one"));
		this.photos.save(Portrait.of(2, "Bob"), bytes("two"));
		TableRow row = Objects.requireNonNull(this.gateway.read(table(), key(ann), null, RowReader.rows()));
		this.gateway.write(table(), new InsertOrReplace(TableRow.of(key(Portrait.of(2, "Bob")), row.properties())));
		assertThat(find(2).photo()).extracting(LargeValue::blob).isEqualTo(Objects.requireNonNull(ann.photo()).blob());
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class).isThrownBy(() -> this.photos.read(find(2)))
			.withMessageContaining("belongs to an entity with another key");
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class).isThrownBy(() -> this.photos.open(find(2)));
	}

	@Test
	void refusesClassesThatCannotKeepIt() {
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> values(this.tables, this.blobs, Portrait.class, "name"))
			.withMessageContaining("Portrait.name is not a LargeValue");
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> values(this.tables, this.blobs, Unversioned.class, "content"))
			.withMessageContaining("has no @Version property");
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> values(this.tables, this.blobs, Rolling.class, "content"))
			.withMessageContaining("is a @RollingTable");
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> values(this.tables, this.blobs, InPart.class, "content"))
			.withMessageContaining("InPart.content is a LargeValue with a @Part");
	}

	@Test
	void refusesAKeyThatMakesTheNameTooLong() {
		LargeValueTemplate<Letter> letters = letters();
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> letters.save(new Letter("x".repeat(500), "y".repeat(400), null, null), bytes("one")))
			.withMessageContaining("at most 1024 characters");
		assertThat(names()).isEmpty();
	}

	@Test
	void takesAnyKey() {
		LargeValueTemplate<Letter> letters = letters();
		Letter letter = letters.save(new Letter("a é'", "b c|~", null, null), bytes("one"));
		assertThat(letters.sweep(later())).isZero();
		assertThat(letters.read(letter)).contains(bytes("one"));
	}

	@Test
	void readsWhatHasReplacedTheContent() {
		Portrait ann = this.photos.save(Portrait.of(1, "Ann"), bytes("one"));
		Portrait two = this.photos.save(ann, bytes("two"));
		settleIfGuarded();
		assertThat(this.photos.read(ann)).contains(bytes("two"));
		Portrait three = this.photos.remove(two);
		settleIfGuarded();
		assertThat(this.photos.read(ann)).isEmpty();
		this.tables.delete(three);
		assertThat(this.photos.read(ann)).isEmpty();
	}

	@Test
	void readsAgainUntilAContentStays() {
		Portrait ann = this.photos.save(Portrait.of(1, "Ann"), bytes("one"));
		Portrait two = this.photos.save(ann, bytes("two"));
		settleIfGuarded();
		LargeValueTemplate<Portrait> other = values(this.tables, this.blobs, Portrait.class, "photo");
		// after the entity was read again, and before its blob is
		this.process.before(3, () -> {
			other.save(two, bytes("three"));
			settleIfGuarded();
		});
		assertThat(this.photos.read(ann)).contains(bytes("three"));
	}

	@Test
	void saysThatAContentIsMissing() {
		Portrait ann = this.photos.save(Portrait.of(1, "Ann"), bytes("one"));
		this.blobs.delete(ann.photo().blob());
		assertThatExceptionOfType(MissingContentException.class).isThrownBy(() -> this.photos.read(ann))
			.withMessageContaining("A Portrait names a blob for its photo")
			.withMessageNotContaining("U2FsZXM");
		List<LargeValueFinding> findings = new ArrayList<>();
		assertThat(this.photos.verify(findings::add)).isEqualTo(1);
		assertThat(findings).singleElement().extracting(LargeValueFinding::fault).isEqualTo(Fault.MISSING);
	}

	/**
	 * Pages are as short as the service may make them.
	 */
	@Test
	void verifiesSeveralSegmentsAtTheSameTime() {
		Set<Thread> threads = ConcurrentHashMap.newKeySet();
		TableGateway pages = new ForwardingTableGateway(this.world.gateway()) {

			@Override
			public <R> RowPage<R> read(RowRequest request, RowReader<R> reader) {
				threads.add(Thread.currentThread());
				return super.read(request.withTop(2), reader);
			}

		};
		List<String> lost = new ArrayList<>();
		for (int i = 0; i < 60; i++) {
			Portrait saved = this.photos.save(new Portrait("dep%02d".formatted(i / 3), i, "Ann", null, null),
					bytes("one"));
			if (i % 6 == 0) {
				this.blobs.delete(saved.photo().blob());
				lost.add(saved.photo().blob());
			}
		}
		List<String> found = new ArrayList<>();
		LargeValueTemplate<Portrait> photos = new LargeValueTemplate<>(this.tables, pages, this.blobs, Portrait.class,
				"photo");
		assertThat(photos.verify((finding) -> found.add(finding.blob()))).isEqualTo(60);
		assertThat(found).containsExactlyInAnyOrderElementsOf(lost);
		assertThat(threads).as("threads that read").hasSizeGreaterThan(2);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "on", "ONE", "one more" })
	void saysThatAContentIsNotWhatWasSaved(String content) throws IOException {
		Portrait ann = this.photos.save(Portrait.of(1, "Ann"), bytes("one"));
		this.blobs.delete(ann.photo().blob());
		this.blobs.putIfAbsent(ann.photo().blob(), bytes(content));
		assertThatExceptionOfType(MissingContentException.class).isThrownBy(() -> this.photos.read(ann))
			.withMessageContaining("Portrait.photo is not what was saved")
			.withNoCause();
		try (InputStream opened = this.photos.open(ann).orElseThrow()) {
			assertThatExceptionOfType(IOException.class).isThrownBy(() -> opened.readNBytes(3));
		}
		List<LargeValueFinding> findings = new ArrayList<>();
		this.photos.verify(findings::add);
		assertThat(findings).extracting(LargeValueFinding::fault)
			.isEqualTo((content.length() != 3) ? List.of(Fault.DIFFERENT_SIZE) : List.of());
	}

	@Test
	void sweepsWhatNoEntityNames() {
		Portrait ann = this.photos.save(Portrait.of(1, "Ann"), bytes("one"));
		Portrait bob = this.photos.save(Portrait.of(2, "Bob"), bytes("two"));
		this.tables.deleteById(Portrait.class, bob);
		String folder = ann.photo().blob().substring(0, ann.photo().blob().lastIndexOf('/'));
		String orphan = folder + "/" + UUID.randomUUID();
		List<String> others = List.of("large/" + table() + "/photo_blob/file", "large/" + table() + "/photo_blob/?/?/x",
				"large/Other/photo_blob/U2FsZXM/ZW1waWRfMDAwMDAx/x");
		this.blobs.putIfAbsent(orphan, bytes("three"));
		others.forEach((name) -> this.blobs.putIfAbsent(name, bytes("other")));
		assertThat(this.photos.sweep(this.world.clock().instant().minus(Duration.ofDays(1)))).isZero();
		assertThat(this.photos.sweep(later())).isEqualTo(2);
		assertThat(names()).contains(ann.photo().blob()).containsAll(others).hasSize(4);
	}

	@Test
	void sweepsOnlyItsOwnTableAndProperty() {
		Portrait ann = this.photos.save(Portrait.of(1, "Ann"), bytes("one"));
		Store other = Store.over(this.gateway, "o" + Long.toString(RandomGenerator.getDefault().nextLong() >>> 1, 36));
		assertThat(photos(other.template()).sweep(later())).isZero();
		assertThat(this.photos.read(ann)).contains(bytes("one"));
	}

	/**
	 * Whatever request is the last one of a process: named blobs are there, and what is
	 * left over is swept.
	 */
	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void leavesNoMoreThanAnOrphanWhenItStops(boolean afterwards) {
		for (int request = 1; request <= 4; request++) {
			Portrait ann = this.photos.save(Portrait.of(request, "Ann"), bytes("one"));
			stops(request, afterwards, () -> this.photos.save(ann, bytes("two")));
			checkContents();
			Portrait left = find(request);
			stops(request, afterwards, () -> this.photos.remove(left));
			checkContents();
			Portrait last = this.photos.save(find(request), bytes("three"));
			stops(request, afterwards, () -> this.photos.delete(last));
			checkContents();
		}
		settleIfGuarded();
		this.photos.sweep(later());
		assertThat(names()).isEqualTo(named());
	}

	void stops(int request, boolean afterwards, Runnable action) {
		this.process.stopAt(request, afterwards);
		try {
			action.run();
		}
		catch (Stopped ex) {
			// as it should
		}
		this.process.reset();
	}

	void checkContents() {
		this.photos.verify((finding) -> {
			throw new AssertionError(finding.toString());
		});
	}

	@Test
	void keepsOthersFromSavingAForeignValue() {
		this.tables.setEntityCallbacks(EntityCallbacks.create(new LargeValueCallback(this.tables.converter())));
		Portrait ann = this.photos.save(Portrait.of(1, "Ann"), bytes("one"));
		Portrait bob = this.tables.save(Portrait.of(2, "Bob"));
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> this.tables.save(bob.withPhoto(ann.photo())))
			.withMessageContaining("Portrait.photo belongs to an entity with another key");
		Portrait renamed = this.tables.save(this.tables.save(ann.withName("Anne")).withName("Anna"));
		Portrait two = this.photos.save(renamed, bytes("two"));
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> this.tables.save(two.withPhoto(ann.photo())))
			.withMessageContaining("Portrait.photo belongs to another version");
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class).isThrownBy(
				() -> this.tables.updateWithRetry(Portrait.class, two, (found) -> found.withPhoto(ann.photo())));
		assertThatExceptionOfType(OptimisticLockingFailureException.class)
			.isThrownBy(() -> this.tables.save(ann.withName("late")));
		Portrait read = this.tables.updateWithRetry(Portrait.class, two, (found) -> found.withName("Ann"))
			.orElseThrow();
		this.tables.saveAll(List.of(read.withName("all")));
		assertThat(this.photos.read(find(1))).contains(bytes("two"));
		checkContents();
	}

	@Test
	void keepsOthersFromInsertingAValueThatWasRead() {
		this.tables.setEntityCallbacks(EntityCallbacks.create(new LargeValueCallback(this.tables.converter())));
		this.photos.save(Portrait.of(1, "Ann"), bytes("one"));
		Portrait ann = find(1);
		this.photos.delete(ann);
		this.process.reset();
		assertInsertRefused(() -> this.tables.insert(ann));
		assertInsertRefused(() -> this.tables.insertAll(List.of(ann)));
		assertInsertRefused(() -> this.tables.inPartition(table(), "Sales").insert(ann));
		assertThat(this.process.requests()).isZero();
		assertThat(this.tables.findById(Portrait.class, ann)).isEmpty();
		Portrait again = this.photos.save(this.tables.insert(ann.withPhoto(null)), bytes("two"));
		assertThat(this.photos.read(this.tables.save(again.withName("Anne")))).contains(bytes("two"));
	}

	private static void assertInsertRefused(ThrowingCallable insert) {
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class).isThrownBy(insert)
			.withMessageContaining("Portrait.photo belongs to an entity that was read")
			.withMessageContaining("insert the entity without it");
	}

	private LargeValueTemplate<Letter> letters() {
		return values(this.tables, this.blobs, Letter.class, "content");
	}

	TableKey key(Portrait portrait) {
		return this.tables.converter().key(portrait);
	}

	Portrait find(int id) {
		return this.tables.findById(Portrait.class, Portrait.of(id, "any")).orElseThrow();
	}

	String table() {
		return this.store.names().resolve(Portrait.class, "Portraits");
	}

	private TreeSet<String> names() {
		settleIfGuarded();
		return new TreeSet<>(this.blobs.list("").map(Blob::name).toList());
	}

	private void settleIfGuarded() {
		if (isGuarded()) {
			settle();
		}
	}

	TreeSet<String> named() {
		TreeSet<String> names = new TreeSet<>();
		this.store.rows(table(), "PartitionKey eq 'Sales'").forEach((row) -> {
			if (row.get("photo_blob") != null) {
				names.add(String.valueOf(row.get("photo_blob")));
			}
		});
		return names;
	}

	Instant later() {
		return this.world.clock().instant().plus(Duration.ofHours(1));
	}

	static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

	/**
	 * An entity with keys of any length.
	 */
	@Table("Letters")
	@PartitionKey("{sender}")
	@RowKey("letter_{subject}")
	record Letter(String sender, String subject, @Nullable LargeValue content, @Version @Nullable String version) {

	}

	/**
	 * An entity without a version.
	 */
	@Table("Unversioned")
	@PartitionKey("{id}")
	@RowKey("r")
	record Unversioned(String id, @Nullable LargeValue content) {

	}

	/**
	 * An entity whose content is named in another row.
	 */
	@Table("InPart")
	@PartitionKey("{id}")
	@RowKey("in_{id}")
	record InPart(String id, @Part("content") @Nullable LargeValue content, @Version @Nullable String version) {

	}

	/**
	 * An entity whose tables are dropped.
	 */
	@Table("Rolling")
	@PartitionKey("{id}")
	@RowKey("{at}")
	@RollingTable(period = TablePeriod.DAILY, property = "at", retention = "P3D")
	record Rolling(String id, Instant at, @Nullable LargeValue content, @Version @Nullable String version) {

	}

}
