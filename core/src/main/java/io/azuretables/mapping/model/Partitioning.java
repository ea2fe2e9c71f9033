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

package io.azuretables.mapping.model;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZonedDateTime;
import java.util.Set;

import io.azuretables.key.KeyLayout;

/**
 * Says how the template of a partition key spreads rows over partitions. It is found from
 * the template and the types of its properties; their values are not known.
 *
 * @since 0.1
 */
public enum Partitioning {

	/**
	 * By at least one property that is not a time.
	 */
	SPREAD,

	/**
	 * By times only: all rows that are written at one time go to one partition, or to the
	 * last one of the table.
	 */
	APPEND,

	/**
	 * Not at all, as the template has no property: one partition holds all rows.
	 */
	SINGLE;

	private static final Set<Class<?>> DATES = Set.of(LocalDate.class, YearMonth.class, Year.class);

	private static final Set<Class<?>> INSTANTS = Set.of(Instant.class, OffsetDateTime.class, ZonedDateTime.class,
			LocalDateTime.class);

	static Partitioning of(KeyMapping keys) {
		KeyLayout partition = keys.partition();
		if (partition.size() == 0) {
			return SINGLE;
		}
		for (int i = 0; i < partition.size(); i++) {
			if (spreads(keys.partitionLeaves().get(i), partition.part(i).buckets() > 0)) {
				return SPREAD;
			}
		}
		return APPEND;
	}

	/**
	 * A hash of a date is the same the whole day; one of an instant differs with each
	 * row.
	 */
	static boolean spreads(LeafProperty leaf, boolean hashed) {
		return !isOneOf(leaf, DATES) && (hashed || !isOneOf(leaf, INSTANTS));
	}

	private static boolean isOneOf(LeafProperty leaf, Set<Class<?>> types) {
		return types.contains(leaf.conversion().keyType()) || types.contains(leaf.property().getActualType());
	}

}
