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
package io.azuretables.autoconfigure.queue;

import java.time.InstantSource;

import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import io.azuretables.operations.TableOperations;
import io.azuretables.patterns.blob.BlobStore;
import io.azuretables.patterns.blob.EmbeddedBlobStore;
import io.azuretables.patterns.largevalue.LargeValue;
import io.azuretables.patterns.largevalue.LargeValueTemplate;
import io.azuretables.patterns.queue.EventuallyConsistentQueueTemplate;
import org.jspecify.annotations.Nullable;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.annotation.Version;

/**
 * Declares the contents of letters, which are written with a queue.
 */
@Configuration(proxyBeanMethods = false)
class LetterConfiguration {

	@Bean
	BlobStore blobs() {
		return new EmbeddedBlobStore(InstantSource.system());
	}

	// tag::bean[]
	@Bean
	LargeValueTemplate<Letter> letters(TableOperations tables, EventuallyConsistentQueueTemplate queue,
			BlobStore blobs) {
		return new LargeValueTemplate<>(tables, queue, blobs, Letter.class, "text");
	}
	// end::bean[]

	/**
	 * An entity with a large value.
	 */
	@Table("Letters")
	@PartitionKey("{id}")
	@RowKey("letter_{id}")
	record Letter(String id, @Nullable LargeValue text, @Version @Nullable String version) {

	}

}
