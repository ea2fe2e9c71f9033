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

/**
 * How a partition key template spreads rows: over many partitions, into one, or appending
 * by time. It is found from the template and the types of its properties; their values
 * are not known.
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
	SINGLE

}
