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

package io.azuretables.patterns.sample;

import java.time.OffsetDateTime;
import java.util.UUID;

import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import org.jspecify.annotations.Nullable;

/**
 * The guide's login attempt: those of an application, spread over four partitions, so
 * that appending is not all done in one.
 */
// tag::attempt[]
@Table("Attempts")
@PartitionKey("{application}_{id:bucket(4)}")
@RowKey("{at:desc}_{id}")
public record LoginAttempt(String application, @Nullable OffsetDateTime at, @Nullable UUID id, String user) {
	// end::attempt[]

	public static LoginAttempt of(String application, String user) {
		return new LoginAttempt(application, null, null, user);
	}

}
