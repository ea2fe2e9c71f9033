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

package io.azuretables.internal.write;

import io.azuretables.convert.TableMappingContext;
import io.azuretables.mapping.TablePersistentEntity;
import io.azuretables.write.ExpiredPeriodException;

/**
 * Finds the table that an entity is written to, and creates it if the template is
 * configured so.
 */
public interface EntityTables {

	/**
	 * The name of the table of a class, which is created if that is wanted; of a class
	 * that is divided among tables, their name without the period.
	 */
	String ready(TablePersistentEntity<?> entity);

	/**
	 * The name of the table to write an entity of a class that is divided among tables
	 * to, which is created if that is wanted.
	 * @throws ExpiredPeriodException if it is not kept
	 */
	String writable(TablePersistentEntity<?> type, Object entity);

	/**
	 * Records that a class is used in this account.
	 * @throws io.azuretables.mapping.TableMappingException if it could have the same keys
	 * as another one
	 */
	void use(TableMappingContext context, TablePersistentEntity<?> entity);

}
