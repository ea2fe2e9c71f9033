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

package io.azuretables.mapping;

import java.util.Optional;

import org.jspecify.annotations.Nullable;

import org.springframework.data.mapping.model.MutablePersistentEntity;

/**
 * Spring Data's persistent entity for a class that is stored in a table; adds the table
 * name.
 *
 * @param <T> the class
 * @since 0.1
 */
public interface TablePersistentEntity<T> extends MutablePersistentEntity<T, TablePersistentProperty> {

	/**
	 * Whether entities of the class have a table, and are not just parts of others.
	 */
	boolean isTable();

	/**
	 * Whether the name of the table is the same each time, as no expression is in it.
	 */
	boolean hasFixedTableName();

	/**
	 * The name of the table, with placeholders and expressions resolved.
	 * @throws TableMappingException if they cannot be
	 */
	String tableName();

	/**
	 * Whether the class is abstract, so that there are no rows of its own.
	 */
	boolean isAbstract();

	/**
	 * The partition keys of the class and of its indexes that do not spread its writes;
	 * nothing if there is none, or if the class is annotated with
	 * {@link AcceptHotPartition}.
	 * @throws TableMappingException with all that is wrong with the class
	 */
	Optional<HotPartitions> hotPartitions();

	/**
	 * The property that receives the service's timestamp, if there is one.
	 */
	@Nullable TablePersistentProperty timestampProperty();

	/**
	 * The map that holds the properties no other property stands for, if there is one.
	 */
	@Nullable TablePersistentProperty otherProperties();

}
