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

package io.azuretables.samples.archive;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.stream.Stream;

import io.azuretables.operations.TableOperations;
import io.azuretables.patterns.logtail.LogTailTemplate;
import io.azuretables.test.DataTablesTest;
import io.azuretables.test.ExpectRequests;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;

import static io.azuretables.test.PlanAssertions.assertNoHotPartitions;
import static io.azuretables.test.PlanAssertions.assertThatPlan;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the repositories.
 */
@DataTablesTest
class ClaimsTests {

	private static final Instant NOON = Instant.parse("2026-11-18T12:00:00Z");

	@Autowired
	private Claims claims;

	@Autowired
	private ArchivedClaims archivedClaims;

	@Autowired
	private TableOperations tables;

	@Test
	void findsClaimsByEmailThroughTheIndex() {
		assertThatPlan(this.claims, "findByEmail").usesIndex("email");
		assertThatPlan(this.archivedClaims, "findByEmail").usesIndex("email");
	}

	@Test
	void writesToNoHotPartition() {
		assertNoHotPartitions(this.claims, this.archivedClaims);
	}

	@Test
	@ExpectRequests(max = 9)
	void findsThePersonInAllDepartmentsNewestFirst() {
		save("Sales", NOON, "hall@contoso.com");
		save("Travel", NOON.plusSeconds(1), "hall@contoso.com");
		save("Sales", NOON.plusSeconds(2), "cao@contoso.com");
		assertThat(this.claims.findByEmail("hall@contoso.com")).extracting(Claim::department)
			.containsExactly("Travel", "Sales");
	}

	@Test
	void forgetsTheOldAddress() {
		Claim claim = save("Sales", NOON, "hall@contoso.com");
		this.claims.save(new ClaimForm("new@contoso.com", BigDecimal.ONE, "Taxi").correct(claim));
		assertThat(this.claims.findByEmail("hall@contoso.com")).isEmpty();
		assertThat(this.claims.findByEmail("new@contoso.com")).hasSize(1);
	}

	@Test
	void readsTheNewestOfADepartment() {
		LogTailTemplate<Claim> newest = new LogTailTemplate<>(this.tables, Claim.class);
		save("Sales", NOON, "hall@contoso.com");
		save("Sales", NOON.plusSeconds(1), "cao@contoso.com");
		save("Travel", NOON.plusSeconds(2), "hall@contoso.com");
		assertThat(newest.latest(1, "Sales")).extracting(Claim::email).containsExactly("cao@contoso.com");
	}

	@Test
	void findsWhatIsOlderThanATime() {
		Claim old = save("Sales", NOON, "hall@contoso.com");
		save("Travel", NOON.plusSeconds(1), "hall@contoso.com");
		try (Stream<Claim> found = this.claims.findByFiledAtLessThan(NOON.plusSeconds(1))) {
			assertThat(found).containsExactly(old);
		}
	}

	private Claim save(String department, Instant filedAt, String email) {
		String employee = email.substring(0, email.indexOf('@'));
		return this.claims.insert(new Claim(department, filedAt, employee, email, BigDecimal.TEN, "Taxi", "", null));
	}

}
