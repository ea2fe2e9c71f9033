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

import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import io.azuretables.patterns.largevalue.LargeValue;
import org.jspecify.annotations.Nullable;

import org.springframework.data.annotation.Version;

/**
 * An entity with a content whose writes a message guards.
 *
 * @param wall the partition
 * @param id what tells it from all others; used once
 * @param write who has written it
 * @param image the content
 * @param etag the version
 */
@Table("Posters")
@PartitionKey("{wall}")
@RowKey("poster_{id}")
record Poster(String wall, String id, String write, @Nullable LargeValue image, @Version @Nullable String etag) {

	Poster in(String newWrite) {
		return new Poster(this.wall, this.id, newWrite, this.image, this.etag);
	}

}
