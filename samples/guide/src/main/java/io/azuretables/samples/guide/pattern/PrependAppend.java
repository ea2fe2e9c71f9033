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

package io.azuretables.samples.guide.pattern;

import java.util.List;
import java.util.stream.IntStream;

import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import io.azuretables.operations.TableTemplate;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import io.azuretables.samples.guide.Pattern;
import io.azuretables.samples.guide.Scenario;

import org.springframework.core.annotation.Order;
import org.springframework.data.domain.Sort;
import org.springframework.stereotype.Component;

/**
 * Shows buckets that spread concurrent writes over partitions.
 */
@Component
@Order(13)
class PrependAppend implements Pattern {

	private static final TableQuery OF_DAY = TableQuery.of(Criteria.where("day").is("2026-08-22"))
		.orderBy(Sort.by("time"));

	private final TableTemplate template;

	PrependAppend(TableTemplate template) {
		this.template = template;
	}

	@Override
	public Scenario scenario() {
		return Scenario
			.of("prepend-append", "Prepend/append anti-pattern", "Prepend",
					"The visits of today are all written to the partition of today, which takes 2,000 rows a second "
							+ "and no more.")
			.step("Insert the visits of ten users",
					"A hash of the user divides the day among four partitions: a transaction for each.",
					() -> this.template.insertAll(visits()))
			.step("Read the first three of the day",
					"Each bucket is asked, side by side, and the answers are merged in the order of time.",
					() -> this.template.find(OF_DAY.limit(3), Visit.class))
			.step("Read those of user7", "The user tells the bucket: one request.",
					() -> this.template.find(OF_DAY.and(Criteria.where("user").is("user7")), Visit.class));
	}

	private static List<Visit> visits() {
		return IntStream.range(0, 10).mapToObj((i) -> new Visit("2026-08-22", "12:0" + i, "user" + i)).toList();
	}

	@Table("Prepend")
	@PartitionKey("{day}_{user:bucket(4)}")
	@RowKey("{time} {user}")
	record Visit(String day, String time, String user) {

	}

}
