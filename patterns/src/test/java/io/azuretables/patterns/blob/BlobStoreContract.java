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
import java.util.Arrays;
import java.util.Random;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

import io.azuretables.patterns.blob.BlobStore.Blob;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.InvalidDataAccessApiUsageException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What every container does, in memory and over HTTP.
 */
abstract class BlobStoreContract {

	/**
	 * An empty container, the same one during a test.
	 */
	abstract BlobStore blobs();

	@Test
	void writesOnce() {
		assertThat(blobs().read("a/b c/é'")).isEmpty();
		assertThat(blobs().putIfAbsent("a/b c/é'", bytes("one"))).isTrue();
		assertThat(blobs().putIfAbsent("a/b c/é'", bytes("one"))).isFalse();
		assertThatExceptionOfType(DuplicateKeyException.class)
			.isThrownBy(() -> blobs().putIfAbsent("a/b c/é'", bytes("two")));
		assertThat(blobs().read("a/b c/é'")).contains(bytes("one"));
	}

	@Test
	void writesWhatIsLargeAndWhatIsEmpty() {
		byte[] large = new byte[5 * 1024 * 1024];
		large[large.length - 1] = 1;
		assertThat(blobs().putIfAbsent("large", large)).isTrue();
		assertThat(blobs().putIfAbsent("empty", new byte[0])).isTrue();
		assertThat(blobs().read("large")).contains(large);
		assertThat(blobs().read("empty")).contains(new byte[0]);
	}

	@Test
	void streams() throws IOException {
		byte[] large = new byte[9 * 1024 * 1024 + 1];
		new Random(1).nextBytes(large);
		assertThat(blobs().open("large")).isEmpty();
		blobs().put("large", new ByteArrayInputStream(large), large.length);
		blobs().put("empty", InputStream.nullInputStream(), 0);
		try (InputStream content = blobs().open("large").orElseThrow()) {
			assertThat(Arrays.equals(content.readAllBytes(), large)).isTrue();
		}
		try (InputStream content = blobs().open("empty").orElseThrow()) {
			assertThat(content.readAllBytes()).isEmpty();
		}
		assertThat(blobs().list("")).extracting(Blob::size).containsExactly(0L, (long) large.length);
		assertThatExceptionOfType(DuplicateKeyException.class)
			.isThrownBy(() -> blobs().put("large", new ByteArrayInputStream(new byte[large.length]), large.length));
	}

	@ParameterizedTest
	@ValueSource(longs = { 3, 5 * 1024 * 1024 })
	void writesNothingOfAStreamThatHasAnotherLength(long length) {
		for (long difference : List.of(-1L, 1L)) {
			byte[] bytes = new byte[(int) (length + difference)];
			assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
				.isThrownBy(() -> blobs().put("a", new ByteArrayInputStream(bytes), length))
				.withMessageContaining("said to have " + length + " bytes");
		}
		InputStream broken = new InputStream() {

			@Override
			public int read() throws IOException {
				throw new IOException("broken");
			}

		};
		assertThatExceptionOfType(DataAccessResourceFailureException.class)
			.isThrownBy(() -> blobs().put("a", broken, length));
		assertThat(blobs().read("a")).isEmpty();
	}

	@Test
	void deletes() {
		blobs().putIfAbsent("a", bytes("one"));
		assertThat(blobs().delete("a")).isTrue();
		assertThat(blobs().delete("a")).isFalse();
		assertThat(blobs().read("a")).isEmpty();
		assertThat(blobs().putIfAbsent("a", bytes("two"))).isTrue();
	}

	@Test
	void listsByTheBeginningOfTheName() {
		for (String name : List.of("b/2", "b/10", "c", "a", "b/1")) {
			blobs().putIfAbsent(name, bytes(name));
		}
		assertThat(blobs().list("b/")).extracting(Blob::name).containsExactly("b/1", "b/10", "b/2");
		assertThat(blobs().list("")).hasSize(5).allSatisfy((blob) -> assertThat(blob.writtenAt()).isNotNull());
		assertThat(blobs().list("d")).isEmpty();
	}

	@Test
	void listsMetadata() {
		assertThat(blobs().putIfAbsent("a", bytes("one"), Map.of("first", "2014-07-31T18:00:00Z", "n2", "7"))).isTrue();
		assertThat(blobs().putIfAbsent("a", bytes("one"), Map.of("first", "other"))).isFalse();
		blobs().putIfAbsent("b", bytes("two"));
		assertThat(blobs().list("")).extracting(Blob::metadata)
			.containsExactly(Map.of("first", "2014-07-31T18:00:00Z", "n2", "7"), Map.of());
	}

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

}
