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

import java.util.List;

import io.azuretables.query.TableQuery;
import io.azuretables.query.Update;

import org.springframework.data.domain.Window;
import org.springframework.data.repository.ListCrudRepository;
import org.springframework.data.repository.NoRepositoryBean;
import org.springframework.data.repository.query.ListQueryByExampleExecutor;

/**
 * A Spring Data repository for entities in tables: CRUD, query by example and
 * {@link TableQuery}. Besides what is declared, it reads, writes and deletes entities,
 * one by one and many at once.
 * <p>
 * {@code findAll}, {@code count} and {@code deleteAll} without arguments read the whole
 * table, as their names say.
 *
 * @param <T> the class of the entities
 * @param <ID> the type of their identifiers: a {@link io.azuretables.key.TableKey}, the
 * only property that their keys are made of, or a record of all of them
 * @since 0.1
 */
@NoRepositoryBean
public interface TableRepository<T, ID> extends ListCrudRepository<T, ID>, ListQueryByExampleExecutor<T> {

	/**
	 * Writes an entity that must not be there yet. Its domain events are not published:
	 * Spring Data does that for methods that save or delete.
	 * @throws org.springframework.dao.DuplicateKeyException if it is
	 */
	<S extends T> S insert(S entity);

	/**
	 * Writes entities that must not be there yet.
	 * @throws io.azuretables.write.PartialWriteException if not all were written
	 */
	<S extends T> List<S> insertAll(Iterable<S> entities);

	/**
	 * Sets some properties of an entity, or inserts an entity with only these properties
	 * if there is none. One request; two for a class with an index or an
	 * {@code @EntityType}.
	 * @param update sets values only, among them those of all properties that are not
	 * nullable and do not stand in the key
	 * @see io.azuretables.operations.TableOperations#mergeOrInsert
	 */
	void mergeOrInsert(ID id, Update update);

	/**
	 * Finds all entities that meet a query.
	 */
	List<T> find(TableQuery query);

	/**
	 * Reads the next window of the result of a query from its position on: as many
	 * entities as its limit says, or one page of the service without a limit. Only the
	 * last window is smaller, and it may be empty.
	 */
	Window<T> scroll(TableQuery query);

}
