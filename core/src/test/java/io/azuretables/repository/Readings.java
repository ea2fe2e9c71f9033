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

package io.azuretables.repository;

import java.util.List;

import io.azuretables.key.TableKey;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.Table;

import org.springframework.data.domain.Limit;
import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.ScrollPosition;
import org.springframework.data.domain.Slice;
import org.springframework.data.domain.Window;

/**
 * More rows than the service returns at once.
 */
interface Readings extends TableRepository<Readings.Reading, TableKey> {

	Window<Reading> findByMeter(String meter, ScrollPosition position, Limit limit);

	Window<Reading> findByMeterAndLevel(String meter, int level, ScrollPosition position, Limit limit);

	Window<Reading> findByMeterAndNumberIn(String meter, List<Integer> numbers, ScrollPosition position, Limit limit);

	@AllowScan
	Window<Reading> findByMeterAndTextEndingWith(String meter, String end, ScrollPosition position, Limit limit);

	Slice<Reading> findByMeter(String meter, Pageable page);

	/**
	 * What a meter showed.
	 *
	 * @param meter the meter
	 * @param number the how many-th reading it is
	 * @param level what the index is by
	 * @param text the number as text
	 */
	@Table
	@PartitionKey("{meter}")
	@RowKey("n_{number:6}")
	@SecondaryIndex(name = "level", rowKey = "l_{level}_{number:6}", include = {})
	record Reading(String meter, int number, int level, String text) {

	}

}
