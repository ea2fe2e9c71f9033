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

package io.azuretables.test.employees;

import java.time.Instant;
import java.util.Optional;

import io.azuretables.key.TableKey;
import io.azuretables.repository.config.EnableTableAuditing;
import io.azuretables.test.DataTablesTest;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.data.auditing.DateTimeProvider;
import org.springframework.data.domain.AuditorAware;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Auditing in a slice.
 */
@DataTablesTest
class DataTablesTestAuditingTests {

	private static final Instant MORNING = Instant.parse("2026-08-22T08:00:00Z");

	@Autowired
	private ExpenseClaims claims;

	@Test
	void audits() {
		this.claims.save(new ExpenseClaim(1, "train", null, null, null));
		assertThat(this.claims.findById(new TableKey("000001", "train"))).hasValueSatisfying((claim) -> {
			assertThat(claim.createdAt()).isEqualTo(MORNING);
			assertThat(claim.changedBy()).isEqualTo("hall");
		});
	}

	@TestConfiguration(proxyBeanMethods = false)
	@EnableTableAuditing(auditorAwareRef = "user", dateTimeProviderRef = "clock")
	static class Auditing {

		@Bean
		AuditorAware<String> user() {
			return () -> Optional.of("hall");
		}

		@Bean
		DateTimeProvider clock() {
			return () -> Optional.of(MORNING);
		}

	}

}
