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

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.azuretables.autoconfigure.ContextRunners;
import io.azuretables.autoconfigure.internal.configuration.ConfigurationProblemException;
import io.azuretables.gateway.TableGateway;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.jks.JksSslStoreBundle;
import org.springframework.boot.ssl.jks.JksSslStoreDetails;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.dao.DataAccessException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Requests to a service whose certificate only a bundle knows.
 */
@ExtendWith(OutputCaptureExtension.class)
class SslBundleTests {

	private static final String PASSWORD = "changeit";

	@TempDir
	private Path folder;

	private HttpsServer server;

	@BeforeEach
	void startService() throws Exception {
		Path store = this.folder.resolve("store.p12");
		Process keytool = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
				"-genkeypair", "-alias", "service", "-keyalg", "EC", "-dname", "CN=localhost", "-ext",
				"san=dns:localhost", "-storepass", PASSWORD, "-keystore", store.toString())
			.inheritIO()
			.start();
		assertThat(keytool.waitFor()).isZero();
		JksSslStoreDetails details = JksSslStoreDetails.forLocation(store.toUri().toString()).withPassword(PASSWORD);
		this.server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		this.server.setHttpsConfigurator(
				new HttpsConfigurator(SslBundle.of(new JksSslStoreBundle(details, details)).createSslContext()));
		this.server.createContext("/", (exchange) -> {
			exchange.getResponseHeaders().set("x-ms-request-id", "1");
			exchange.sendResponseHeaders(204, -1);
			exchange.close();
		});
		this.server.start();
	}

	@AfterEach
	void stopService() {
		this.server.stop(0);
	}

	@Test
	void namesABundleThatIsNotThere() {
		ContextRunners.clients()
			.withPropertyValues(ContextRunners.AZURITE, "azure.tables.client.ssl.bundle=missing")
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOf(ConfigurationProblemException.class)
				.hasMessageContaining("azure.tables.client.ssl.bundle is 'missing'"));
	}

	@Test
	void trustsWhatTheBundleKnowsAndSaysNothingAboutIt(CapturedOutput output) {
		service()
			.withPropertyValues("azure.tables.client.ssl.bundle=tables",
					"spring.ssl.bundle.jks.tables.truststore.location=" + this.folder.resolve("store.p12").toUri(),
					"spring.ssl.bundle.jks.tables.truststore.password=" + PASSWORD)
			.run((context) -> assertThat(context.getBean(TableGateway.class).createTable("Employees")).isTrue());
		assertThat(output).doesNotContainIgnoringCase("content-length").doesNotContain("WARN");
	}

	@Test
	void trustsNobodyElse() {
		service().withPropertyValues("azure.tables.client.retry.attempts=1")
			.run((context) -> assertThatExceptionOfType(DataAccessException.class)
				.isThrownBy(() -> context.getBean(TableGateway.class).createTable("Employees")));
	}

	private ApplicationContextRunner service() {
		return ContextRunners.clients()
			.withPropertyValues("azure.tables.endpoint=https://localhost:" + this.server.getAddress().getPort(),
					"azure.tables.account.name=contoso", "azure.tables.account.key=c2VjcmV0");
	}

}
