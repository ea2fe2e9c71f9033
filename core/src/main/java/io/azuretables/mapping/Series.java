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
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Stores the elements of a property as columns of one row, such as the 24 hourly values
 * of a day. For arrays of primitive or other types, {@code List} and {@code Map<Integer,
 * …>}. Each element is stored as a property of its type would be.
 * <p>
 * An element that is {@code null} has no column. A column that is absent is read as zero
 * (or {@code false}) in an array of primitives, as {@code null} in other arrays and in
 * lists, and as no entry in a map. A series that is {@code null} is written as one
 * without elements, and is not {@code null} when it is read. An array or a list has as
 * many elements as there are slots.
 * <p>
 * In an {@code Update}, {@code perHour[13]} is one slot, and {@code perHour} all of them.
 * Queries have no conditions on slots, and keys and indexes do not contain them.
 *
 * @since 0.1
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ ElementType.FIELD, ElementType.METHOD, ElementType.ANNOTATION_TYPE })
public @interface Series {

	/**
	 * The name of the columns, with the number of the slot: {@code h{slot:2}} names
	 * {@code h00}, {@code h01} and so on; {@code h{slot}} names {@code h0}, {@code h1}.
	 * At most four digits.
	 */
	String column();

	/**
	 * How many slots there are. Their numbers begin with 0.
	 */
	int slots();

}
