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

package io.azuretables.convert;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

import io.azuretables.mapping.Column;
import io.azuretables.mapping.Json;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import org.jspecify.annotations.Nullable;

/**
 * An entity with a property of every type.
 */
@Table
@PartitionKey("all_{partition}")
@RowKey("{number}_{text}")
record AllTypes(String partition, long number, @Column String text, @Nullable Integer int32, @Nullable Long int64,
		@Nullable Double float64, @Nullable Boolean flag, @Nullable UUID guid, byte @Nullable [] bytes,
		@Nullable Instant instant, @Nullable OffsetDateTime offset, @Nullable ZonedDateTime zoned,
		@Nullable LocalDateTime local, @Nullable LocalDate date, @Nullable LocalTime time, @Nullable Duration duration,
		@Nullable Year year, @Nullable YearMonth month, @Nullable Short int16, @Nullable Byte int8,
		@Nullable Float float32, @Nullable Character character, @Nullable DayOfWeek day, @Nullable URI uri,
		@Nullable BigDecimal decimal, @Nullable BigInteger integer,
		@Column(type = Double.class) @Nullable BigDecimal decimalAsDouble,
		@Column(type = long.class) @Nullable BigInteger integerAsLong, Optional<String> optionalText,
		Optional<LocalDate> optionalDate, @Json @Nullable List<Integer> list, @Json @Nullable Map<String, Double> map) {

}
