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

package io.azuretables.samples.archive;

import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import com.jayway.jsonpath.JsonPath;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Reads the OpenAPI document of the service.
 */
@SpringBootTest
@AutoConfigureMockMvc
class OpenApiTests {

	private static final String CLAIM = "/departments/{department}/employees/{employee}/claims/{filedAt}";

	private static final Pattern VARIABLE = Pattern.compile("\\{(\\w+)}");

	@Autowired
	private MockMvcTester mvc;

	@Test
	void namesAllRequests() throws Exception {
		Map<String, Map<String, Object>> paths = read("$.paths");
		assertThat(paths).containsOnlyKeys("/archive", "/claims", "/departments/{department}/claims",
				"/departments/{department}/employees/{employee}/claims", CLAIM, CLAIM + "/receipt", CLAIM + "/archive",
				CLAIM + "/restore");
		assertThat(paths.get(CLAIM)).containsOnlyKeys("get", "put");
	}

	@Test
	void describesEachVariableOfAPathAndNoClaimId() throws Exception {
		Map<String, Map<String, Map<String, Object>>> paths = read("$.paths");
		paths.forEach((path, methods) -> methods.forEach((method, operation) -> {
			List<Map<String, Object>> parameters = JsonPath.read(operation, "$.parameters[?(@.in == 'path')]");
			assertThat(parameters).as(method + " " + path)
				.extracting((parameter) -> parameter.get("name"))
				.containsExactlyInAnyOrderElementsOf(variables(path));
		}));
		assertThat(document()).doesNotContain("ClaimId");
	}

	@Test
	void saysWhichStatusAnAnswerHas() throws Exception {
		assertThat(statuses("/departments/{department}/employees/{employee}/claims", "post")).contains("201", "400")
			.doesNotContain("200");
		assertThat(statuses(CLAIM, "get")).contains("200", "404");
		assertThat(statuses(CLAIM, "put")).contains("200", "400", "404", "409");
		assertThat(statuses(CLAIM + "/archive", "post")).contains("202", "404").doesNotContain("200");
		assertThat(statuses(CLAIM + "/restore", "post")).contains("202", "404").doesNotContain("200");
		assertThat(statuses("/archive", "post")).contains("202").doesNotContain("200");
	}

	private Iterable<String> statuses(String path, String method) throws Exception {
		Map<String, Object> responses = read("$.paths['" + path + "']." + method + ".responses");
		return responses.keySet();
	}

	private static List<Object> variables(String path) {
		return VARIABLE.matcher(path).results().map((MatchResult variable) -> (Object) variable.group(1)).toList();
	}

	private <T> T read(String path) throws Exception {
		return JsonPath.read(document(), path);
	}

	private String document() throws Exception {
		MvcTestResult document = this.mvc.get().uri("/v3/api-docs").exchange();
		assertThat(document).hasStatusOk();
		return document.getResponse().getContentAsString();
	}

}
