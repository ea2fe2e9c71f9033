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

package io.azuretables.autoconfigure.client;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Clock;
import java.util.Arrays;
import java.util.stream.Collectors;

import javax.net.ssl.SSLHandshakeException;

import com.azure.core.exception.ClientAuthenticationException;
import com.azure.core.http.HttpClient;
import com.sun.net.httpserver.HttpServer;
import io.azuretables.autoconfigure.ContextRunners;
import io.azuretables.autoconfigure.broken.Broken;
import io.azuretables.autoconfigure.elsewhere.Traveller;
import io.azuretables.autoconfigure.employees.Employee;
import io.azuretables.autoconfigure.hot.Holiday;
import io.azuretables.autoconfigure.hot.Visit;
import io.azuretables.autoconfigure.internal.configuration.ConfigurationProblemException;
import io.azuretables.autoconfigure.queue.TableQueueAutoConfiguration;
import io.azuretables.autoconfigure.refused.RefusedPackage;
import io.azuretables.autoconfigure.repository.TableRepositoriesAutoConfiguration;
import io.azuretables.autoconfigure.scans.ScanningPackage;
import io.azuretables.autoconfigure.template.TableTemplateAutoConfiguration;
import io.azuretables.client.RecordedHttpClient;
import io.azuretables.gateway.ServiceErrorException;
import io.azuretables.internal.change.DeferredWriteCommitter;
import io.azuretables.patterns.queue.EventuallyConsistentQueueTemplate;
import io.azuretables.write.DeferredWrites;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;

import org.springframework.beans.factory.BeanCreationException;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfigurationPackage;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.dao.PermissionDeniedDataAccessException;
import org.springframework.mock.env.MockEnvironment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;
import static org.mockito.Mockito.mock;

/**
 * What an application says that does not start.
 */
@ExtendWith(OutputCaptureExtension.class)
class FailureAnalyzersTests {

	@Test
	void saysWhatToSetWhenNothingIsConfigured(CapturedOutput output) {
		fail(OfEmployees.class);
		assertThat(output).contains("No table service is configured.", "azure.tables.connection-string",
				"azure.tables.embedded=true");
	}

	@Test
	void saysWhatToSetWhenTheAccountOfAKeyIsMissing(CapturedOutput output) {
		fail(OfEmployees.class, "azure.tables.endpoint=https://example.com", "azure.tables.account.key=c2VjcmV0");
		assertThat(output).contains("Set azure.tables.account.name").doesNotContain("c2VjcmV0");
	}

	@Test
	void saysWhichPropertyAConnectionThatCannotBeUsedComesFrom(CapturedOutput output) {
		fail(OfEmployees.class, "azure.tables.connection-string=AccountName=contoso;c2VjcmV0");
		assertThat(output)
			.contains("APPLICATION FAILED TO START",
					"Setting 2 of the connection string is not of the form name=value.",
					"Correct azure.tables.connection-string")
			.doesNotContain("c2VjcmV0");
	}

	@Test
	void namesThePropertyWhoseValueCannotBeUsed(CapturedOutput output) {
		fail(OfEmployees.class, "azure.tables.embedded=true", "azure.tables.client.retry.attempts=0");
		assertThat(output)
			.contains("APPLICATION FAILED TO START", "azure.tables.client.retry.attempts is 0, and must be at least 1.",
					"Correct the value of the property")
			.doesNotContain("\tat ", "Failed to bind");
	}

	@Test
	void saysThatTheEmbeddedStoreAndAServiceExcludeEachOther(CapturedOutput output) {
		fail(OfEmployees.class, "azure.tables.embedded=true", "azure.tables.account.name=contoso");
		assertThat(output).contains("https://contoso.table.core.windows.net", "Remove azure.tables.embedded");
	}

	@Test
	void saysThatAConnectionStringExcludesTheEmbeddedStore(CapturedOutput output) {
		fail(OfEmployees.class, "azure.tables.embedded=true",
				"azure.tables.connection-string=AccountName=contoso;AccountKey=c2VjcmV0");
		assertThat(output).contains("https://contoso.table.core.windows.net", "Remove azure.tables.embedded")
			.doesNotContain("c2VjcmV0");
	}

	/**
	 * As the portal gives addresses with signatures, and connection strings without a
	 * colon.
	 */
	@ParameterizedTest
	@ValueSource(strings = { "https://contoso.table.core.windows.net/?sv=2024-11-04&sig=c2VjcmV0",
			"https://contoso:c2VjcmV0@contoso.table.core.windows.net",
			"DefaultEndpointsProtocol=https;AccountName=contoso;AccountKey=c2VjcmV0;EndpointSuffix=core.windows.net" })
	void showsNoSecretThatIsAPartOfTheEndpoint(String endpoint, CapturedOutput output) {
		for (String embedded : new String[] { "true", "false" }) {
			fail(OfEmployees.class, "azure.tables.embedded=" + embedded, "azure.tables.endpoint=" + endpoint,
					"azure.tables.account.name=contoso", "azure.tables.account.key=b3RoZXI=");
		}
		assertThat(output).contains("Remove azure.tables.embedded", "Correct azure.tables.connection-string")
			.doesNotContain("c2VjcmV0");
	}

	@Test
	void saysHowToMendAScan(CapturedOutput output) {
		fail(OfScans.class, "azure.tables.embedded=true");
		assertThat(output).contains("Scanning.findByLastName", "reads the whole table",
				"accept the TABLE_SCAN with @AllowScan", "azure.tables.scan-policy=warn");
	}

	@Test
	void listsTheRefusedMethodsOfAllRepositories(CapturedOutput output) {
		fail(OfRefused.class, "azure.tables.embedded=true");
		assertThat(output)
			.contains("Repository methods are refused", "io.azuretables.autoconfigure.refused.Misspelt",
					"Misspelt.findByDepartmentAndLastNam asks for 'lastNam', and Employee has no such property; "
							+ "write 'lastName' instead",
					"Misspelt.findByDepartmentAndSalary asks for 'salary', and Employee has no such property; name",
					"Misspelt.findByLastName: A query for Employee by lastName reads the whole table",
					"io.azuretables.autoconfigure.refused.Unanswerable",
					"Unanswerable.findByDepartmentAndLastNameLike says 'Like'", "accept the TABLE_SCAN with @AllowScan")
			.doesNotContain("Unanswerable.findByDepartment:", "\tat ");
	}

	@Test
	void listsTheErrorsOfTheMapping(CapturedOutput output) {
		fail(OfBroken.class, "azure.tables.embedded=true");
		assertThat(output).contains("Entity classes cannot be mapped to tables", "'missing'", "'absent'");
	}

	@Test
	void listsTheClassesThatWriteToAHotPartition(CapturedOutput output) {
		fail(OfVisits.class, "azure.tables.embedded=true", "azure.tables.hot-partitions=reject");
		assertThat(output).contains("APPLICATION FAILED TO START", "Entity classes write to a hot partition:",
				"    " + Holiday.class.getName() + "\n        - The partition key \"holidays\" holds all rows in one "
						+ "partition, as no property is in it; use",
				"    " + Visit.class.getName() + "\n        - The partition key \"{day}\" has times only, so that",
				"The index 'all' with the partition key \"all\" holds all rows",
				"@AcceptHotPartition(reason = \"...\")", "azure.tables.hot-partitions=warn")
			.doesNotContain("\tat ");
	}

	@Test
	void saysWhatAnIndexInAnotherPartitionNeeds(CapturedOutput output) {
		fail(OfTravellers.class, "azure.tables.embedded=true");
		assertThat(output).contains("The index 'city' of Traveller lies in another partition",
				"nothing keeps it up to date", "set azure.tables.index.queue.name", "InterPartitionIndexWrites",
				"leave out the partitionKey");
	}

	@Test
	void saysWhatAQueueNeeds(CapturedOutput output) {
		fail(OfMessages.class, "azure.tables.embedded=true");
		assertThat(output).contains(
				"no bean of type io.azuretables.patterns.queue.EventuallyConsistentQueueTemplate, since no queue",
				"set azure.tables.queue.name", "com.azure:azure-storage-queue");
	}

	@Test
	void leavesOtherMissingBeansToSpringBoot(CapturedOutput output) {
		fail(OfNothing.class, "azure.tables.embedded=true");
		assertThat(output).contains("java.time.Clock").doesNotContain("azure.tables.queue.name");
	}

	@Test
	void namesTheRoleThatIsMissing(CapturedOutput output) {
		fail(Refused.class, ContextRunners.AZURITE, "azure.tables.schema=create-on-start");
		assertThat(output).contains("'Storage Table Data Contributor'", "az storage account keys list")
			.doesNotContain("az role assignment create");
	}

	@ParameterizedTest
	@CsvSource({ "azure.tables.connection-string=AccountName=a;AccountKey=b, az storage account keys list",
			"azure.tables.account.key=b, az storage account keys list",
			"azure.tables.connection-string=TableEndpoint=c;sharedaccesssignature=d, Make a new shared access signature",
			"azure.tables.account.sas-token=d, Make a new shared access signature",
			"azure.tables.account.name=a, az role assignment create" })
	void advisesByTheCredential(String property, String advice) {
		MockEnvironment environment = new MockEnvironment();
		environment.setProperty(property.substring(0, property.indexOf('=')),
				property.substring(property.indexOf('=') + 1));
		FailureAnalysis analysis = new PermissionDeniedFailureAnalyzer(environment)
			.analyze(new PermissionDeniedDataAccessException("Refused", new ServiceErrorException(403, "", -1)));
		assertThat(analysis).isNotNull().extracting(FailureAnalysis::getAction).asString().contains(advice);
	}

	@Test
	void namesTheServerThatCannotBeReached(CapturedOutput output) throws IOException {
		fail(OfEmployees.class, "azure.tables.connection-string=" + atClosedPort("http"),
				"azure.tables.schema=create-on-start", "azure.tables.client.retry.attempts=1");
		assertThat(output)
			.contains("there is no connection to http://127.0.0.1:", "Check, in this order", "npx azurite-table")
			.doesNotContain("\tat ");
	}

	@Test
	void saysThatSomethingElseAnswers(CapturedOutput output) throws IOException {
		HttpServer site = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		site.createContext("/", (exchange) -> {
			exchange.sendResponseHeaders(404, -1);
			exchange.close();
		});
		site.start();
		try {
			String endpoint = "http://127.0.0.1:" + site.getAddress().getPort();
			fail(OfEmployees.class, "azure.tables.endpoint=" + endpoint, "azure.tables.account.name=contoso",
					"azure.tables.account.key=c2VjcmV0", "azure.tables.schema=create-on-start");
			assertThat(output)
				.contains("got no answer of a table service: HTTP 404 of " + endpoint, "names a table service",
						"azure.tables.client.proxy")
				.doesNotContain("\tat ");
		}
		finally {
			site.stop(0);
		}
	}

	/**
	 * The emulator's port of blobs answers so.
	 */
	@Test
	void saysThatTheServiceRefusesToCreateATable(CapturedOutput output) {
		fail(RefusedByBlobs.class, ContextRunners.AZURITE, "azure.tables.schema=create-on-start");
		assertThat(output)
			.contains("APPLICATION FAILED TO START", "HTTP 400 InvalidHeaderValue", "has tables at port 10002")
			.doesNotContain("\tat ");
	}

	@Test
	void leavesConflictsAndRequestsOfTheApplicationToIt() {
		RefusedRequestFailureAnalyzer analyzer = new RefusedRequestFailureAnalyzer();
		ServiceErrorException error = new ServiceErrorException(409, "", -1);
		assertThat(analyzer.analyze(new InvalidDataAccessApiUsageException("refused", error))).isNull();
		assertThat(analyzer.analyze(new BeanCreationException("seed", new DuplicateKeyException("taken", error))))
			.isNull();
	}

	@Test
	void saysThatTheHandshakeFailed(CapturedOutput output) {
		fail(Untrusted.class, ContextRunners.AZURITE, "azure.tables.schema=create-on-start",
				"azure.tables.client.retry.attempts=1");
		assertThat(output)
			.contains("the TLS handshake with http://127.0.0.1:10002 failed (unknown issuer)",
					"azure.tables.client.ssl.bundle")
			.doesNotContain("\tat ");
	}

	@Test
	void saysThatAnEndpointIsThatOfAnotherService(CapturedOutput output) {
		fail(OfEmployees.class, "azure.tables.endpoint=https://contoso.blob.core.windows.net",
				"azure.tables.account.name=contoso", "azure.tables.account.key=c2VjcmV0");
		assertThat(output).contains("contoso.blob.core.windows.net is the address of the blob service",
				"'.table.' in place of '.blob.'", "azure.tables.endpoint");
	}

	@Test
	void listsTablesWhoseNamesAPrefixMakesIllegal(CapturedOutput output) {
		fail(OfEmployees.class, "azure.tables.embedded=true", "azure.tables.table-name-prefix=my-");
		assertThat(output).contains("Employee is in the table 'my-Employees', which is not a valid name of a table",
				"3 to 63 letters and digits", "or change the prefix 'my-'");
	}

	@Test
	void saysThatTheStoreWasChosenAheadOfTime() {
		TableConnectionProperties embedded = new TableConnectionProperties(null, null,
				new TableConnectionProperties.Account(null, null, null, null), true);
		TableConnectionProperties service = new TableConnectionProperties("UseDevelopmentStorage=true", null,
				embedded.account(), false);
		assertThatException()
			.isThrownBy(() -> new TableGatewayConfiguration.Http().tableConnectionDetails(embedded, null, null, null))
			.isInstanceOf(ConfigurationProblemException.class)
			.withMessageContaining("processed ahead of time without azure.tables.embedded=true");
		assertThatException().isThrownBy(() -> new TableGatewayConfiguration.Embedded().tableGateway(service))
			.isInstanceOf(ConfigurationProblemException.class)
			.withMessageContaining("processed ahead of time with azure.tables.embedded=true");
	}

	private static String atClosedPort(String scheme) throws IOException {
		try (ServerSocket closed = new ServerSocket(0)) {
			return "AccountName=devstoreaccount1;AccountKey=c2VjcmV0;TableEndpoint=" + scheme + "://127.0.0.1:"
					+ closed.getLocalPort() + "/devstoreaccount1";
		}
	}

	@Test
	void saysHowToSignIn() {
		PermissionDeniedDataAccessException failure = new PermissionDeniedDataAccessException("Not sent",
				new ClientAuthenticationException("no token", null));
		FailureAnalysis analysis = new PermissionDeniedFailureAnalyzer(new MockEnvironment()).analyze(failure);
		assertThat(analysis).isNotNull().extracting(FailureAnalysis::getAction).asString().contains("az login");
	}

	@Test
	void leavesOtherRefusalsToOthers() {
		assertThat(new PermissionDeniedFailureAnalyzer(new MockEnvironment())
			.analyze(new PermissionDeniedDataAccessException("A database", new IllegalStateException()))).isNull();
	}

	private static void fail(Class<?> application, String... properties) {
		SpringApplication spring = new SpringApplication(application);
		spring.setWebApplicationType(WebApplicationType.NONE);
		spring.setDefaultProperties(Arrays.stream(properties)
			.collect(Collectors.toMap((one) -> one.substring(0, one.indexOf('=')),
					(one) -> one.substring(one.indexOf('=') + 1))));
		assertThatException().isThrownBy(spring::run);
	}

	@Configuration(proxyBeanMethods = false)
	@AutoConfigurationPackage(basePackageClasses = Employee.class)
	@ImportAutoConfiguration({ TableClientAutoConfiguration.class, TableTemplateAutoConfiguration.class,
			TableRepositoriesAutoConfiguration.class })
	static class OfEmployees {

	}

	@Configuration(proxyBeanMethods = false)
	@AutoConfigurationPackage(basePackageClasses = ScanningPackage.class)
	@ImportAutoConfiguration({ TableClientAutoConfiguration.class, TableTemplateAutoConfiguration.class,
			TableRepositoriesAutoConfiguration.class })
	static class OfScans {

	}

	@Configuration(proxyBeanMethods = false)
	@AutoConfigurationPackage(basePackageClasses = RefusedPackage.class)
	@ImportAutoConfiguration({ TableClientAutoConfiguration.class, TableTemplateAutoConfiguration.class,
			TableRepositoriesAutoConfiguration.class })
	static class OfRefused {

	}

	@Configuration(proxyBeanMethods = false)
	@AutoConfigurationPackage(basePackageClasses = Visit.class)
	@ImportAutoConfiguration({ TableClientAutoConfiguration.class, TableTemplateAutoConfiguration.class })
	static class OfVisits {

		@Bean
		DeferredWrites deferredWrites() {
			return () -> mock(DeferredWriteCommitter.class);
		}

	}

	@Configuration(proxyBeanMethods = false)
	@AutoConfigurationPackage(basePackageClasses = Traveller.class)
	@ImportAutoConfiguration({ TableClientAutoConfiguration.class, TableTemplateAutoConfiguration.class })
	static class OfTravellers {

	}

	@Configuration(proxyBeanMethods = false)
	@AutoConfigurationPackage(basePackageClasses = Broken.class)
	@ImportAutoConfiguration({ TableClientAutoConfiguration.class, TableTemplateAutoConfiguration.class })
	static class OfBroken {

	}

	@Configuration(proxyBeanMethods = false)
	static class Refused extends OfEmployees {

		@Bean
		HttpClient refusingClient() {
			return RecordedHttpClient.refusing(403, "AuthorizationFailure");
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class RefusedByBlobs extends OfEmployees {

		@Bean
		HttpClient refusingClient() {
			return RecordedHttpClient.refusing(400, "InvalidHeaderValue");
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Untrusted extends OfEmployees {

		@Bean
		HttpClient untrustingClient() {
			return (request) -> Mono.error(new SSLHandshakeException("unknown issuer"));
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ TableClientAutoConfiguration.class, TableTemplateAutoConfiguration.class,
			TableQueueAutoConfiguration.class })
	static class OfMessages {

		@Bean
		Object sender(EventuallyConsistentQueueTemplate queue) {
			return queue;
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration(TableQueueAutoConfiguration.class)
	static class OfNothing {

		@Bean
		Object watch(Clock clock) {
			return clock;
		}

	}

}
