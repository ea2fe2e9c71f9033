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
import io.azuretables.patterns.sample.Portrait;
import io.azuretables.patterns.sample.Store;
import org.junit.jupiter.api.AfterAll;
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

}
