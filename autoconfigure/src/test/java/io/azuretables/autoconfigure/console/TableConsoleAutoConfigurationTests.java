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

import java.io.IOException;
import java.io.InputStream;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.azuretables.autoconfigure.ContextRunners;
import io.azuretables.autoconfigure.client.TableClientAutoConfiguration;
import io.azuretables.autoconfigure.design.DesignReport;
import io.azuretables.autoconfigure.employees.Employee;
import io.azuretables.autoconfigure.internal.configuration.ConfigurationProblemException;
import io.azuretables.autoconfigure.internal.configuration.ConfigurationProblemFailureAnalyzer;
import io.azuretables.autoconfigure.internal.console.web.ConsoleServlet;
import io.azuretables.autoconfigure.repository.TableRepositoriesAutoConfiguration;
import io.azuretables.autoconfigure.template.TableTemplateAutoConfiguration;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.operations.TableOperations;
import io.azuretables.patterns.queue.transport.MessageKeys;
import io.azuretables.patterns.queue.transport.QueueConnection;
import io.azuretables.gateway.ForwardingTableGateway;
import io.azuretables.gateway.TableGateway;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mockito.Mockito;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.boot.WebApplicationType;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.aot.test.generate.TestGenerationContext;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.boot.web.context.servlet.AnnotationConfigServletWebApplicationContext;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.mock.web.MockServletContext;
import org.springframework.boot.autoconfigure.AutoConfigurationPackages;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.io.DefaultResourceLoader;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link TableConsoleAutoConfiguration}.
 */
@ExtendWith(OutputCaptureExtension.class)
class TableConsoleAutoConfigurationTests {

	private static final String ENABLED = "azure.tables.console.enabled=true";

	private static final String EMBEDDED = "azure.tables.embedded=true";

	private static final String CLOUD = "azure.tables.connection-string=DefaultEndpointsProtocol=https;"
			+ "AccountName=contoso;AccountKey=c2VjcmV0;EndpointSuffix=core.windows.net";

	private final AutoConfigurations configurations = AutoConfigurations.of(SslAutoConfiguration.class,
			TableClientAutoConfiguration.class, TableTemplateAutoConfiguration.class,
			TableRepositoriesAutoConfiguration.class, TableConsoleAutoConfiguration.class);

	private final WebApplicationContextRunner application = new WebApplicationContextRunner()
		.withConfiguration(this.configurations)
		.withInitializer((context) -> AutoConfigurationPackages
			.register((BeanDefinitionRegistry) context.getBeanFactory(), Employee.class.getPackageName()));

	@Test
	void isOffByDefault() {
		this.application.withPropertyValues(EMBEDDED)
			.run((context) -> assertThat(context).hasNotFailed()
				.doesNotHaveBean(TableConsoleProperties.class)
				.doesNotHaveBean("tableConsole")
				.doesNotHaveBean("tableConsoleRecorder"));
	}

	@Test
	void servesThePath() {
		this.application.withPropertyValues(EMBEDDED, ENABLED)
			.run((context) -> assertThat(path(context)).containsExactly("/azure-tables/*"));
		this.application.withPropertyValues(EMBEDDED, ENABLED, "azure.tables.console.path=/dev/tables/")
			.run((context) -> assertThat(path(context)).containsExactly("/dev/tables/*"));
	}

	private static Collection<String> path(ApplicationContext context) {
		ServletRegistrationBean<?> registration = context.getBean("tableConsole", ServletRegistrationBean.class);
		return registration.getUrlMappings();
	}

	@ParameterizedTest
	@ValueSource(strings = { "tables", "/", "/*", "/a b" })
	void refusesPathsThatAreNone(String path) {
		this.application.withPropertyValues(EMBEDDED, ENABLED, "azure.tables.console.path=" + path)
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOf(ConfigurationProblemException.class)
				.hasMessageContaining("azure.tables.console.path is '" + path + "'"));
	}

	@ParameterizedTest
	@ValueSource(strings = { ContextRunners.AZURITE, "azure.tables.endpoint=http://[::1]:10002/account",
			"azure.tables.endpoint=http://tables.localhost:10002/account" })
	void takesServicesOfThisMachine(String service) {
		this.application
			.withPropertyValues(service, "azure.tables.account.name=account", "azure.tables.account.key=c2VjcmV0",
					"azure.tables.schema=none", ENABLED)
			.run((context) -> assertThat(context).hasNotFailed().hasBean("tableConsole"));
	}

	@Test
	void refusesServicesElsewhere() {
		this.application.withPropertyValues(CLOUD, ENABLED).run((context) -> {
			assertThat(context).hasFailed();
			FailureAnalysis analysis = new ConfigurationProblemFailureAnalyzer().analyze(context.getStartupFailure());
			assertThat(analysis).isNotNull();
			assertThat(analysis.getDescription()).contains("contoso.table.core.windows.net is not on this machine");
			assertThat(analysis.getAction()).contains("azure.tables.console.allow-remote");
		});
		this.application.withPropertyValues(CLOUD, ENABLED, "azure.tables.console.allow-remote=true")
			.run((context) -> assertThat(context).hasNotFailed().hasBean("tableConsole"));
	}

	/**
	 * A gateway of the application may go anywhere.
	 */
	@Test
	void takesUnknownServicesForServicesElsewhere() {
		this.application.withPropertyValues(ENABLED)
			.withBean(TableGateway.class, () -> new ForwardingTableGateway(new EmbeddedTableGateway()))
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.hasMessageContaining("is not on this machine"));
	}

	/**
	 * The console shows the messages of queues, too.
	 */
	@Test
	void refusesQueuesElsewhere() {
		String account = CLOUD.substring(CLOUD.indexOf('=') + 1);
		WebApplicationContextRunner queues = this.application.withPropertyValues(EMBEDDED, ENABLED)
			.withBean(QueueConnection.class,
					() -> QueueConnection.connect(account, "orders", MessageKeys.ofAccount(account)));
		queues.run((context) -> assertThat(context).getFailure()
			.rootCause()
			.hasMessageContaining("contoso.queue.core.windows.net is not on this machine"));
		queues.withPropertyValues("azure.tables.console.allow-remote=true")
			.run((context) -> assertThat(context).hasNotFailed().hasBean("tableConsole"));
		this.application.withPropertyValues(EMBEDDED, ENABLED)
			.withBean(QueueConnection.class, () -> QueueConnection.embedded(InstantSource.system()))
			.run((context) -> assertThat(context).hasNotFailed().hasBean("tableConsole"));
	}

	@Test
	void saysThatThereAreSeveralTemplates() {
		new WebApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class, TableClientAutoConfiguration.class,
					TableTemplateAutoConfiguration.class, TableConsoleAutoConfiguration.class))
			.withPropertyValues(EMBEDDED, ENABLED)
			.withBean("one", TableOperations.class, Mockito::mock)
			.withBean("other", TableOperations.class, Mockito::mock)
			.run((context) -> assertThat(context).getFailure()
				.isInstanceOf(ConfigurationProblemException.class)
				.hasMessageContaining("several beans of type TableOperations"));
	}

	@Test
	void refusesReactiveApplications() {
		new ReactiveWebApplicationContextRunner().withConfiguration(this.configurations)
			.withInitializer((context) -> AutoConfigurationPackages
				.register((BeanDefinitionRegistry) context.getBeanFactory(), Employee.class.getPackageName()))
			.withPropertyValues(EMBEDDED, ENABLED)
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOf(ConfigurationProblemException.class)
				.hasMessageContaining("reactive web application"));
	}

	@Test
	void saysThatJacksonIsMissing() {
		new WebApplicationContextRunner().withConfiguration(this.configurations)
			.withInitializer((context) -> AutoConfigurationPackages
				.register((BeanDefinitionRegistry) context.getBeanFactory(), "io.azuretables.autoconfigure.web"))
			.withPropertyValues(EMBEDDED, ENABLED)
			.withClassLoader(new FilteredClassLoader(JsonMapper.class))
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.hasMessageContaining("azure.tables.console.enabled is true, and Jackson 3"));
	}

	/**
	 * Each resource that the page needs, and what is written as JSON, is known to a
	 * native image; without the property there is nothing to know.
	 */
	@Test
	void registersItsFilesForNativeImages() throws Exception {
		RuntimeHints hints = hints(ENABLED);
		for (String type : List.of("js", "css", "html")) {
			for (Resource file : new PathMatchingResourcePatternResolver()
				.getResources("classpath*:/io/azuretables/autoconfigure/console/*." + type)) {
				assertThat(RuntimeHintsPredicates.resource()
					.forResource("io/azuretables/autoconfigure/console/" + file.getFilename())).accepts(hints);
			}
		}
		assertThat(RuntimeHintsPredicates.resource().forResource("io/azuretables/autoconfigure/web/rows.js"))
			.accepts(hints);
		assertThat(RuntimeHintsPredicates.reflection().onType(DesignReport.ClassDesign.class)).accepts(hints);
		assertThat(RuntimeHintsPredicates.resource().forResource("io/azuretables/autoconfigure/web/rows.js"))
			.rejects(hints("azure.tables.console.enabled=false"));
	}

	private static RuntimeHints hints(String property) {
		AnnotationConfigServletWebApplicationContext context = new AnnotationConfigServletWebApplicationContext();
		context.setServletContext(new MockServletContext());
		TestPropertyValues.of(EMBEDDED, property).applyTo(context);
		context.register(ConsoleApplication.class);
		TestGenerationContext generation = new TestGenerationContext();
		new ApplicationContextAotGenerator().processAheadOfTime(context, generation);
		return generation.getRuntimeHints();
	}

	@Test
	void logsTheLink(CapturedOutput output) {
		try (ConfigurableApplicationContext context = ConsoleApplication.start(ENABLED,
				"server.servlet.context-path=/app")) {
			assertThat(output).contains("The console of Azure Tables: http://localhost:"
					+ ConsoleApplication.port(context) + "/app/azure-tables/" + System.lineSeparator());
		}
	}

	@Test
	void answersThePageBehindTheDefaultsOfSpringSecurity() throws Exception {
		try (ConfigurableApplicationContext context = ConsoleApplication.start(new Class<?>[] { SecuredConsole.class },
				ENABLED)) {
			HttpClient browser = HttpClient.newBuilder().cookieHandler(new CookieManager()).build();
			String api = "http://localhost:" + ConsoleApplication.port(context) + "/azure-tables/api/";
			HttpResponse<String> page = browser.send(request(api + "page").build(), BodyHandlers.ofString());
			assertThat(page.statusCode()).as(page.body()).isEqualTo(200);
			JsonNode csrf = JsonMapper.shared().readTree(page.body()).path("csrf");
			HttpRequest.Builder call = request(api + "tables").header("Content-Type", "application/json")
				.POST(BodyPublishers.ofString("{}"));
			assertThat(browser.send(call.build(), BodyHandlers.ofString()).statusCode()).isEqualTo(403);
			call.header(csrf.path("header").asString(), csrf.path("token").asString());
			assertThat(browser.send(call.build(), BodyHandlers.ofString()).statusCode()).isEqualTo(200);
		}
	}

	@Test
	void answersThosePeopleThatSpringSecurityLetsIn() throws Exception {
		try (ConfigurableApplicationContext context = ConsoleApplication
			.start(new Class<?>[] { RestrictedConsole.class }, ENABLED)) {
			HttpClient browser = HttpClient.newBuilder().cookieHandler(new CookieManager()).build();
			String api = "http://localhost:" + ConsoleApplication.port(context) + "/azure-tables/api/";
			assertThat(browser.send(request(api + "page").build(), BodyHandlers.ofString()).statusCode())
				.isEqualTo(401);
			assertThat(browser.send(as("hall", request(api + "page")).build(), BodyHandlers.ofString()).statusCode())
				.isEqualTo(403);
			HttpResponse<String> page = browser.send(as("cao", request(api + "page")).build(), BodyHandlers.ofString());
			assertThat(page.statusCode()).as(page.body()).isEqualTo(200);
			JsonNode csrf = JsonMapper.shared().readTree(page.body()).path("csrf");
			HttpRequest.Builder call = as("cao", request(api + "tables")).header("Content-Type", "application/json")
				.POST(BodyPublishers.ofString("{}"));
			assertThat(browser.send(call.build(), BodyHandlers.ofString()).statusCode()).isEqualTo(403);
			call.header(csrf.path("header").asString(), csrf.path("token").asString());
			assertThat(browser.send(call.build(), BodyHandlers.ofString()).statusCode()).isEqualTo(200);
		}
	}

	private static HttpRequest.Builder as(String user, HttpRequest.Builder request) {
		return request.header("Authorization",
				"Basic " + Base64.getEncoder().encodeToString((user + ":geheim").getBytes(StandardCharsets.UTF_8)));
	}

	private static HttpRequest.Builder request(String address) {
		return HttpRequest.newBuilder(URI.create(address))
			.header("Sec-Fetch-Site", "same-origin")
			.header("X-Azure-Tables-Console", "1");
	}

	/**
	 * Runs the same application twice in class loaders that know what they have loaded.
	 */
	@Test
	void loadsNoClassWithoutTheProperty() throws Exception {
		assertThat(consoleClasses(ENABLED)).contains(ConsoleServlet.class.getName());
		assertThat(consoleClasses("azure.tables.console.enabled=false")).isEmpty();
	}

	private static Set<String> consoleClasses(String property) throws Exception {
		ClassLoader before = Thread.currentThread().getContextClassLoader();
		OwnClassLoader loader = new OwnClassLoader(before);
		Thread.currentThread().setContextClassLoader(loader);
		try {
			Class<?> application = loader.loadClass(ConsoleApplication.class.getName());
			new SpringApplicationBuilder(application).resourceLoader(new DefaultResourceLoader(loader))
				.web(WebApplicationType.SERVLET)
				.properties("server.address=127.0.0.1", "server.port=0", "spring.main.banner-mode=off", EMBEDDED,
						property)
				.run()
				.close();
		}
		finally {
			Thread.currentThread().setContextClassLoader(before);
		}
		loader.loaded.removeIf((name) -> !name.startsWith("io.azuretables.autoconfigure.internal.console."));
		return loader.loaded;
	}

	/**
	 * Loads the classes of the project by itself.
	 */
	private static final class OwnClassLoader extends ClassLoader {

		private final Set<String> loaded = ConcurrentHashMap.newKeySet();

		OwnClassLoader(ClassLoader parent) {
			super(parent);
		}

		@Override
		protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
			if (!name.startsWith("io.azuretables.")) {
				return super.loadClass(name, resolve);
			}
			synchronized (getClassLoadingLock(name)) {
				Class<?> known = findLoadedClass(name);
				return (known != null) ? known : define(name);
			}
		}

		private Class<?> define(String name) throws ClassNotFoundException {
			try (InputStream content = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
				if (content == null) {
					throw new ClassNotFoundException(name);
				}
				byte[] bytes = content.readAllBytes();
				this.loaded.add(name);
				return defineClass(name, bytes, 0, bytes.length);
			}
			catch (IOException ex) {
				throw new ClassNotFoundException(name, ex);
			}
		}

	}

}
