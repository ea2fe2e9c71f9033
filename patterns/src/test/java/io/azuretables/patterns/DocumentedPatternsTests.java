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

package io.azuretables.patterns;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.AcceptHotPartition;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import io.azuretables.operations.RowTemplate;
import io.azuretables.operations.TableNameResolver;
import io.azuretables.operations.TableTemplate;
import io.azuretables.patterns.denormalization.DenormalizationTemplate;
import io.azuretables.patterns.denormalization.DenormalizedCopies;
import io.azuretables.patterns.index.IndexAdministration;
import io.azuretables.patterns.index.IndexFinding;
import io.azuretables.patterns.index.IndexOptions;
import io.azuretables.patterns.index.IndexReport;
import io.azuretables.patterns.index.IndexState;
import io.azuretables.patterns.index.IntraPartitionIndexTemplate;
import io.azuretables.patterns.index.ListedEmployee;
import io.azuretables.patterns.logtail.LogTailTemplate;
import io.azuretables.patterns.queue.EventuallyConsistentQueueTemplate;
import io.azuretables.patterns.queue.QueueWorker;
import io.azuretables.patterns.queue.message.MessageHandlers;
import io.azuretables.patterns.queue.transport.QueueConnection;
import io.azuretables.patterns.sample.Clerk;
import io.azuretables.patterns.sample.Customer;
import io.azuretables.patterns.sample.ExpenseClaim;
import io.azuretables.patterns.sample.Member;
import io.azuretables.patterns.sample.MessageCounts;
import io.azuretables.patterns.sample.MeteredGateway;
import io.azuretables.patterns.sample.Parcel;
import io.azuretables.patterns.sample.Seller;
import io.azuretables.patterns.sample.Team;
import io.azuretables.patterns.series.DataSeriesTemplate;
import io.azuretables.patterns.summary.Summary;
import io.azuretables.patterns.summary.SummaryReport;
import io.azuretables.patterns.summary.SummaryTemplate;
import io.azuretables.patterns.summary.SummaryValues;
import io.azuretables.plan.RejectedScanException;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import io.azuretables.query.TableScrollPosition;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import org.junit.jupiter.api.Test;

import org.springframework.data.domain.Range;
import org.springframework.data.domain.Sort;
import org.springframework.data.domain.Window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What the pages of the patterns say.
 */
class DocumentedPatternsTests {

	private final MeteredGateway gateway = new MeteredGateway(new EmbeddedTableGateway());

	private final TableTemplate template = new TableTemplate(this.gateway,
			new TableConverter(new TableMappingContext(new TableCustomConversions())));

	@Test
	void laysRowsOutAsThePagesSay() {
		this.template.insert(Clerk.of("Sales", 223));
		assertThat(rows("Clerks")).containsExactlyInAnyOrder("Sales empid_000223 [_w, age, email, lastName]",
				"Sales email_223@contoso.com [_rk, _w, age, email, lastName]", "Sales name_Name6 000223 [_rk, _w]",
				"Sales age_043_000223 [_rk, _w, email]");
		this.template.insert(new ExpenseClaim("e223", Instant.parse("2014-08-22T12:00:00Z"), "7", 40));
		assertThat(rows("Claims")).containsExactly("e223 2519935919999999999_7 [amount]");
		this.template.insert(new Review("Sales", 223, 2014, 8));
		assertThat(rows("Employees")).containsExactly("Sales review_000223_2014 [rating]");
		this.template.insert(new Visit("2014-08-22", "12:00", "user7"));
		assertThat(rows("Visits")).containsExactly("2014-08-22_1 12:00 user7 []");
	}

	private List<String> rows(String table) {
		return this.gateway.read(RowRequest.of(table, null), RowReader.rows())
			.rows()
			.stream()
			.map((row) -> row.key().partitionKey() + ' ' + row.key().rowKey() + ' '
					+ new TreeSet<>(row.properties().keySet()))
			.toList();
	}

	@Test
	void looksUp() {
		this.template.save(Clerk.of("Sales", 223));
		// tag::lookup[]
		IntraPartitionIndexTemplate indexes = new IntraPartitionIndexTemplate(this.template);
		Optional<Clerk> one = indexes.findOne(Clerk.class, "email", "Sales", "223@contoso.com");
		Stream<Clerk> byName = indexes.list(Clerk.class, "name", "Sales");
		Stream<Clerk> thirties = indexes.range(Clerk.class, "age", Range.rightOpen(30, 40), "Sales");
		// end::lookup[]
		assertThat(one).isPresent();
		assertThat(byName).hasSize(1);
		assertThat(thirties).isEmpty();
	}

	@Test
	void verifies() {
		this.template.save(Clerk.of("Sales", 223));
		IndexAdministration indexes = new IndexAdministration(this.gateway, this.template.converter().mappingContext());
		// tag::verify[]
		List<IndexFinding> findings = new ArrayList<>();
		IndexReport report = indexes.verify(Clerk.class, "email", findings::add);
		if (!report.isClean()) {
			indexes.rebuild(Clerk.class, "email");
		}
		// end::verify[]
		assertThat(findings).isEmpty();
	}

	@Test
	void adds() {
		this.template.save(Clerk.of("Sales", 223));
		// tag::add[]
		IndexAdministration indexes = new IndexAdministration(this.gateway, this.template.converter().mappingContext(),
				IndexOptions.DEFAULTS.withAdded(Clerk.class, "email"));
		this.template.setReadableIndexes(indexes.readable());
		indexes.refresh();
		// end::add[]
		assertThat(indexes.state(Clerk.class, "email")).isEqualTo(IndexState.WRITE_ONLY);
		// tag::backfill[]
		IndexReport left = indexes.backfill(Clerk.class, "email", (progress) -> {
		});
		// end::backfill[]
		assertThat(left.isClean()).isTrue();
		assertThat(indexes.state(Clerk.class, "email")).isEqualTo(IndexState.READABLE);
	}

	@Test
	void keepsSeries() {
		MessageCounts day = MessageCounts.of(223, LocalDate.of(2026, 1, 1));
		// tag::series[]
		DataSeriesTemplate<MessageCounts> counts = new DataSeriesTemplate<>(this.template, MessageCounts.class,
				"perHour");
		counts.put(day, 13, 5);
		counts.putAll(day, Map.of(14, 7, 15, 2));
		counts.add(day, 13, 1, "message-4711");
		Optional<MessageCounts> read = counts.read(day);
		List<MessageCounts> week = counts.latest(7, "Sales", 223);
		// end::series[]
		assertThat(read.orElseThrow().perHour()).contains(6, 7, 2);
		assertThat(week).hasSize(1);
		assertThat(this.gateway.requests()).isEqualTo(6);
		assertThat(rows("MessageCounts")).containsExactly("Sales series_000223_2912442 [_ops, h13, h14, h15]");
	}

	@Test
	void summarises() {
		RowTemplate rows = new RowTemplate(this.gateway, this.template.converter());
		// tag::summary[]
		Summary<Seller> staff = Summary.of(Seller.class, "Staff")
			.key("{department}", "sum_staff")
			.count("employees")
			.sum("salaries", "salary")
			.sum("bonuses", "bonus");
		SummaryTemplate summaries = new SummaryTemplate(this.template, rows, TableNameResolver.AS_DECLARED, staff);
		this.template.insert(Seller.of("Sales", 223, 52000, "10.5"));
		this.template.insert(Seller.of("Sales", 224, 48000, null));
		SummaryValues sales = summaries.read(staff, "Sales");
		long employees = sales.whole("employees");
		BigDecimal bonuses = sales.decimal("bonuses");
		SummaryReport report = summaries.verify(staff, "Sales");
		if (!report.isClean()) {
			summaries.recount(staff, "Sales");
		}
		// end::summary[]
		assertThat(employees).isEqualTo(2);
		assertThat(bonuses).isEqualTo("10.5");
		assertThat(report.isClean()).isTrue();
		assertThat(rows("Sellers")).contains("Sales sum_staff [_w, bonuses, employees, salaries]");
		// tag::summaries[]
		IndexAdministration indexes = new IndexAdministration(this.gateway, this.template.converter().mappingContext(),
				IndexOptions.DEFAULTS.withAdded(Seller.class, "summary:Staff"), summaries);
		summaries.setReadableIndexes(indexes.readable());
		IndexReport rest = indexes.backfill(Seller.class, "summary:Staff", (progress) -> {
		});
		boolean complete = rest.isClean() && indexes.state(Seller.class, "summary:Staff") == IndexState.READABLE;
		// end::summaries[]
		assertThat(complete).isTrue();
	}

	@Test
	void copies() {
		// tag::copies[]
		DenormalizedCopies<Member, Team> leads = DenormalizedCopies.of(Member.class, Team.class, "leads")
			.reference("department", "department")
			.reference("leadId", "employeeId")
			.copy("leadName", "name");
		DenormalizationTemplate copies = new DenormalizationTemplate(this.template, List.of(leads));
		copies.save(Member.of(1, "Ann"));
		Team north = copies.save(Team.of("north", 1));
		copies.update(Member.class, TableKey.of("Sales", "empid_000001"), (member) -> member.named("Anna"));
		IndexAdministration indexes = new IndexAdministration(this.gateway, this.template.converter().mappingContext(),
				IndexOptions.DEFAULTS, copies);
		IndexReport report = indexes.verify(Team.class, "copies:leads");
		if (!report.isClean()) {
			indexes.rebuild(Team.class, "copies:leads");
		}
		// end::copies[]
		assertThat(north.leadName()).isEqualTo("Ann");
		assertThat(report).isEqualTo(new IndexReport(1, 0, Map.of()));
		assertThat(this.template.findById(Team.class, TableKey.of("Sales", "team_north")).orElseThrow().leadName())
			.isEqualTo("Anna");
		assertThat(rows("Staff")).contains("Sales team_north [_w, leadId, leadName, projects]");
	}

	@Test
	void lists() {
		this.template.insert(ListedEmployee.of(152, "Jones"));
		this.template.insert(ListedEmployee.of(166, "Jones"));
		IndexAdministration indexes = new IndexAdministration(this.gateway, this.template.converter().mappingContext());
		// tag::list[]
		Criteria jones = Criteria.where("department").is("Sales").and(Criteria.where("lastName").is("Jones"));
		List<ListedEmployee> employees = this.template.find(TableQuery.of(jones), ListedEmployee.class);
		List<TableKey> keys = indexes.keys(ListedEmployee.class, "lastName", "Sales", "Jones");
		// end::list[]
		assertThat(employees).extracting(ListedEmployee::employeeId).containsExactly(152, 166);
		assertThat(keys).extracting(TableKey::rowKey).containsExactly("empid_000152", "empid_000166");
		assertThat(rows("ListedEmployees")).contains("Sales last_Jones [EmployeeIDs, _w]");
	}

	@Test
	void copiesByWorker() {
		QueueConnection connection = QueueConnection.embedded(InstantSource.system());
		// tag::copies-worker[]
		DenormalizedCopies<Customer, Parcel> names = DenormalizedCopies.of(Customer.class, Parcel.class, "names")
			.reference("customerId", "id")
			.copy("customerName", "name");
		EventuallyConsistentQueueTemplate queue = new EventuallyConsistentQueueTemplate(this.template, this.gateway,
				connection);
		DenormalizationTemplate copies = new DenormalizationTemplate(this.template, queue, List.of(names));
		QueueWorker worker = new QueueWorker(queue, MessageHandlers.none().with(copies.handler()));
		copies.save(Customer.of("c7", "Ann"));
		copies.save(Parcel.of(1, "c7"));
		copies.update(Customer.class, "c7", (customer) -> customer.named("Anna"));
		// end::copies-worker[]
		assertThat(worker.step()).isEqualTo(3);
		assertThat(this.template.findById(Parcel.class, 1).orElseThrow().customerName()).isEqualTo("Anna");
	}

	@Test
	void tails() {
		// tag::tail[]
		LogTailTemplate<ExpenseClaim> claims = new LogTailTemplate<>(this.template, ExpenseClaim.class);
		claims.append(ExpenseClaim.of("e223", 40));
		claims.append(ExpenseClaim.of("e223", 50));
		List<ExpenseClaim> newest = claims.latest(10, "e223");
		List<ExpenseClaim> older = claims.before(Instant.parse("2014-08-22T12:00:00Z"), 10, "e223");
		// end::tail[]
		assertThat(newest).extracting(ExpenseClaim::amount).containsExactly(50, 40);
		assertThat(older).isEmpty();
		assertThat(this.gateway.requests()).isEqualTo(4);
		// tag::page[]
		Window<ExpenseClaim> first = claims.page(1, null, "e223");
		String bookmark = ((TableScrollPosition) first.positionAt(0)).encode();
		Window<ExpenseClaim> next = claims.page(1, TableScrollPosition.decode(bookmark), "e223");
		// end::page[]
		assertThat(next).extracting(ExpenseClaim::amount).containsExactly(40);
		assertThat(this.gateway.requests()).isEqualTo(6);
	}

	@Test
	void writesReviewTogetherWithItsEmployee() {
		Employee hall = new Employee("Sales", 223, "Hall", 8);
		assertThat(requests(() -> {
			// tag::compound-write[]
			this.template.inPartition("Employees", "Sales")
				.insert(hall)
				.insert(new Review("Sales", 223, 2014, 8))
				.commit();
			// end::compound-write[]
		})).isEqualTo(1);
		assertThat(requests(() -> this.template.insert(new Review("Sales", 223, 2012, 6)))).isEqualTo(1);
		assertThat(requests(() -> this.template.insert(new Review("Sales", 224, 2014, 5)))).isEqualTo(1);
		this.gateway.reset();
		// tag::compound-query[]
		TableQuery ofEmployee = TableQuery
			.of(Criteria.where("department").is("Sales").and(Criteria.where("employeeId").is(223)));
		List<Review> all = this.template.find(ofEmployee, Review.class);
		List<Review> since = this.template.find(ofEmployee.and(Criteria.where("year").greaterThanOrEqual(2013)),
				Review.class);
		Optional<Review> one = this.template.findOne(ofEmployee.and(Criteria.where("year").is(2014)), Review.class);
		// end::compound-query[]
		assertThat(this.gateway.requests()).isEqualTo(3);
		assertThat(this.gateway.rows()).isEqualTo(4);
		assertThat(all).extracting(Review::year).containsExactly(2012, 2014);
		assertThat(since).extracting(Review::year).containsExactly(2014);
		assertThat(one).contains(new Review("Sales", 223, 2014, 8));
		assertThat(this.template.query(Review.class).explain(ofEmployee)).startsWith("ROW_RANGE");
		TableQuery ofYear = TableQuery
			.of(Criteria.where("department").is("Sales").and(Criteria.where("year").is(2014)));
		assertThatExceptionOfType(RejectedScanException.class)
			.isThrownBy(() -> this.template.find(ofYear, Review.class))
			.withMessageContaining("a part before it is not asked for by equality");
	}

	@Test
	void readsBucketsInOrder() {
		List<Visit> visits = IntStream.range(0, 400)
			.mapToObj((i) -> new Visit("2014-08-22", LocalTime.MIDNIGHT.plusMinutes(i).toString(), "user" + i % 100))
			.toList();
		assertThat(requests(() -> this.template.saveAll(visits))).isEqualTo(8);
		this.gateway.reset();
		// tag::bucket-query[]
		TableQuery ofDay = TableQuery.of(Criteria.where("day").is("2014-08-22")).orderBy(Sort.by("time"));
		List<Visit> first = this.template.find(ofDay.limit(10), Visit.class);
		List<Visit> ofUser = this.template.find(ofDay.and(Criteria.where("user").is("user7")), Visit.class);
		// end::bucket-query[]
		assertThat(this.gateway.requests()).isEqualTo(8 + 1);
		assertThat(first).isEqualTo(visits.subList(0, 10));
		assertThat(ofUser).extracting(Visit::time).containsExactly("00:07", "01:47", "03:27", "05:07");
		assertThat(requests(() -> assertThat(this.template.find(ofDay, Visit.class)).isEqualTo(visits))).isEqualTo(8);
		assertThat(requests(() -> this.template.insert(new Visit("2014-08-23", "12:00", "user7")))).isEqualTo(1);
	}

	private long requests(Runnable action) {
		this.gateway.reset();
		action.run();
		return this.gateway.requests();
	}

	// tag::compound[]
	@Table("Employees")
	@PartitionKey("{department}")
	@RowKey("empid_{employeeId:6}")
	record Employee(String department, int employeeId, String lastName, int rating) {
	}

	@Table("Employees")
	@PartitionKey("{department}")
	@RowKey("review_{employeeId:6}_{year:4}")
	record Review(String department, int employeeId, int year, int rating) {
	}
	// end::compound[]

	// tag::bucket[]
	@Table("Visits")
	@PartitionKey("{day}_{user:bucket(8)}")
	@RowKey("{time} {user}")
	record Visit(String day, String time, String user) {
	}
	// end::bucket[]

	// tag::accepted[]
	@Table("Holidays")
	@PartitionKey("holidays")
	@RowKey("{day}")
	@AcceptHotPartition(reason = "fewer than 20 rows a year, read together")
	record Holiday(LocalDate day, String name) {
	}
	// end::accepted[]

}
