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

package io.azuretables.patterns.faults;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

import io.azuretables.client.Azurite;
import io.azuretables.patterns.blob.BlobStore.Blob;
import io.azuretables.patterns.blob.StorageBlobStore;
import io.azuretables.patterns.largevalue.LargeValueTemplate;
import io.azuretables.patterns.queue.EventuallyConsistentQueueTemplate;
import io.azuretables.patterns.queue.QueueWorker;
import io.azuretables.patterns.queue.message.MessageHandlers;
import io.azuretables.patterns.queue.message.QueueOptions;
import io.azuretables.patterns.queue.transport.QueueConnection;
import io.azuretables.patterns.sample.Portrait;
import io.azuretables.patterns.sample.QueueWorld;
import io.azuretables.patterns.sample.Store;
import io.azuretables.sample.MutableClock;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.dao.DataAccessException;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Each request of a save of a large value is lost in each way.
 */
@Tag("storm")
@ExtendWith(Azurite.LogOfFailures.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LostLargeValueAnswerIntegrationTests {

	private final Services services = new Services();

	/**
	 * The emulator takes its time for its first requests, and clients through a proxy are
	 * impatient.
	 */
	@BeforeAll
	void wake() {
		StorageBlobStore blobs = StorageBlobStore.connect(Azurite.storageConnectionString(), "w" + UUID.randomUUID());
		blobs.create();
		blobs.putIfAbsent("first", bytes("content"));
		assertThat(blobs.read("first")).contains(bytes("content"));
	}

	@AfterAll
	void close() {
		this.services.close();
	}

	static Stream<Arguments> cells() {
		return Arrays.stream(NetworkFault.values())
			.filter((fault) -> fault != NetworkFault.EMPTY_PAGE)
			.flatMap((fault) -> Arrays.stream(Step.values()).map((step) -> Arguments.of(fault, step)));
	}

	@ParameterizedTest
	@MethodSource("cells")
	void keepsTheContentThatTheRowNames(NetworkFault fault, Step step) {
		Store store = Store.over(this.services.gateway(), "t" + UUID.randomUUID().toString().replace("-", ""));
		StorageBlobStore blobs = this.services.blobs("l" + UUID.randomUUID());
		LargeValueTemplate<Portrait> photos = new LargeValueTemplate<>(store.template(), store.gateway(), blobs,
				Portrait.class, "photo");
		Portrait old = photos.save(Portrait.of(1, "Ann"), bytes("old"));
		AtomicBoolean first = new AtomicBoolean(true);
		((step == Step.ENTITY) ? this.services.tables() : this.services.blobs())
			.inject((request) -> request.method().equals(step.method) && first.getAndSet(false) ? fault : null);
		boolean saved = isSaved(photos, old);
		this.services.injectNothing();
		assertThat(first).as("a request was lost").isFalse();
		assertThat(saved).isEqualTo(step != Step.BLOB);
		Portrait found = store.template().findById(Portrait.class, old).orElseThrow();
		assertThat(photos.read(found)).contains(bytes(saved ? "new" : "old"));
		if (fault != NetworkFault.DELAY) {
			photos.sweep(Instant.now().plusSeconds(3600));
			assertThat(blobs.list("")).extracting(Blob::name).containsExactly(found.photo().blob());
		}
		photos.verify((finding) -> {
			throw new AssertionError(finding.toString());
		});
		store.gateway().deleteTable(store.names().resolve(Portrait.class, "Portraits"));
	}

	static Stream<Arguments> guardedCells() {
		return Arrays.stream(NetworkFault.values())
			.filter((fault) -> fault != NetworkFault.EMPTY_PAGE)
			.flatMap((fault) -> Arrays.stream(GuardedStep.values()).map((step) -> Arguments.of(fault, step)));
	}

	/**
	 * The messages are in memory, where time passes when it is told to. What the writer
	 * was told is true, and the worker leaves no content that the row does not name.
	 */
	@ParameterizedTest
	@MethodSource("guardedCells")
	void keepsTheContentThatTheRowNamesWithAQueue(NetworkFault fault, GuardedStep step) {
		Store store = Store.over(this.services.gateway(), "t" + UUID.randomUUID().toString().replace("-", ""));
		StorageBlobStore blobs = this.services.blobs("l" + UUID.randomUUID());
		MutableClock clock = new MutableClock();
		QueueConnection connection = QueueConnection.embedded(clock);
		EventuallyConsistentQueueTemplate queue = new EventuallyConsistentQueueTemplate(store.template(),
				store.gateway(), connection, QueueOptions.DEFAULTS.withClock(clock));
		LargeValueTemplate<Portrait> photos = new LargeValueTemplate<>(store.template(), queue, blobs, Portrait.class,
				"photo");
		QueueWorld world = new QueueWorld(store.gateway(), connection, clock);
		QueueWorker worker = new QueueWorker(queue, MessageHandlers.none().with(photos.handler().orElseThrow()));
		Portrait old = photos.save(Portrait.of(1, "Ann"), bytes("old"));
		world.settle(worker);
		AtomicBoolean first = new AtomicBoolean(true);
		Runnable loss = () -> (step.isOfTables ? this.services.tables() : this.services.blobs())
			.inject((request) -> step.isOf(request) && first.getAndSet(false) ? fault : null);
		if (!step.isOfWorker) {
			loss.run();
		}
		boolean saved = isSaved(photos, old);
		if (step.isOfWorker) {
			loss.run();
		}
		world.settle(worker);
		this.services.injectNothing();
		assertThat(first).as("a request was lost").isFalse();
		assertThat(saved).isEqualTo(step != GuardedStep.BLOB);
		Portrait found = store.template().findById(Portrait.class, old).orElseThrow();
		assertThat(photos.read(found)).contains(bytes(saved ? "new" : "old"));
		assertThat(connection.poison().depth()).isZero();
		if (step != GuardedStep.BLOB || fault != NetworkFault.DELAY) {
			// nothing is left to the sweep
			assertThat(blobs.list("")).extracting(Blob::name).containsExactly(found.photo().blob());
		}
		assertThat(store.rows(store.names().resolve(Portrait.class, "Portraits"), "PartitionKey ge ''")).hasSize(1);
		store.gateway().deleteTable(store.names().resolve(Portrait.class, "Portraits"));
	}

	private static boolean isSaved(LargeValueTemplate<Portrait> photos, Portrait old) {
		try {
			photos.save(old, bytes("new"));
			return true;
		}
		catch (DataAccessException ex) {
			return false;
		}
	}

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

	/**
	 * A request of a save.
	 */
	enum Step {

		/**
		 * The blob is written.
		 */
		BLOB("PUT"),

		/**
		 * The entity is replaced.
		 */
		ENTITY("PUT"),

		/**
		 * The blob that was replaced is deleted.
		 */
		OLD_BLOB("DELETE");

		private final String method;

		Step(String method) {
			this.method = method;
		}

	}

	/**
	 * A request of a save that a message guards, or of the worker.
	 */
	enum GuardedStep {

		/**
		 * The blob is written.
		 */
		BLOB(false, false, "PUT", ""),

		/**
		 * The entity is replaced, and the token row inserted.
		 */
		TRANSACTION(true, false, "POST", "$batch"),

		/**
		 * The worker looks whether it was.
		 */
		LOOK(true, true, "GET", ""),

		/**
		 * The worker deletes the blob that was replaced.
		 */
		OLD_BLOB(false, true, "DELETE", ""),

		/**
		 * The worker deletes the token row.
		 */
		TOKEN_ROW(true, true, "DELETE", "");

		private final boolean isOfTables;

		private final boolean isOfWorker;

		private final String method;

		private final String path;

		GuardedStep(boolean isOfTables, boolean isOfWorker, String method, String path) {
			this.isOfTables = isOfTables;
			this.isOfWorker = isOfWorker;
			this.method = method;
			this.path = path;
		}

		private boolean isOf(HttpMessage request) {
			return request.method().equals(this.method) && request.first().contains(this.path);
		}

	}

}
