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

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.UUID;

/**
 * An entity with properties of many types, whose keys and indexes are made up at run
 * time.
 */
public class Claim {

	String text;

	String name;

	int number;

	long big;

	LocalDate day;

	Instant at;

	Status status;

	BigDecimal price;

	UUID id;

	Integer count;

	String tag;

	Double score;

	Boolean flag;

	/**
	 * Two constants of which one is the beginning of the other.
	 */
	public enum Status {

		OPEN, OPEN_LATE, DONE

	}

}
