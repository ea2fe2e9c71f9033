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

package io.azuretables.plan;

/**
 * The ways in which a query reads rows, from point reads to table scans, the cheapest
 * first.
 *
 * @since 0.1
 */
public enum AccessPath {

	/**
	 * One row, by both of its keys.
	 */
	POINT,

	/**
	 * Several rows, each by both of its keys, in parallel.
	 */
	MULTI_POINT,

	/**
	 * A range of rows in a partition, or in each of several.
	 */
	ROW_RANGE,

	/**
	 * All rows of one kind in a partition, or in each of several: the range of their row
	 * key prefix.
	 */
	KIND_RANGE,

	/**
	 * All rows of a partition, or of each of several, whose row keys have no prefix.
	 */
	PARTITION_SCAN,

	/**
	 * The whole table, or a range of its partitions.
	 */
	TABLE_SCAN;

	/**
	 * Whether rows are read one by one, by their keys.
	 */
	public boolean isPoint() {
		return this == POINT || this == MULTI_POINT;
	}

}
