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
package io.azuretables.internal.condition;

import java.time.Instant;
import java.util.List;
import java.util.function.BinaryOperator;

import io.azuretables.internal.model.RollingMapping;
import io.azuretables.query.Criteria;
import io.azuretables.query.Criteria.And;
import io.azuretables.query.Criteria.Comparison;
import io.azuretables.query.Criteria.In;
import io.azuretables.query.Criteria.Leaf;
import io.azuretables.query.Criteria.Or;
import io.azuretables.query.Operator;
import io.azuretables.query.TableQuery;
import org.jspecify.annotations.Nullable;

/**
 * The range of times that a query can find in tables divided by time; tables of other
 * times are not read.
 *
 * @param from the first time, or {@code null} for no bound
 * @param to the last time, or {@code null} for no bound
 * @since 0.1
 */
public record TimeBounds(@Nullable Instant from, @Nullable Instant to) {

	private static final TimeBounds ALL = new TimeBounds(null, null);

	private static final TimeBounds NONE = new TimeBounds(Instant.MAX, Instant.MIN);

	/**
	 * The bounds in the condition of a query with all its values.
	 */
	public static TimeBounds of(TableQuery query, RollingMapping rolling) {
		return of(query.criteria(), query, rolling);
	}

	private static TimeBounds of(Criteria criteria, TableQuery query, RollingMapping rolling) {
		if (criteria instanceof And and) {
			return and.conditions()
				.stream()
				.map((condition) -> of(condition, query, rolling))
				.reduce(ALL, TimeBounds::intersect);
		}
		if (criteria instanceof Or or) {
			return or.conditions()
				.stream()
				.map((condition) -> of(condition, query, rolling))
				.reduce(NONE, TimeBounds::hull);
		}
		if (!isBound(criteria, rolling)) {
			return ALL;
		}
		List<Instant> times = query.values(((Leaf) criteria).operands()).stream().map(rolling::instant).toList();
		if (criteria instanceof Comparison comparison) {
			return of(comparison.operator(), times.get(0));
		}
		return times.stream().map((time) -> new TimeBounds(time, time)).reduce(NONE, TimeBounds::hull);
	}

	private static TimeBounds of(Operator operator, Instant time) {
		return switch (operator) {
			case EQ -> new TimeBounds(time, time);
			case GE, GT -> new TimeBounds(time, null);
			case LE -> new TimeBounds(null, time);
			case LT -> new TimeBounds(null, time.equals(Instant.MIN) ? time : time.minusNanos(1));
			case NE -> ALL;
		};
	}

	/**
	 * Whether a condition bounds the time, whatever its values are.
	 */
	public static boolean isBounded(Criteria criteria, RollingMapping rolling) {
		if (criteria instanceof And and) {
			return and.conditions().stream().anyMatch((condition) -> isBounded(condition, rolling));
		}
		if (criteria instanceof Or or) {
			return or.conditions().stream().allMatch((condition) -> isBounded(condition, rolling));
		}
		return isBound(criteria, rolling);
	}

	private static boolean isBound(Criteria criteria, RollingMapping rolling) {
		if (!(criteria instanceof Leaf leaf) || !leaf.property().equals(rolling.time().name())) {
			return false;
		}
		return (leaf instanceof Comparison comparison && comparison.operator() != Operator.NE)
				|| (leaf instanceof In in && !in.none());
	}

	/**
	 * Whether the entities that a query finds are in one table, whatever its values are.
	 */
	public static boolean isPoint(Criteria criteria, RollingMapping rolling) {
		List<Criteria> all = (criteria instanceof And and) ? and.conditions() : List.of(criteria);
		return all.stream()
			.anyMatch((one) -> one instanceof Comparison comparison && comparison.operator() == Operator.EQ
					&& isBound(one, rolling));
	}

	private TimeBounds intersect(TimeBounds other) {
		return new TimeBounds(chosen(this.from, other.from, TimeBounds::later),
				chosen(this.to, other.to, TimeBounds::earlier));
	}

	private TimeBounds hull(TimeBounds other) {
		return new TimeBounds((this.from != null && other.from != null) ? earlier(this.from, other.from) : null,
				(this.to != null && other.to != null) ? later(this.to, other.to) : null);
	}

	private static @Nullable Instant chosen(@Nullable Instant one, @Nullable Instant other,
			BinaryOperator<Instant> choice) {
		if (one == null || other == null) {
			return (one != null) ? one : other;
		}
		return choice.apply(one, other);
	}

	private static Instant later(Instant one, Instant other) {
		return one.isAfter(other) ? one : other;
	}

	private static Instant earlier(Instant one, Instant other) {
		return one.isBefore(other) ? one : other;
	}

}
