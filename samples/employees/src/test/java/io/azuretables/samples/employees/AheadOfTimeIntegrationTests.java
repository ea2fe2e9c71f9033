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

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import javax.tools.ToolProvider;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.SpringApplicationAotProcessor;
import org.springframework.context.aot.AbstractAotProcessor.Settings;
import org.springframework.http.MediaType;
import org.springframework.web.client.RestClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The service as it was processed ahead of time, in a process of its own with
 * {@code spring.aot.enabled}.
 */
@Timeout(300)
class AheadOfTimeIntegrationTests {

	private static final String REVIEW = "/departments/Sales/employees/1/reviews/2026";

	private static final String AZURITE = "--azure.tables.connection-string=UseDevelopmentStorage=true";

	private static final Pattern LISTENS = Pattern.compile("started on port (\\d+)");

	private static final String STARTED = "Started EmployeesApplication";

	@TempDir
	private Path generated;

	@Test
	void answersAndAudits() throws Exception {
		process();
		assertThat(this.generated.resolve("classes/META-INF/azure-tables/plans.json")).content()
			.contains(
					"\"method\":\"findByDepartmentAndEmail\",\"inherited\":false,\"path\":\"POINT\",\"index\":\"email\"");
		Process service = start();
		try {
			RestClient client = RestClient.create("http://localhost:" + port(service.inputReader()));
			assertThat(client.post()
				.uri("/import")
				.header("Content-Type", "text/csv")
				.body("Sales,1,hall@contoso.com,Hall,34")
				.retrieve()
				.body(String.class)).contains("\"written\":1");
			assertThat(client.get()
				.uri("/departments/Sales/employees?email=hall@contoso.com")
				.retrieve()
				.body(String.class)).contains("\"lastName\":\"Hall\"");
			assertThat(client.get().uri("/departments/Sales/employees?size=1").retrieve().body(String.class))
				.contains("\"employeeId\":1");
			assertThat(client.put()
				.uri(REVIEW)
				.header("From", "cao@contoso.com")
				.contentType(MediaType.APPLICATION_JSON)
				.body("{\"rating\": 5, \"comments\": \"Sells\"}")
				.retrieve()
				.body(Review.class)).satisfies((review) -> {
					assertThat(review.reviewedBy()).isEqualTo("cao@contoso.com");
					assertThat(review.reviewedAt()).isNotNull();
				});
		}
		finally {
			service.destroyForcibly();
		}
	}

	@Test
	void saysThatTheStoreWasChosenWhenItWasProcessedWithTheEmbeddedOne() throws Exception {
		process("--azure.tables.embedded=true");
		assertThat(failure(AZURITE, "--azure.tables.embedded=false")).contains("APPLICATION FAILED TO START",
				"The application was processed ahead of time with azure.tables.embedded=true, and runs without it",
				"Process it again without azure.tables.embedded to use a service, or set azure.tables.embedded=true");
	}

	@Test
	void saysThatTheStoreWasChosenWhenItWasProcessedWithAService() throws Exception {
		process(AZURITE, "--azure.tables.embedded=false");
		assertThat(failure("--azure.tables.embedded=true")).contains("APPLICATION FAILED TO START",
				"The application was processed ahead of time without azure.tables.embedded=true, and runs with it",
				"Process it again with azure.tables.embedded=true, or remove the property and configure a service");
	}

	/**
	 * What the service says until it ends, or until it has started after all.
	 */
	private String failure(String... arguments) throws Exception {
		Process service = start(arguments);
		try {
			return service.inputReader()
				.lines()
				.takeWhile((line) -> !line.contains(STARTED))
				.collect(Collectors.joining("\n"));
		}
		finally {
			service.destroyForcibly();
		}
	}

	/**
	 * Does what the goal {@code process-aot} of the Maven plugin does.
	 */
	private void process(String... application) throws IOException {
		Path sources = Files.createDirectories(this.generated.resolve("sources"));
		Path classes = Files.createDirectories(this.generated.resolve("classes"));
		Settings settings = Settings.builder()
			.sourceOutput(sources)
			.resourceOutput(classes)
			.classOutput(classes)
			.groupId("io.azuretables")
			.artifactId("employees")
			.build();
		new SpringApplicationAotProcessor(EmployeesApplication.class, settings, application).process();
		List<String> arguments = new ArrayList<>(List.of("-d", classes.toString(), "-cp",
				System.getProperty("java.class.path"), "-nowarn", "-proc:none"));
		try (Stream<Path> files = Files.walk(sources)) {
			files.map(Path::toString).filter((file) -> file.endsWith(".java")).forEach(arguments::add);
		}
		assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new)))
			.isZero();
	}

	private Process start(String... application) throws IOException {
		List<String> command = new ArrayList<>(
				List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1",
						"-Dspring.aot.enabled=true", "-cp",
						this.generated.resolve("classes") + File.pathSeparator + System.getProperty("java.class.path"),
						EmployeesApplication.class.getName(), "--server.port=0",
						"--logging.level.org.springframework.boot.tomcat=info"));
		command.addAll(List.of(application));
		return new ProcessBuilder(command).redirectError(Redirect.INHERIT).start();
	}

	private static String port(BufferedReader lines) throws IOException {
		StringBuilder all = new StringBuilder();
		for (String line = lines.readLine(); line != null; line = lines.readLine()) {
			Matcher listens = LISTENS.matcher(line);
			if (listens.find()) {
				return listens.group(1);
			}
			all.append(line).append(System.lineSeparator());
			if (line.contains(STARTED)) {
				break;
			}
		}
		throw new IOException("The service says no port:" + System.lineSeparator() + all);
	}

}
