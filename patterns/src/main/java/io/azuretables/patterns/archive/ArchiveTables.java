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

package io.azuretables.patterns.archive;

import io.azuretables.operations.TableNameResolver;
import io.azuretables.operations.TableOperations;

/**
 * The names of the two tables between which an archive moves an entity.
 *
 * @param current the table of current entities
 * @param archive the table of the archive
 */
record ArchiveTables(String current, String archive) {

	/**
	 * The tables that the operations name now.
	 */
	static ArchiveTables of(TableOperations operations, ArchiveMapping<?, ?> mapping) {
		return new ArchiveTables(operations.query(mapping.current()).table(),
				operations.query(mapping.archived()).table());
	}

	/**
	 * The operations in the table of current entities, whatever their resolver says.
	 */
	TableOperations currentIn(TableOperations operations) {
		return operations.in(TableNameResolver.constant(this.current));
	}

	/**
	 * The operations in the table of the archive, whatever their resolver says.
	 */
	TableOperations archiveIn(TableOperations operations) {
		return operations.in(TableNameResolver.constant(this.archive));
	}

}
