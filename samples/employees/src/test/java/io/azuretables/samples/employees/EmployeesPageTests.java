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
			assertThat(page.until("document.querySelectorAll('#plans tr:not(.inherited)').length")).isEqualTo("6");
			assertThat(page.until("document.querySelector('#plans tr.inherited').textContent")).contains("(inherited)");
			assertThat(page.until("[...document.querySelectorAll('#plans tr')].map((row) => row.cells[0].textContent "
					+ "+ ' ' + row.cells[1].textContent + ' ' + row.cells[2].textContent).join()"))
				.contains("Employees.findByDepartmentAndEmail POINT 1",
						"Employees.findByDepartmentAndEmailStartingWith ROW_RANGE 1 per page");
			page.until("document.getElementById('fill').click() || true");
			assertThat(page.until(answer("done"))).startsWith("200").contains("{\"written\":5,\"done\":true}");
			query(page, "/departments/Sales/employees?email=cao@contoso.com");
			assertThat(page.until(answer("lastName"))).startsWith("200").contains("\"Cao\"", "etag: ");
			query(page, "/departments/Sales/employees/9");
			assertThat(page.until(answer("detail"))).startsWith("404")
				.contains("There is no employee with the number 9");
		}
	}

	private static void query(Chromium page, String address) throws Exception {
		page.until("(document.getElementById('address').value = '" + address + "') "
				+ "&& (document.querySelector('#query button').click() || true)");
	}

	private static String answer(String part) {
		return "document.getElementById('answer').textContent.includes('" + part
				+ "') && document.getElementById('answer').textContent";
	}

}
