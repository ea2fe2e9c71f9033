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

package io.azuretables.write;

import org.springframework.dao.InvalidDataAccessApiUsageException;

/**
 * Thrown when a class has an index in another partition, but its template has no
 * {@link DeferredWrites} to maintain it.
 *
 * @since 0.1
 */
public class MissingDeferredWritesException extends InvalidDataAccessApiUsageException {

	private final String entity;

	private final String index;

	public MissingDeferredWritesException(String entity, String index) {
		super("The index '" + index + "' of " + entity + " lies in another partition than its entities and cannot "
				+ "change together with them: it needs a queue and a worker. Give the template DeferredWrites, such as "
				+ "io.azuretables.patterns.interpartition.InterPartitionIndexWrites with a queue, and let "
				+ "InterPartitionIndexTemplate.poll run regularly in some process; or leave out the partitionKey of "
				+ "the index, or the index");
		this.entity = entity;
		this.index = index;
	}

	public String getEntity() {
		return this.entity;
	}

	public String getIndex() {
		return this.index;
	}

}
