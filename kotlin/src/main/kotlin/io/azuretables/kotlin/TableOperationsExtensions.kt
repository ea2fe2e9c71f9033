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


package io.azuretables.kotlin

import io.azuretables.key.TableKey
import io.azuretables.operations.TableOperations
import io.azuretables.operations.TableQueries
import io.azuretables.query.TableQuery
import io.azuretables.query.Update
import java.util.stream.Stream

/**
 * Finds all entities of a query: `template.find<Employee>(query)`.
 */
public inline fun <reified T : Any> TableOperations.find(query: TableQuery): List<T> = find(query, T::class.java)

/**
 * Finds the only entity of a query, or `null`.
 */
public inline fun <reified T : Any> TableOperations.findOne(query: TableQuery): T? =
	findOne(query, T::class.java).orElse(null)

/**
 * Finds the entity of an identifier, or `null`.
 */
public inline fun <reified T : Any> TableOperations.findById(id: Any): T? = findById(T::class.java, id).orElse(null)

/**
 * Finds the entities of identifiers, in parallel.
 */
public inline fun <reified T : Any> TableOperations.findAllById(ids: Iterable<Any>): List<T> =
	findAllById(T::class.java, ids)

/**
 * Says whether there is an entity of an identifier.
 */
public inline fun <reified T : Any> TableOperations.existsById(id: Any): Boolean = existsById(T::class.java, id)

/**
 * Reads the entities of a query while the stream is consumed. Close it by `use`.
 */
public inline fun <reified T : Any> TableOperations.stream(query: TableQuery): Stream<T> = stream(query, T::class.java)

/**
 * Counts the entities of a query; only keys are read.
 */
public inline fun <reified T : Any> TableOperations.count(query: TableQuery): Long = count(query, T::class.java)

/**
 * Says whether a query finds an entity; only keys are read.
 */
public inline fun <reified T : Any> TableOperations.exists(query: TableQuery): Boolean = exists(query, T::class.java)

/**
 * Queries of a class, with answers of other types by [asType].
 */
public inline fun <reified T : Any> TableOperations.query(): TableQueries<T> = query(T::class.java)

/**
 * The same queries with answers of another type.
 */
public inline fun <reified P : Any> TableQueries<*>.asType(): TableQueries<P> = `as`(P::class.java)

/**
 * Sets some properties of the entity of an identifier.
 */
public inline fun <reified T : Any> TableOperations.merge(id: Any, update: Update): Unit =
	merge(T::class.java, id, update)

/**
 * Sets some properties of the entity of an identifier, whether it is there or not.
 */
public inline fun <reified T : Any> TableOperations.mergeOrInsert(id: Any, update: Update): Unit =
	mergeOrInsert(T::class.java, id, update)

/**
 * Reads an entity, changes it and saves it, again if another writer was faster. Returns
 * what was saved, or `null` if there is no such entity.
 */
public inline fun <reified T : Any> TableOperations.updateWithRetry(id: Any, noinline change: (T) -> T): T? =
	updateWithRetry(T::class.java, id, change).orElse(null)

/**
 * Deletes the entity of an identifier. Says whether it was there.
 */
public inline fun <reified T : Any> TableOperations.deleteById(id: Any): Boolean = deleteById(T::class.java, id)

/**
 * Reads the entity that a link leads to, or `null`.
 */
public inline fun <reified T : Any> TableOperations.follow(link: TableKey?): T? =
	follow(link, T::class.java).orElse(null)
