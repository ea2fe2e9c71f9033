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

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.azuretables.autoconfigure.client.TableClientAutoConfiguration;
import io.azuretables.autoconfigure.console.TableConsoleAutoConfiguration;
import io.azuretables.autoconfigure.employees.Employee;
import io.azuretables.autoconfigure.repository.TableRepositoriesAutoConfiguration;
import io.azuretables.autoconfigure.template.TableTemplateAutoConfiguration;
import jakarta.servlet.Filter;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequestWrapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.AutoConfigurationPackages;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.test.context.assertj.AssertableWebApplicationContext;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Who may use the console, and what other pages cannot make it do.
 */
@ExtendWith(OutputCaptureExtension.class)
class ConsoleSafetyTests {

	private static final String CLOUD = "azure.tables.connection-string=DefaultEndpointsProtocol=https;"
			+ "AccountName=contoso;AccountKey=c2VjcmV0;EndpointSuffix=core.windows.net";

	private static final Consumer<MockHttpServletRequest> NO_CHANGE = (request) -> {
	};

	private final WebApplicationContextRunner application = new WebApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class, TableClientAutoConfiguration.class,
				TableTemplateAutoConfiguration.class, TableRepositoriesAutoConfiguration.class,
				TableConsoleAutoConfiguration.class))
		.withInitializer((context) -> AutoConfigurationPackages
			.register((BeanDefinitionRegistry) context.getBeanFactory(), Employee.class.getPackageName()))
		.withPropertyValues("azure.tables.console.enabled=true");

	private final WebApplicationContextRunner local = this.application.withPropertyValues("azure.tables.embedded=true");

	private final WebApplicationContextRunner remote = this.application.withPropertyValues(CLOUD,
			"azure.tables.console.allow-remote=true");

	static Stream<Consumer<MockHttpServletRequest>> requestsFromElsewhere() {
		return Stream.of((request) -> request.setRemoteAddr("192.168.1.7"),
				(request) -> request.setRemoteAddr("2001:db8::7"), (request) -> host(request, "evil.example:8080"),
				(request) -> host(request, "localhost.evil.example"), (request) -> host(request, "10.0.0.1:8080"),
				(request) -> request.removeHeader("Host"),
				(request) -> request.addHeader("X-Forwarded-For", "127.0.0.1"),
				(request) -> request.addHeader("Forwarded", "for=127.0.0.1"),
				(request) -> request.addHeader("Via", "1.1 proxy"),
				(request) -> request.setAttribute("org.apache.catalina.AccessLog.RemoteAddr", "127.0.0.1"));
	}

	private static void host(MockHttpServletRequest request, String host) {
		request.removeHeader("Host");
		request.addHeader("Host", host);
	}

	@ParameterizedTest
	@MethodSource("requestsFromElsewhere")
	void answersBrowsersOfThisMachineOnly(Consumer<MockHttpServletRequest> change) {
		this.local.run((context) -> {
			ConsoleCalls calls = new ConsoleCalls(context);
			assertThat(calls.send("GET", "/", NO_CHANGE).getStatus()).isEqualTo(200);
			assertThat(calls.post("tables", Map.of(), NO_CHANGE).getStatus()).isEqualTo(200);
			assertThat(calls.send("GET", "/", change).getStatus()).isEqualTo(403);
			assertThat(calls.send("GET", "/rows.js", change).getStatus()).isEqualTo(403);
			assertThat(calls.post("tables", Map.of(), change).getStatus()).isEqualTo(403);
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "localhost", "127.0.0.1:8080", "[::1]:8080", "[::1]" })
	void answersUnderTheNamesOfThisMachine(String host) {
		this.local.run((context) -> assertThat(
				new ConsoleCalls(context).send("GET", "/", (request) -> host(request, host)).getStatus())
			.isEqualTo(200));
	}

	/**
	 * What a filter makes of forwarded headers is not believed.
	 */
	@Test
	void looksBehindWrappedRequests() {
		ConsoleAccess access = new ConsoleAccess(ConsoleAccess.Login.LOCAL, null);
		MockHttpServletRequest request = new MockHttpServletRequest("GET", "/");
		request.addHeader("Host", "localhost");
		request.setRemoteAddr("192.168.1.7");
		assertThat(access.refusal(new HttpServletRequestWrapper(request) {

			@Override
			public String getRemoteAddr() {
				return "127.0.0.1";
			}

		})).isNotNull();
	}

	static Stream<Consumer<MockHttpServletRequest>> forgedCalls() {
		return Stream.of((request) -> set(request, "Origin", "https://evil.example"),
				(request) -> set(request, "Origin", "http://localhost:9090"),
				(request) -> set(request, "Origin", "null"), (request) -> set(request, "Sec-Fetch-Site", "cross-site"),
				(request) -> set(request, "Sec-Fetch-Site", "same-site"),
				(request) -> set(request, "Sec-Fetch-Site", "none"),
				(request) -> request.removeHeader(ConsoleAccess.HEADER), (request) -> {
					request.removeHeader("Origin");
					request.removeHeader("Sec-Fetch-Site");
				});
	}

	private static void set(MockHttpServletRequest request, String name, String value) {
		request.removeHeader(name);
		request.addHeader(name, value);
	}

	@ParameterizedTest
	@MethodSource("forgedCalls")
	void refusesCallsOfOtherPages(Consumer<MockHttpServletRequest> change) {
		this.local.run((context) -> assertThat(new ConsoleCalls(context).post("tables", Map.of(), change).getStatus())
			.isEqualTo(403));
	}

	@Test
	void refusesReadsOfOtherPages() {
		this.local.run((context) -> {
			ConsoleCalls calls = new ConsoleCalls(context);
			assertThat(calls.page(NO_CHANGE).getStatus()).isEqualTo(200);
			// what a browser sends over plain HTTP to another machine
			assertThat(calls.page((request) -> request.removeHeader("Sec-Fetch-Site")).getStatus()).isEqualTo(200);
			assertThat(calls.page((request) -> request.removeHeader(ConsoleAccess.HEADER)).getStatus()).isEqualTo(403);
			assertThat(calls.page((request) -> set(request, "Sec-Fetch-Site", "cross-site")).getStatus())
				.isEqualTo(403);
			assertThat(calls.page((request) -> set(request, "Origin", "https://evil.example")).getStatus())
				.isEqualTo(403);
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "text/plain", "application/x-www-form-urlencoded", "multipart/form-data" })
	void takesJsonOnly(String type) {
		this.local.run((context) -> assertThat(
				new ConsoleCalls(context).post("tables", Map.of(), (request) -> request.setContentType(type))
					.getStatus())
			.isEqualTo(415));
	}

	@ParameterizedTest
	@ValueSource(strings = { "GET", "PUT", "DELETE", "HEAD", "OPTIONS" })
	void takesCallsByPostOnly(String method) {
		this.local.run((context) -> {
			ConsoleCalls calls = new ConsoleCalls(context);
			assertThat(calls.post("tables", Map.of(), (request) -> request.setMethod(method)).getStatus())
				.isEqualTo(405);
			if (!method.equals("GET")) {
				assertThat(calls.send(method, "/", NO_CHANGE).getStatus()).isEqualTo(405);
			}
		});
	}

	@Test
	void refusesBodiesThatAreNoObjects() {
		this.local.run((context) -> {
			ConsoleCalls calls = new ConsoleCalls(context);
			for (String body : List.of("", "[]", "{", "1")) {
				assertThat(calls
					.post("rows", Map.of(), (request) -> request.setContent(body.getBytes(StandardCharsets.UTF_8)))
					.getStatus()).as(body).isEqualTo(400);
			}
			assertThat(calls.post("rows", Map.of(), (request) -> request.setContent(new byte[5 * 1024 * 1024]))
				.getStatus()).isEqualTo(413);
			assertThat(calls.problem("nothing", Map.of(), 404)).contains("nothing");
		});
	}

	@Test
	void protectsWhatItSends() {
		this.local.run((context) -> {
			ConsoleCalls calls = new ConsoleCalls(context);
			for (MockHttpServletResponse response : List.of(calls.get("/"), calls.get("/console.js"),
					calls.get("/missing.js"), calls.post("tables", Map.of(), NO_CHANGE))) {
				assertThat(response.getHeader("Content-Security-Policy"))
					.startsWith("default-src 'none'; script-src 'self'; ")
					.doesNotContain("unsafe");
				assertThat(response.getHeader("X-Content-Type-Options")).isEqualTo("nosniff");
				assertThat(response.getHeader("Cache-Control")).isEqualTo("no-store");
				assertThat(response.getHeader("Referrer-Policy")).isEqualTo("no-referrer");
			}
			assertThat(calls.get("/missing.js").getStatus()).isEqualTo(404);
			assertThat(calls.get("/../web/rows.js").getStatus()).isEqualTo(404);
			assertThat(calls.get("").getRedirectedUrl()).isEqualTo("/azure-tables/");
		});
	}

	@Test
	void servesAllOfItsFilesAndNothingInline() throws Exception {
		List<Resource> files = new ArrayList<>();
		for (String type : List.of("css", "js")) {
			files.addAll(List.of(new PathMatchingResourcePatternResolver()
				.getResources("classpath*:/io/azuretables/autoconfigure/console/*." + type)));
		}
		this.local.run((context) -> {
			ConsoleCalls calls = new ConsoleCalls(context);
			long size = calls.get("/rows.js").getContentAsByteArray().length + inline(calls.get("/"));
			for (Resource file : files) {
				MockHttpServletResponse response = calls.get("/" + file.getFilename());
				assertThat(response.getStatus()).as(file.getFilename()).isEqualTo(200);
				size += inline(response);
			}
			assertThat(files).hasSizeGreaterThan(3);
			assertThat(size).isLessThan(150 * 1024);
		});
	}

	/**
	 * Checks that a file has nothing that the policy forbids; returns its size.
	 */
	private static int inline(MockHttpServletResponse response) throws Exception {
		assertThat(response.getContentAsString().replace("https://www.apache.org", "")).doesNotContain("innerHTML",
				"insertAdjacentHTML", "document.write", "eval(", "style=\"", "<style", "onclick=\"", "https://");
		return response.getContentAsByteArray().length;
	}

	@Test
	void asksForTheTokenWhereTheServiceIsElsewhere(CapturedOutput output) {
		this.remote.withPropertyValues("local.server.port=8080").run((context) -> {
			ConsoleCalls calls = new ConsoleCalls(context);
			assertThat(calls.get("/").getStatus()).isEqualTo(403);
			assertThat(calls.get("/rows.js").getStatus()).isEqualTo(403);
			assertThat(calls.page(NO_CHANGE).getStatus()).isEqualTo(403);
			publishReady(context);
			Matcher link = Pattern.compile("http://localhost:8080/azure-tables/\\?token=([\\w-]{43})\\s")
				.matcher(output);
			assertThat(link.find()).isTrue();
			String token = link.group(1);
			assertThat(calls.send("GET", "/", (request) -> request.setParameter("token", token + "x")).getStatus())
				.isEqualTo(403);
			MockHttpServletResponse entered = calls.send("GET", "/", (request) -> request.setParameter("token", token));
			assertThat(entered.getRedirectedUrl()).isEqualTo("/azure-tables/");
			String cookie = entered.getHeader("Set-Cookie");
			assertThat(cookie).contains("HttpOnly", "SameSite=Strict", "Path=/azure-tables").doesNotContain(token);
			String session = cookie.substring(cookie.indexOf('=') + 1, cookie.indexOf(';'));
			Consumer<MockHttpServletRequest> known = (request) -> {
				request.setRemoteAddr("192.168.1.7");
				request.setCookies(new Cookie("other", "x"), new Cookie(ConsoleToken.COOKIE, session));
			};
			assertThat(calls.send("GET", "/", known).getStatus()).isEqualTo(200);
			assertThat(calls.page(known).getStatus()).isEqualTo(200);
			assertThat(calls.page((request) -> {
				known.accept(request);
				set(request, "Origin", "https://evil.example");
			}).getStatus()).isEqualTo(403);
			assertThat(calls
				.send("GET", "/", (request) -> request.setCookies(new Cookie(ConsoleToken.COOKIE, session + "x")))
				.getStatus()).isEqualTo(403);
			assertThat(calls.send("GET", "/", (request) -> {
				request.setParameter("token", token);
				request.setSecure(true);
			}).getHeader("Set-Cookie")).contains("; Secure");
			assertThat(cookie).doesNotContain("Secure");
		});
	}

	/**
	 * A server that runs a WAR file tells the application no port.
	 */
	@Test
	void logsTheTokenWithoutAPort(CapturedOutput output) {
		this.remote.run((context) -> {
			publishReady(context);
			Matcher link = Pattern.compile("at the server that runs the application: (\\S*)\\?token=([\\w-]{43})\\s")
				.matcher(output);
			assertThat(link.find()).isTrue();
			assertThat(link.group(1)).isEqualTo("/azure-tables/");
			assertThat(new ConsoleCalls(context)
				.send("GET", "/", (request) -> request.setParameter("token", link.group(2)))
				.getRedirectedUrl()).isEqualTo("/azure-tables/");
		});
	}

	@Test
	void asksForTheLoginOfSpringSecurity() {
		Filter chain = (request, response, next) -> next.doFilter(request, response);
		for (WebApplicationContextRunner runner : List.of(this.local, this.remote)) {
			runner.withBean("springSecurityFilterChain", Filter.class, () -> chain).run((context) -> {
				ConsoleCalls calls = new ConsoleCalls(context);
				assertThat(calls.get("/").getStatus()).isEqualTo(403);
				assertThat(calls.send("GET", "/", (request) -> request.setUserPrincipal(() -> "hall")).getStatus())
					.isEqualTo(200);
				assertThat(calls.page((request) -> {
					request.setUserPrincipal(() -> "hall");
					request.setAttribute("_csrf", new Csrf("X-CSRF-TOKEN", "token"));
				}).getContentAsString()).contains("\"header\":\"X-CSRF-TOKEN\"", "\"token\":\"token\"");
			});
		}
	}

	/**
	 * Spring and Tomcat take the name from {@code X-Forwarded-Host} if the application is
	 * configured so.
	 */
	@ParameterizedTest
	@CsvSource({ "https://tables.contoso.com, 443, true", "https://tables.contoso.com:8443, 8443, true",
			"https://tables.contoso.com, 8443, false", "https://evil.example, 443, false" })
	void answersThePageBehindAProxyThatForwardsItsName(String origin, int port, boolean own) {
		MockHttpServletRequest request = new MockHttpServletRequest("POST", "/");
		request.setContentType("application/json");
		request.setSecure(true);
		request.addHeader("Host", "10.0.0.1:8080");
		request.addHeader("Origin", origin);
		request.addHeader(ConsoleAccess.HEADER, "1");
		ConsoleAccess access = new ConsoleAccess(ConsoleAccess.Login.SECURITY, null);
		assertThat(access.foreignCall(new HttpServletRequestWrapper(request) {

			@Override
			public String getServerName() {
				return "tables.contoso.com";
			}

			@Override
			public int getServerPort() {
				return port;
			}

		}) == null).isEqualTo(own);
	}

	@ParameterizedTest
	@CsvSource({ "server.ssl.bundle=web, https", "server.ssl.certificate=classpath:web.crt, https",
			"server.ssl.key-store=, http", "server.port=8080, http" })
	void logsALinkWithTheSchemeOfTheServer(String property, String scheme, CapturedOutput output) {
		this.local.withPropertyValues("local.server.port=8080", property).run((context) -> {
			publishReady(context);
			assertThat(output).contains("The console of Azure Tables: " + scheme + "://localhost:8080/");
		});
		this.local.withPropertyValues("local.server.port=8081", property, "server.ssl.enabled=false").run((context) -> {
			publishReady(context);
			assertThat(output).contains("The console of Azure Tables: http://localhost:8081/");
		});
	}

	private static void publishReady(AssertableWebApplicationContext context) {
		context.publishEvent(new ApplicationReadyEvent(new SpringApplication(), new String[0],
				(ConfigurableApplicationContext) context.getSourceApplicationContext(), null));
	}

	/**
	 * What Spring Security leaves in a request.
	 */
	public static final class Csrf {

		private final String headerName;

		private final String token;

		Csrf(String headerName, String token) {
			this.headerName = headerName;
			this.token = token;
		}

		public String getHeaderName() {
			return this.headerName;
		}

		public String getToken() {
			return this.token;
		}

	}

}
