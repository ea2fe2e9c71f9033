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

package io.azuretables.query;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.springframework.data.core.PropertyPath;
import org.springframework.data.domain.Sort;

/**
 * A query: condition, order, limit, properties, position, permissions and index.
 * Immutable; every method gives a new query.
 *
 * @since 0.1
 */
public final class TableQuery {

	/**
	 * No limit to the number of entities.
	 */
	public static final int UNLIMITED = Integer.MAX_VALUE;

	private final Criteria criteria;

	private final Answer answer;

	private final Set<Permission> permissions;

	private final @Nullable String index;

	private final List<?> values;

	private final @Nullable Secondary secondary;

	private TableQuery(Criteria criteria, Answer answer, Set<Permission> permissions, @Nullable String index,
			List<?> values, @Nullable Secondary secondary) {
		this.criteria = criteria;
		this.answer = answer;
		this.permissions = permissions;
		this.index = index;
		this.values = values;
		this.secondary = secondary;
	}

	/**
	 * Creates a query for all entities that meet the condition.
	 */
	public static TableQuery of(Criteria criteria) {
		return new TableQuery(criteria, Answer.WHOLE, Set.of(), null, List.of(), null);
	}

	/**
	 * Creates a query for all entities.
	 */
	public static TableQuery all() {
		return of(Criteria.ALL);
	}

	public Criteria criteria() {
		return this.criteria;
	}

	public Sort sort() {
		return this.answer.sort();
	}

	/**
	 * The most entities to return, or {@link #UNLIMITED}.
	 */
	public int limit() {
		return this.answer.limit();
	}

	/**
	 * The paths of the properties to return, or {@code null} for whole entities.
	 */
	public @Nullable Set<String> select() {
		return this.answer.select();
	}

	/**
	 * The position where the result begins, or {@code null} for the first entity.
	 */
	public @Nullable TableScrollPosition position() {
		return this.answer.position();
	}

	public boolean permits(Permission permission) {
		return this.permissions.contains(permission);
	}

	/**
	 * The name of the only index that may answer, or {@code null} where the planner
	 * chooses among all indexes and the entity's own key.
	 */
	public @Nullable String index() {
		return this.index;
	}

	/**
	 * This query with the values for the {@linkplain Placeholder places} in its
	 * condition. Queries that differ in nothing but these are planned once.
	 */
	public TableQuery with(List<?> newValues) {
		return new TableQuery(this.criteria, this.answer, this.permissions, this.index, List.copyOf(newValues),
				this.secondary);
	}

	/**
	 * The values for the places in the condition.
	 */
	public List<?> values() {
		return this.values;
	}

	/**
	 * What a condition compares with: the value that stands in it, or the one for the
	 * place that does.
	 */
	public Object value(Object operand) {
		if (!(operand instanceof Placeholder place)) {
			return operand;
		}
		if (place.index() >= this.values.size()) {
			throw new IllegalArgumentException("The query has a place for a value number " + place.index() + ", and "
					+ this.values.size() + " values; give it all of them by with(List)");
		}
		return this.values.get(place.index());
	}

	/**
	 * All that a condition compares with.
	 */
	public List<Object> values(List<?> operands) {
		List<Object> all = new ArrayList<>(operands.size());
		for (Object operand : List.<Object>copyOf(operands)) {
			Object value = value(operand);
			if (operand instanceof Placeholder place && place.several() && value instanceof Collection<?> several) {
				all.addAll(several);
			}
			else {
				all.add(value);
			}
		}
		return all;
	}

	/**
	 * Whether the other query asks for the same, perhaps with other values, from another
	 * position on or another number of entities.
	 */
	public boolean isAlike(TableQuery other) {
		return (this.criteria == other.criteria || this.criteria.equals(other.criteria)) && sort().equals(other.sort())
				&& Objects.equals(select(), other.select()) && this.permissions.equals(other.permissions)
				&& Objects.equals(this.index, other.index);
	}

	/**
	 * Adds a condition, which entities must meet, too.
	 */
	public TableQuery and(Criteria condition) {
		return withCriteria(this.criteria.and(condition));
	}

	public TableQuery withCriteria(Criteria newCriteria) {
		return new TableQuery(newCriteria, this.answer, this.permissions, this.index, this.values, this.secondary);
	}

	public TableQuery orderBy(Sort sort) {
		return with(new Answer(sort, limit(), select(), position()));
	}

	public TableQuery orderBy(PropertyPath... properties) {
		return orderBy(
				Sort.by(List.of(properties).stream().map(PropertyPath::toDotPath).map(Sort.Order::asc).toList()));
	}

	/**
	 * Limits the number of entities in the result, however many rows are read to find
	 * them.
	 */
	public TableQuery limit(int limit) {
		if (limit < 1) {
			throw new IllegalArgumentException("A limit is at least 1, not " + limit);
		}
		return with(new Answer(sort(), limit, select(), position()));
	}

	/**
	 * Reads only some properties. Such entities have no version. If their class has a
	 * {@code @Version}, saving them over the stored ones is refused. Otherwise saving
	 * them removes the properties that were not read: change them by
	 * {@link io.azuretables.operations.TableOperations#merge merge}.
	 */
	public TableQuery select(String... properties) {
		return select(List.of(properties));
	}

	public TableQuery select(Collection<String> properties) {
		return with(
				new Answer(sort(), limit(), Collections.unmodifiableSet(new LinkedHashSet<>(properties)), position()));
	}

	/**
	 * Continues where an earlier result of the same query ended.
	 */
	public TableQuery from(@Nullable TableScrollPosition position) {
		return with(new Answer(sort(), limit(), select(), position));
	}

	public TableQuery allow(Permission permission) {
		Set<Permission> more = EnumSet.of(permission);
		more.addAll(this.permissions);
		return new TableQuery(this.criteria, this.answer, more, this.index, this.values, this.secondary);
	}

	/**
	 * Allows the query to read more rows than it returns: a whole table, or rows that
	 * only the client can tell apart.
	 */
	public TableQuery allowScan() {
		return allow(Permission.SCAN);
	}

	/**
	 * Allows the result to be collected and sorted in memory.
	 */
	public TableQuery allowSort() {
		return allow(Permission.SORT);
	}

	/**
	 * Insists on an index: the query is answered through it, or refused with the reason
	 * when it is planned. The answer is the same as without.
	 * @param name the name of the index
	 */
	public TableQuery usingIndex(String name) {
		return new TableQuery(this.criteria, this.answer, this.permissions, name, this.values, this.secondary);
	}

	/**
	 * Reads from the secondary region of the account, see
	 * {@code io.azuretables.operations.TableOperations#reading}: what is found there may
	 * be older than what was written, and has no version.
	 * @param maxStaleness how far the secondary region may be behind
	 */
	public TableQuery readFrom(ReadRegion region, Duration maxStaleness) {
		return new TableQuery(this.criteria, this.answer, this.permissions, this.index, this.values,
				new Secondary(region, maxStaleness));
	}

	/**
	 * How the secondary region is read, or {@code null} where it is not.
	 */
	public @Nullable Secondary secondary() {
		return this.secondary;
	}

	private TableQuery with(Answer newAnswer) {
		return new TableQuery(this.criteria, newAnswer, this.permissions, this.index, this.values, this.secondary);
	}

	/**
	 * Stands in a condition for a value that comes {@linkplain TableQuery#with(List) with
	 * the query}.
	 *
	 * @param index which of the values
	 * @param several whether the value is a collection, and each of its elements one of
	 * those to choose from
	 */
	public record Placeholder(int index, boolean several) {

		/**
		 * A place for one value.
		 */
		public static Placeholder of(int index) {
			return new Placeholder(index, false);
		}

	}

	/**
	 * What a query may do only when it is said.
	 */
	public enum Permission {

		/**
		 * Read more rows than it returns.
		 */
		SCAN,

		/**
		 * Sort in memory.
		 */
		SORT

	}

	/**
	 * How the secondary region is read.
	 *
	 * @param region which region is asked first
	 * @param maxStaleness how far the secondary region may be behind
	 */
	public record Secondary(ReadRegion region, Duration maxStaleness) {

		public Secondary {
			if (maxStaleness.isNegative()) {
				throw new IllegalArgumentException("The secondary region is never ahead by " + maxStaleness.abs());
			}
		}

	}

	private record Answer(Sort sort, int limit, @Nullable Set<String> select, @Nullable TableScrollPosition position) {

		static final Answer WHOLE = new Answer(Sort.unsorted(), UNLIMITED, null, null);

	}

}
