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

package io.azuretables.autoconfigure.console;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

import io.azuretables.autoconfigure.employees.Employee;
import io.azuretables.autoconfigure.fleet.Captain;
import io.azuretables.autoconfigure.fleet.Position;
import io.azuretables.autoconfigure.fleet.Ship;
import io.azuretables.browser.Chromium;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.ForwardingTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.operations.TableTemplate;
import io.azuretables.patterns.internal.message.Envelope;
import io.azuretables.patterns.internal.message.Envelope.Header;
import io.azuretables.patterns.internal.message.PoisonQueue;
import io.azuretables.patterns.queue.transport.QueueConnection;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The console in the browser.
 */
@Tag("long")
@EnabledIf(value = "io.azuretables.browser.Chromium#isInstalled",
		disabledReason = "the console is not tested in a browser: Chromium is not installed")
@Timeout(240)
class ConsolePageTests {

	private static final String LINES = "First line\r\nsecond line";

	private static final Path SCREENSHOTS = Path.of("target/screenshots");

	private static ConfigurableApplicationContext application;

	@BeforeAll
	static void start() {
		application = ConsoleApplication.start("azure.tables.console.enabled=true");
		application.getBean(TableTemplate.class)
			.insertAll(List.of(employee("HR", 1, "Hall"), employee("HR", 2, "Cao"), employee("HR", 3, "Kumar"),
					employee("HR", 4, "Hall"), employee("Sales", 5, "Martin"), employee("Sales", 6, "Hall")));
	}

	private static Employee employee(String department, int id, String lastName) {
		return new Employee(department, id, lastName.toLowerCase(Locale.ROOT) + id + "@contoso.com", lastName,
				List.of("Java"), null);
	}

	@AfterAll
	static void stop() {
		application.close();
	}

	private static Chromium open(String view) throws Exception {
		Chromium page = Chromium.open("http://localhost:" + ConsoleApplication.port(application) + "/azure-tables/");
		page.until("document.getElementById('main')?.dataset.shown");
		show(page, view);
		return page;
	}

	private static void show(Chromium page, String view) throws Exception {
		page.until("(location.hash = '#/" + view + "') || true");
		page.until("document.getElementById('main').dataset.shown === '#/" + view + "'");
	}

	private static String click(Chromium page, String selector) throws Exception {
		return page.until("document.querySelector('" + selector + "')?.click() === undefined");
	}

	private static String texts(Chromium page, String selector) throws Exception {
		return page
			.until("[...document.querySelectorAll('" + selector + "')].map((one) => one.textContent).join(' | ')");
	}

	/**
	 * Shows a part of the page on a screen, and writes what it looks like; with
	 * {@code -Ddocs.write=true} as a picture of the documentation.
	 */
	private static void picture(Chromium page, String name, String part) throws Exception {
		page.show(1000, 640, false);
		page.until("(document.querySelector('" + part + "').scrollIntoView(), true)");
		page.until("(document.getElementById('status').textContent = '', true)");
		page.picture(SCREENSHOTS.resolve(name + ".png"));
		if (Boolean.getBoolean("docs.write")) {
			page.picture(Path.of("../docs/images", name + ".png"));
		}
	}

	@Test
	void exploresTables() throws Exception {
		try (Chromium page = open("tables/Employees")) {
			assertThat(page.until("document.querySelector('.results').dataset.count")).isEqualTo("12");
			assertThat(texts(page, ".results .kind")).contains("Employee by email", "Employee |");
			picture(page, "console-tables", "header");
			page.until("document.querySelector('[name=filter]').value = \"lastName eq 'Hall'\"");
			page.until("document.querySelector('[name=prefix]').value = 'empid_'");
			page.until("document.querySelector('[name=prefix]').focus() || true");
			page.press("Enter");
			page.until("document.querySelector('.results').dataset.count === '3'");
			assertThat(texts(page, ".results .cost")).contains("1 request", "3 rows");
			page.until("document.querySelector('.results .row button').focus() || true");
			page.press("Enter");
			page.until("document.querySelector('dialog')?.dataset.shown === 'HR|empid_000001'");
			assertThat(texts(page, "dialog h3")).contains("Employee", "As Employee", "Keys of its indexes");
			assertThat(texts(page, "dialog tbody th")).contains("PartitionKey", "department (key)", "email");
		}
	}

	@Test
	void drawsWhatAMethodReads() throws Exception {
		try (Chromium page = open("plans")) {
			assertThat(texts(page, "main tbody th")).contains("Employees.findByDepartmentAndEmail")
				.doesNotContain("Employees.save");
			show(page, "plans/Employees.findByLastName");
			assertThat(texts(page, ".plan .path")).isEqualTo("TABLE_SCAN");
			page.until("document.querySelector('form input').value = 'Hall'");
			click(page, "form button");
			page.until("document.querySelector('.picture table')");
			assertThat(texts(page, ".results > .cost")).contains("1 request", "3 rows read", "3 entities",
					"density 100 %");
			assertThat(texts(page, ".picture .reach-read .row button"))
				.isEqualTo("empid_000001 | empid_000004 | empid_000006");
			assertThat(texts(page, ".picture .reach-filtered .row button")).contains("empid_000002", "empid_000003");
			picture(page, "console-run", ".picture");
		}
	}

	/**
	 * What stands in rows is text, whatever it looks like.
	 */
	@Test
	void showsHostileContentsAsTheyAre() throws Exception {
		String script = "<script>window.hurt = 1</script><img src=x onerror='window.hurt = 2'>\"'`${window.hurt = 3}";
		TableGateway gateway = application.getBean(TableGateway.class);
		gateway.createTable("Hostile");
		gateway.write("Hostile",
				new RowWrite.Insert(TableRow.of(new TableKey("<b onclick=\"window.hurt = 4\">'", "‮<u>' or 1 eq 1"),
						Map.of("Script", script, "Mirrored", "‮evil‬ \u0000\u0007", "Long", "<i>".repeat(10_900)))));
		try (Chromium page = open("tables/Hostile")) {
			assertThat(page.until("document.querySelector('.results').dataset.count")).isEqualTo("1");
			assertThat(texts(page, ".results .property")).contains(script);
			click(page, ".results .row button");
			page.until("document.querySelector('dialog')?.dataset.shown");
			assertThat(texts(page, "dialog .value")).contains(script, "<b onclick=\"window.hurt = 4\">'",
					"‮<u>' or 1 eq 1", "<i>".repeat(10_900));
			click(page, "dialog button");
			click(page, "details summary");
			page.until("document.querySelectorAll('details .bar button').length > 0");
			click(page, "details .bar button");
			page.until("document.querySelector('[name=partition]').value.length > 0");
			page.until("document.querySelector('.results').dataset.count === '1'");
			assertThat(page.until("String(window.hurt)")).isEqualTo("undefined");
			assertThat(page
				.until("String(document.querySelectorAll('main script, main img, main b[onclick], main u').length)"))
				.isEqualTo("0");
			// the policy forbids scripts in the page, too
			page.until("(() => { const made = document.createElement('script'); made.textContent = 'window.hurt = 5';"
					+ " document.body.append(made); return true })()");
			assertThat(page.until("String(window.hurt)")).isEqualTo("undefined");
		}
	}

	@Test
	void plansWhatIsTypedAndSaysWhyItIsRefused() throws Exception {
		try (Chromium page = open("query")) {
			page.until("document.querySelector('[name=text]').value = 'findByDepartmentOrderByLastNameAsc'");
			click(page, "form button");
			page.until("document.querySelector('.refused')");
			assertThat(texts(page, ".refused")).contains("cannot be sorted by lastName");
			assertThat(texts(page, ".advised code")).contains("@SecondaryIndex(name = \"lastName\"");
			assertThat(texts(page, ".advised button")).startsWith("Copy");
			picture(page, "console-refused", "header");
			page.until("document.querySelector('[name=text]').value = 'findByDepartmentAndLastName'");
			click(page, "form button");
			page.until("document.querySelector('.values')");
			assertThat(texts(page, ".plan .path")).isEqualTo("KIND_RANGE");
			page.until("document.querySelector('[name=value-department]').value = 'HR'");
			page.until("document.querySelector('[name=value-lastName]').value = 'Hall'");
			click(page, ".values button");
			page.until("document.querySelector('.picture table')");
			assertThat(texts(page, ".results > .cost")).contains("1 request", "2 rows read", "2 entities");
			assertThat(texts(page, ".picture .reach-read .row button")).isEqualTo("empid_000001 | empid_000004");
			assertThat(texts(page, ".picture .reach-filtered .row button")).isEqualTo("empid_000002 | empid_000003");
		}
	}

	@Test
	void verifiesAnIndexWithProgress() throws Exception {
		try (Chromium page = open("indexes")) {
			assertThat(texts(page, "main tbody th")).isEqualTo("Employee.email");
			// nothing may be changed here
			assertThat(texts(page, "main button")).isEqualTo("Verify");
			click(page, "main tbody button");
			page.until("document.querySelector('.job').dataset.done === 'Verify Employee.email'");
			assertThat(texts(page, ".job")).contains("entities: 6 · index rows: 6", "Nothing is wrong.");
		}
	}

	@Test
	void showsHowFarItIsWhileItVerifies() throws Exception {
		try (ConfigurableApplicationContext own = ConsoleApplication.start(new Class<?>[] { WaitingReads.class },
				"azure.tables.console.enabled=true");
				Chromium page = Chromium.open("http://localhost:" + ConsoleApplication.port(own) + "/azure-tables/")) {
			own.getBean(TableTemplate.class)
				.insertAll(IntStream.range(0, 600).mapToObj((i) -> employee("HR", i, "Hall")).toList());
			page.until("document.getElementById('main')?.dataset.shown");
			show(page, "indexes");
			assertThat(texts(page, "main tbody td")).contains("none: one transaction");
			click(page, "main tbody button");
			page.until("document.querySelector('.job .cost')?.textContent === 'entities: 400 · index rows: 600'");
			assertThat(page.until("String(document.querySelectorAll('.job progress').length)")).isEqualTo("1");
			own.getBean(WaitingReads.class).goOn();
			page.until("document.querySelector('.job').dataset.done === 'Verify Employee.email'");
			assertThat(texts(page, ".job")).contains("entities: 600 · index rows: 600", "Nothing is wrong.");
			assertThat(page.until("String(document.querySelectorAll('.job progress').length)")).isEqualTo("0");
		}
	}

	@Test
	void advisesAndAddsUpTheTransactionsOfALoad() throws Exception {
		try (Chromium page = open("advice")) {
			assertThat(texts(page, "section h3")).contains("Employee table Employees");
			assertThat(texts(page, ".finding")).contains("scan Employees.findByLastName reads a whole table");
			assertThat(texts(page, "section dt")).contains("bytes of an entity", "share of the busiest partition");
			click(page, "section button.small");
			page.until(
					"[...document.querySelectorAll('section dt')].some((one) => one.textContent === 'the largest row')");
			assertThat(texts(page, "section dd")).contains("of them in index rows: the mean of 6 entities");
			click(page, ".mix summary");
			page.until("document.querySelector('[name=\"calls-Employees.findByDepartmentAndEmail\"]').value = '2'");
			page.until("document.querySelector('[name=\"calls-Employees.insert\"]').value = '0.5'");
			page.until("document.querySelector('[name=\"calls-Employees.findByLastName\"]').value = '1'");
			page.until("document.querySelector('[name=\"calls-Employees.findByLastName\"]').focus() || true");
			page.press("Enter");
			page.until("document.querySelector('.transactions')");
			assertThat(texts(page, ".transactions")).contains("6,574,500 in a month",
					"Not known, and not counted: Employees.findByLastName", "5,259,600", "1,314,900");
			assertThat(page.until("String(document.querySelectorAll('.transactions svg').length)")).isEqualTo("2");
			assertThat(texts(page, "details pre")).contains("The given calls take 6574500 billable transactions");
			picture(page, "console-advice", ".report");
		}
	}

	@Test
	void drawsSharesOfPartitions() throws Exception {
		try (Chromium page = open("tables/Employees")) {
			page.until("(document.querySelectorAll('main details')[1].open = true)");
			page.until("document.querySelector('.shares svg')");
			assertThat(texts(page, ".shares tbody th")).isEqualTo("HR | Sales | Employee by email | Employee");
			assertThat(texts(page, ".shares tbody td:last-child")).contains("67 %, 8 rows", "33 %, 4 rows");
			assertThat(page.until("document.querySelectorAll('.shares .part')[1].getAttribute('width')"))
				.startsWith("33.3");
		}
	}

	@Test
	void deniesChangesByDefault() throws Exception {
		try (Chromium page = open("tables/Employees")) {
			page.until("document.querySelector('.results').dataset.count === '12'");
			openRow(page, "empid_000001");
			assertThat(page.until("String(document.querySelectorAll('dialog form, dialog .changes').length)"))
				.isEqualTo("0");
			assertThat(texts(page, "dialog button")).isEqualTo("Close");
			for (String call : List.of("save", "delete", "index-rebuild", "redrive")) {
				page.until("(window.denied = '') || import('/azure-tables/parts.js').then((parts) => parts.call('"
						+ call + "', { table: 'Employees', partitionKey: 'HR', rowKey: 'empid_000001', etag: '*' }))"
						+ ".catch((problem) => { window.denied = problem.message }) && true");
				assertThat(page.until("window.denied")).isEqualTo("The console has no call '" + call + "'");
			}
		}
	}

	@Test
	void asksForTheFormOfSpringSecurity() throws Exception {
		try (ConfigurableApplicationContext own = ConsoleApplication.start(new Class<?>[] { LoginConsole.class },
				"azure.tables.console.enabled=true");
				Chromium page = Chromium.open("http://localhost:" + ConsoleApplication.port(own) + "/azure-tables/")) {
			own.getBean(TableTemplate.class).insert(employee("HR", 1, "Hall"));
			page.until("location.pathname === '/login' && document.querySelector('[name=username]')");
			page.until("document.querySelector('[name=username]').value = 'hall'");
			page.until("document.querySelector('[name=password]').value = 'geheim'");
			page.until("document.querySelector('[name=password]').focus() || true");
			page.press("Enter");
			page.until("document.getElementById('main')?.dataset.shown");
			// a call is a POST, which the protection against forged requests lets through
			show(page, "tables/Employees");
			page.until("document.querySelector('.results').dataset.count === '2'");
			// and no other page's
			page.until("fetch('/azure-tables/api/tables', { method: 'POST', body: '{}', headers: { 'Content-Type': "
					+ "'application/json', 'X-Azure-Tables-Console': '1' } })"
					+ ".then((answer) => { window.forged = answer.status }) && true");
			assertThat(page.until("window.forged")).isEqualTo("403");
		}
	}

	@Test
	@ExtendWith(OutputCaptureExtension.class)
	void asksForTheLinkWhereTheServiceIsElsewhere(CapturedOutput output) throws Exception {
		try (ConfigurableApplicationContext own = ConsoleApplication.start(new Class<?>[] { ElsewhereConsole.class },
				"azure.tables.console.enabled=true", "azure.tables.console.allow-remote=true",
				"azure.tables.embedded=false")) {
			own.getBean(TableTemplate.class).insert(employee("HR", 1, "Hall"));
			String console = "http://localhost:" + ConsoleApplication.port(own) + "/azure-tables/";
			try (Chromium page = Chromium.open(console)) {
				assertThat(page.until("document.body?.textContent")).contains("Open the link with a token");
				Matcher token = Pattern.compile("/azure-tables/\\?token=([\\w-]{43})").matcher(output);
				assertThat(token.find()).isTrue();
				page.until("(location.href = '" + console + "?token=" + token.group(1) + "') && false || true");
				page.until("document.getElementById('main')?.dataset.shown");
				assertThat(page.until("location.href")).doesNotContain("token");
				show(page, "tables/Employees");
				page.until("document.querySelector('.results').dataset.count === '2'");
			}
		}
	}

	/**
	 * Presses Tab until the focus is where it was, in each part of the console.
	 */
	@Test
	void isUsedByKeyboardAndNamesItsControls() throws Exception {
		try (Chromium page = open("tables/Employees")) {
			for (String view : List.of("tables/Employees", "plans", "plans/Employees.findByDepartmentAndEmail", "query",
					"indexes", "advice")) {
				show(page, view);
				page.until("document.querySelectorAll('main table, main form').length > 0");
				String controls = "[...document.querySelectorAll('a[href], button, input, select, textarea, summary')]"
						+ ".filter((one) => one.checkVisibility())";
				assertThat(page
					.until("String(" + controls + ".filter((one) => !(one.labels?.length || one.textContent.trim()"
							+ " || one.getAttribute('aria-label'))).length)"))
					.as("controls without a name in " + view)
					.isEqualTo("0");
				page.until("(window.reached = new Set(), document.activeElement.blur(), true)");
				int count = Integer.parseInt(page.until(controls + ".length"));
				for (int i = 0; i <= count; i++) {
					page.press("Tab");
					assertThat(page.until("(window.reached.add(document.activeElement), "
							+ "String(document.activeElement === document.body "
							+ "|| getComputedStyle(document.activeElement).outlineStyle !== 'none'))"))
						.as("focus is seen in " + view)
						.isEqualTo("true");
				}
				assertThat(page.until("'left: ' + " + controls
						+ ".filter((one) => !window.reached.has(one)).map((one) => one.outerHTML).join()"))
					.as(view)
					.isEqualTo("left: ");
			}
		}
	}

	@Test
	void showsTablesBehindTheDefaultsOfSpringSecurity() throws Exception {
		try (ConfigurableApplicationContext own = ConsoleApplication.start(new Class<?>[] { SecuredConsole.class },
				"azure.tables.console.enabled=true");
				Chromium page = Chromium.open("http://localhost:" + ConsoleApplication.port(own) + "/azure-tables/")) {
			page.until("document.getElementById('main')?.dataset.shown");
			show(page, "tables");
			assertThat(texts(page, "main")).contains("There are no tables yet.");
		}
	}

	/**
	 * A console of its own that may change what it shows.
	 */
	@Test
	void editsDeletesAndRedrivesWhereThatIsAllowed() throws Exception {
		try (ConfigurableApplicationContext own = ConsoleApplication.start("azure.tables.console.enabled=true",
				"azure.tables.console.write=true", "azure.tables.queue.name=work",
				"azure.tables.queue.worker.enabled=false");
				Chromium page = Chromium.open("http://127.0.0.1:" + ConsoleApplication.port(own) + "/azure-tables/")) {
			TableTemplate template = own.getBean(TableTemplate.class);
			template.insertAll(List.of(employee("HR", 1, "Hall"), employee("HR", 2, "Cao"), employee("HR", 3, LINES)));
			QueueConnection queue = own.getBean(QueueConnection.class);
			new PoisonQueue(queue)
				.add(Envelope.of(new Header("m1", "greeting", Instant.now(), null), "\"<b>hello</b>\"")
					.failed("no such recipient"));
			page.until("document.getElementById('main')?.dataset.shown");
			show(page, "tables/Employees");
			openRow(page, "empid_000001");
			page.until("document.querySelector('[name=edit-lastName]').value = 'Halle'");
			click(page, ".changes form button");
			page.until("[...document.querySelectorAll('dialog .value')].some((one) => one.textContent === 'Halle')");
			assertThat(template.findById(Employee.class, new TableKey("HR", "empid_000001"))).map(Employee::lastName)
				.contains("Halle");
			click(page, "dialog button");
			openRow(page, "empid_000003");
			page.until("document.querySelector('textarea[name=edit-lastName]').value.includes('\\n')");
			page.until("document.querySelector('[name=edit-email]').value = 'lines@contoso.com'");
			click(page, ".changes form button");
			page.until("[...document.querySelectorAll('dialog .value')]"
					+ ".some((one) => one.textContent === 'lines@contoso.com')");
			assertThat(template.findById(Employee.class, new TableKey("HR", "empid_000003"))).map(Employee::lastName)
				.contains(LINES);
			click(page, "dialog button");
			openRow(page, "empid_000001");
			// another writer was faster
			template.updateWithRetry(Employee.class, new TableKey("HR", "empid_000001"),
					(one) -> new Employee("HR", 1, one.email(), "Changed", one.skills(), one.etag()));
			page.until("document.querySelector('[name=edit-lastName]').value = 'Late'");
			click(page, ".changes form button");
			page.until("document.querySelector('.changes .problem')");
			assertThat(texts(page, ".changes .problem")).contains("open it again");
			click(page, "dialog button");
			openRow(page, "empid_000002");
			click(page, ".changes > button");
			click(page, ".changes > button");
			page.until("document.querySelector('.results').dataset.count === '4'");
			assertThat(template.findById(Employee.class, new TableKey("HR", "empid_000002"))).isEmpty();
			show(page, "queues");
			assertThat(texts(page, "main tbody th")).isEqualTo("messages | messages, given up");
			click(page, "main tbody button");
			page.until("document.querySelector('.poison table')");
			assertThat(texts(page, ".poison .value")).contains("no such recipient", "<b>hello</b>");
			click(page, ".poison > button");
			page.until("document.querySelector('.poison .good')");
			assertThat(queue.queue().depth()).isEqualTo(1);
		}
	}

	private static void openRow(Chromium page, String rowKey) throws Exception {
		String row = "[...document.querySelectorAll('.results .row button')].find((one) => one.textContent === '"
				+ rowKey + "')";
		page.until(row);
		page.until(row + ".click() === undefined");
		page.until("document.querySelector('dialog')?.dataset.shown?.endsWith('" + rowKey + "')");
	}

	@Test
	void fitsAllScreens() throws Exception {
		try (ConfigurableApplicationContext own = ConsoleApplication.start(new Class<?>[] { FleetConsole.class },
				"azure.tables.console.enabled=true", "azure.tables.console.write=true", "azure.tables.queue.name=work",
				"azure.tables.queue.worker.enabled=false");
				Chromium page = Chromium.open("http://localhost:" + ConsoleApplication.port(own) + "/azure-tables/")) {
			fill(own.getBean(TableTemplate.class));
			new PoisonQueue(own.getBean(QueueConnection.class)).add(
					Envelope.of(new Header("m1", "greeting", Instant.now(), null), "\"hello\"").failed("no recipient"));
			page.until("document.getElementById('main')?.dataset.shown");
			for (int width : List.of(1280, 390)) {
				for (boolean dark : List.of(false, true)) {
					page.show(width, 800, dark);
					for (String view : List.of("tables", "tables/Employees", "plans",
							"plans/Employees.findByDepartmentAndEmail", "query", "indexes", "copies", "queues",
							"periods", "advice")) {
						show(page, view);
						page.until("document.querySelector('main table, main form, main ul')");
						assertThat(Integer.parseInt(page.until("document.documentElement.scrollWidth"))).as(view)
							.isLessThanOrEqualTo(width);
						page.screenshot(SCREENSHOTS.resolve(
								view.replaceAll("\\W+", "-") + "-" + width + (dark ? "-dark" : "-light") + ".png"));
					}
				}
			}
		}
	}

	private static void fill(TableTemplate template) {
		template.insertAll(List.of(employee("HR", 1, "Hall"), employee("HR", 2, "Cao"), employee("Sales", 5, "Martin"),
				employee("Sales", 6, "Featherstonehaugh-Cholmondeley")));
		template.insert(new Captain("north", 1, "Ahab", null));
		template.insert(new Ship("north", 7, 1, "Ahab", null));
		template.insert(new Position("Pequod", Instant.now(), "harbour"));
	}

	/**
	 * A gateway of the application, which may go anywhere.
	 */
	@Configuration(proxyBeanMethods = false)
	static class ElsewhereConsole {

		@Bean
		TableGateway gateway() {
			return new ForwardingTableGateway(new EmbeddedTableGateway());
		}

	}

}
