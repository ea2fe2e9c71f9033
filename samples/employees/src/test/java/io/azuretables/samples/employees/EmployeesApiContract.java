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

import java.net.URI;
import java.util.List;
import java.util.UUID;

import com.jayway.jsonpath.JsonPath;
import io.azuretables.test.RequestCounter;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the service promises, on any store.
 */
abstract class EmployeesApiContract {

	private final String employees = "/departments/" + UUID.randomUUID() + "/employees";

	@Autowired
	private MockMvcTester mvc;

	@Autowired
	private RequestCounter requests;

	@Test
	void addsAndReadsEmployees() {
		MvcTestResult added = add(1, "hall@contoso.com");
		assertThat(added).hasStatus(201)
			.hasHeader("Location", this.employees + "/1")
			.bodyJson()
			.extractingPath("$.lastName")
			.isEqualTo("Hall");
		assertThat(this.mvc.get().uri(this.employees + "/1")).hasStatusOk()
			.hasHeader("ETag", String.valueOf(added.getResponse().getHeader("ETag")));
		assertThat(this.mvc.get().uri(this.employees + "?email=hall@contoso.com")).hasStatusOk();
		assertThat(this.mvc.get().uri(this.employees + "?emailStartsWith=ha")).bodyJson()
			.extractingPath("$[0].employeeId")
			.isEqualTo(1);
	}

	@Test
	void givesAccessToTheReviewsOfAnEmployee() throws Exception {
		for (int employee = 1; employee <= 12; employee++) {
			assertThat(this.mvc.put()
				.uri(this.employees + "/" + employee + "/reviews/2026")
				.contentType(MediaType.APPLICATION_JSON)
				.content("{\"rating\": 5, \"comments\": \"Sells\"}")).hasStatusOk();
		}
		MvcTestResult answer = this.mvc.get().uri(this.employees + "/1/reviews/access").exchange();
		assertThat(answer).hasStatusOk().hasHeader("Cache-Control", "no-store");
		String uri = JsonPath.read(answer.getResponse().getContentAsString(), "$.uri");
		assertThat(rowKeysOf(URI.create(uri))).contains("review_000001_2026");
	}

	/**
	 * The keys of the rows that the holder of an address reads.
	 */
	abstract List<String> rowKeysOf(URI uri) throws Exception;

	@Test
	void saysWhetherAnythingHasChanged() {
		String tag = tag(add(1, "hall@contoso.com"));
		assertThat(this.mvc.get().uri(this.employees + "/1").header("If-None-Match", tag)).hasStatus(304);
	}

	@Test
	void refusesAnEmployeeThatIsThere() {
		add(1, "hall@contoso.com");
		assertThat(add(1, "other@contoso.com")).hasStatus(409).hasContentType(MediaType.APPLICATION_PROBLEM_JSON);
	}

	@Test
	void changesAnEmployeeOfTheVersionThatWasRead() {
		String tag = tag(add(1, "hall@contoso.com"));
		MvcTestResult changed = put(tag, "new@contoso.com");
		assertThat(changed).hasStatusOk();
		assertThat(put(tag, "stale@contoso.com")).hasStatus(412).hasContentType(MediaType.APPLICATION_PROBLEM_JSON);
		assertThat(put(null, "stale@contoso.com")).hasStatus(428);
		assertThat(put("\"*\"", "stale@contoso.com")).hasStatus(412);
		assertThat(this.mvc.get().uri(this.employees + "?email=hall@contoso.com")).hasStatus(404);
		String found = tag(this.mvc.get().uri(this.employees + "?email=new@contoso.com").exchange());
		assertThat(put(found, "newer@contoso.com")).hasStatusOk();
	}

	@Test
	void deletesAnEmployeeOfTheVersionThatWasRead() {
		String tag = tag(add(1, "hall@contoso.com"));
		String current = tag(put(tag, "new@contoso.com"));
		assertThat(this.mvc.delete().uri(this.employees + "/1").header("If-Match", tag)).hasStatus(412);
		this.requests.reset();
		assertThat(this.mvc.delete().uri(this.employees + "/1").header("If-Match", current)).hasStatus(204);
		assertThat(this.requests.count()).isEqualTo(2);
		assertThat(this.mvc.get().uri(this.employees + "/1")).hasStatus(404)
			.hasContentType(MediaType.APPLICATION_PROBLEM_JSON);
		assertThat(this.mvc.get().uri(this.employees + "?email=new@contoso.com")).hasStatus(404);
	}

	@Test
	void changesAndDeletesNobodyWhoIsNotThere() {
		String tag = tag(add(1, "hall@contoso.com"));
		assertThat(this.mvc.delete().uri(this.employees + "/1").header("If-Match", tag)).hasStatus(204);
		assertThat(this.mvc.delete().uri(this.employees + "/1").header("If-Match", tag)).hasStatus(404);
		assertThat(this.mvc.delete().uri(this.employees + "/1")).hasStatus(428);
		assertThat(put(tag, "new@contoso.com")).hasStatus(404);
	}

	@Test
	void readsPageByPage() throws Exception {
		for (int i = 1; i <= 5; i++) {
			add(i, "e" + i + "@contoso.com");
		}
		String next = this.employees + "?size=2";
		StringBuilder numbers = new StringBuilder();
		while (next != null) {
			String page = this.mvc.get().uri(URI.create(next)).exchange().getResponse().getContentAsString();
			numbers.append(JsonPath.<Object>read(page, "$.employees[*].employeeId"));
			next = JsonPath.read(page, "$.next");
		}
		assertThat(numbers).asString().startsWith("[1,2][3,4][5]");
	}

	@Test
	void refusesAPageThatItHasNotLinked() {
		assertThat(this.mvc.get().uri(this.employees + "?next=abc")).hasStatus(400);
	}

	@Test
	void refusesPagesThatCannotBeServed() {
		assertThat(this.mvc.get().uri(this.employees + "?page=1")).hasStatus(400)
			.hasContentType(MediaType.APPLICATION_PROBLEM_JSON)
			.bodyJson()
			.extractingPath("detail")
			.asString()
			.contains("cannot be requested by its number");
		assertThat(this.mvc.get().uri(this.employees + "?sort=age,desc")).hasStatus(400)
			.bodyJson()
			.extractingPath("detail")
			.asString()
			.contains("not available in this order");
		assertThat(this.mvc.get().uri(this.employees + "?sort=salary")).hasStatus(400);
		assertThat(this.mvc.get().uri(this.employees + "?page=0&sort=employeeId")).hasStatusOk();
	}

	@Test
	void saysWhatIsWrong() {
		assertThat(this.mvc.post()
			.uri(this.employees)
			.contentType(MediaType.APPLICATION_JSON)
			.content("{\"employeeId\": 1, \"email\": \"nobody\", \"lastName\": \"\", \"age\": 3}")).hasStatus(400)
			.hasContentType(MediaType.APPLICATION_PROBLEM_JSON)
			.bodyJson()
			.extractingPath("detail")
			.asString()
			.contains("email", "lastName");
	}

	@Test
	void importsAndSaysHowFarItIs() throws Exception {
		String department = this.employees.split("/")[2];
		StringBuilder lines = new StringBuilder();
		for (int i = 1; i <= 150; i++) {
			lines.append(department).append(',').append(i).append(",e").append(i).append("@contoso.com,Name,40\n");
		}
		MvcTestResult imported = this.mvc.post()
			.uri("/import")
			.contentType("text/csv")
			.content(lines.toString())
			.exchange();
		assertThat(imported.getResponse().getContentAsString())
			.isEqualTo("{\"written\":100}\n{\"written\":150,\"done\":true}\n");
		assertThat(this.mvc.post().uri("/import").contentType("text/csv").content("nothing")).bodyText()
			.isEqualTo("{\"line\":1,\"reasons\":[\"A line is department,number,e-mail,last name,age and has 1 of "
					+ "them\"]}\n{\"written\":0,\"refused\":1,\"done\":true}\n");
		String again = lines.append("New").append(department).append(",1,new@contoso.com,Name,40\n").toString();
		assertThat(this.mvc.post().uri("/import").contentType("text/csv").content(again)).bodyText()
			.isEqualTo("{\"written\":1,\"failed\":\"150 of the lines 1 to 150 were not written: a number or an e-mail "
					+ "address in one of them is taken\"}\n");
	}

	@Test
	void writesTheGoodLinesOfAnImportAndSaysWhatIsWrongWithTheOthers() {
		String department = this.employees.split("/")[2];
		String lines = """
				%1$s,1,hall@contoso.com,"Hall, jr.",34

				 ,x,nobody,,7
				%1$s,2,cao@contoso.com,Cao,28
				""".formatted(department);
		assertThat(this.mvc.post().uri("/import").contentType("text/csv").content(lines)).bodyText()
			.isEqualTo("{\"line\":3,\"reasons\":[\"age must be greater than or equal to 14\","
					+ "\"department must not be blank\",\"email must be a well-formed email address\","
					+ "\"employeeId must be a whole number\",\"lastName must not be blank\"]}\n"
					+ "{\"written\":2,\"refused\":1,\"done\":true}\n");
		assertThat(this.mvc.get().uri(this.employees + "/1")).bodyJson()
			.extractingPath("$.lastName")
			.isEqualTo("Hall, jr.");
		assertThat(this.mvc.post().uri("/import").contentType("text/csv").content("a,\"b\"c")).bodyText()
			.isEqualTo("{\"written\":0,\"failed\":\"The file cannot be read after line 1\"}\n");
	}

	@Test
	void goesOnWithAnImportAfterALineThatIsTooLong() {
		String department = this.employees.split("/")[2];
		String lines = "%s,1,hall@contoso.com,Hall,34\n%s,1,a@contoso.com,Cao,28\n%s,2,cao@contoso.com,%s,28\n"
			.formatted(department, "d".repeat(600), department, "n".repeat(40_000));
		assertThat(this.mvc.post().uri("/import").contentType("text/csv").content(lines)).bodyText()
			.isEqualTo("{\"line\":2,\"reasons\":[\"department must have 100 characters at most\"]}\n"
					+ "{\"line\":3,\"reasons\":[\"lastName size must be between 0 and 200\"]}\n"
					+ "{\"written\":1,\"refused\":2,\"done\":true}\n");
	}

	@Test
	void refusesWhatCannotBeStored() {
		String uri = "/departments/" + "d".repeat(600) + "/employees";
		assertThat(
				this.mvc.post().uri(uri).contentType(MediaType.APPLICATION_JSON).content(json(1, "hall@contoso.com")))
			.hasStatus(400)
			.bodyJson()
			.extractingPath("detail")
			.asString()
			.contains("too long")
			.doesNotContain("ddd");
		assertThat(this.mvc.put()
			.uri(this.employees + "/1/reviews/2026")
			.contentType(MediaType.APPLICATION_JSON)
			.content("{\"rating\": 5, \"comments\": \"" + "c".repeat(40_000) + "\"}")).hasStatus(400)
			.bodyJson()
			.extractingPath("detail")
			.asString()
			.contains("comments");
	}

	@Test
	void keepsReviewsAndDepartments() {
		assertThat(this.mvc.put()
			.uri(this.employees + "/1/reviews/2026")
			.contentType(MediaType.APPLICATION_JSON)
			.content("{\"rating\": 5, \"comments\": \"Sells\"}")).hasStatusOk();
		assertThat(this.mvc.get().uri(this.employees + "/1/reviews?from=2026&to=2026")).bodyJson()
			.extractingPath("$[0].rating")
			.isEqualTo(5);
		assertThat(this.mvc.get().uri(this.employees + "/1/reviews")).hasStatusOk();
		assertThat(this.mvc.post()
			.uri("/departments")
			.contentType(MediaType.APPLICATION_JSON)
			.content("{\"name\": \"Sales\", \"manager\": \"Hall\"}")).hasStatusOk();
		assertThat(this.mvc.get().uri("/departments")).bodyText().contains("\"Sales\"");
	}

	@Test
	void showsItsPlansInTheBrowser() {
		assertThat(this.mvc.get().uri("/index.html")).hasStatusOk().bodyText().contains("fetch(\"/plans\")");
		assertThat(this.mvc.get().uri("/plans")).bodyText().contains("Employees.findByDepartmentAndEmail", "POINT");
	}

	private MvcTestResult add(int employeeId, String email) {
		return this.mvc.post()
			.uri(this.employees)
			.contentType(MediaType.APPLICATION_JSON)
			.content(json(employeeId, email))
			.exchange();
	}

	private MvcTestResult put(String ifMatch, String email) {
		MockMvcTester.MockMvcRequestBuilder request = this.mvc.put()
			.uri(this.employees + "/1")
			.contentType(MediaType.APPLICATION_JSON)
			.content(json(1, email));
		return ((ifMatch != null) ? request.header("If-Match", ifMatch) : request).exchange();
	}

	private static String json(int employeeId, String email) {
		return "{\"employeeId\": " + employeeId + ", \"email\": \"" + email
				+ "\", \"lastName\": \"Hall\", \"age\": 34}";
	}

	private static String tag(MvcTestResult result) {
		return String.valueOf(result.getResponse().getHeader("ETag"));
	}

}
