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
package io.azuretables.test.readme;

import java.time.Instant;
import java.util.Collection;
import java.util.List;

import io.azuretables.key.TableKey;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import io.azuretables.repository.AllowScan;
import io.azuretables.repository.TableRepository;
import org.jspecify.annotations.Nullable;

// tag::reading[]
@Table("Readings")
@PartitionKey("{device}")
@RowKey("reading_{number:6}")
record Reading(String device, int number, Instant at, String place, double degrees, boolean valid,
		@Nullable String note) {
}
// end::reading[]

/**
 * One method for each keyword, at a key property and at any other property, in the order
 * of the page.
 */
@AllowScan(reason = "shows what is checked on the client, too")
interface Keywords extends TableRepository<Reading, TableKey> {

	List<Reading> findByDeviceAndNumber(String device, int number);

	List<Reading> findByDeviceAndPlaceIs(String device, String place);

	List<Reading> findByDeviceAndNumberIn(String device, Collection<Integer> numbers);

	List<Reading> findByDeviceAndPlaceIn(String device, Collection<String> places);

	List<Reading> findByDeviceAndNumberLessThan(String device, int number);

	List<Reading> findByDeviceAndNumberLessThanEqual(String device, int number);

	List<Reading> findByDeviceAndNumberGreaterThan(String device, int number);

	List<Reading> findByDeviceAndNumberGreaterThanEqual(String device, int number);

	List<Reading> findByDeviceAndNumberBetween(String device, int from, int to);

	List<Reading> findByDeviceAndDegreesGreaterThan(String device, double degrees);

	List<Reading> findByDeviceAndAtBefore(String device, Instant at);

	List<Reading> findByDeviceAndAtAfter(String device, Instant at);

	List<Reading> findByDeviceAndPlaceStartingWith(String device, String prefix);

	List<Reading> findByDeviceAndPlaceEndingWith(String device, String suffix);

	List<Reading> findByDeviceAndPlaceContaining(String device, String part);

	List<Reading> findByDeviceAndPlaceNotContaining(String device, String part);

	List<Reading> findByDeviceAndPlaceIgnoreCase(String device, String place);

	List<Reading> findByDeviceAndPlaceNot(String device, String place);

	List<Reading> findByDeviceAndPlaceNotIn(String device, Collection<String> places);

	List<Reading> findByDeviceAndValidTrue(String device);

	List<Reading> findByDeviceAndValidFalse(String device);

	List<Reading> findByDeviceAndNoteIsNull(String device);

	List<Reading> findByDeviceAndNoteIsNotNull(String device);

	List<Reading> findByDeviceAndPlaceOrDeviceAndPlace(String device, String place, String other, String otherPlace);

	List<Reading> findByDeviceOrderByNumber(String device);

	List<Reading> findTop5ByDevice(String device);

	long countByDevice(String device);

	boolean existsByDeviceAndNumber(String device, int number);

	long deleteByDeviceAndNumberLessThan(String device, int number);

	List<Reading> findByDegreesGreaterThan(double degrees);

}
