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

package io.azuretables.samples.guide;

import java.util.List;

import io.azuretables.key.TableKey;
import org.jspecify.annotations.Nullable;

/**
 * A request of a step.
 *
 * @param service {@code table}, {@code queue} or {@code blob}
 * @param operation what was asked for, as in the observations of requests
 * @param target the table, or the blob
 * @param keys the rows that it names
 * @param filter which rows a query asks for, or {@code null} if it is none
 * @param rows how many rows were read or written
 */
record RecordedRequest(String service, String operation, String target, List<TableKey> keys, @Nullable String filter,
		int rows) {

	static RecordedRequest of(String service, String operation, String target) {
		return new RecordedRequest(service, operation, target, List.of(), null, 0);
	}

}
