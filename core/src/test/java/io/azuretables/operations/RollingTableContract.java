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

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.gateway.ForwardingTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.internal.model.RollingMapping;
import io.azuretables.key.TableKey;
import io.azuretables.plan.RejectedScanException;
import io.azuretables.plan.UnsupportedPageException;
import io.azuretables.plan.UnsupportedQueryException;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import io.azuretables.query.TableScrollPosition;
import io.azuretables.query.Update;
import io.azuretables.row.RowPage;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.sample.Employee;
import io.azuretables.sample.Login;
import io.azuretables.sample.Login.LoginId;
import io.azuretables.sample.MutableClock;
import io.azuretables.sample.Visit;
import io.azuretables.sample.Visit.VisitId;
import io.azuretables.write.ExpiredPeriodException;
import org.junit.jupiter.api.Test;

import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.data.domain.Sort;
import org.springframework.data.domain.Window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Entities that are divided among tables by a time, on any store. Today is January 1st
 * 2026; logins are kept for three days.
 */
interface RollingTableContract {

	Instant TODAY = MutableClock.START;

	Duration DAY = Duration.ofDays(1);

	TableGateway gateway();

	/**
	 * What the names of the tables of this test begin with.
	 */
	String prefix();

	MutableClock clock();

	/**
	 * Waits until the names of deleted tables are free again.
	 */
	default void passDeletion() {
	}

	private WatchedGateway watched() {
		return new WatchedGateway(gateway());
	}

	private TableTemplate template(TableGateway gateway) {
		return template(gateway, SchemaMode.CREATE_ON_USE);
	}

	private TableTemplate template(TableGateway gateway, SchemaMode schema) {
		return new TableTemplate(gateway, new TableConverter(new TableMappingContext(new TableCustomConversions())),
				TableTemplateOptions.DEFAULTS.withTableNames(TableNameResolver.prefixed(prefix()))
					.withSchema(schema)
					.withClock(clock()));
	}

	private List<String> tables() {
		return gateway().tables().stream().filter((name) -> name.startsWith(prefix())).sorted().toList();
	}

	private static Criteria user(String user) {
		return Criteria.where("user").is(user);
	}

	private static Criteria between(Instant from, Instant to) {
		return Criteria.where("at").greaterThanOrEqual(from).and(Criteria.where("at").lessThan(to));
	}

	/**
	 * Five logins of two users on four days.
	 */
	private List<Login> logins() {
		return List.of(Login.of("anna", TODAY.minus(DAY.multipliedBy(2)), 1), Login.of("anna", TODAY.minus(DAY), 2),
				Login.of("anna", TODAY.minusNanos(100), 3), Login.of("anna", TODAY, 4),
				Login.of("bob", TODAY.plus(DAY), 5));
	}

	@Test
	default void dividesOneTableAtATime() {
		TableTemplate template = template(gateway());
		template.insertAll(logins());
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> template.segments(Login.class, 4))
			.withMessageContaining("Login is a @RollingTable")
			.withMessageContaining("TableTemplate.at(time)");
		TableTemplate today = template.at(TODAY);
		assertThat(today.segments(Login.class, 4)
			.stream()
			.flatMap((segment) -> today.query(Login.class).stream(TableQuery.all().allowScan(), segment))).hasSize(1);
	}

	@Test
	default void writesToTableOfTime() {
		TableTemplate template = template(gateway());
		template.insertAll(logins());
		assertThat(tables()).containsExactly(prefix() + "Logins20251230", prefix() + "Logins20251231",
				prefix() + "Logins20260101", prefix() + "Logins20260102");
		assertThat(template.at(TODAY.minusSeconds(1)).find(TableQuery.all().allowScan(), Login.class))
			.extracting(Login::number)
			.containsExactly(2, 3);
	}

	@Test
	default void readsTablesOfAskedTimesOnly() {
		WatchedGateway watched = watched();
		TableTemplate template = template(watched);
		template.insertAll(logins());
		watched.forget();
		TableQuery query = TableQuery.of(user("anna").and(between(TODAY.minus(DAY), TODAY)));
		assertThat(template.find(query, Login.class)).extracting(Login::number).containsExactly(2, 3);
		assertThat(watched.pages()).extracting(RowRequest::table).containsExactly(prefix() + "Logins20251231");
		assertThat(template.query(Login.class).explain(query)).contains("in the daily tables of 'at'")
			.endsWith("in 1 table: " + prefix() + "Logins20251231");
		watched.forget();
		TableQuery open = TableQuery.of(user("anna").and(Criteria.where("at").greaterThan(TODAY.minus(DAY))));
		assertThat(template.find(open, Login.class)).extracting(Login::number).containsExactly(3, 4);
		assertThat(watched.pages()).extracting(RowRequest::table)
			.as("that of tomorrow is empty, that of the day after is missing")
			.containsExactly(prefix() + "Logins20251231", prefix() + "Logins20260101", prefix() + "Logins20260102");
		assertThat(template.query(Login.class).explain(open))
			.endsWith("in 3 tables: " + prefix() + "Logins20251231 to " + prefix() + "Logins20260102");
		assertThat(template.query(Login.class)
			.explain(TableQuery.of(user("anna").and(Criteria.where("at").lessThan(TODAY.minus(DAY.multipliedBy(9)))))))
			.endsWith("in 0 tables");
	}

	@Test
	default void countsRequests() {
		WatchedGateway watched = watched();
		TableTemplate template = template(watched);
		Login login = template.insert(Login.of("anna", TODAY, 1));
		assertThat(watched.requests()).as("1, and 1 for a new period").containsExactly("create", "batch");
		watched.forget();
		template.insert(Login.of("anna", TODAY, 2));
		assertThat(watched.requests()).containsExactly("batch");
		watched.forget();
		template.findById(Login.class, new LoginId("anna", TODAY, 1));
		template.findById(Login.class, new LoginId("anna", TODAY.plus(DAY.multipliedBy(99)), 1));
		template.at(TODAY.minus(DAY.multipliedBy(99)))
			.findById(Login.class, new LoginId("anna", TODAY.minus(DAY.multipliedBy(99)), 1));
		assertThat(watched.requests()).as("none for what is not kept").containsExactly("get");
		watched.forget();
		template.find(TableQuery.of(user("anna").and(between(TODAY.minus(DAY), TODAY.plus(DAY)))), Login.class);
		assertThat(watched.requests()).as("1 for each table and page").containsExactly("query", "query");
		assertThat(login.etag()).isNotNull();
	}

	@Test
	default void findsByIdentifierThatTellsTime() {
		TableTemplate template = template(gateway());
		template.insertAll(logins());
		LoginId first = new LoginId("anna", TODAY.minus(DAY.multipliedBy(2)), 1);
		LoginId fourth = new LoginId("anna", TODAY, 4);
		TableKey key = template.converter().key(logins().get(3));
		assertThat(template.findById(Login.class, first)).get().extracting(Login::number).isEqualTo(1);
		assertThat(template.findById(Login.class, key)).get().extracting(Login::number).isEqualTo(4);
		assertThat(template.existsById(Login.class, fourth)).isTrue();
		assertThat(template.existsById(Login.class, new LoginId("anna", TODAY.plus(DAY), 4))).isFalse();
		assertThat(template.existsById(Login.class, new LoginId("anna", TODAY.minus(DAY.multipliedBy(99)), 4)))
			.isFalse();
		assertThat(template.findAllById(Login.class, List.of(fourth, first))).extracting(Login::number)
			.containsExactly(4, 1);
		template.merge(Login.class, fourth, Update.update("address", "changed"));
		assertThat(template.updateWithRetry(Login.class, first, (login) -> login.from("changed"))).isPresent();
		template.mergeOrInsert(Login.class, new LoginId("carl", TODAY, 9), Update.update("address", "changed"));
		assertThat(template.find(TableQuery
			.of(Criteria.where("address").is("changed").and(between(TODAY.minus(DAY.multipliedBy(3)), TODAY.plus(DAY))))
			.allowScan(), Login.class)).extracting(Login::number).containsExactlyInAnyOrder(1, 4, 9);
		assertThat(template.deleteById(Login.class, first)).isTrue();
		template.deleteAllById(Login.class, List.of(fourth, new LoginId("carl", TODAY, 9)));
		assertThat(template.count(TableQuery.all().allowScan(), Login.class)).isEqualTo(3);
	}

	@Test
	default void findsByIdentifierInTableOfTime() {
		TableTemplate template = template(gateway());
		template.save(new Visit("home", 1, TODAY, 5));
		template.save(new Visit("home", 1, TODAY.minusSeconds(1), 6));
		TableKey key = TableKey.of("home", template.converter().key(new Visit("home", 1, TODAY, 5)).rowKey());
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> template.findById(Visit.class, key))
			.withMessage("A Visit has no table without a value of 'at'. Set it before you save the entity; of an "
					+ "identifier, let the key or the class of the identifier have it, or use TableTemplate.at(Instant)");
		assertThat(template.findById(Visit.class, new VisitId("home", 1, TODAY))).get()
			.extracting(Visit::seconds)
			.isEqualTo(5);
		TableTemplate hour = template.at(TODAY.minusSeconds(600));
		assertThat(hour.findById(Visit.class, key)).get().extracting(Visit::seconds).isEqualTo(6);
		assertThat(hour.query(Visit.class).table()).isEqualTo(prefix() + "Visits2025123123");
		hour.merge(Visit.class, key, Update.update("seconds", 7));
		assertThat(hour.find(TableQuery.of(Criteria.where("page").is("home").and(Criteria.where("at").lessThan(TODAY))),
				Visit.class))
			.extracting(Visit::seconds)
			.containsExactly(7);
		assertThat(hour.deleteById(Visit.class, key)).isTrue();
		template.mergeOrInsert(Visit.class, new VisitId("home", 2, TODAY),
				Update.update("at", TODAY).set("seconds", 8));
		assertThat(template.at(TODAY).count(TableQuery.all().allowScan(), Visit.class)).isEqualTo(2);
	}

	@Test
	default void refusesTimeThatMovesEntity() {
		TableTemplate template = template(gateway());
		template.save(new Visit("home", 1, TODAY, 5));
		VisitId id = new VisitId("home", 1, TODAY);
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> template.merge(Visit.class, id, Update.update("at", TODAY.plusSeconds(3600))))
			.withMessage(
					"The update gives the Visit another table by 'at'; insert it as another one, and delete this one");
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> template.updateWithRetry(Visit.class, id,
					(visit) -> new Visit(visit.page(), visit.id(), TODAY.plusSeconds(3600), 6)))
			.withMessageContaining("another key or table");
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> template.at(TODAY.plusSeconds(3600)).save(new Visit("home", 1, TODAY, 5)))
			.withMessageContaining("belongs to the table '" + prefix() + "Visits2026010100', and these operations");
		template.merge(Visit.class, id, Update.update("at", TODAY.plusSeconds(1)));
	}

	@Test
	default void refusesTimeThatIsNotKeptBeforeAnyRequest() {
		WatchedGateway watched = watched();
		TableTemplate template = template(watched);
		Login old = Login.of("anna", TODAY.minus(DAY.multipliedBy(3)).minusNanos(100), 1);
		Login never = Login.of("anna", Instant.parse("9999-12-31T00:00:00Z"), 1);
		Login far = Login.of("anna", TODAY.plus(DAY).plus(RollingMapping.SKEW).plusNanos(100), 1);
		for (Login login : List.of(old, far, never)) {
			String reason = (login == old) ? "'at' is longer ago than the retention of PT72H"
					: "'at' is more than a period ahead";
			List<Runnable> writes = List.of(() -> template.save(login), () -> template.insert(login),
					() -> template.delete(login), () -> template.insertAll(List.of(Login.of("anna", TODAY, 1), login)),
					() -> template.mergeOrInsert(Login.class, new LoginId("anna", login.at(), 1),
							Update.update("address", "a")),
					() -> template.deleteById(Login.class, new LoginId("anna", login.at(), 1)));
			for (Runnable write : writes) {
				assertThatExceptionOfType(ExpiredPeriodException.class).isThrownBy(write::run)
					.withMessageStartingWith(
							"The Login belongs to none of the '" + prefix() + "Logins' tables that are written: ")
					.withMessageEndingWith(reason);
			}
		}
		assertThat(watched.requests()).doesNotContain("batch", "write", "query", "get");
		assertThat(tables()).doesNotContain(prefix() + "Logins20251228", prefix() + "Logins20260102");
		template.insert(Login.of("anna", TODAY.minus(DAY.multipliedBy(3)), 1));
		template.insert(Login.of("anna", TODAY.plus(DAY).plus(RollingMapping.SKEW), 1));
	}

	@Test
	default void refusesQueriesThatReadAllTables() {
		TableTemplate template = template(gateway());
		assertThatExceptionOfType(RejectedScanException.class)
			.isThrownBy(() -> template.find(TableQuery.of(user("anna")), Login.class))
			.withMessage(
					"A query for Login by user reads all of up to 7 tables: no condition bounds 'at', which says in "
							+ "which table an entity is. Ask for 'at' by equality or a range, or let it read more than it "
							+ "returns with @AllowScan or TableQuery.allowScan()");
		Criteria either = user("anna").and(Criteria.where("at").is(TODAY).or(Criteria.where("number").is(1)));
		assertThatExceptionOfType(RejectedScanException.class)
			.isThrownBy(() -> template.find(TableQuery.of(either), Login.class));
		template.insertAll(logins());
		assertThat(template.find(TableQuery.of(user("anna")).allowScan(), Login.class)).hasSize(4);
		assertThat(template.query(Login.class).explain(TableQuery.of(user("anna")).allowScan()))
			.contains("in all daily tables")
			.contains("in 5 tables");
	}

	@Test
	default void sortsAcrossTables() {
		TableTemplate template = template(gateway());
		template.insertAll(logins());
		TableQuery all = TableQuery.of(user("anna").and(between(TODAY.minus(DAY.multipliedBy(3)), TODAY.plus(DAY))));
		assertThat(template.find(all.orderBy(Sort.by("at")), Login.class)).extracting(Login::number)
			.containsExactly(1, 2, 3, 4);
		assertThat(template.find(all.orderBy(Sort.by("at").descending()).allowSort().limit(3), Login.class))
			.extracting(Login::number)
			.containsExactly(4, 3, 2);
		assertThatExceptionOfType(UnsupportedQueryException.class)
			.isThrownBy(() -> template.find(all.orderBy(Sort.by("number")), Login.class))
			.withMessageContaining("rows come in the order of tables, one for each period");
		assertThat(template.find(all.orderBy(Sort.by("number").descending()).allowSort().limit(2), Login.class))
			.extracting(Login::number)
			.containsExactly(4, 3);
		assertThat(template.stream(all.orderBy(Sort.by("number").descending()).allowSort(), Login.class))
			.extracting(Login::number)
			.containsExactly(4, 3, 2, 1);
	}

	@Test
	default void scrollsFromTableToTable() {
		TableTemplate template = template(gateway());
		template.insertAll(logins());
		for (boolean descending : List.of(false, true)) {
			TableQuery query = TableQuery
				.of(user("anna").and(between(TODAY.minus(DAY.multipliedBy(3)), TODAY.plus(DAY))));
			query = descending ? query.orderBy(Sort.by("at").descending()) : query.orderBy(Sort.by("at"));
			if (descending) {
				TableQuery sorted = query.allowSort().limit(2);
				assertThatExceptionOfType(UnsupportedQueryException.class)
					.isThrownBy(() -> template.query(Login.class).scroll(sorted));
				continue;
			}
			for (int size = 1; size < 6; size++) {
				List<Integer> found = new ArrayList<>();
				Window<Login> window = template.query(Login.class).scroll(query.limit(size));
				window.forEach((login) -> found.add(login.number()));
				while (window.hasNext()) {
					TableScrollPosition position = (TableScrollPosition) window.positionAt(window.size() - 1);
					TableScrollPosition sent = TableScrollPosition.decode(position.encode());
					assertThat(sent).isEqualTo(position);
					window = template.query(Login.class).scroll(query.limit(size).from(sent));
					window.forEach((login) -> found.add(login.number()));
				}
				assertThat(found).containsExactly(1, 2, 3, 4);
			}
		}
	}

	@Test
	default void scrollsOnAfterDroppedTable() {
		TableTemplate template = template(gateway());
		template.insertAll(logins());
		TableQuery query = TableQuery.of(user("anna").and(between(TODAY.minus(DAY.multipliedBy(3)), TODAY.plus(DAY))));
		Window<Login> window = template.query(Login.class).scroll(query.limit(2));
		TableScrollPosition position = (TableScrollPosition) window.positionAt(1);
		assertThat(position.table()).isEqualTo(prefix() + "Logins20251231");
		gateway().deleteTable(prefix() + "Logins20251231");
		assertThat(template.query(Login.class).scroll(query.limit(9).from(position))).extracting(Login::number)
			.containsExactly(4);
		clock().pass(DAY.multipliedBy(3));
		assertThat(template.query(Login.class).scroll(query.limit(9).from(position)))
			.as("the table that it begins in is not kept any more")
			.extracting(Login::number)
			.containsExactly(4);
		for (String other : List.of(prefix() + "Logins", prefix() + "Others20251231", prefix() + "Logins20251332")) {
			assertThatExceptionOfType(UnsupportedPageException.class)
				.isThrownBy(() -> template.query(Login.class).scroll(query.from(position.in(other))));
		}
		assertThatExceptionOfType(UnsupportedPageException.class).isThrownBy(() -> template.query(Login.class)
			.scroll(query.withCriteria(user("bob").and(between(TODAY, TODAY.plus(DAY)))).from(position)));
	}

	@Test
	default void deletesByQuery() {
		TableTemplate template = template(gateway());
		template.insertAll(logins());
		TableQuery query = TableQuery.of(user("anna").and(between(TODAY.minus(DAY.multipliedBy(3)), TODAY.plus(DAY))));
		assertThat(template.delete(query.limit(2), Login.class)).isEqualTo(2);
		assertThat(template.count(query, Login.class)).isEqualTo(2);
		assertThat(template.exists(query, Login.class)).isTrue();
		assertThat(template.delete(query, Login.class)).isEqualTo(2);
		assertThat(template.exists(query, Login.class)).isFalse();
	}

	@Test
	default void endsWhereTableIsDroppedWhileItIsRead() {
		TableTemplate template = template(gateway());
		for (int i = 0; i < 12; i++) {
			template.insertAll(List.of(Login.of("anna", TODAY.minusSeconds(1 + i), i), Login.of("anna", TODAY, i)));
		}
		TableGateway pages = new ForwardingTableGateway(gateway()) {

			@Override
			public <T> RowPage<T> read(RowRequest request, RowReader<T> reader) {
				return super.read(request.withTop(5), reader);
			}

		};
		var stream = template(pages)
			.stream(TableQuery.of(user("anna").and(between(TODAY.minus(DAY), TODAY.plus(DAY)))), Login.class)
			.iterator();
		for (int i = 0; i < 5; i++) {
			stream.next();
		}
		gateway().deleteTable(prefix() + "Logins20251231");
		List<Login> rest = new ArrayList<>();
		stream.forEachRemaining(rest::add);
		assertThat(rest).hasSize(12).allMatch((login) -> login.at().equals(TODAY));
	}

	@Test
	default void dropsTablesThatAreNotKept() {
		TableTemplate template = template(gateway());
		template.insertAll(logins());
		gateway().createTable(prefix() + "Logins");
		gateway().createTable(prefix() + "Logins2025");
		gateway().createTable(prefix() + "Logins20251399");
		gateway().createTable(prefix() + "OtherLogins20250101");
		gateway().createTable(prefix() + "Logins20200101");
		RollingTables tables = template.rollingTables(Login.class);
		assertThat(tables.existing()).hasSize(5).startsWith(prefix() + "Logins20200101");
		assertThat(tables.dropExpired()).containsExactly(prefix() + "Logins20200101");
		clock().pass(DAY.multipliedBy(2).plus(RollingMapping.MARGIN).minusNanos(1));
		assertThat(tables.dropExpired()).isEmpty();
		clock().pass(Duration.ofNanos(1));
		assertThat(tables.dropExpired()).containsExactly(prefix() + "Logins20251230");
		assertThat(tables.dropExpired()).isEmpty();
		assertThat(tables()).contains(prefix() + "Logins", prefix() + "Logins2025", prefix() + "Logins20251399",
				prefix() + "OtherLogins20250101", prefix() + "Logins20251231");
	}

	@Test
	default void createsTablesAhead() {
		WatchedGateway watched = watched();
		TableTemplate template = template(watched, SchemaMode.NONE);
		assertThat(template.rollingTables(Login.class).createAhead()).containsExactly(prefix() + "Logins20260101",
				prefix() + "Logins20260102");
		assertThat(template(gateway()).rollingTables(Login.class).createAhead()).hasSize(2);
		template.rollingTables(Login.class).createAhead();
		template.insert(Login.of("anna", TODAY.plus(DAY), 1));
		assertThat(watched.requests()).containsExactly("create", "create", "batch");
		assertThatIllegalArgumentException().isThrownBy(() -> template.rollingTables(Employee.class))
			.withMessageContaining("is one table; annotate its class with @RollingTable");
	}

	@Test
	default void neverBringsBackDroppedTable() {
		WatchedGateway watched = watched();
		TableTemplate template = template(watched);
		Login late = Login.of("anna", TODAY.minus(DAY.multipliedBy(2)), 1);
		template.insert(late);
		watched.beforeWrite((rows) -> {
			watched.beforeWrite((more) -> {
			});
			clock().pass(DAY.multipliedBy(3));
			assertThat(template(gateway()).rollingTables(Login.class).dropExpired()).hasSize(1);
			passDeletion();
		});
		assertThatExceptionOfType(ExpiredPeriodException.class)
			.isThrownBy(() -> template.insert(Login.of("anna", TODAY.minus(DAY.multipliedBy(2)), 2)))
			.withMessage("The table '" + prefix() + "Logins20251230' was dropped, since its period is longer ago than "
					+ "its entities are kept");
		assertThat(tables()).doesNotContain(prefix() + "Logins20251230");
		assertThat(template.find(TableQuery.all().allowScan(), Login.class)).isEmpty();
		assertThat(tables()).doesNotContain(prefix() + "Logins20251230");
	}

	@Test
	default void createsLiveTableAgain() {
		TableTemplate template = template(gateway());
		template.insert(Login.of("anna", TODAY, 1));
		gateway().deleteTable(prefix() + "Logins20260101");
		passDeletion();
		template.insert(Login.of("anna", TODAY, 2));
		assertThat(template.count(TableQuery.all().allowScan(), Login.class)).isEqualTo(1);
	}

	/**
	 * The same data in one table answers the same queries.
	 */
	@Test
	default void answersAsOneTable() {
		TableTemplate template = template(gateway());
		List<Login> logins = new ArrayList<>();
		for (int i = 0; i < 60; i++) {
			logins
				.add(Login.of("user" + i % 2, TODAY.minus(DAY.multipliedBy(2)).plusSeconds(3600L * (i * 37 % 70)), i));
		}
		template.insertAll(logins);
		List<Criteria> conditions = List.of(user("user1"), Criteria.where("number").lessThan(30),
				Criteria.where("address").is("10.0.0.1").and(user("user0")), Criteria.ALL,
				Criteria.where("at").in(List.of(logins.get(3).at(), logins.get(40).at())));
		List<Criteria> times = List.of(between(TODAY.minus(DAY), TODAY.plusSeconds(7)), Criteria.ALL,
				Criteria.where("at").is(logins.get(3).at()), Criteria.where("at").lessThanOrEqual(TODAY),
				between(TODAY.minusSeconds(7), TODAY.minus(DAY))
					.or(between(TODAY.minus(DAY.multipliedBy(2)), TODAY.minus(DAY))));
		List<Sort> sorts = List.of(Sort.unsorted(), Sort.by("at", "number"),
				Sort.by("at").descending().and(Sort.by("number")), Sort.by("address", "number"),
				Sort.by("number").descending());
		for (Criteria condition : conditions) {
			for (Criteria time : times) {
				for (Sort sort : sorts) {
					Criteria both = condition.and(time);
					List<Integer> expected = logins.stream()
						.filter((login) -> both.matches((property) -> values(login).get(property)))
						.sorted(order(sort))
						.map(Login::number)
						.toList();
					TableQuery query = TableQuery.of(both).allowScan().allowSort().orderBy(sort);
					List<Integer> found = template.find(query, Login.class).stream().map(Login::number).toList();
					if (sort.isSorted()) {
						assertThat(found).as("%s sorted by %s", both, sort).isEqualTo(expected);
						assertThat(template.find(query.limit(7), Login.class)).as("%s sorted by %s", both, sort)
							.extracting(Login::number)
							.isEqualTo(expected.stream().limit(7).toList());
					}
					assertThat(found).as("%s", both).containsExactlyInAnyOrderElementsOf(expected);
					assertThat(template.count(query, Login.class)).isEqualTo(expected.size());
				}
			}
		}
	}

	private static Map<String, Object> values(Login login) {
		return Map.of("user", login.user(), "at", login.at(), "number", login.number(), "address", login.address());
	}

	private static Comparator<Login> order(Sort sort) {
		Comparator<Login> order = (one, other) -> 0;
		for (Sort.Order by : sort) {
			@SuppressWarnings("unchecked") // all of them can be compared
			Comparator<Login> next = Comparator
				.comparing((login) -> (Comparable<Object>) values(login).get(by.getProperty()));
			order = order.thenComparing(by.isDescending() ? next.reversed() : next);
		}
		return order;
	}

}
