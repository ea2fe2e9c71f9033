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

package io.azuretables.autoconfigure.internal.console.web;

import java.util.Map;
import java.util.function.Consumer;

import jakarta.servlet.Servlet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.ApplicationContext;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Calls the servlet of the console as its page does.
 */
public final class ConsoleCalls {

	private final Servlet servlet;

	public ConsoleCalls(ApplicationContext context) {
		this.servlet = context.getBean("tableConsole", ServletRegistrationBean.class).getServlet();
	}

	public MockHttpServletResponse send(String method, String path, Consumer<MockHttpServletRequest> change)
			throws Exception {
		MockHttpServletRequest request = new MockHttpServletRequest(method, "/azure-tables" + path);
		request.setServletPath("/azure-tables");
		request.setPathInfo(path.isEmpty() ? null : path);
		request.addHeader("Host", "localhost:8080");
		change.accept(request);
		MockHttpServletResponse response = new MockHttpServletResponse();
		this.servlet.service(request, response);
		return response;
	}

	public MockHttpServletResponse get(String path) throws Exception {
		return send("GET", path, (request) -> {
		});
	}

	/**
	 * A call with all headers of the page, which may then be changed.
	 */
	public MockHttpServletResponse post(String name, Object body, Consumer<MockHttpServletRequest> change)
			throws Exception {
		return send("POST", "/api/" + name, (request) -> {
			request.setContentType("application/json");
			request.addHeader("Origin", "http://localhost:8080");
			request.addHeader("Sec-Fetch-Site", "same-origin");
			request.addHeader(ConsoleAccess.HEADER, "1");
			request.setContent(JsonMapper.shared().writeValueAsBytes(body));
			change.accept(request);
		});
	}

	/**
	 * What the page reads first. Browsers send no origin with it.
	 */
	public MockHttpServletResponse page(Consumer<MockHttpServletRequest> change) throws Exception {
		return send("GET", "/api/page", (request) -> {
			request.addHeader("Sec-Fetch-Site", "same-origin");
			request.addHeader(ConsoleAccess.HEADER, "1");
			change.accept(request);
		});
	}

	public JsonNode page() throws Exception {
		return JsonMapper.shared().readTree(page((request) -> {
		}).getContentAsByteArray());
	}

	/**
	 * The answer to a call that succeeds.
	 */
	public JsonNode answer(String name, Object body) throws Exception {
		MockHttpServletResponse response = post(name, body, (request) -> {
		});
		assertThat(response.getStatus()).as(response.getContentAsString()).isEqualTo(200);
		return JsonMapper.shared().readTree(response.getContentAsByteArray());
	}

	/**
	 * Why a call fails.
	 */
	public String problem(String name, Object body, int status) throws Exception {
		MockHttpServletResponse response = post(name, body, (request) -> {
		});
		assertThat(response.getStatus()).as(response.getContentAsString()).isEqualTo(status);
		return JsonMapper.shared().readTree(response.getContentAsByteArray()).path("problem").asString();
	}

	public static Map<String, Object> key(String table, String partitionKey, String rowKey) {
		return Map.of("table", table, "partitionKey", partitionKey, "rowKey", rowKey);
	}

}
