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

package io.azuretables.samples.employees;

import io.azuretables.browser.Chromium;
import io.azuretables.test.AutoConfigureDataTables;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;

import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The page in the browser.
 */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@AutoConfigureDataTables
@EnabledIf(value = "io.azuretables.browser.Chromium#isInstalled",
		disabledReason = "the page is not tested: Chromium is not installed")
@Timeout(120)
class EmployeesPageTests {

	@LocalServerPort
	private int port;

	@Test
	void showsPlansAndLetsOneTryQueries() throws Exception {
		try (Chromium page = Chromium.open("http://localhost:" + this.port)) {
			assertThat(page.until("document.querySelectorAll('#plans tr').length")).isEqualTo("6");
			assertThat(page.until("document.querySelectorAll('#others tr').length > 10")).isEqualTo("true");
			assertThat(page.until("String(document.getElementById('more').open)")).as("folded").isEqualTo("false");
			assertThat(page.until("[...document.querySelectorAll('#plans tr')].map((row) => row.cells[0].textContent "
					+ "+ ' ' + row.cells[1].textContent + ' ' + row.cells[2].textContent).join()"))
				.contains("Employees.findByDepartmentAndEmail POINT 1",
						"Employees.findByDepartmentAndEmailStartingWith ROW_RANGE 1 per page");
			page.until("document.getElementById('fill').click() || true");
			assertThat(page.until(status("written"))).isEqualTo("5 employees were written.");
			query(page, "/departments/Sales/employees?email=cao@contoso.com");
			assertThat(page.until(status("Found"))).isEqualTo("Found 1 row.");
			assertThat(page.until(cells())).contains("department", "lastName", "Cao");
			query(page, "/departments/Sales/employees?size=2");
			assertThat(page.until(status("more"))).isEqualTo("Found 2 rows; there are more.");
			page.until("document.getElementById('next').click() || true");
			assertThat(page.until("document.getElementById('result').textContent.includes('Smith') && "
					+ "document.activeElement.id"))
				.isEqualTo("result");
		}
	}

	@Test
	void saysErrorsAsSentences() throws Exception {
		try (Chromium page = Chromium.open("http://localhost:" + this.port)) {
			page.until("document.querySelectorAll('#plans tr').length > 0");
			query(page, "/departments/Sales/employees/999");
			assertThat(page.until(status("999"))).isEqualTo("There is no employee with the number 999 (status 404).");
			assertThat(page.until("document.getElementById('status').getAttribute('aria-live')")).isEqualTo("polite");
			query(page, "/nowhere");
			assertThat(page.until(status("status 404"))).endsWith("(status 404).");
		}
	}

	@Test
	void linksToTheConsoleAndToItsDescription() throws Exception {
		try (Chromium page = Chromium.open("http://localhost:" + this.port)) {
			page.until("document.querySelectorAll('#plans tr').length > 0");
			page.until("Promise.all([...document.querySelectorAll('main a')].map((link) => fetch(link.href)))"
					+ ".then((all) => document.body.dataset.answers = all.map((one) => one.status).join()) && true");
			assertThat(page.until("document.body.dataset.answers")).isEqualTo("200,200,200");
		}
	}

	@Test
	void fitsAPhoneAndNamesItsControls() throws Exception {
		try (Chromium page = Chromium.open("http://localhost:" + this.port)) {
			page.until("document.querySelectorAll('#plans tr').length > 0");
			assertThat(page.until("document.querySelector('meta[name=viewport]') !== null")).isEqualTo("true");
			assertThat(page.until("[...document.querySelectorAll('input')].every((input) => input.labels.length === 1) "
					+ "&& [...document.querySelectorAll('button')].every((button) => button.textContent.trim() !== '') "
					+ "&& [...document.querySelectorAll('th')].every((cell) => cell.scope === 'col')"))
				.isEqualTo("true");
		}
	}

	private static String status(String part) {
		return "document.getElementById('status').textContent.includes('" + part
				+ "') && document.getElementById('status').textContent";
	}

	private static String cells() {
		return "[...document.querySelectorAll('#result th, #result td')].map((cell) => cell.textContent).join()";
	}

	private static void query(Chromium page, String address) throws Exception {
		page.until("(document.getElementById('address').value = '" + address + "') "
				+ "&& (document.querySelector('#query button').click() || true)");
	}

}
