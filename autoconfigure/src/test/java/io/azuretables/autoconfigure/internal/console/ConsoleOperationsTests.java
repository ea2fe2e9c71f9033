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

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.StreamSupport;

import io.azuretables.autoconfigure.client.TableClientAutoConfiguration;
import io.azuretables.autoconfigure.console.TableConsoleAutoConfiguration;
import io.azuretables.autoconfigure.denormalization.TableDenormalizationAutoConfiguration;
import io.azuretables.autoconfigure.encryption.TableEncryptionAutoConfiguration;
import io.azuretables.autoconfigure.fleet.Captain;
import io.azuretables.autoconfigure.fleet.Position;
import io.azuretables.autoconfigure.fleet.Ship;
import io.azuretables.autoconfigure.index.TableIndexStatesAutoConfiguration;
import io.azuretables.autoconfigure.internal.console.web.ConsoleCalls;
import io.azuretables.autoconfigure.queue.TableQueueAutoConfiguration;
import io.azuretables.autoconfigure.summary.TableSummaryAutoConfiguration;
import io.azuretables.autoconfigure.template.TableTemplateAutoConfiguration;
import io.azuretables.convert.TableConverter;
import io.azuretables.encryption.PropertyEncryption;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.observation.PartitionShares;
import io.azuretables.operations.EntitySize;
import io.azuretables.operations.SchemaMode;
import io.azuretables.operations.TableTemplate;
import io.azuretables.operations.TableTemplateOptions;
import io.azuretables.patterns.denormalization.DenormalizedCopies;
import io.azuretables.patterns.internal.message.Envelope.Header;
import io.azuretables.patterns.internal.message.Envelope;
import io.azuretables.patterns.internal.message.PoisonQueue;
import io.azuretables.patterns.interpartition.IndexQueue;
import io.azuretables.patterns.queue.transport.QueueConnection;
import io.azuretables.patterns.summary.Summary;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.boot.autoconfigure.AutoConfigurationPackages;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.convert.ApplicationConversionService;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

/**
 * What the page of the console gets when it asks for queries, indexes, copies, queues,
 * periods and advice, and what it may change.
 */
class ConsoleOperationsTests {

	private static final String TABLE = "Ships";

	private final WebApplicationContextRunner application = new WebApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class, TableClientAutoConfiguration.class,
				TableTemplateAutoConfiguration.class, TableIndexStatesAutoConfiguration.class,
				TableQueueAutoConfiguration.class, TableDenormalizationAutoConfiguration.class,
				TableSummaryAutoConfiguration.class, TableConsoleAutoConfiguration.class))
		.withInitializer((context) -> AutoConfigurationPackages
			.register((BeanDefinitionRegistry) context.getBeanFactory(), Ship.class.getPackageName()))
		.withPropertyValues("azure.tables.console.enabled=true", "azure.tables.embedded=true",
				"azure.tables.queue.name=work", "azure.tables.queue.worker.enabled=false")
		.withUserConfiguration(Copies.class);

	private void run(boolean write, BiConsumer<ApplicationContext, ConsoleTest> work) {
		run(this.application.withPropertyValues("azure.tables.console.write=" + write), work);
	}

	private static void run(WebApplicationContextRunner application, BiConsumer<ApplicationContext, ConsoleTest> work) {
		application.run((context) -> {
			TableTemplate template = context.getBean(TableTemplate.class);
			template.insert(new Captain("north", 1, "Ahab", null));
			template.insert(new Ship("north", 7, 1, "Ahab", null));
			template.insert(new Ship("north", 8, 1, "Ahab", null));
			template.insert(new Captain("south", 2, "Nemo", null));
			template.insert(new Ship("south", 9, 2, "Nemo", null));
			work.accept(context, new ConsoleTest(new ConsoleCalls(context)));
		});
	}

	@Test
	void showsWhatThereIs() {
		run(false, (context, console) -> assertThat(console.page().path("views").toString())
			.isEqualTo("[\"tables\",\"plans\",\"query\",\"indexes\",\"copies\",\"queues\",\"periods\",\"advice\"]"));
	}

	@Test
	void plansNamesAndRunsThem() {
		run(false, (context, console) -> {
			JsonNode planned = console.query("name", "findByPortAndCaptainStartingWith");
			assertThat(planned.at("/plan/path").asString()).isEqualTo("ROW_RANGE");
			assertThat(planned.at("/plan/index").asString()).isEqualTo("captain");
			assertThat(texts(planned.path("arguments"), "name")).containsExactly("port", "captain");
			assertThat(planned.has("result")).isFalse();
			JsonNode result = console.query("name", "findByPortAndCaptainStartingWith", "north", "Ah").path("result");
			assertThat(result.path("entities").asInt()).isEqualTo(2);
			assertThat(result.path("requests")).hasSize(1);
			JsonNode several = console.query("name", "findByPortAndNumberIn", "north", "7, 9");
			assertThat(several.at("/plan/path").asString()).isEqualTo("MULTI_POINT");
			assertThat(several.at("/result/entities").asInt()).isEqualTo(1);
			assertThat(several.at("/result/requests")).hasSize(2);
		});
	}

	@Test
	void plansFiltersAndCriteria() {
		run(false, (context, console) -> {
			assertThat(console.query("odata", "port eq 'north' and captain eq 'Ahab'").at("/plan/path").asString())
				.isEqualTo("ROW_RANGE");
			assertThat(console.query("odata", "port eq 'north' and number eq 7", new String[0])
				.at("/result/entities")
				.asInt()).isEqualTo(1);
			String criteria = """
					{"and": [{"property": "port", "is": "north"}, {"property": "number", "greaterThan": 7},
					{"not": {"property": "captain", "is": "Nemo"}}]}""";
			JsonNode found = console.query("criteria", criteria, new String[0]);
			assertThat(found.at("/result/entities").asInt()).as(found.toString()).isEqualTo(1);
			assertThat(found.path("explanation").asString()).contains("north");
			assertThat(console.query("criteria", """
					{"or": [{"property": "port", "is": "south"}, {"property": "port", "in": ["north"]}]}""")
				.has("refused")).isFalse();
		});
	}

	@Test
	void saysWhyQueriesAreRefused() {
		run(false, (context, console) -> {
			assertThat(console.query("name", "findByCaptain").path("refused").asString())
				.contains("reads the whole table", "@AllowScan");
			assertThat(console.query("name", "findByPortOrderByCaptainNumberAsc").path("refused").asString())
				.contains("@SecondaryIndex(name = \"captainNumber\"");
			assertThat(console.query("name", "findByHarbour").path("refused").asString()).contains("no such property");
			assertThat(console.query("name", "deleteByPort").path("refused").asString())
				.contains("begin it with findBy");
			assertThat(console.query("odata", "port eq").path("refused").asString()).startsWith("Ship: ");
			assertThat(console.problem("query",
					Map.of("entity", "Ship", "form", "criteria", "text", "{\"property\": \"port\"}"), 400))
				.contains("The condition on 'port' says none of");
			assertThat(console.problem("query", Map.of("entity", "Ship", "form", "criteria", "text", "no"), 400))
				.contains("no JSON");
			assertThat(console.problem("query", Map.of("entity", "Nothing", "form", "odata"), 404)).contains("Nothing");
			Map<String, Object> allowed = Map.of("entity", "Ship", "form", "name", "text", "findByCaptain", "scan",
					true);
			assertThat(console.answer("query", allowed).at("/plan/path").asString()).isEqualTo("TABLE_SCAN");
			assertThat(
					console.problem("query",
							Map.of("entity", "Ship", "form", "name", "text", "findByPortAndNumber", "run", true,
									"arguments", List.of("north", "seven")),
							400))
				.contains("'number' cannot be made a");
		});
	}

	@Test
	void verifiesIndexesAndRebuildsThemWhereThatIsAllowed() {
		for (boolean write : List.of(false, true)) {
			run(write, (context, console) -> {
				JsonNode index = console.answer("indexes", Map.of()).at("/indexes/0");
				assertThat(index.path("state").asString()).isEqualTo("READABLE");
				assertThat(index.path("rowKey").asString()).isEqualTo("captained_{captain}_{number:2}");
				Map<String, Object> captains = Map.of("entity", "Ship", "index", "captain");
				assertThat(console.job("index-verify", captains).path("counts").toString())
					.isEqualTo("{\"entities\":3,\"index rows\":3}");
				String lost = console.rows("north")
					.stream()
					.filter((key) -> key.startsWith("captained_"))
					.findFirst()
					.orElseThrow();
				context.getBean(TableGateway.class)
					.write(TABLE, new RowWrite.Delete(new TableKey("north", lost), RowWrite.ANY));
				JsonNode damaged = console.job("index-verify", captains);
				assertThat(damaged.at("/counts/MISSING").asInt()).isEqualTo(1);
				assertThat(damaged.at("/findings/0/kind").asString()).isEqualTo("MISSING");
				assertThat(damaged.at("/findings/0/row/rowKey").asString()).isEqualTo(lost);
				if (write) {
					console.job("index-rebuild", captains);
					assertThat(console.job("index-verify", captains).path("found").asInt()).isZero();
					assertThat(console.rows("north")).contains(lost);
				}
				else {
					assertThat(console.problem("index-rebuild", captains, 404)).contains("index-rebuild");
				}
				assertThat(console.problem("job", Map.of("job", "99"), 404)).contains("99");
			});
		}
	}

	@Test
	void verifiesCopies() {
		run(true, (context, console) -> {
			JsonNode shown = console.answer("copies", Map.of());
			assertThat(shown.at("/copies/0/near").asBoolean()).isTrue();
			assertThat(shown.at("/copies/0/state").asString()).isEqualTo("READABLE");
			assertThat(shown.at("/copies/0/kind").asString()).isEqualTo("copies");
			assertThat(shown.path("waiting").isNull()).isTrue();
			Map<String, Object> captains = Map.of("entity", shown.at("/copies/0/type").asString(), "index",
					shown.at("/copies/0/index").asString());
			assertThat(console.job("index-verify", captains).path("found").asInt()).isZero();
			context.getBean(TableTemplate.class)
				.updateWithRetry(Captain.class, new TableKey("north", "captain_01"),
						(one) -> new Captain("north", 1, "Ishmael", one.version()));
			assertThat(console.job("index-verify", captains).path("found").asInt()).isEqualTo(2);
			console.job("index-rebuild", captains);
			assertThat(console.job("index-verify", captains).path("found").asInt()).isZero();
		});
	}

	@Test
	void verifiesSummaries() {
		run(this.application.withPropertyValues("azure.tables.console.write=true")
			.withBean("summary", Summary.class,
					() -> Summary.of(Ship.class, "Fleet").key("{port}", "sum_ships").count("ships")),
				(context, console) -> {
					JsonNode shown = console.answer("copies", Map.of());
					assertThat(texts(shown.path("copies"), "index")).containsExactlyInAnyOrder("copies:captains",
							"summary:Fleet");
					Map<String, Object> fleet = Map.of("entity", Ship.class.getName(), "index", "summary:Fleet");
					assertThat(console.job("index-verify", fleet).path("found").asInt()).isZero();
					context.getBean(TableGateway.class)
						.write(TABLE, new RowWrite.Delete(new TableKey("north", "sum_ships"), RowWrite.ANY));
					JsonNode damaged = console.job("index-verify", fleet);
					assertThat(damaged.at("/findings/0/kind").asString()).isEqualTo("MISSING");
					assertThat(damaged.at("/findings/0/row/rowKey").asString()).isEqualTo("sum_ships");
					console.job("index-rebuild", fleet);
					assertThat(console.rows("north")).contains("sum_ships");
				});
	}

	@Test
	void showsWhatWasGivenUpAndSendsItAgainWhereThatIsAllowed() {
		for (boolean write : List.of(false, true)) {
			run(write, (context, console) -> {
				QueueConnection connection = context.getBean(QueueConnection.class);
				new PoisonQueue(connection).add(Envelope
					.of(new Header("m1", "greeting", Instant.parse("2026-01-02T03:04:05Z"), null), "\"hello\"")
					.failed("no such recipient"));
				connection.poison().send("no envelope", Duration.ZERO);
				JsonNode queue = console.answer("queues", Map.of()).at("/queues/0");
				assertThat(queue.path("depth").asInt()).isZero();
				assertThat(queue.path("poison").asInt()).isEqualTo(2);
				assertThat(queue.path("worker").asString()).isEqualTo("no worker in this application");
				for (int twice = 0; twice < 2; twice++) {
					JsonNode messages = console.answer("poison", Map.of("queue", "messages")).path("messages");
					assertThat(texts(messages, "type")).containsExactlyInAnyOrder("greeting", "unreadable");
					assertThat(messages.toString()).contains("no such recipient", "hello", "no envelope");
				}
				Map<String, Object> all = Map.of("queue", "messages", "most", "100");
				if (write) {
					assertThat(console.answer("redrive", all).path("redriven").asInt()).isEqualTo(1);
					assertThat(connection.queue().depth()).isEqualTo(1);
					assertThat(connection.poison().depth()).isEqualTo(1);
				}
				else {
					assertThat(console.problem("redrive", all, 404)).contains("redrive");
				}
				assertThat(console.problem("poison", Map.of("queue", "other"), 404)).contains("other");
			});
		}
	}

	@Test
	void showsPeriodsAndTheirSizes() {
		run(false, (context, console) -> {
			Instant now = Instant.now();
			context.getBean(TableTemplate.class).insert(new Position("s1", now, "harbour"));
			context.getBean(TableTemplate.class).insert(new Position("s2", now, "sea"));
			JsonNode period = console.answer("periods", Map.of()).at("/periods/0");
			String table = period.path("table").asString();
			assertThat(table).matches("Positions\\d{8}");
			Instant end = Instant.parse(period.path("end").asString());
			assertThat(Duration.between(Instant.parse(period.path("start").asString()), end))
				.isEqualTo(Duration.ofDays(1));
			assertThat(Instant.parse(period.path("dropped").asString()))
				.isEqualTo(end.plus(Duration.ofDays(2)).plus(Duration.ofHours(1)));
			JsonNode size = console.answer("period-size", Map.of("table", table));
			assertThat(size.path("rows").asInt()).isEqualTo(2);
			assertThat(size.path("requests").asInt()).isEqualTo(1);
			assertThat(size.path("bytes").asLong())
				.isEqualTo(context.getBean(TableTemplate.class).sizeOf(new Position("s1", now, "harbour")).bytes()
						+ context.getBean(TableTemplate.class).sizeOf(new Position("s2", now, "sea")).bytes());
			// rows of such a table are told, too
			assertThat(texts(console.answer("rows", Map.of("table", table)).path("rows"), "kind"))
				.containsExactly("Position", "Position");
		});
	}

	/**
	 * A share is known when a window of requests is over, so the test says what it is.
	 */
	@Test
	void reportsTheDesignWithSharesAndSizesOfStoredEntities() {
		PartitionShares shares = mock();
		given(shares.measured(any())).willAnswer((call) -> call.getArgument(0));
		given(shares.share(TABLE)).willReturn(0.75);
		run(this.application.withBean(PartitionShares.class, () -> shares), (context, console) -> {
			JsonNode before = console.design("Ship", Map.of());
			assertThat(before.path("table").asString()).isEqualTo(TABLE);
			assertThat(before.path("partitioning").asString()).isEqualTo("SPREAD");
			assertThat(before.path("rows").asInt()).isEqualTo(2);
			assertThat(before.path("busiest").asDouble()).isEqualTo(0.75);
			assertThat(before.path("size").isNull()).isTrue();
			assertThat(texts(before.path("indexes"), "name")).containsExactly("captain");
			assertThat(console.answer("measure", Map.of("entity", "Ship")).path("requests")).hasSize(1);
			JsonNode after = console.design("Ship",
					Map.of("stored", List.of(Map.of("entity", "Ship", "count", "200"))));
			EntitySize size = context.getBean(TableTemplate.class).sizeOf(new Ship("north", 7, 1, "Ahab", null));
			assertThat(after.at("/size/entities").asInt()).isEqualTo(3);
			assertThat(after.at("/size/meanBytes").asLong()).isEqualTo(size.bytes());
			assertThat(after.at("/size/storedBytes").asLong()).isEqualTo(200 * size.bytes());
			assertThat(console.answer("measure", Map.of("entity", "Position")).path("entities").asInt()).isZero();
			assertThat(console.design("Position", Map.of()).path("size").isNull()).isTrue();
			assertThat(
					console.problem("design", Map.of("stored", List.of(Map.of("entity", "Ship", "count", "-1"))), 400))
				.contains("'count' is a number");
		});
	}

	@Test
	void showsHowALateWorkerLetsIndexesLag() {
		Instant sent = Instant.parse("2026-01-02T03:04:05Z");
		IndexQueue queue = IndexQueue.embedded(InstantSource.fixed(sent));
		run(this.application.withBean(IndexQueue.class, () -> queue), (context, console) -> {
			assertThat(console.answer("indexes", Map.of()).path("waiting").isNull()).isTrue();
			queue.queue().send("a message", Duration.ZERO);
			JsonNode answer = console.answer("indexes", Map.of());
			assertThat(answer.path("waiting").asString()).isEqualTo("2026-01-02T03:04:05Z");
			assertThat(Instant.parse(answer.path("now").asString())).isAfter(sent);
		});
	}

	@Test
	void dividesATableAmongPartitionsAndKinds() {
		run(false, (context, console) -> {
			JsonNode answer = console.answer("shares", Map.of("table", TABLE));
			JsonNode shares = answer.path("shares");
			assertThat(answer.path("requests")).hasSize(1);
			assertThat(shares.path("rows").asInt()).isEqualTo(8);
			assertThat(shares.path("more").asBoolean()).isFalse();
			assertThat(texts(shares.path("partitions"), "name")).containsExactly("north", "south");
			assertThat(texts(shares.path("partitions"), "rows")).containsExactly("5", "3");
			assertThat(texts(shares.path("kinds"), "name")).containsExactlyInAnyOrder("Captain", "Ship",
					"Ship by captain");
			TableTemplate template = context.getBean(TableTemplate.class);
			assertThat(shares.path("bytes").asLong())
				.isEqualTo(2 * template.sizeOf(new Captain("north", 1, "Ahab", null)).bytes()
						+ 3 * template.sizeOf(new Ship("north", 7, 1, "Ahab", null)).bytes());
		});
	}

	@Test
	void changesNothingByDefault() {
		run(false, (context, console) -> {
			Map<String, Object> seen = console.seen("north", "ship_07", Map.of("captain", "Ishmael"));
			assertThat(console.problem("save", seen, 404)).contains("save");
			assertThat(console.problem("delete", seen, 404)).contains("delete");
			assertThat(console.page().path("write").asBoolean()).isFalse();
		});
	}

	@Test
	void editsThroughTheTemplate() {
		run(true, (context, console) -> {
			Map<String, Object> seen = console.seen("north", "ship_07", Map.of("captain", "Ishmael"));
			console.answer("save", seen);
			Ship ship = context.getBean(TableTemplate.class)
				.findById(Ship.class, new TableKey("north", "ship_07"))
				.orElseThrow();
			assertThat(ship.captain()).isEqualTo("Ishmael");
			assertThat(console.rows("north")).contains("captained_Ishmael_07").doesNotContain("captained_Ahab_07");
			// what was seen is not there any more
			assertThat(console.problem("save", seen, 409)).contains("open it again");
			assertThat(console.problem("delete", seen, 409)).contains("open it again");
			assertThat(console.problem("save", console.seen("north", "ship_07", Map.of("number", "5")), 400))
				.contains("'number' cannot be edited");
			assertThat(console.problem("save", console.seen("north", "ship_07", Map.of("captainNumber", "x")), 400))
				.contains("'captainNumber' cannot be made");
			// a class without a version
			Instant now = Instant.now();
			context.getBean(TableTemplate.class).insert(new Position("s1", now, "harbour"));
			String table = console.answer("periods", Map.of()).at("/periods/0/table").asString();
			JsonNode row = console.answer("rows", Map.of("table", table)).at("/rows/0");
			Map<String, Object> position = console.seen(table, "s1", row.path("rowKey").asString(),
					Map.of("place", "sea"));
			console.answer("save", position);
			assertThat(console.problem("save", position, 409)).contains("open it again");
			assertThat(console.answer("rows", Map.of("table", table)).at("/rows/0/properties/place").asString())
				.isEqualTo("sea");
		});
	}

	@Test
	void deletesWithIndexRows() {
		run(true, (context, console) -> {
			console.answer("delete", console.seen("north", "ship_07", Map.of()));
			assertThat(console.rows("north")).containsExactly("captain_01", "captained_Ahab_08", "ship_08");
			assertThat(console.problem("delete", console.seen("north", "captained_Ahab_08", Map.of()), 400))
				.contains("is not an entity");
			context.getBean(TableGateway.class)
				.write(TABLE, new RowWrite.Insert(TableRow.of(new TableKey("north", "else"), Map.of("A", 1))));
			console.answer("delete", console.seen("north", "else", Map.of()));
			assertThat(console.rows("north")).doesNotContain("else");
		});
	}

	/**
	 * Without its data key, no encrypted value of a table can be read.
	 */
	@Test
	void deletesNoDataKeys() {
		run(this.application.withConfiguration(AutoConfigurations.of(TableEncryptionAutoConfiguration.class))
			.withPropertyValues("azure.tables.console.write=true", "azure.tables.encryption.local.current-key=first",
					"azure.tables.encryption.local.keys.first=" + "A".repeat(43) + "="),
				(context, console) -> {
					context.getBean(PropertyEncryption.class).rotate(TABLE);
					JsonNode key = console.answer("rows", Map.of("table", "encryptionkeys")).at("/rows/0");
					assertThat(key.path("category").asString()).isEqualTo("KEPT");
					Map<String, Object> seen = console.seen("encryptionkeys", TABLE, key.path("rowKey").asString(),
							Map.of());
					assertThat(console.problem("delete", seen, 400)).contains("maintained by the library");
					assertThat(console.answer("shares", Map.of("table", "encryptionkeys")).has("shares")).isTrue();
				});
	}

	/**
	 * The requests that the page about the console names.
	 */
	@Test
	void countsTheRequestsOfChanges() {
		run(true, (context, console) -> {
			TableGateway gateway = context.getBean(TableGateway.class);
			context.getBean(TableTemplate.class).insert(new Captain("west", 3, "Bligh", null));
			for (String change : List.of("save", "delete")) {
				Map<String, Object> seen = console.seen("west", "captain_03", Map.of("name", "Christian"));
				Recording recording = new Recording();
				TableGateway recorded = recording.in(gateway);
				TableTemplate template = new TableTemplate(recorded, context.getBean(TableConverter.class),
						TableTemplateOptions.DEFAULTS.withSchema(SchemaMode.NONE));
				new RowEdits(recorded, template, ApplicationConversionService.getSharedInstance()).calls()
					.get(change)
					.apply(new ConsoleArguments(JsonMapper.shared().valueToTree(seen)));
				assertThat(recording.requests()).as(change).hasSize(change.equals("save") ? 4 : 3);
			}
		});
	}

	private static List<String> texts(JsonNode nodes, String name) {
		return StreamSupport.stream(nodes.spliterator(), false).map((node) -> node.path(name).asString("")).toList();
	}

	/**
	 * Calls whose exceptions need not be declared.
	 */
	private record ConsoleTest(ConsoleCalls calls) {

		JsonNode page() {
			try {
				return this.calls.page();
			}
			catch (Exception ex) {
				throw new IllegalStateException(ex);
			}
		}

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

		/**
		 * The design of a class.
		 */
		JsonNode design(String name, Object body) {
			JsonNode classes = answer("design", body).at("/report/classes");
			return StreamSupport.stream(classes.spliterator(), false)
				.filter((one) -> one.path("name").asString().equals(name))
				.findFirst()
				.orElseThrow();
		}

		JsonNode query(String form, String text) {
			return answer("query", Map.of("entity", "Ship", "form", form, "text", text));
		}

		JsonNode query(String form, String text, String... arguments) {
			return answer("query",
					Map.of("entity", "Ship", "form", form, "text", text, "run", true, "arguments", List.of(arguments)));
		}

		JsonNode job(String name, Object body) {
			String job = answer(name, body).path("job").asString();
			while (true) {
				JsonNode progress = answer("job", Map.of("job", job));
				if (progress.path("done").asBoolean()) {
					assertThat(progress.path("failure").isNull()).as(progress.toString()).isTrue();
					return progress;
				}
				Thread.onSpinWait();
			}
		}

		List<String> rows(String partition) {
			return texts(answer("rows", Map.of("table", TABLE, "partition", partition)).path("rows"), "rowKey");
		}

		/**
		 * A row as a person has opened it, with new values.
		 */
		Map<String, Object> seen(String partitionKey, String rowKey, Map<String, String> values) {
			return seen(TABLE, partitionKey, rowKey, values);
		}

		Map<String, Object> seen(String table, String partitionKey, String rowKey, Map<String, String> values) {
			Map<String, Object> seen = new HashMap<>(ConsoleCalls.key(table, partitionKey, rowKey));
			seen.put("etag", answer("row", seen).at("/row/etag").asString());
			seen.put("values", values);
			return seen;
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Copies {

		@Bean
		DenormalizedCopies<Captain, Ship> captains() {
			return DenormalizedCopies.of(Captain.class, Ship.class, "captains")
				.reference("port", "port")
				.reference("captainNumber", "number")
				.copy("captain", "name");
		}

	}

}
