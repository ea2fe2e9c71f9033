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

import java.util.UUID;

import io.azuretables.client.Azurite;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.springframework.dao.DataAccessException;

/**
 * Blobs of the emulator.
 */
@ExtendWith(Azurite.LogOfFailures.class)
class StorageBlobStoreIntegrationTests extends BlobStoreContract {

	private final StorageBlobStore blobs = StorageBlobStore.connect(Azurite.storageConnectionString(),
			"c" + UUID.randomUUID());

	@BeforeEach
	void create() {
		this.blobs.create();
	}

	@Override
	BlobStore blobs() {
		return this.blobs;
	}

	@Test
	void createsItsContainerWithTheFirstBlob() {
		StorageBlobStore later = StorageBlobStore.connect(Azurite.storageConnectionString(), "c" + UUID.randomUUID());
		later.putIfAbsent("a", new byte[] { 1 });
		assertThat(later.read("a")).contains(new byte[] { 1 });
	}

	@Test
	void listsNothingOfContainerThatIsNotThere() {
		StorageBlobStore missing = StorageBlobStore.connect(Azurite.storageConnectionString(), "c" + UUID.randomUUID());
		assertThat(missing.list("")).isEmpty();
	}

	@Test
	void translatesFailuresOfListings() {
		StorageBlobStore refused = StorageBlobStore.connect(Azurite.storageConnectionString(), "NotAName");
		assertThatExceptionOfType(DataAccessException.class).isThrownBy(() -> refused.list("").toList())
			.withMessageContaining("listing at container 'NotAName'");
	}

}
