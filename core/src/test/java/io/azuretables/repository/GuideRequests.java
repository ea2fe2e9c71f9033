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

package io.azuretables.repository;

import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

import io.azuretables.key.TableKey;
import io.azuretables.row.RowPage.Continuation;
import org.jspecify.annotations.Nullable;

/**
 * How the walk through the guide writes a request in one line.
 */
final class GuideRequests {

	private GuideRequests() {
	}

	static String read(String partitionKey, String rowKey) {
		return "GET " + partitionKey + "/" + rowKey;
	}

	static String query(@Nullable String filter, @Nullable String select, int top, @Nullable Continuation from) {
		return "GET $filter=" + filter + ((select != null) ? " $select=" + select : "") + " $top=" + top
				+ ((from != null) ? " NextPartitionKey=" + from.nextPartitionKey() + " NextRowKey=" + from.nextRowKey()
						: "");
	}

	/**
	 * A write.
	 * @param properties the names of the properties that are sent
	 */
	static String write(String verb, TableKey key, @Nullable String ifMatch, Collection<String> properties) {
		String condition = (ifMatch != null) ? " If-Match=" + ifMatch : "";
		return verb + " " + key.partitionKey() + "/" + key.rowKey() + condition
				+ (properties.isEmpty() ? "" : " " + new TreeSet<>(properties));
	}

	static String batch(List<String> writes) {
		return "POST $batch: " + String.join("; ", writes);
	}

}
