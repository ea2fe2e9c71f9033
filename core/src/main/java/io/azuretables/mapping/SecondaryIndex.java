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
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares a secondary index: additional rows under another key, by which entities are
 * found. Each entity has one more row, under the key of the index.
 * <p>
 * An index in the partition of its entities changes in the same transaction as they do. A
 * row-key template that holds all properties of the entity's own row key can hold any
 * number of entities with equal values; any other one holds one entity for each key and
 * is unique.
 * <p>
 * An index in another partition changes before or after them, with the help of a queue
 * and a worker, see {@link #consistency()}. It holds any number of entities with equal
 * values if its two templates hold all properties of the entity's own keys. What is
 * copied to its rows only serves conditions that the service checks, and
 * {@linkplain IndexReads#UNVERIFIED unverified} reads, and each change of it is a change
 * of the index: {@code include = {}} is the least that can be written.
 * <p>
 * An index may have one row for each value instead, with a list of the ids of its
 * entities, see {@link #layout()}.
 *
 * @since 0.1
 */
@Documented
@Inherited
@Repeatable(SecondaryIndexes.class)
@Retention(RetentionPolicy.RUNTIME)
@Target({ ElementType.TYPE, ElementType.ANNOTATION_TYPE })
public @interface SecondaryIndex {

	/**
	 * The name of the index: unique for the entity, of 1 to 100 letters, digits,
	 * {@code _} and {@code -}. Where the index lies in another partition, a column of the
	 * entity is named after it: without {@code -}, and not with a digit first.
	 */
	String name();

	/**
	 * The template of the partition key; that of the entity where it is empty.
	 */
	String partitionKey() default "";

	/**
	 * The template of the row key, beginning with a literal that tells the rows of this
	 * index from all others.
	 */
	String rowKey();

	/**
	 * The properties that are copied to the index row: all of them by default; none means
	 * that entities are read by their own key in a second step.
	 */
	String[] include() default "*";

	/**
	 * Whether entities in which a property of the row key is {@code null} are left out of
	 * the index. An index that leaves none out, because such entities are refused, also
	 * serves queries that are merely sorted by it.
	 */
	boolean sparse() default true;

	/**
	 * Whether two entities with the same key are refused.
	 */
	boolean unique() default false;

	/**
	 * What an index in another partition promises. One in the partition of its entities
	 * is always true.
	 */
	IndexConsistency consistency() default IndexConsistency.STRONG;

	/**
	 * Whether entities found by an index in another partition are looked at before they
	 * are believed.
	 */
	IndexReads reads() default IndexReads.VERIFIED;

	/**
	 * Whether the index has a row for each entity, or one for each value with a list of
	 * ids. A list holds ids only, and any number of entities: it can be neither unique
	 * nor {@linkplain IndexReads#UNVERIFIED unverified}, and in another partition it is
	 * {@linkplain IndexConsistency#EVENTUAL eventual}. A list in a blob has a partition
	 * key of its own.
	 */
	IndexLayout layout() default IndexLayout.ROWS;

	/**
	 * The column that holds the ids where the {@linkplain #layout() layout} is
	 * {@link IndexLayout#LIST}. Long lists go on in columns of that name with a number.
	 */
	String list() default "ids";

	/**
	 * Whether a list in a table that does not fit into its row goes on in further rows.
	 * Leave them out where other programs read the lists and know nothing of such rows: a
	 * write that would need one is refused.
	 */
	boolean overflow() default true;

}
