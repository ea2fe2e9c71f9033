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

/**
 * Gives a template the committer for entities that have secondary indexes in other
 * partitions. Applications create one, such as an {@code
 * io.azuretables.patterns.interpartition.InterPartitionIndexWrites}, and hand it to their
 * templates; the patterns implement it.
 *
 * @since 0.1
 */
@FunctionalInterface
public interface DeferredWrites {

	/**
	 * What commits the entities. Asked once for a template.
	 */
	Committer committer();

	/**
	 * Commits entities with indexes in other partitions. Opaque: the patterns create it,
	 * and templates know what it does.
	 */
	interface Committer {

	}

}
