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

package io.azuretables.patterns.logtail;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;

import io.azuretables.internal.key.KeyLayout;
import io.azuretables.internal.model.EntityModel;
import io.azuretables.internal.model.KeyMapping;
import io.azuretables.internal.model.LeafProperty;
import io.azuretables.mapping.TablePersistentEntity;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.data.domain.Sort;
import org.springframework.data.mapping.PersistentPropertyAccessor;

/**
 * The mapping of log entries whose row key begins with a descending time; checks that it
 * is so.
 *
 * @param entity the entity
 * @param time the time of an entry
 * @param ids what else its row key is made of
 * @param owner the properties that tell one log from another
 */
record TailMapping(TablePersistentEntity<?> entity, LeafProperty time, List<LeafProperty> ids,
		List<LeafProperty> owner) {

	private static final Instant FIRST = LocalDateTime.MIN.toInstant(ZoneOffset.UTC);

	private static final Instant LAST = LocalDateTime.MAX.toInstant(ZoneOffset.UTC);

	private static final Set<Class<?>> TIMES = Set.of(Instant.class, OffsetDateTime.class, LocalDateTime.class);

	static TailMapping of(TablePersistentEntity<?> entity) {
		KeyMapping keys = EntityModel.of(entity).keys();
		KeyLayout row = keys.row();
		boolean tail = row.size() > 0 && row.part(0).isDescending()
				&& TIMES.contains(keys.rowLeaves().get(0).property().getType())
				&& keys.rowLeaves().get(0).path().size() == 1;
		if (!tail) {
			throw new InvalidDataAccessApiUsageException(
					entity.getType().getSimpleName() + " is not the entry of a log: its row key \"" + row
							+ "\" does not begin with a descending time, such as \"{createdAt:desc}_{id}\"");
		}
		Set<LeafProperty> owner = new LinkedHashSet<>();
		for (int i = 0; i < keys.partition().size(); i++) {
			LeafProperty leaf = keys.partitionLeaves().get(i);
			boolean spread = keys.partition().part(i).buckets() > 0 && keys.rowLeaves().contains(leaf);
			if (!spread) {
				owner.add(leaf);
			}
		}
		List<LeafProperty> leaves = keys.rowLeaves();
		return new TailMapping(entity, leaves.get(0), leaves.subList(1, leaves.size()), List.copyOf(owner));
	}

	/**
	 * The entries of an owner, the newest first. The tables of a rolling class are read
	 * in this order, and no more of them than the entries need.
	 */
	TableQuery tail(Object... values) {
		if (values.length != this.owner.size()) {
			throw new InvalidDataAccessApiUsageException("The log of " + this.entity.getType().getSimpleName()
					+ " takes a value for each of " + this.owner + ", and the call gives " + values.length);
		}
		Criteria criteria = Criteria.ALL;
		for (int i = 0; i < values.length; i++) {
			criteria = criteria.and(Criteria.where(this.owner.get(i).name()).is(values[i]));
		}
		TableQuery tail = TableQuery.of(criteria).orderBy(Sort.by(Sort.Direction.DESC, this.time.name()));
		return (EntityModel.of(this.entity).rolling() != null) ? tail.allowScan() : tail;
	}

	Criteria before(Instant end) {
		return Criteria.where(this.time.name()).lessThan(typed(end));
	}

	Criteria notAfter(Instant end) {
		return Criteria.where(this.time.name()).lessThanOrEqual(typed(end));
	}

	Criteria from(Instant start) {
		return Criteria.where(this.time.name()).greaterThanOrEqual(typed(start));
	}

	boolean isTimed(Object entry) {
		return this.time.valueIn(this.entity.getPropertyAccessor(entry)) != null;
	}

	<T> T timed(T entry, Instant now) {
		PersistentPropertyAccessor<T> accessor = this.entity.getPropertyAccessor(entry);
		accessor.setProperty(this.time.property(), typed(now));
		return accessor.getBean();
	}

	/**
	 * The entry with values of its own for what it lacks to be told from others.
	 */
	<T> T identified(T entry) {
		PersistentPropertyAccessor<T> accessor = this.entity.getPropertyAccessor(entry);
		for (LeafProperty id : this.ids) {
			if (id.path().size() == 1 && id.valueIn(accessor) == null) {
				Object generated = generated(id.property().getType());
				if (generated != null) {
					accessor.setProperty(id.property(), generated);
				}
			}
		}
		return accessor.getBean();
	}

	private static @Nullable Object generated(Class<?> type) {
		UUID id = UUID.randomUUID();
		return (type == UUID.class) ? id : (type == String.class) ? id.toString() : null;
	}

	/**
	 * The time as its property has it. An {@link Instant} may be before or after what
	 * dates can be, and no entry has such a time.
	 */
	private Object typed(Instant instant) {
		Class<?> type = this.time.property().getType();
		if (type == Instant.class) {
			return instant;
		}
		LocalDateTime time = instant.isBefore(FIRST) ? LocalDateTime.MIN
				: instant.isAfter(LAST) ? LocalDateTime.MAX : LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
		return (type == OffsetDateTime.class) ? time.atOffset(ZoneOffset.UTC) : time;
	}

	/**
	 * The time of an entry, as its key has it.
	 */
	Instant timeOf(String rowKey) {
		Object time = EntityModel.of(this.entity).keys().row().decode(rowKey)[0];
		if (time instanceof LocalDateTime local) {
			return local.toInstant(ZoneOffset.UTC);
		}
		return (time instanceof OffsetDateTime offset) ? offset.toInstant() : (Instant) Objects.requireNonNull(time);
	}

}
