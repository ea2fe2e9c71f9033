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

package io.azuretables.operations;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import io.azuretables.convert.TableConverter;
import io.azuretables.key.TableKey;
import io.azuretables.query.ReadRegion;
import io.azuretables.query.TableQuery;
import io.azuretables.query.Update;
import io.azuretables.write.PartialWriteException;
import org.jspecify.annotations.Nullable;

/**
 * The interface of {@link TableTemplate}: reads, writes and queries entities.
 * Repositories use it too.
 * <p>
 * Costs are in requests. An entity with an index whose key can change needs one read more
 * for each write that is not an insert, or a part of one where many are written together
 * that lie close together; its index rows are written in the same transaction.
 *
 * @since 0.1
 */
public interface TableOperations {

	/**
	 * Writes an entity. Without a version property it replaces what is there; with a
	 * version it is inserted if the version is {@code null}, and otherwise replaces the
	 * row of that version. One request.
	 * @return the entity to go on with, with its new version
	 * @throws org.springframework.dao.DuplicateKeyException if a new one is there already
	 * @throws org.springframework.dao.OptimisticLockingFailureException if another writer
	 * has changed it
	 */
	<T> T save(T entity);

	/**
	 * Writes an entity that must not be there yet. One request.
	 * @throws org.springframework.dao.DuplicateKeyException if it is
	 */
	<T> T insert(T entity);

	/**
	 * Replaces an entity that must be there; of its version if it has one. One request.
	 * @throws org.springframework.dao.OptimisticLockingFailureException if it is not
	 */
	<T> T update(T entity);

	/**
	 * Deletes an entity; of its version if it has one. Without one it does not matter
	 * whether it is there. One request.
	 * @throws org.springframework.dao.OptimisticLockingFailureException if another writer
	 * has changed or deleted it
	 */
	void delete(Object entity);

	/**
	 * Writes entities, packed into transactions that run in parallel: one request for up
	 * to 100 rows of a partition.
	 * @return the entities to go on with, in the same order
	 * @throws PartialWriteException if not all were written
	 */
	<T> List<T> saveAll(Iterable<? extends T> entities);

	/**
	 * Writes any number of entities in constant memory, and hands each over when its
	 * transaction is done.
	 * @return how many there were
	 * @throws PartialWriteException if not all were written, or the consumer has failed.
	 * It lists the entities in memory, and counts those that were handed over before
	 */
	<T> long saveAll(Stream<? extends T> entities, Consumer<? super T> saved);

	/**
	 * Writes entities that must not be there yet, like {@link #saveAll(Iterable)}.
	 * @throws PartialWriteException if not all were written
	 */
	<T> List<T> insertAll(Iterable<? extends T> entities);

	/**
	 * Deletes entities, like {@link #saveAll(Iterable)}.
	 * @throws PartialWriteException if not all were written
	 */
	void deleteAll(Iterable<?> entities);

	/**
	 * Changes some properties of an entity that must be there, by one request; by two
	 * where the row has to be read.
	 * @throws org.springframework.dao.OptimisticLockingFailureException if it is not
	 * there
	 */
	void merge(Class<?> type, Object id, Update update);

	/**
	 * Sets some properties of an entity, or inserts an entity with only these properties
	 * if there is none. One request without a condition. Two for a class with an index or
	 * an {@code @EntityType}: the row is read, and then inserted or changed in one
	 * transaction with its index rows, if no other writer has changed it in between;
	 * otherwise again, a bounded number of times. An index in another partition needs
	 * what {@link #save} needs for it.
	 * <p>
	 * No version is checked, and the entity has another one afterwards: read it again
	 * before you save what was read earlier. Of two updates of the same property the last
	 * one wins. No callback is called, and nothing is audited.
	 * <p>
	 * An update that takes effect {@linkplain Update#once once} takes two requests too,
	 * and may increment and remove.
	 * @param update sets values only, among them those of all properties that are not
	 * nullable and do not stand in the key
	 * @throws org.springframework.dao.InvalidDataAccessApiUsageException if the update
	 * does not, or removes or increments
	 * @throws org.springframework.dao.DataIntegrityViolationException if the row under
	 * the key is of another type
	 */
	void mergeOrInsert(Class<?> type, Object id, Update update);

	/**
	 * Reads an entity, changes it, and replaces it if no other writer has changed it in
	 * between; otherwise again, a bounded number of times. Two requests each time.
	 * @return the entity as it was written; empty if there is none
	 */
	<T> Optional<T> updateWithRetry(Class<T> type, Object id, UnaryOperator<T> change);

	/**
	 * Deletes an entity whatever its version. One request.
	 * @return whether it was there
	 */
	boolean deleteById(Class<?> type, Object id);

	/**
	 * Deletes entities by their keys, whatever their versions, packed into transactions.
	 * It does not matter whether they are there.
	 * @throws PartialWriteException if not all were written
	 */
	void deleteAllById(Class<?> type, Iterable<?> ids);

	/**
	 * Deletes the entities that a query finds. The keys are read first; what is changed
	 * in between is deleted all the same.
	 * @return how many were found
	 */
	long delete(TableQuery query, Class<?> type);

	/**
	 * Reads an entity by its key. One request.
	 * @param id a {@link io.azuretables.key.TableKey}, the value of the only key
	 * property, or an object with the key properties
	 */
	<T> Optional<T> findById(Class<T> type, Object id);

	/**
	 * Tells whether there is an entity under a key. One request, which reads the key
	 * alone.
	 */
	boolean existsById(Class<?> type, Object id);

	/**
	 * Reads entities by their keys, in parallel, one request each; those that are not
	 * there are left out.
	 */
	<T> List<T> findAllById(Class<T> type, Iterable<?> ids);

	/**
	 * Finds all entities that meet a query.
	 */
	<T> List<T> find(TableQuery query, Class<T> type);

	/**
	 * Finds the only entity that meets a query.
	 * @throws org.springframework.dao.IncorrectResultSizeDataAccessException if there are
	 * more
	 */
	<T> Optional<T> findOne(TableQuery query, Class<T> type);

	/**
	 * Streams all entities that meet a query, page by page while the stream is consumed,
	 * in constant memory.
	 */
	<T> Stream<T> stream(TableQuery query, Class<T> type);

	/**
	 * Streams all entities that meet a query, in no order, read by several threads while
	 * the stream is consumed, see {@link TableQueries#streamParallel}.
	 * @param segments the most segments that the partitions are divided into
	 */
	default <T> Stream<T> streamParallel(TableQuery query, Class<T> type, int segments) {
		return query(type).streamParallel(query, segments);
	}

	/**
	 * Divides the partitions of a class into segments of about as many rows, by the keys
	 * of some rows: four to eight requests for each segment. The segments have every
	 * partition once, whatever is written later. Read one by
	 * {@link TableQueries#stream(TableQuery, PartitionSegment)}.
	 * @param most the most segments; there are fewer if there are fewer partitions
	 */
	default List<PartitionSegment> segments(Class<?> type, int most) {
		return query(type).segments(most);
	}

	/**
	 * Counts the entities that meet a query. Reads the keys of all of them.
	 */
	long count(TableQuery query, Class<?> type);

	/**
	 * Tells whether any entity meets a query. Reads one key.
	 */
	boolean exists(TableQuery query, Class<?> type);

	/**
	 * Returns further operations on queries: to read a result in parts, to explain a
	 * query, or to get another type than the entity. No request.
	 */
	<T> TableQueries<T> query(Class<T> type);

	/**
	 * Returns queries that read entities of several classes by one range of rows, such as
	 * an employee and the reviews of the employee. Their row keys begin with the same
	 * parts, or hold a whole partition. Make it once and keep it where it is used often.
	 * @param first the class whose properties conditions name
	 * @throws io.azuretables.plan.UnsupportedQueryException if these classes can never be
	 * read together
	 */
	RelatedQueries related(Class<?> first, Class<?> second, Class<?>... others);

	/**
	 * Reads the entity that a {@link io.azuretables.mapping.Link} leads to. One request,
	 * none for a link that is {@code null}.
	 */
	default <T> Optional<T> follow(@Nullable TableKey link, Class<T> type) {
		return (link != null) ? findById(type, link) : Optional.empty();
	}

	/**
	 * Reads the entities that the links of others lead to, in parallel, one request for
	 * each different link.
	 * @param link gives the link of an entity, {@code null} for none
	 * @return the entities by their keys; those that are not there are left out
	 */
	default <E, T> Map<TableKey, T> followAll(Iterable<? extends E> entities,
			Function<? super E, @Nullable TableKey> link, Class<T> type) {
		Set<TableKey> keys = new LinkedHashSet<>();
		for (E entity : entities) {
			TableKey key = link.apply(entity);
			if (key != null) {
				keys.add(key);
			}
		}
		Map<TableKey, T> found = new LinkedHashMap<>();
		findAllById(type, keys).forEach((one) -> found.put(converter().key(Objects.requireNonNull((Object) one)), one));
		return found;
	}

	/**
	 * Begins a transaction over entities of any types in one partition; nothing is sent
	 * before it is committed.
	 */
	PartitionTransaction inPartition(String table, String partitionKey);

	/**
	 * Returns a view of the same entities in other tables. It shares everything else with
	 * these operations: gateway, threads, callbacks, observer, and which tables are
	 * there. It costs almost nothing to make, and need not be kept.
	 * <p>
	 * Indexes in the partitions of their entities go along. For an index in another
	 * partition, or a message that goes with a write, the worker must know the table.
	 * @param names gives the name of each table; called with the name that these
	 * operations use, such as one with a prefix
	 */
	TableOperations in(TableNameResolver names);

	/**
	 * Returns a view of the same entities whose reads may go to the secondary region of
	 * the account. What is found there may be older than what was written, and has no
	 * version. Indexes in other partitions are not used, since an index and its entities
	 * may be of different moments. Writes are refused, and tables are not created: one
	 * that is missing has no rows.
	 * @param maxStaleness how far the secondary region may be behind
	 * @throws IllegalStateException if there is no secondary region
	 */
	TableOperations reading(ReadRegion region, Duration maxStaleness);

	/**
	 * Returns the names of the tables of all classes that are mapped by now; of a rolling
	 * class, the name without digits. No request.
	 */
	Set<String> tableNames();

	/**
	 * Computes the rows that an entity would have if it were saved now into empty tables,
	 * and their sizes. No callback is called, and no request is sent.
	 */
	EntitySize sizeOf(Object entity);

	TableConverter converter();

}
