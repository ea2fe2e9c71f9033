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
package io.azuretables.patterns.rolling;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

import io.azuretables.internal.model.EntityModel;
import io.azuretables.internal.model.RollingMapping;
import io.azuretables.operations.RollingTables;
import io.azuretables.operations.TableTemplate;
import io.azuretables.query.Criteria;
import io.azuretables.query.PropertyCriteria;
import io.azuretables.query.TableQuery;
import io.azuretables.query.Update;

import org.springframework.util.Assert;

/**
 * Reads and writes entities that are divided among tables by time, such as one table per
 * day, and drops old tables. Repositories and {@code TableTemplate} read and write them
 * as well; this template gives the times of a query beside it, and the time of an entity
 * beside its identifier.
 *
 * @param <T> the class, with a {@link io.azuretables.mapping.RollingTable}
 * @since 0.1
 */
public final class RollingTableTemplate<T> {

	private final TableTemplate template;

	private final Class<T> type;

	private final RollingTables tables;

	private final RollingMapping mapping;

	/**
	 * A template for a class.
	 * @throws IllegalArgumentException if the class has no
	 * {@link io.azuretables.mapping.RollingTable}
	 */
	public RollingTableTemplate(TableTemplate template, Class<T> type) {
		this.template = template;
		this.type = type;
		this.tables = template.rollingTables(type);
		this.mapping = Objects.requireNonNull(EntityModel.of(template.converter().entity(type)).rolling());
	}

	/**
	 * Writes an entity that must not be there yet. One request.
	 * @throws io.azuretables.write.ExpiredPeriodException if its table is not kept
	 */
	public T insert(T entity) {
		return this.template.insert(entity);
	}

	/**
	 * Writes an entity. One request.
	 * @throws io.azuretables.write.ExpiredPeriodException if its table is not kept
	 */
	public T save(T entity) {
		return this.template.save(entity);
	}

	/**
	 * Writes entities that must not be there yet, packed into transactions for each table
	 * and partition.
	 * @throws io.azuretables.write.ExpiredPeriodException if the table of one of them is
	 * not kept
	 * @throws io.azuretables.write.PartialWriteException if not all were written
	 */
	public List<T> insertAll(Iterable<? extends T> entities) {
		return this.template.insertAll(entities);
	}

	/**
	 * Changes some properties of an entity that must be there. One request, two where the
	 * row has to be read.
	 * @param time a time in the period of the entity
	 */
	public void merge(Object id, Instant time, Update update) {
		this.template.at(time).merge(this.type, id, update);
	}

	/**
	 * Deletes an entity. One request.
	 */
	public void delete(T entity) {
		this.template.delete(entity);
	}

	/**
	 * Reads an entity by its key. One request; none if the time is not kept.
	 * @param time a time in the period of the entity
	 */
	public Optional<T> findById(Object id, Instant time) {
		return this.template.at(time).findById(this.type, id);
	}

	/**
	 * Finds the entities that meet a query between two times. One request for each table
	 * and page.
	 * @param from the first time
	 * @param to the time behind the last one
	 */
	public List<T> find(TableQuery query, Instant from, Instant to) {
		return this.template.find(between(query, from, to), this.type);
	}

	/**
	 * Streams the entities that meet a query between two times, read while the stream is
	 * consumed.
	 * @param from the first time
	 * @param to the time behind the last one
	 */
	public Stream<T> stream(TableQuery query, Instant from, Instant to) {
		return this.template.stream(between(query, from, to), this.type);
	}

	/**
	 * Describes as text how a query between two times is executed, and which tables it
	 * reads.
	 * @param from the first time
	 * @param to the time behind the last one
	 */
	public String explain(TableQuery query, Instant from, Instant to) {
		return this.template.query(this.type).explain(between(query, from, to));
	}

	private TableQuery between(TableQuery query, Instant from, Instant to) {
		Assert.notNull(from, () -> "The first time of a query for " + this.type.getSimpleName()
				+ " must not be null; all that is kept is from Instant.MIN to Instant.MAX");
		Assert.notNull(to, () -> "The time behind the last one of a query for " + this.type.getSimpleName()
				+ " must not be null; all that is kept is from Instant.MIN to Instant.MAX");
		if (!from.isBefore(to)) {
			throw new IllegalArgumentException("A query for " + this.type.getSimpleName()
					+ " ends at a time that is not behind its first one; the second time is not included");
		}
		PropertyCriteria time = Criteria.where(this.mapping.time().name());
		return query.and(time.greaterThanOrEqual(this.mapping.notBefore(from)))
			.and(time.lessThan(this.mapping.notBefore(to)));
	}

	/**
	 * Lists the existing tables, the oldest first.
	 */
	public List<String> periods() {
		return this.tables.existing();
	}

	/**
	 * Creates the tables of the current and the next period. Sends requests only for
	 * those that this process does not know.
	 */
	public void createAhead() {
		this.tables.createAhead();
	}

	/**
	 * Drops the tables whose retention has ended. One request for each, and one to list
	 * them.
	 * @return the tables that this call has dropped
	 */
	public List<String> dropExpired() {
		return this.tables.dropExpired();
	}

}
