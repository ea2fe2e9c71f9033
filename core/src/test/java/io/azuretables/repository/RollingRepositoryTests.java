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

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.operations.TableTemplate;
import io.azuretables.operations.TableTemplateOptions;
import io.azuretables.repository.support.TableRepositoryFactory;
import io.azuretables.sample.Login;
import io.azuretables.sample.Login.LoginId;
import io.azuretables.sample.MutableClock;
import org.junit.jupiter.api.Test;

import org.springframework.data.domain.PageRequest;
import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.ScrollPosition;
import org.springframework.data.domain.Slice;
import org.springframework.data.domain.Window;
import org.springframework.data.repository.query.QueryCreationException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Repositories of a class that is divided among tables by a time.
 */
class RollingRepositoryTests {

	private static final Instant TODAY = MutableClock.START;

	private static final Duration DAY = Duration.ofDays(1);

	private final EmbeddedTableGateway gateway = new EmbeddedTableGateway(new MutableClock());

	private final TableTemplate template = new TableTemplate(this.gateway,
			new TableConverter(new TableMappingContext(new TableCustomConversions())),
			TableTemplateOptions.DEFAULTS.withClock(new MutableClock()));

	private final TableRepositoryFactory factory = new TableRepositoryFactory(this.template);

	private final Logins logins = this.factory.getRepository(Logins.class);

	private void fill() {
		List<Login> all = new ArrayList<>();
		for (int i = 0; i < 10; i++) {
			all.add(Login.of("anna", TODAY.minus(DAY.multipliedBy(2)).plusSeconds(6 * 3600L * i), i));
		}
		this.logins.saveAll(all);
	}

	@Test
	void answersMethodsWithTime() {
		fill();
		assertThat(this.gateway.tables()).containsExactly("Logins20251230", "Logins20251231", "Logins20260101");
		assertThat(this.logins.findByUserAndAtBetween("anna", TODAY.minus(DAY), TODAY)).extracting(Login::number)
			.containsExactly(4, 5, 6, 7, 8);
		assertThat(this.logins.findByUserAndAt("anna", TODAY)).get().extracting(Login::number).isEqualTo(8);
		assertThat(this.logins.findByUserAndAddressAndAtAfter("anna", "10.0.0.1", TODAY.minus(DAY)))
			.extracting(Login::number)
			.containsExactly(7);
		assertThat(this.logins.findByUserAndAtBefore("anna", TODAY)).extracting(Login::number)
			.containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
		assertThat(this.logins.countByUserAndAtGreaterThanEqual("anna", TODAY)).isEqualTo(2);
		assertThat(this.logins.findById(new LoginId("anna", TODAY, 8))).isPresent();
		assertThat(this.logins.findAll()).hasSize(10);
		assertThat(this.logins.count()).isEqualTo(10);
		assertThat(this.logins.deleteByUserAndAtBefore("anna", TODAY)).isEqualTo(8);
		this.logins.deleteAll();
		assertThat(this.logins.findAll()).isEmpty();
	}

	@Test
	void readsInParts() {
		fill();
		List<Integer> found = new ArrayList<>();
		Pageable page = PageRequest.of(0, 3);
		Slice<Login> slice = this.logins.findByUserAndAtLessThan("anna", TODAY.plus(DAY), page);
		slice.forEach((login) -> found.add(login.number()));
		while (slice.hasNext()) {
			slice = this.logins.findByUserAndAtLessThan("anna", TODAY.plus(DAY), slice.nextPageable());
			slice.forEach((login) -> found.add(login.number()));
		}
		assertThat(found).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
		Window<Login> window = this.logins.findTop4ByUserAndAtGreaterThan("anna", TODAY.minus(DAY.multipliedBy(3)),
				ScrollPosition.keyset());
		assertThat(window).extracting(Login::number).containsExactly(0, 1, 2, 3);
		window = this.logins.findTop4ByUserAndAtGreaterThan("anna", TODAY.minus(DAY.multipliedBy(3)),
				window.positionAt(3));
		assertThat(window).extracting(Login::number).containsExactly(4, 5, 6, 7);
		try (Stream<Login> stream = this.logins.streamByUserAndAtGreaterThan("anna", TODAY.minus(DAY))) {
			assertThat(stream).hasSize(5);
		}
	}

	@Test
	void refusesMethodsWithoutTime() {
		assertThatExceptionOfType(QueryCreationException.class)
			.isThrownBy(() -> this.factory.getRepository(LoginsWithoutTime.class))
			.withMessageContaining("findByUser")
			.withMessageContaining("no condition bounds 'at'")
			.withMessageContaining("@AllowScan");
	}

	interface Logins extends TableRepository<Login, LoginId> {

		List<Login> findByUserAndAtBetween(String user, Instant from, Instant to);

		Optional<Login> findByUserAndAt(String user, Instant at);

		List<Login> findByUserAndAddressAndAtAfter(String user, String address, Instant at);

		List<Login> findByUserAndAtBefore(String user, Instant at);

		long countByUserAndAtGreaterThanEqual(String user, Instant at);

		long deleteByUserAndAtBefore(String user, Instant at);

		Slice<Login> findByUserAndAtLessThan(String user, Instant at, Pageable page);

		Window<Login> findTop4ByUserAndAtGreaterThan(String user, Instant at, ScrollPosition position);

		Stream<Login> streamByUserAndAtGreaterThan(String user, Instant at);

		@AllowScan
		List<Login> findByUser(String user);

	}

	interface LoginsWithoutTime extends TableRepository<Login, LoginId> {

		List<Login> findByUser(String user);

	}

}
