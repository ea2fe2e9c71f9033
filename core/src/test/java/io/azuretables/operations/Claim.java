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

package io.azuretables.operations;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.YearMonth;
import java.util.UUID;

import io.azuretables.mapping.Column;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;

/**
 * An entity with properties of many types, whose keys and indexes are made up at run
 * time.
 */
@NullMarked
public class Claim {

	String text = "";

	String name = "";

	int number;

	long big;

	short small;

	boolean active;

	LocalDate day = LocalDate.EPOCH;

	YearMonth month = YearMonth.of(1970, 1);

	LocalDateTime local = LocalDate.EPOCH.atStartOfDay();

	Instant at = Instant.EPOCH;

	Status status = Status.OPEN;

	BigDecimal price = BigDecimal.ZERO;

	UUID id = new UUID(0, 0);

	@Nullable Integer count;

	@Nullable String tag;

	@Nullable LocalDate due;

	@Nullable Double score;

	@Column(type = Double.class)
	@Nullable BigDecimal rate;

	@Nullable Boolean flag;

	/**
	 * Two constants of which one is the beginning of the other.
	 */
	public enum Status {

		OPEN, OPEN_LATE, DONE

	}

}
