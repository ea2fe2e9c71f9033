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
package io.azuretables.internal.model;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import io.azuretables.mapping.TablePeriod;
import org.jspecify.annotations.Nullable;

/**
 * The mapping of a {@code @RollingTable} class: which table a time belongs to, and how
 * long it is kept. Pure functions of a time and the clock.
 *
 * @param period how much time one table holds
 * @param time the property that decides
 * @param retention how long entities are kept
 * @since 0.1
 */
public record RollingMapping(TablePeriod period, LeafProperty time, Duration retention) {

	/**
	 * How far the clocks of writers may differ.
	 */
	public static final Duration SKEW = Duration.ofMinutes(5);

	/**
	 * How long a table stays that is not written any more: longer than a write takes, and
	 * than clocks differ.
	 */
	public static final Duration MARGIN = Duration.ofHours(1);

	/**
	 * The most periods of a retention.
	 */
	static final int MAX_PERIODS = 10_000;

	/**
	 * Days before or after are never kept.
	 */
	private static final Instant FIRST_DAY = Instant.parse("1601-01-01T00:00:00Z");

	private static final Instant LAST_DAY = Instant.parse("9999-12-31T00:00:00Z");

	static final Set<Class<?>> TYPES = Set.of(Instant.class, OffsetDateTime.class, LocalDate.class);

	/**
	 * A value of the property as a time.
	 */
	public Instant instant(Object value) {
		Object own = this.time.conversion().coerce(value);
		if (own instanceof OffsetDateTime local) {
			return local.toInstant();
		}
		return (own instanceof LocalDate day) ? day.atStartOfDay().toInstant(ZoneOffset.UTC) : (Instant) own;
	}

	/**
	 * The first value of the property whose time is not before another one, as a bound of
	 * a range.
	 */
	public Object notBefore(Instant bound) {
		if (this.time.property().getType() != LocalDate.class) {
			return bound;
		}
		Instant kept = bound.isBefore(FIRST_DAY) ? FIRST_DAY : bound.isAfter(LAST_DAY) ? LAST_DAY : bound;
		LocalDate day = LocalDate.ofInstant(kept, ZoneOffset.UTC);
		return kept.equals(day.atStartOfDay().toInstant(ZoneOffset.UTC)) ? day : day.plusDays(1);
	}

	/**
	 * The table of a time.
	 * @param name the name without digits
	 */
	public String table(String name, Instant time) {
		return name + this.period.text(time);
	}

	/**
	 * When the period of a table begins; nothing if the table is not one of these.
	 * @param name the name without digits
	 */
	public Optional<Instant> start(String name, String table) {
		return table.regionMatches(true, 0, name, 0, name.length()) ? this.period.parse(table.substring(name.length()))
				: Optional.empty();
	}

	/**
	 * When the period begins that a time is in.
	 */
	public Instant start(Instant time) {
		return this.period.start(time);
	}

	/**
	 * When a period ends.
	 */
	public Instant end(Instant start) {
		return this.period.next(start);
	}

	/**
	 * Whether an entity of a time can be written.
	 */
	public boolean isWritable(Instant time, Instant now) {
		return !time.isBefore(oldest(now)) && !time.isAfter(newest(now));
	}

	/**
	 * Whether the table of a period still takes entities, so that it may be created.
	 */
	public boolean isLive(Instant start, Instant now) {
		return end(start).isAfter(oldest(now));
	}

	/**
	 * Whether the table of a period can be dropped.
	 */
	public boolean isExpired(Instant start, Instant now) {
		return !end(start).plus(MARGIN).isAfter(oldest(now));
	}

	private Instant oldest(Instant now) {
		return now.minus(this.retention);
	}

	private Instant newest(Instant now) {
		return this.period.next(now).plus(SKEW);
	}

	/**
	 * The periods of the times from one to another that are kept, by their beginnings,
	 * the oldest first.
	 * @param from the first time, or {@code null} for the oldest
	 * @param to the last time, or {@code null} for the newest
	 */
	public List<Instant> periods(@Nullable Instant from, @Nullable Instant to, Instant now) {
		Instant oldest = start(oldest(now));
		Instant first = (from != null && from.isAfter(oldest)) ? from : oldest;
		Instant last = (to != null && to.isBefore(newest(now))) ? to : newest(now);
		List<Instant> periods = new ArrayList<>();
		if (first.isAfter(last)) {
			return periods;
		}
		for (Instant start = start(first); !start.isAfter(last); start = end(start)) {
			periods.add(start);
		}
		return periods;
	}

	/**
	 * The most tables that there can be at a time.
	 */
	public long most() {
		return this.retention.dividedBy(this.period.longest()) + ((this.period == TablePeriod.MONTHLY) ? 5 : 4);
	}

}
