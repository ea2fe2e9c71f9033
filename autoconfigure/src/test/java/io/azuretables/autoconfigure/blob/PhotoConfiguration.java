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

package io.azuretables.autoconfigure.blob;

import io.azuretables.gateway.TableGateway;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import io.azuretables.operations.TableOperations;
import io.azuretables.patterns.blob.BlobStores;
import io.azuretables.patterns.largevalue.LargeValue;
import io.azuretables.patterns.largevalue.LargeValueTemplate;
import org.jspecify.annotations.Nullable;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.annotation.Version;

/**
 * Declares the contents of photos, which are written without a queue.
 */
@Configuration(proxyBeanMethods = false)
class PhotoConfiguration {

	// tag::bean[]
	@Bean
	LargeValueTemplate<Photo> photos(TableOperations tables, TableGateway gateway, BlobStores blobs) {
		return new LargeValueTemplate<>(tables, gateway, blobs.container("photos"), Photo.class, "content");
	}
	// end::bean[]

	/**
	 * An entity with a large value.
	 */
	@Table("Photos")
	@PartitionKey("{id}")
	@RowKey("photo")
	record Photo(String id, @Nullable LargeValue content, @Version @Nullable String version) {

	}

}
