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

import java.time.Instant;

import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import io.azuretables.operations.TableTemplate;
import io.azuretables.patterns.logtail.LogTailTemplate;
import io.azuretables.samples.guide.Pattern;
import io.azuretables.samples.guide.Scenario;
import org.jspecify.annotations.Nullable;

import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

/**
 * Shows row keys that put the newest entries first.
 */
@Component
@Order(8)
class LogTail implements Pattern {

	private final LogTailTemplate<Claim> claims;

	LogTail(TableTemplate template) {
		this.claims = new LogTailTemplate<>(template, Claim.class);
	}

	@Override
	public Scenario scenario() {
		return Scenario
			.of("log-tail", "Log tail", "LogTail",
					"Rows come in the ascending order of their keys, and the newest entries are wanted most.")
			.step("Append a claim over 40", "The row key is the time that is left until the year 9999.",
					() -> append(40))
			.step("Append a claim over 50", "A newer entry has a smaller key: it is the first row.", () -> append(50))
			.step("Append a claim over 60", "And so on, for as many as there are.", () -> append(60))
			.step("Read the two newest", "The first two rows of a partition: one request, however many entries it has.",
					() -> this.claims.latest(2, "e223"));
	}

	private Claim append(int amount) {
		return this.claims.append(new Claim("e223", null, null, amount));
	}

	@Table("LogTail")
	@PartitionKey("{employeeId}")
	@RowKey("{createdAt:desc}_{id}")
	record Claim(String employeeId, @Nullable Instant createdAt, @Nullable String id, int amount) {

	}

}
