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

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

import io.azuretables.autoconfigure.internal.console.ConsoleArguments;
import io.azuretables.autoconfigure.internal.console.ConsoleException;
import io.azuretables.autoconfigure.internal.console.ConsoleView;
import io.azuretables.autoconfigure.internal.console.web.ConsoleAccess.ConsoleRefusal;
import io.azuretables.autoconfigure.internal.console.web.ConsoleAccess.Login;
import io.azuretables.plan.UnsupportedQueryException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.beans.BeanWrapper;
import org.springframework.beans.PropertyAccessorFactory;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.DataAccessException;
import org.springframework.util.function.SingletonSupplier;

/**
 * Serves the page of the web console and answers its calls. Files, and what the page must
 * know first, are read by GET; every other call is a POST with JSON, so that no key is
 * ever a part of an address.
 */
public final class ConsoleServlet extends HttpServlet {

	private static final long serialVersionUID = 1L;

	private static final Log logger = LogFactory.getLog(ConsoleServlet.class);

	private static final String CALLS = "/api/";

	/**
	 * What the page reads first. It brings the token that protections against forged
	 * requests ask every POST for, so it cannot be a POST itself.
	 */
	private static final String PAGE = "page";

	/**
	 * The largest body of a call.
	 */
	private static final int BODY_BYTES = 4 * 1024 * 1024;

	/**
	 * The folders of the files, and their types.
	 */
	private static final Map<String, String> FILES = Map.of("index.html", "text/html", "console.css", "text/css",
			"console.js", "text/javascript", "parts.js", "text/javascript", "charts.js", "text/javascript", "views.js",
			"text/javascript", "operations.js", "text/javascript", "design.js", "text/javascript", "changes.js",
			"text/javascript", "rows.js", "text/javascript");

	private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
			+ "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

	private static final JsonMapper MAPPER = JsonMapper.builder().build();

	private final transient ConsoleAccess access;

	/**
	 * Made with the first call: not before the application is ready.
	 */
	private final transient SingletonSupplier<List<ConsoleView>> views;

	private final transient Map<String, Object> page;

	/**
	 * A servlet.
	 * @param views gives the parts that the page shows, in this order
	 * @param service the service, for the head of the page
	 * @param write whether the page may change something
	 */
	public ConsoleServlet(ConsoleLogin login, Supplier<List<ConsoleView>> views, String service, boolean write) {
		this.access = login.access();
		this.views = SingletonSupplier.of(views);
		this.page = Map.of("service", service, "write", write);
	}

	@Override
	protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
		protect(response);
		String path = request.getPathInfo();
		boolean get = request.getMethod().equals("GET");
		if (get && isEntered(request, response)) {
			return;
		}
		ConsoleRefusal refusal = this.access.refusal(request);
		if (refusal != null) {
			refuse(response, refusal);
		}
		else if (path == null && get) {
			response.sendRedirect(request.getContextPath() + request.getServletPath() + "/");
		}
		else if (path != null && path.startsWith(CALLS)) {
			call(path.substring(CALLS.length()), request, response);
		}
		else if (get && path != null) {
			file(path.equals("/") ? "index.html" : path.substring(1), response);
		}
		else {
			refuse(response, new ConsoleRefusal(405, "Files of the console are read by GET."));
		}
	}

	private static void protect(HttpServletResponse response) {
		response.setHeader("Content-Security-Policy", POLICY);
		response.setHeader("X-Content-Type-Options", "nosniff");
		response.setHeader("X-Frame-Options", "DENY");
		response.setHeader("Cache-Control", "no-store");
		response.setHeader("Referrer-Policy", "no-referrer");
		response.setHeader("Cross-Origin-Resource-Policy", "same-origin");
		response.setHeader("Cross-Origin-Opener-Policy", "same-origin");
	}

	/**
	 * Whether the request brings the token: it gets the cookie, and goes on without it.
	 */
	private boolean isEntered(HttpServletRequest request, HttpServletResponse response) throws IOException {
		ConsoleToken tokens = this.access.tokens();
		String path = request.getContextPath() + request.getServletPath();
		if (this.access.login() != Login.TOKEN || tokens == null
				|| !tokens.exchange(request.getParameter(ConsoleToken.PARAMETER), path, request, response)) {
			return false;
		}
		response.sendRedirect(path + "/");
		return true;
	}

	private static void refuse(HttpServletResponse response, ConsoleRefusal refusal) throws IOException {
		response.setStatus(refusal.status());
		write(response, "text/plain", refusal.reason().getBytes(StandardCharsets.UTF_8));
	}

	private static void write(HttpServletResponse response, String type, byte[] body) throws IOException {
		response.setContentType(type);
		response.setCharacterEncoding("UTF-8");
		response.setContentLength(body.length);
		response.getOutputStream().write(body);
	}

	private static void file(String name, HttpServletResponse response) throws IOException {
		String type = FILES.get(name);
		if (type == null) {
			refuse(response, new ConsoleRefusal(404, "The console has no such file."));
			return;
		}
		try (InputStream content = ConsoleServlet.class.getResourceAsStream("/" + resource(name))) {
			if (content == null) {
				throw new IllegalStateException("The file " + name + " of the console is missing");
			}
			write(response, type, content.readAllBytes());
		}
	}

	private static String resource(String name) {
		return "io/azuretables/autoconfigure/" + (name.equals("rows.js") ? "web/" : "console/") + name;
	}

	/**
	 * The files as resources of the class path.
	 */
	static List<String> resources() {
		return FILES.keySet().stream().map(ConsoleServlet::resource).toList();
	}

	private void call(String name, HttpServletRequest request, HttpServletResponse response) throws IOException {
		String method = name.equals(PAGE) ? "GET" : "POST";
		if (!request.getMethod().equals(method)) {
			refuse(response, new ConsoleRefusal(405, "This call of the console is sent by " + method + "."));
			return;
		}
		ConsoleRefusal refusal = name.equals(PAGE) ? this.access.foreignRead(request)
				: this.access.foreignCall(request);
		if (refusal != null) {
			refuse(response, refusal);
			return;
		}
		try {
			answer(response, 200, answered(name, request));
		}
		catch (RuntimeException ex) {
			logger.debug("The call '" + name + "' of the console failed with " + ex.getClass().getName());
			answer(response, status(ex), problem(ex));
		}
	}

	private Object answered(String name, HttpServletRequest request) throws IOException {
		if (name.equals(PAGE)) {
			return page(request);
		}
		for (ConsoleView view : this.views.obtain()) {
			Function<ConsoleArguments, Object> call = view.calls().get(name);
			if (call != null) {
				return call.apply(arguments(request));
			}
		}
		throw new ConsoleException(404, "The console has no call '" + name + "'");
	}

	/**
	 * What the page must know before it shows anything. With Spring Security, this
	 * includes the header that its protection against forged requests asks for.
	 */
	private Map<String, Object> page(HttpServletRequest request) {
		Map<String, Object> page = new LinkedHashMap<>(this.page);
		page.put("views", this.views.obtain().stream().map(ConsoleView::name).toList());
		Object csrf = request.getAttribute("_csrf");
		if (csrf != null) {
			BeanWrapper token = PropertyAccessorFactory.forBeanPropertyAccess(csrf);
			page.put("csrf", Map.of("header", String.valueOf(token.getPropertyValue("headerName")), "token",
					String.valueOf(token.getPropertyValue("token"))));
		}
		return page;
	}

	private static ConsoleArguments arguments(HttpServletRequest request) throws IOException {
		byte[] body = request.getInputStream().readNBytes(BODY_BYTES + 1);
		if (body.length > BODY_BYTES) {
			throw new ConsoleException(413, "The call has more than " + BODY_BYTES + " bytes");
		}
		try {
			JsonNode json = MAPPER.readTree(body);
			if (json != null && json.isObject()) {
				return new ConsoleArguments(json);
			}
		}
		catch (JacksonException ex) {
			// below
		}
		throw new ConsoleException(400, "The body of the call is no JSON object");
	}

	private static int status(RuntimeException ex) {
		if (ex instanceof ConsoleException own) {
			return own.status();
		}
		if (ex instanceof ConcurrencyFailureException) {
			return 409;
		}
		return (ex instanceof DataAccessException || ex instanceof UnsupportedQueryException
				|| ex instanceof IllegalArgumentException || ex instanceof IllegalStateException) ? 422 : 500;
	}

	private static Map<String, Object> problem(RuntimeException ex) {
		String message = ex.getMessage();
		return Map.of("problem", (message != null) ? message : ex.getClass().getName(), "type",
				ex.getClass().getSimpleName());
	}

	private static void answer(HttpServletResponse response, int status, @Nullable Object content) throws IOException {
		byte[] body = MAPPER.writeValueAsBytes(content);
		response.setStatus(status);
		write(response, "application/json", body);
	}

}
