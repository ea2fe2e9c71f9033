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

import io.azuretables.query.Criteria
import io.azuretables.query.PropertyCriteria
import io.azuretables.query.TableQuery
import kotlin.reflect.KProperty

/**
 * A condition on a property: `Employee::age.where().between(30, 40)`.
 */
public fun KProperty<*>.where(): PropertyCriteria = Criteria.where(name)

/**
 * The property has a value: `Employee::department isEqualTo "Sales"`.
 */
public infix fun <V : Any> KProperty<V?>.isEqualTo(value: V): Criteria = where().`is`(value)

/**
 * The property has another value.
 */
public infix fun <V : Any> KProperty<V?>.isNotEqualTo(value: V): Criteria = where().isNot(value)

/**
 * The property has one of several values.
 */
public infix fun <V : Any> KProperty<V?>.isOneOf(values: Collection<V>): Criteria = where().`in`(values)

/**
 * The property begins with a text.
 */
public infix fun KProperty<String?>.startsWith(text: String): Criteria = where().startingWith(text)

/**
 * The property is in a closed range: `Employee::age isIn 30..40`.
 */
public infix fun <V : Comparable<V>> KProperty<V?>.isIn(range: ClosedRange<V>): Criteria =
	where().between(range.start, range.endInclusive)

/**
 * A query of a condition.
 */
public fun Criteria.toQuery(): TableQuery = TableQuery.of(this)
