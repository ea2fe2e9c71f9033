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
package io.azuretables.patterns.rolling;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RollingTable;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import io.azuretables.mapping.TablePeriod;
import io.azuretables.operations.TableNameResolver;
import io.azuretables.operations.TableTemplate;
import io.azuretables.operations.TableTemplateOptions;
import io.azuretables.patterns.sample.SignIn;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import io.azuretables.query.Update;
import io.azuretables.repository.TableRepository;
import io.azuretables.repository.support.TableRepositoryFactory;
import io.azuretables.sample.MutableClock;
import io.azuretables.write.ExpiredPeriodException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * What the template and the keeper of rolling tables promise, on any store.
 */
abstract class RollingTableContract {

	static final Instant TODAY = MutableClock.START;

	static final Duration DAY = Duration.ofDays(1);

	final MutableClock clock = new MutableClock();

	private final String prefix = prefix();

	abstract TableGateway gateway();

	abstract String prefix();

	TableTemplate template() {
		return new TableTemplate(gateway(), new TableConverter(new TableMappingContext(new TableCustomConversions())),
				TableTemplateOptions.DEFAULTS.withTableNames(TableNameResolver.prefixed(this.prefix))
					.withClock(this.clock));
	}

	@AfterEach
	void deleteTables() {
		tables().forEach(gateway()::deleteTable);
	}

	private List<String> tables() {
		return gateway().tables().stream().filter((name) -> name.startsWith(this.prefix)).sorted().toList();
	}

	private static SignIn signIn(Instant at, int number) {
		return new SignIn("anna", at, number, "10.0.0.1");
	}

	@Test
	void readsAndWritesByTime() {
		Instant now = TODAY;
		// tag::template[]
		RollingTableTemplate<SignIn> signIns = new RollingTableTemplate<>(template(), SignIn.class);
		signIns.insert(new SignIn("anna", now, 1, "10.0.0.1"));
		List<SignIn> week = signIns.find(TableQuery.of(Criteria.where("user").is("anna")),
				now.minus(DAY.multipliedBy(7)), now.plus(DAY));
		List<String> dropped = signIns.dropExpired();
		// end::template[]
		assertThat(week).containsExactly(signIn(now, 1));
		assertThat(dropped).isEmpty();
		signIns.insertAll(List.of(signIn(TODAY.minus(DAY), 2), signIn(TODAY.plusSeconds(1), 3)));
		signIns.save(signIn(TODAY.minus(DAY), 2));
		assertThat(signIns.periods()).containsExactly(this.prefix + "SignIns20251231", this.prefix + "SignIns20260101");
		TableQuery anna = TableQuery.of(Criteria.where("user").is("anna"));
		assertThat(signIns.stream(anna, TODAY.minus(DAY), TODAY)).extracting(SignIn::number).containsExactly(2);
		assertThat(signIns.explain(anna, TODAY.minus(DAY.multipliedBy(31)), TODAY))
			.endsWith("in 31 tables: " + this.prefix + "SignIns20251201 to " + this.prefix + "SignIns20251231");
		TableKey key = template().converter().key(signIn(TODAY, 1));
		Optional<SignIn> found = signIns.findById(key, TODAY);
		assertThat(found).contains(signIn(TODAY, 1));
		signIns.merge(key, TODAY, Update.update("address", "10.0.0.2"));
		assertThat(signIns.findById(key, TODAY)).get().extracting(SignIn::address).isEqualTo("10.0.0.2");
		signIns.delete(signIn(TODAY, 1));
		assertThat(signIns.findById(key, TODAY)).isEmpty();
		assertThat(signIns.find(anna, Instant.MIN, Instant.MAX)).as("all that is kept").hasSize(2);
		assertThatIllegalArgumentException().isThrownBy(() -> signIns.find(anna, null, TODAY))
			.withMessageContaining("The first time of a query for SignIn must not be null");
		assertThatIllegalArgumentException().isThrownBy(() -> signIns.find(anna, TODAY, null))
			.withMessageContaining("The time behind the last one of a query for SignIn must not be null");
		assertThatIllegalArgumentException().isThrownBy(() -> signIns.find(anna, TODAY, TODAY))
			.withMessageContaining("not behind its first one");
		assertThatExceptionOfType(ExpiredPeriodException.class)
			.isThrownBy(() -> signIns.insert(signIn(TODAY.minus(DAY.multipliedBy(61)), 1)));
	}

	/**
	 * A day begins at midnight in UTC.
	 */
	@Test
	void readsDaysBetweenTimes() {
		RollingTableTemplate<Visit> visits = new RollingTableTemplate<>(template(), Visit.class);
		LocalDate today = LocalDate.ofInstant(TODAY, ZoneOffset.UTC);
		Instant midnight = today.atStartOfDay().toInstant(ZoneOffset.UTC);
		visits.insertAll(IntStream.range(0, 3).mapToObj((i) -> new Visit("anna", today.minusDays(i), i)).toList());
		TableQuery anna = TableQuery.of(Criteria.where("user").is("anna"));
		assertThat(visits.find(anna, midnight.minus(DAY), midnight)).extracting(Visit::number).containsExactly(1);
		assertThat(visits.find(anna, midnight.minus(DAY).plusNanos(1), midnight.plusNanos(1))).extracting(Visit::number)
			.containsExactly(0);
		assertThat(visits.stream(anna, midnight.minus(DAY.multipliedBy(2)), midnight)).extracting(Visit::number)
			.containsExactlyInAnyOrder(1, 2);
		assertThat(visits.find(anna, Instant.MIN, Instant.MAX)).hasSize(3);
		assertThat(visits.explain(anna, midnight.minus(DAY), midnight)).contains(this.prefix + "Visits");
	}

	@Test
	void worksAsRepository() {
		SignIns signIns = new TableRepositoryFactory(template()).getRepository(SignIns.class);
		signIns.saveAll(
				List.of(signIn(TODAY, 1), signIn(TODAY.minus(DAY), 2), signIn(TODAY.minus(DAY.multipliedBy(9)), 3)));
		assertThat(signIns.findByUserAndAtBetween("anna", TODAY.minus(DAY.multipliedBy(7)), TODAY))
			.extracting(SignIn::number)
			.containsExactly(2, 1);
		assertThat(signIns.findById(template().converter().key(signIn(TODAY, 1)))).isPresent();
	}

	@Test
	void createsAheadAndDrops() {
		TableTemplate template = template();
		RollingTableTemplate<SignIn> signIns = new RollingTableTemplate<>(template, SignIn.class);
		RollingTableKeeper keeper = new RollingTableKeeper(template, List.of(SignIn.class), DAY);
		keeper.keep();
		assertThat(tables()).containsExactly(this.prefix + "SignIns20260101", this.prefix + "SignIns20260102");
		signIns.insert(signIn(TODAY.minus(DAY.multipliedBy(59)), 1));
		keeper.keep();
		assertThat(tables()).hasSize(3);
		this.clock.pass(DAY.multipliedBy(2).plus(DAY));
		keeper.keep();
		assertThat(tables()).containsExactly(this.prefix + "SignIns20260101", this.prefix + "SignIns20260102",
				this.prefix + "SignIns20260104", this.prefix + "SignIns20260105");
	}

	@Table("Visits")
	@PartitionKey("{user}")
	@RowKey("{day}_{number:6}")
	@RollingTable(period = TablePeriod.DAILY, property = "day", retention = "P60D")
	record Visit(String user, LocalDate day, int number) {

	}

	// tag::repository[]
	interface SignIns extends TableRepository<SignIn, TableKey> {

		List<SignIn> findByUserAndAtBetween(String user, Instant from, Instant to);

	}
	// end::repository[]

}
