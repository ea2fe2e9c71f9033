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
package io.azuretables.mapping;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Divides the entities of a class by time among several tables, so that old entities are
 * deleted by dropping tables. The tables have the name of {@link Table} with the period
 * in digits behind it, in UTC: {@code Logins20260131}.
 * <p>
 * The time of an entity decides, never the clock. It must not change: an entity with
 * another time is another entity, perhaps in another table. A time that is older than the
 * retention, or more than a period ahead, is refused before anything is sent. Queries
 * bound the time, and read the tables of these periods only; what is read by its
 * identifier has the time in it. Indexes live in the table of their entities, so that a
 * unique one is unique within a period. A {@code BeforeConvertCallback} is called with
 * the name without digits.
 *
 * @since 0.1
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface RollingTable {

	/**
	 * How much time one table holds.
	 */
	TablePeriod period();

	/**
	 * The path of the property that holds the time: an {@code Instant},
	 * {@code OffsetDateTime} or {@code LocalDate}, which is a day in UTC.
	 */
	String property();

	/**
	 * How long entities are kept, as an ISO-8601 duration such as {@code P60D}: a period
	 * or more. A table may be dropped when all of its period is older.
	 */
	String retention();

}
