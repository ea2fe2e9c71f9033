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

package io.azuretables.autoconfigure.internal.console;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

import io.azuretables.autoconfigure.client.TableClientAutoConfiguration;
import io.azuretables.autoconfigure.console.TableConsoleAutoConfiguration;
import io.azuretables.autoconfigure.design.DesignReport;
import io.azuretables.autoconfigure.employees.Employee;
import io.azuretables.autoconfigure.internal.console.web.ConsoleCalls;
import io.azuretables.autoconfigure.plan.RepositoryPlans;
import io.azuretables.autoconfigure.repository.TableRepositoriesAutoConfiguration;
import io.azuretables.autoconfigure.template.TableTemplateAutoConfiguration;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.operations.TableOperations;
import io.azuretables.operations.TableTemplate;
import io.azuretables.query.TableQuery;
import io.azuretables.row.AtomicBatch;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.boot.autoconfigure.AutoConfigurationPackages;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What the page of the console gets when it asks for tables and plans.
 */
@ExtendWith(OutputCaptureExtension.class)
class ConsoleViewsTests {

	private static final String METHODS = "io.azuretables.autoconfigure.employees.Employees";

	private final WebApplicationContextRunner application = new WebApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class, TableClientAutoConfiguration.class,
				TableTemplateAutoConfiguration.class, TableRepositoriesAutoConfiguration.class,
				TableConsoleAutoConfiguration.class))
		.withInitializer((context) -> AutoConfigurationPackages
			.register((BeanDefinitionRegistry) context.getBeanFactory(), Employee.class.getPackageName()))
		.withPropertyValues("azure.tables.console.enabled=true", "azure.tables.embedded=true");

	private void run(BiConsumer<ApplicationContext, ConsoleTest> work) {
		this.application.run((context) -> {
			TableTemplate template = context.getBean(TableTemplate.class);
			template.insertAll(List.of(Employee.of("HR", 1, "Hall"), Employee.of("HR", 2, "Cao"),
					Employee.of("HR", 30, "Kumar"), Employee.of("Sales", 4, "Hall")));
			work.accept(context, new ConsoleTest(new ConsoleCalls(context)));
		});
	}

	@Test
	void listsTablesWithTheirKinds() {
		run((context, console) -> {
			JsonNode answer = console.answer("tables", Map.of());
			assertThat(answer.path("requests")).hasSize(1);
			assertThat(answer.at("/tables/0/name").asString()).isEqualTo("Employees");
			assertThat(texts(answer.at("/tables/0/kinds"), "label")).containsExactlyInAnyOrder("Employee",
					"Employee by email");
		});
	}

	@Test
	void listsPartitionsByOneRequestForEach() {
		run((context, console) -> {
			context.getBean(TableTemplate.class)
				.insertAll(
						IntStream.range(0, 30).mapToObj((i) -> Employee.of("D%02d".formatted(i), 1, "Hall")).toList());
			JsonNode first = console.answer("partitions", Map.of("table", "Employees"));
			assertThat(first.path("partitions")).hasSize(20);
			assertThat(first.path("requests")).hasSize(20);
			assertThat(first.path("more").asBoolean()).isTrue();
			JsonNode rest = console.answer("partitions",
					Map.of("table", "Employees", "after", first.at("/partitions/19").asString()));
			assertThat(rest.path("partitions")).hasSize(12);
			assertThat(rest.at("/partitions/11").asString()).isEqualTo("Sales");
			assertThat(rest.path("more").asBoolean()).isFalse();
		});
	}

	@Test
	void tellsTheKindsOfRowsApart() {
		run((context, console) -> {
			TableGateway gateway = context.getBean(TableGateway.class);
			for (String key : List.of("~t|token", "~p|empid_000001|part", "~x|other", "else")) {
				gateway.write("Employees", new RowWrite.Insert(TableRow.of(new TableKey("Ops", key), Map.of())));
			}
			gateway.write("Employees", new RowWrite.Insert(TableRow.of(new TableKey("~indexes", "~i|x"), Map.of())));
			assertThat(
					texts(console.answer("rows", Map.of("table", "Employees", "partition", "HR")).path("rows"), "kind"))
				.containsExactly("Employee by email", "Employee by email", "Employee by email", "Employee", "Employee",
						"Employee");
			assertThat(texts(console.answer("rows", Map.of("table", "Employees", "partition", "Ops")).path("rows"),
					"category"))
				.containsExactly("UNKNOWN", "PART", "TOKEN", "KEPT");
			assertThat(texts(console.answer("rows", Map.of("table", "Employees", "partition", "~indexes")).path("rows"),
					"category"))
				.containsExactly("KEPT");
		});
	}

	@Test
	void readsByKeysRangesAndFilters() {
		run((context, console) -> {
			assertThat(console.keys(Map.of("partition", "HR", "prefix", "empid_"))).containsExactly("empid_000001",
					"empid_000002", "empid_000030");
			assertThat(console.keys(Map.of("partition", "HR", "from", "empid_000002", "to", "empid_000030")))
				.containsExactly("empid_000002");
			assertThat(console.keys(Map.of("filter", "lastName eq 'Hall' and RowKey ge 'empid_'")))
				.containsExactly("empid_000001", "empid_000004");
			// a filter cannot leave the partition
			assertThat(console.problem("rows",
					Map.of("table", "Employees", "partition", "HR", "filter", "RowKey eq 'x') or (PartitionKey ne 'x'"),
					400))
				.contains("cannot be read");
			assertThat(console.problem("rows", Map.of("table", "Nowhere"), 422)).isNotEmpty();
			assertThat(console.problem("rows", Map.of("table", "Employees", "size", "2000"), 400))
				.contains("1 to 1000");
		});
	}

	@Test
	void readsARowByItsKey() {
		run((context, console) -> {
			Map<String, Object> key = Map.of("table", "Employees", "partition", "HR", "rowKey", "empid_000002");
			JsonNode found = console.answer("rows", key);
			assertThat(texts(found.path("rows"), "rowKey")).containsExactly("empid_000002");
			assertThat(texts(found.path("requests"), "operation")).containsExactly("read");
			assertThat(console.keys(Map.of("partition", "HR", "rowKey", "nobody"))).isEmpty();
			// in any partition, it is a condition
			assertThat(console.keys(Map.of("rowKey", "empid_000004"))).containsExactly("empid_000004");
			Map<String, Object> both = new HashMap<>(key);
			both.put("filter", "lastName eq 'Hall'");
			assertThat(console.problem("rows", both, 400)).contains("by its key alone");
		});
	}

	/**
	 * What each of the calls costs that the page sends while a person goes through a
	 * large table: none of them grows with it.
	 */
	@Test
	void readsNoMoreOfALargeTableThanOfASmallOne() {
		run((context, console) -> {
			TableGateway gateway = context.getBean(TableGateway.class);
			Map<String, Object> values = Map.of("email", "hall@contoso.com", "lastName", "Hall", "skills", "[]");
			for (int from = 0; from < 100_000; from += 100) {
				int first = from;
				gateway.submit(new AtomicBatch("Employees",
						IntStream.range(first, first + 100)
							.<RowWrite>mapToObj((i) -> new RowWrite.Insert(TableRow
								.of(new TableKey("P%03d".formatted(first / 1000), "empid_%06d".formatted(i)), values)))
							.toList()));
			}
			assertThat(cost(console.answer("tables", Map.of()))).containsExactly(1, 0);
			assertThat(cost(console.answer("partitions", Map.of("table", "Employees")))).containsExactly(20, 20);
			JsonNode page = console.answer("rows", Map.of("table", "Employees"));
			assertThat(cost(page)).containsExactly(1, 50);
			for (int pages = 0; pages < 3; pages++) {
				page = console.answer("rows", Map.of("table", "Employees", "next", page.get("next")));
				assertThat(cost(page)).containsExactly(1, 50);
				assertThat(page.path("rows")).hasSize(50);
			}
			assertThat(cost(
					console.answer("rows", Map.of("table", "Employees", "partition", "P090", "prefix", "empid_09"))))
				.containsExactly(1, 50);
			assertThat(cost(console.answer("row", ConsoleCalls.key("Employees", "P099", "empid_099999"))))
				.containsExactly(1, 1);
			assertThat(cost(console.answer("shares", Map.of("table", "Employees")))).containsExactly(20, 20_000);
			assertThat(cost(console.answer("measure", Map.of("entity", "Employee")))).containsExactly(1, 1000);
			JsonNode run = console.run("findByDepartmentAndEmployeeId", "(String, int)", "P050", "50000");
			assertThat(cost(run)).containsExactly(1, 1);
			assertThat(run.at("/picture/tables/0/rows").size()).isLessThanOrEqualTo(120);
			for (JsonNode answer : List.of(console.answer("plans", Map.of()), console.answer("design", Map.of()))) {
				assertThat(answer.has("requests")).isFalse();
			}
		});
	}

	/**
	 * The requests of a call, and the rows that they returned.
	 */
	private static List<Integer> cost(JsonNode answer) {
		return List.of(answer.path("requests").size(),
				StreamSupport.stream(answer.path("requests").spliterator(), false)
					.mapToInt((request) -> request.path("rows").asInt())
					.sum());
	}

	@Test
	void reportsTheTransactionsOfALoad() {
		run((context, console) -> {
			JsonNode nothing = console.answer("design", Map.of());
			assertThat(nothing.at("/report/transactions").isNull()).isTrue();
			assertThat(texts(nothing.at("/report/classes/0/findings"), "kind")).contains("SCAN", "READS_MORE");
			JsonNode second = console.answer("design",
					Map.of("calls",
							List.of(call("Employees.findByDepartmentAndEmail", "2", "second"),
									call("Employees.findByDepartmentAndEmployeeIdIn", "1000", "month"),
									call("Employees.findByLastName", "5", "month"))));
			// a month has 2,629,800 seconds; a condition with several values has three
			assertThat(second.at("/report/transactions").asLong()).isEqualTo(2 * 2_629_800 + 3 * 1000);
			assertThat(second.path("unknown").toString()).isEqualTo("[\"Employees.findByLastName\"]");
			assertThat(second.path("markdown").asString())
				.contains("The given calls take 5262600 billable transactions in a month.")
				.contains("Not known, and not counted, are those of Employees.findByLastName.");
			// all three faces are one report
			DesignReport report = DesignReport.of(context.getBean(TableMappingContext.class),
					context.getBean(RepositoryPlans.class).all());
			assertThat(nothing.path("markdown").asString()).isEqualTo(report.markdown());
			assertThat(nothing.path("report")).isEqualTo(JsonMapper.shared().readTree(report.json()));
			assertThat(console.problem("design", Map.of("calls", List.of(call("Employees.findNothing", "1", "month"))),
					422))
				.contains("no such method");
			assertThat(console.problem("design",
					Map.of("calls", List.of(call("Employees.findByLastName", "many", "month"))), 400))
				.contains("'count' is a number");
		});
	}

	private static Map<String, String> call(String method, String count, String unit) {
		return Map.of("method", method, "count", count, "unit", unit);
	}

	@Test
	void readsPageByPage() {
		run((context, console) -> {
			JsonNode first = console.answer("rows", Map.of("table", "Employees", "size", "5"));
			assertThat(first.path("rows")).hasSize(5);
			assertThat(first.path("requests")).hasSize(1);
			JsonNode second = console.answer("rows",
					Map.of("table", "Employees", "size", "5", "next", first.get("next")));
			assertThat(second.path("rows")).hasSize(3);
			assertThat(second.path("next").isNull()).isTrue();
		});
	}

	@Test
	void showsARowAndTheObjectThatItBecomes() {
		run((context, console) -> {
			JsonNode found = console.answer("row", ConsoleCalls.key("Employees", "HR", "empid_000001"));
			assertThat(found.at("/row/properties/lastName").asString()).isEqualTo("Hall");
			assertThat(found.at("/row/types/lastName").asString()).isEqualTo("Edm.String");
			assertThat(found.at("/object/type").asString()).isEqualTo("Employee");
			assertThat(texts(found.at("/object/properties"), "name")).contains("department", "employeeId", "skills");
			assertThat(texts(found.at("/object/properties"), "value")).contains("HR", "1", "[Java]");
			assertThat(found.at("/index/0/rowKey").asString()).isEqualTo("email_hall@contoso.com");
			assertThat(found.path("requests")).hasSize(1);
			JsonNode index = console.answer("row", ConsoleCalls.key("Employees", "HR", "email_hall@contoso.com"));
			assertThat(index.at("/entity/rowKey").asString()).isEqualTo("empid_000001");
			assertThat(console.problem("row", ConsoleCalls.key("Employees", "HR", "empid_000009"), 404))
				.contains("not there");
		});
	}

	@Test
	void cutsLongTextsInListsOnly() {
		run((context, console) -> {
			String text = "\uD83D\uDE00".repeat(16_000);
			context.getBean(TableGateway.class)
				.write("Employees",
						new RowWrite.Insert(TableRow.of(new TableKey("Ops", "long"), Map.of("Text", text))));
			JsonNode row = console.answer("rows", Map.of("table", "Employees", "partition", "Ops")).at("/rows/0");
			assertThat(row.at("/properties/Text").asString()).isEqualTo("\uD83D\uDE00".repeat(150) + "…");
			assertThat(row.at("/cut/0").asString()).isEqualTo("Text");
			assertThat(console.answer("row", ConsoleCalls.key("Employees", "Ops", "long"))
				.at("/row/properties/Text")
				.asString()).isEqualTo(text);
		});
	}

	@Test
	void showsThePlanOfEachMethod() {
		run((context, console) -> {
			JsonNode methods = console.answer("plans", Map.of()).path("methods");
			JsonNode byEmail = method(methods, "findByDepartmentAndEmail");
			assertThat(byEmail.path("path").asString()).isEqualTo("POINT");
			assertThat(byEmail.path("index").asString()).isEqualTo("email");
			assertThat(byEmail.path("rowKey").asString()).isEqualTo("email_{email}");
			assertThat(byEmail.at("/forms/0/parameters/1/name").asString()).isEqualTo("email");
			assertThat(method(methods, "findByLastName").path("path").asString()).isEqualTo("TABLE_SCAN");
			assertThat(method(methods, "findByLastName").path("filter").asString()).contains("lastName");
			// what writes cannot be run
			assertThat(method(methods, "save").path("forms")).isEmpty();
			assertThat(method(methods, "deleteAll").path("forms")).isEmpty();
			assertThat(method(methods, "count").path("forms")).hasSize(1);
		});
	}

	@Test
	void runsMethodsAndCountsTheirRequests() {
		run((context, console) -> {
			JsonNode point = console.run("findByDepartmentAndEmail", "(String, String)", "HR", "hall@contoso.com");
			assertThat(point.path("requests")).hasSize(1);
			assertThat(point.path("rowsRead").asInt()).isEqualTo(1);
			assertThat(point.path("entities").asInt()).isEqualTo(1);
			assertThat(point.at("/objects/0/properties/3/value").asString()).isEqualTo("Hall");
			JsonNode points = console.run("findByDepartmentAndEmployeeIdIn", "(String, Collection)", "HR", "1, 2,9");
			assertThat(points.path("requests")).hasSize(3);
			assertThat(points.path("entities").asInt()).isEqualTo(2);
			JsonNode scan = console.run("findByLastName", "(String)", "Hall");
			assertThat(scan.path("entities").asInt()).isEqualTo(2);
			assertThat(texts(scan.at("/requests/0/returned"), "rowKey")).containsExactly("empid_000001",
					"empid_000004");
			assertThat(scan.at("/requests/0/complete").asBoolean()).isTrue();
			// drawn with the rows around, which are not counted
			assertThat(scan.at("/picture/tables/0/rows")).hasSize(8);
			assertThat(scan.path("rowsRead").asInt()).isEqualTo(2);
			assertThat(console.run("count", "()").path("value").asString()).isEqualTo("4");
			assertThat(console.problem("run",
					Map.of("repository", METHODS, "method", "findByDepartmentAndEmployeeId", "signature",
							"findByDepartmentAndEmployeeId(String, int)", "arguments", List.of("HR", "one")),
					400))
				.contains("argument 2 cannot be made a int");
			assertThat(console.problem("run", Map.of("repository", METHODS, "method", "deleteAll", "signature",
					"deleteAll()", "arguments", List.of()), 404))
				.contains("No repository has a method");
		});
	}

	@Test
	void readsNoMoreOfATableThanItCanShow() {
		run((context, console) -> {
			TableGateway gateway = context.getBean(TableGateway.class);
			Map<String, Object> employee = Map.of("email", "hall@contoso.com", "lastName", "Hall", "skills", "[]");
			for (int from = 0; from < Recording.ROWS; from += 100) {
				gateway.submit(new AtomicBatch("Employees",
						IntStream.range(from, from + 100)
							.<RowWrite>mapToObj((i) -> new RowWrite.Insert(
									TableRow.of(new TableKey("Big", "empid_%06d".formatted(i)), employee)))
							.toList()));
			}
			assertThat(console.problem("run", Map.of("repository", METHODS, "method", "findAll", "signature",
					"findAll()", "arguments", List.of()), 422))
				.contains("20000 rows", "limit");
			JsonNode count = console.run("count", "()");
			assertThat(count.path("value").asString()).isEqualTo(String.valueOf(Recording.ROWS + 4));
			assertThat(count.path("rowsRead").asInt()).isGreaterThan(Recording.ROWS);
			JsonNode some = console.answer("query", Map.of("entity", "Employee", "form", "odata", "text", "", "scan",
					true, "limit", "10000", "run", true, "arguments", List.of()));
			assertThat(some.at("/result/entities").asInt()).isEqualTo(10_000);
		});
	}

	@Test
	void takesOnlySomeOfAStream() {
		run((context, console) -> {
			TableOperations operations = context.getBean(TableOperations.class);
			TableGateway gateway = context.getBean(TableGateway.class);
			ConsoleResults results = new ConsoleResults(operations,
					new RowDrawing(gateway, new TableExplorer(gateway, operations, new ConsoleRecorder(), null)));
			ConsoleResults.Result result = results.of(Stream.iterate(1, (i) -> i + 1));
			assertThat(result.count()).isEqualTo(ConsoleResults.TAKEN);
			assertThat(result.more()).isTrue();
			assertThat(result.objects()).hasSize(ConsoleResults.SHOWN);
			assertThat(results.of(List.of(1, 2)).more()).isFalse();
		});
	}

	@Test
	void keepsTheFirstRequestsAndEndsACallOfTooMany() {
		EmbeddedTableGateway target = EmbeddedTableGateway.withTables("Things");
		Recording recording = new Recording();
		TableGateway gateway = recording.in(target);
		for (int i = 0; i < Recording.REQUESTS; i++) {
			gateway.read("Things", new TableKey("a", "b"), null, RowReader.rows());
		}
		assertThat(recording.sent()).isEqualTo(Recording.REQUESTS);
		assertThat(recording.requests()).hasSize(Recording.KEPT);
		assertThatExceptionOfType(ConsoleException.class)
			.isThrownBy(() -> gateway.read("Things", new TableKey("a", "b"), null, RowReader.rows()))
			.withMessageContaining("20000 requests");
	}

	@Test
	void drawsWhereARangeBeginsInALargePartition() {
		run((context, console) -> {
			context.getBean(TableTemplate.class)
				.insertAll(IntStream.range(100, 400)
					.mapToObj((i) -> Employee.of("Big", i, "e%03d".formatted(i)))
					.toList());
			JsonNode found = console.run("findByDepartmentAndEmailStartingWith", "(String, String)", "Big", "e39");
			assertThat(found.path("entities").asInt()).isEqualTo(10);
			List<String> drawn = texts(found.at("/picture/tables/0/rows"), "rowKey");
			assertThat(drawn).hasSizeLessThan(130)
				.contains("email_e100@contoso.com", "email_e390@contoso.com", "email_e399@contoso.com");
		});
	}

	/**
	 * The operations of the application are none of the console's, and values are for the
	 * person alone.
	 */
	@Test
	void recordsItsOwnCallsOnlyAndLogsNoValues(CapturedOutput output) {
		run((context, console) -> {
			context.getBean(TableTemplate.class).count(TableQuery.all().allowScan(), Employee.class);
			assertThat(console.run("count", "()").path("requests")).hasSize(1);
			console.run("findByLastName", "(String)", "Geheim-4711");
			assertThat(output.getAll()).doesNotContain("Geheim-4711");
		});
	}

	private static JsonNode method(JsonNode methods, String name) {
		return StreamSupport.stream(methods.spliterator(), false)
			.filter((method) -> method.path("method").asString().equals(name))
			.findFirst()
			.orElseThrow();
	}

	private static List<String> texts(JsonNode nodes, String name) {
		return StreamSupport.stream(nodes.spliterator(), false).map((node) -> node.path(name).asString("")).toList();
	}

	/**
	 * Calls whose exceptions need not be declared.
	 */
	private record ConsoleTest(ConsoleCalls calls) {

		JsonNode answer(String name, Object body) {
			try {
				return this.calls.answer(name, body);
			}
			catch (Exception ex) {
				throw new IllegalStateException(ex);
			}
		}

		String problem(String name, Object body, int status) {
			try {
				return this.calls.problem(name, body, status);
			}
			catch (Exception ex) {
				throw new IllegalStateException(ex);
			}
		}

		JsonNode run(String method, String parameters, String... arguments) {
			return answer("run", Map.of("repository", METHODS, "method", method, "signature", method + parameters,
					"arguments", List.of(arguments)));
		}

		List<String> keys(Map<String, Object> question) {
			Map<String, Object> body = new HashMap<>(question);
			body.put("table", "Employees");
			return texts(answer("rows", body).path("rows"), "rowKey");
		}

	}

}
