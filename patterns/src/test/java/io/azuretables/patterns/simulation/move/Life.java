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
package io.azuretables.patterns.simulation.move;

import io.azuretables.mapping.Movable;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.Table;
import org.jspecify.annotations.Nullable;

import org.springframework.data.annotation.Version;

/**
 * An entity from its insertion to its deletion, wherever it goes.
 */
@Table(Life.TABLE)
@PartitionKey("{place}")
@RowKey(Life.ROW)
@SecondaryIndex(name = "byId", rowKey = "by_{id}")
@Movable
record Life(String place, String id, long v, @Version @Nullable String etag) {

	static final String TABLE = "Lives";

	static final String ROW = "life";

	Life with(long newV) {
		return new Life(this.place, this.id, newV, this.etag);
	}

	Life in(String newPlace, long newV) {
		return new Life(newPlace, this.id, newV, null);
	}

	String words() {
		return this.id + " " + this.v;
	}

}
