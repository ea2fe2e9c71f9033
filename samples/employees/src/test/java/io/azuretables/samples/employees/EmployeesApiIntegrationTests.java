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
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;

import com.jayway.jsonpath.JsonPath;
import io.azuretables.test.AzuriteTest;

import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;

/**
 * The service on the emulator.
 */
@SpringBootTest
@AutoConfigureMockMvc
@AzuriteTest
class EmployeesApiIntegrationTests extends EmployeesApiContract {

	/**
	 * As a browser reads them. The emulator does not check the range of keys, so that
	 * rows of other tests come, too.
	 */
	@Override
	List<String> rowKeysOf(URI uri) throws Exception {
		HttpRequest request = HttpRequest.newBuilder(uri).header("Accept", "application/json").build();
		HttpResponse<String> response = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
		return JsonPath.read(response.body(), "$.value[*].RowKey");
	}

}
