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

package io.azuretables.patterns.shedlock;

import java.time.Instant;

import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import org.jspecify.annotations.Nullable;

import org.springframework.data.annotation.Version;

/**
 * The entity in which a ShedLock lock is stored. It stays when the lock is released.
 *
 * @param name the name of the lock
 * @param until when the lock can be taken again
 * @param since when it was taken
 * @param by the host that took it
 * @param etag its version
 */
@Table("ShedLocks")
@PartitionKey("{name}")
@RowKey("lock")
record HeldLock(String name, Instant until, Instant since, String by, @Version @Nullable String etag) {

	HeldLock until(Instant other) {
		return new HeldLock(this.name, other, this.since, this.by, this.etag);
	}

}
