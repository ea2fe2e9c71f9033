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

package io.azuretables.patterns.cache;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiFunction;
import java.util.function.Function;

import io.azuretables.callback.AfterDeleteCallback;
import io.azuretables.callback.AfterSaveCallback;
import io.azuretables.internal.model.EntityModel;
import io.azuretables.internal.model.IdMapping;
import io.azuretables.key.InvalidKeyException;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.TablePersistentEntity;
import io.azuretables.operations.TableNameResolver;
import io.azuretables.operations.TableOperations;
import io.azuretables.operations.TableTemplate;
import io.azuretables.patterns.internal.schedule.IntervalThread;
import io.azuretables.query.TableQuery;
import io.azuretables.row.TableRow;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.context.SmartLifecycle;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.dao.InvalidDataAccessResourceUsageException;
import org.springframework.util.Assert;

/**
 * Keeps all entities of a small class in memory, for look-ups and joins without requests.
 * As a bean it reads them when the application starts and again at an interval. It takes
 * over the entities that its template, and repositories over it, save and delete.
 * <p>
 * Entities are shared by all callers: do not change them.
 *
 * @param <T> the class of the entities
 * @since 0.1
 */
public final class CachedTable<T> implements SmartLifecycle {

	private static final Log logger = LogFactory.getLog(CachedTable.class);

	/**
	 * Names the table of the caller.
	 */
	private final TableTemplate callers;

	/**
	 * The table that is read, whatever the template names later.
	 */
	private final String table;

	private final TableTemplate template;

	private final Class<T> type;

	private final int maxRows;

	private final IntervalThread thread;

	/**
	 * No monitor, in which virtual threads would hold their carriers while they wait.
	 */
	private final ReentrantLock reading = new ReentrantLock();

	private final Object changing = new Object();

	/**
	 * The entities in the order of their keys; {@code null} before they were read.
	 */
	private volatile @Nullable Map<TableKey, T> entities;

	/**
	 * What this application has written since the present read began, which may have
	 * missed it; {@code null} while nothing is read. An empty value was deleted.
	 */
	private @Nullable Map<TableKey, Optional<T>> written;

	/**
	 * Creates a cache of a class. It holds the entities of one table, which the template
	 * names now. Where a resolver gives each caller another table, make a cache for each
	 * table, of a view: {@code template.in(TableNameResolver.constant(table))}.
	 * @param maxRows how many entities it holds at most; with more of them in the table
	 * it refuses to be read
	 * @param refresh how long to wait between two reads: how old an answer is at most
	 * while the service answers
	 * @throws InvalidDataAccessApiUsageException if the class is divided among the tables
	 * of a {@link io.azuretables.mapping.RollingTable}
	 */
	public CachedTable(TableTemplate template, Class<T> type, int maxRows, Duration refresh) {
		if (maxRows < 1) {
			throw new IllegalArgumentException("A cache of " + type.getSimpleName() + " for at most " + maxRows
					+ " rows can hold none; give it 1 or more");
		}
		if (EntityModel.of(template.converter().entity(type)).rolling() != null) {
			throw new InvalidDataAccessApiUsageException("A CachedTable holds the entities of one table, and those of "
					+ type.getSimpleName() + " are divided among the tables of a @RollingTable; read them by queries, "
					+ "or cache a class with one table");
		}
		this.callers = template;
		this.table = template.query(type).table();
		this.template = template.in(TableNameResolver.constant(this.table));
		this.type = type;
		this.maxRows = maxRows;
		this.thread = new IntervalThread("cached-" + type.getSimpleName() + "-", refresh, this::refreshed);
		template.addEntityCallback(new OwnWrites());
	}

	/**
	 * Finds the entity with an identifier, as {@link TableOperations#findById} takes it.
	 * @throws InvalidDataAccessApiUsageException if the template names another table for
	 * this caller
	 */
	public Optional<T> find(Object id) {
		Assert.notNull(id, () -> "The identifier of " + this.type.getSimpleName() + " must not be null");
		Map<TableKey, T> entities = loaded();
		TableKey key = key(id);
		return (key != null) ? Optional.ofNullable(entities.get(key)) : Optional.empty();
	}

	/**
	 * Returns all entities in the order of their keys.
	 * @throws InvalidDataAccessApiUsageException if the template names another table for
	 * this caller
	 */
	public List<T> all() {
		return List.copyOf(loaded().values());
	}

	/**
	 * Joins objects with the entities that they refer to, if these exist.
	 * @param objects what refers to entities
	 * @param id the identifier that an object has of its entity, or {@code null} if it
	 * has none
	 * @param joined makes the result of an object and its entity
	 * @throws InvalidDataAccessApiUsageException if the template names another table for
	 * this caller
	 */
	public <E, R> List<R> join(Iterable<? extends E> objects, Function<? super E, ? extends @Nullable Object> id,
			BiFunction<? super E, Optional<T>, ? extends R> joined) {
		Map<TableKey, T> entities = loaded();
		List<R> results = new ArrayList<>();
		for (E object : objects) {
			Object own = id.apply(object);
			TableKey key = (own != null) ? key(own) : null;
			results
				.add(joined.apply(object, (key != null) ? Optional.ofNullable(entities.get(key)) : Optional.empty()));
		}
		return results;
	}

	private @Nullable TableKey key(Object id) {
		TablePersistentEntity<?> entity = this.template.converter().entity(this.type);
		return IdMapping.of(entity).toKnownKey(id);
	}

	private Map<TableKey, T> loaded() {
		checkTable();
		Map<TableKey, T> known = this.entities;
		if (known != null) {
			return known;
		}
		this.reading.lock();
		try {
			if (this.entities == null) {
				refresh();
			}
			return Objects.requireNonNull(this.entities);
		}
		finally {
			this.reading.unlock();
		}
	}

	private void checkTable() {
		String asked = this.callers.query(this.type).table();
		if (!asked.equals(this.table)) {
			throw new InvalidDataAccessApiUsageException("The CachedTable of " + this.type.getSimpleName()
					+ " holds the entities of the table '" + this.table + "', and its template names '" + asked
					+ "' for this caller; make a CachedTable for each table, "
					+ "of the view template.in(TableNameResolver.constant(table))");
		}
	}

	/**
	 * Reads all entities again: one request for each 1,000.
	 * @throws InvalidDataAccessResourceUsageException if there are more than the cache
	 * holds; what was read before stays
	 */
	public void refresh() {
		this.reading.lock();
		try {
			synchronized (this.changing) {
				this.written = new HashMap<>();
			}
			List<T> all = read();
			synchronized (this.changing) {
				this.entities = merged(all);
			}
		}
		finally {
			synchronized (this.changing) {
				this.written = null;
			}
			this.reading.unlock();
		}
	}

	private List<T> read() {
		TableQuery query = TableQuery.all().allowScan().limit(Math.min(this.maxRows, TableQuery.UNLIMITED - 1) + 1);
		List<T> all = this.template.find(query, this.type);
		checkSize(all.size());
		return all;
	}

	private void checkSize(int size) {
		if (size > this.maxRows) {
			throw new InvalidDataAccessResourceUsageException(
					"The table of " + this.type.getSimpleName() + " has more than the " + this.maxRows
							+ " entities that its CachedTable may hold; allow it more, or read them by queries");
		}
	}

	private Map<TableKey, T> merged(List<T> all) {
		Map<TableKey, T> merged = new LinkedHashMap<>();
		all.forEach((entity) -> merged.put(keyOf(entity), entity));
		Objects.requireNonNull(this.written).forEach((key, entity) -> put(merged, key, entity));
		checkSize(merged.size());
		return sorted(merged);
	}

	private TableKey keyOf(T entity) {
		return this.template.converter().key(Objects.requireNonNull((Object) entity));
	}

	private static <T> void put(Map<TableKey, T> entities, TableKey key, Optional<T> entity) {
		entity.ifPresentOrElse((one) -> entities.put(key, one), () -> entities.remove(key));
	}

	private static <T> Map<TableKey, T> sorted(Map<TableKey, T> entities) {
		Map<TableKey, T> sorted = new LinkedHashMap<>();
		entities.entrySet()
			.stream()
			.sorted(Map.Entry.comparingByKey())
			.forEach((entry) -> sorted.put(entry.getKey(), entry.getValue()));
		return Collections.unmodifiableMap(sorted);
	}

	/**
	 * Takes over what is under a key now: an entity, or nothing, also where an entity of
	 * another class has taken the place of one.
	 */
	private void write(TableKey key, Optional<T> now) {
		synchronized (this.changing) {
			if (this.written != null) {
				this.written.put(key, now);
			}
			Map<TableKey, T> known = this.entities;
			// the next read says that there are too many
			if (known != null && (known.containsKey(key) || (now.isPresent() && known.size() < this.maxRows))) {
				Map<TableKey, T> changed = new LinkedHashMap<>(known);
				put(changed, key, now);
				this.entities = sorted(changed);
			}
		}
	}

	/**
	 * Reads all entities, and from then on at the interval. If the service cannot be
	 * reached, the first look-up reads them.
	 * @throws InvalidDataAccessResourceUsageException if there are more than the cache
	 * holds
	 */
	@Override
	public void start() {
		try {
			refresh();
		}
		catch (InvalidDataAccessResourceUsageException ex) {
			throw ex;
		}
		catch (RuntimeException ex) {
			logger.warn("Entities of " + this.type.getSimpleName()
					+ " cannot be read at the start; the first look-up reads them: " + reason(ex));
			logger.trace("Entities cannot be read at the start", ex);
		}
		this.thread.start();
	}

	private void refreshed() {
		try {
			refresh();
		}
		catch (RuntimeException | Error ex) {
			logger.error("Entities of " + this.type.getSimpleName()
					+ " cannot be read; those that were read last are used until they can: " + reason(ex));
			logger.trace("Entities cannot be read", ex);
		}
	}

	/**
	 * Why entities cannot be read. What is said of a key, by converters and by callbacks
	 * may show keys and values.
	 */
	private static String reason(Throwable ex) {
		boolean shown = ex instanceof DataAccessException && !(ex instanceof InvalidKeyException);
		return shown ? ex.toString() : ex.getClass().getName();
	}

	@Override
	public void stop() {
		this.thread.stop();
	}

	@Override
	public boolean isRunning() {
		return this.thread.isRunning();
	}

	@Override
	public String toString() {
		Map<TableKey, T> known = this.entities;
		return "cache of " + ((known != null) ? known.size() + " " : "") + this.type.getSimpleName();
	}

	/**
	 * Takes over what the template writes.
	 */
	private final class OwnWrites implements AfterSaveCallback<Object>, AfterDeleteCallback<Object> {

		@Override
		public Object onAfterSave(Object entity, TableRow row, String table) {
			if (table.equals(CachedTable.this.table)) {
				write(row.key(),
						Optional.of(entity).filter(CachedTable.this.type::isInstance).map(CachedTable.this.type::cast));
			}
			return entity;
		}

		@Override
		public Object onAfterDelete(Object entity, String table) {
			if (table.equals(CachedTable.this.table) && CachedTable.this.type.isInstance(entity)) {
				write(CachedTable.this.template.converter().key(entity), Optional.empty());
			}
			return entity;
		}

	}

}
