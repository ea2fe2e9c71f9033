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

package io.azuretables.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;

import com.azure.core.http.HttpMethod;
import com.azure.core.http.HttpRequest;
import com.azure.core.http.HttpResponse;
import com.azure.core.util.BinaryData;
import com.azure.core.util.Context;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for TLS. The certificate is one for {@code localhost}, not for its address.
 */
@Tag("long")
@Timeout(120)
class TlsTests {

	private static SSLContext context;

	@BeforeAll
	static void makeCertificate(@TempDir Path folder) throws Exception {
		context = context(folder);
	}

	static SSLContext context(Path folder) throws Exception {
		Path file = folder.resolve("keys.p12");
		Process keytool = new ProcessBuilder(System.getProperty("java.home") + "/bin/keytool", "-genkeypair", "-keyalg",
				"EC", "-alias", "server", "-dname", "CN=localhost", "-ext", "SAN=dns:localhost,dns:tables.example",
				"-storetype", "PKCS12", "-keystore", file.toString(), "-storepass", "secret")
			.redirectErrorStream(true)
			.start();
		keytool.getInputStream().readAllBytes();
		assertThat(keytool.waitFor()).isZero();
		KeyStore store = KeyStore.getInstance("PKCS12");
		try (InputStream input = Files.newInputStream(file)) {
			store.load(input, "secret".toCharArray());
		}
		KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
		keys.init(store, "secret".toCharArray());
		TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
		trust.init(store);
		SSLContext context = SSLContext.getInstance("TLS");
		context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
		return context;
	}

	private static HostileServer server(HostileServer.Behaviour behaviour) throws IOException {
		return new HostileServer(
				context.getServerSocketFactory().createServerSocket(0, 200, InetAddress.getLoopbackAddress()),
				behaviour);
	}

	private static HostileServer echo() throws IOException {
		return server((connection) -> {
			for (HostileServer.Request request = connection.read(); request != null; request = connection.read()) {
				connection.write(HostileServer.ok(request.text()));
			}
		});
	}

	private static ApacheHttpClient client() {
		return new ApacheHttpClient(ApacheHttpClientOptions.DEFAULTS.withTls(TlsOptions.DEFAULTS.withContext(context)));
	}

	private static HttpResponse put(ApacheHttpClient client, String host, HostileServer server, String body) {
		return client.sendSync(new HttpRequest(HttpMethod.PUT, "https://" + host + ":" + server.port() + "/")
			.setBody(BinaryData.fromString(body)), Context.NONE);
	}

	@Test
	void usesAConnectionAgain() throws IOException {
		try (HostileServer server = echo(); ApacheHttpClient client = client()) {
			for (int size : new int[] { 0, 1, 10_000, 20_000, 3_000_000, 5 }) {
				String body = "x".repeat(size);
				assertThat(put(client, "localhost", server, body).getBodyAsBinaryData().toString().equals(body))
					.isTrue();
			}
			assertThat(server.connections()).isEqualTo(1);
			assertThat(server.requests().get(0).header("host")).isEqualTo("localhost:" + server.port());
		}
	}

	@Test
	void refusesAServerWithAnotherName() throws IOException {
		try (HostileServer server = echo(); ApacheHttpClient client = client()) {
			assertThatExceptionOfType(UncheckedIOException.class)
				.isThrownBy(() -> put(client, "127.0.0.1", server, "secret"))
				.withCauseInstanceOf(SSLHandshakeException.class);
			assertThat(server.requests()).isEmpty();
		}
	}

	@Test
	void refusesAServerThatIsNotTrusted() throws IOException {
		try (HostileServer server = echo(); ApacheHttpClient client = new ApacheHttpClient()) {
			assertThatExceptionOfType(UncheckedIOException.class)
				.isThrownBy(() -> put(client, "localhost", server, "secret"))
				.withCauseInstanceOf(SSLHandshakeException.class);
			assertThat(server.requests()).isEmpty();
		}
	}

	@Test
	void refusesAServerWithoutTls() throws IOException {
		try (HostileServer server = new HostileServer((connection) -> connection.write("HTTP/1.1 400 No\r\n\r\n"));
				ApacheHttpClient client = client()) {
			assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> put(client, "localhost", server, ""))
				.withCauseInstanceOf(SSLHandshakeException.class);
		}
	}

	@Test
	void speaksTheProtocolsAndCipherSuitesOfItsOptions() throws IOException {
		TlsOptions tls = TlsOptions.DEFAULTS.withContext(context)
			.withProtocols(List.of("TLSv1.2"))
			.withCipherSuites(List.of("TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384"));
		AtomicReference<String> spoken = new AtomicReference<>();
		try (HostileServer server = server((connection) -> {
			connection.read();
			spoken.set(((SSLSocket) connection.socket()).getSession().getProtocol() + " "
					+ ((SSLSocket) connection.socket()).getSession().getCipherSuite());
			connection.write(HostileServer.EMPTY);
		}); ApacheHttpClient client = new ApacheHttpClient(ApacheHttpClientOptions.DEFAULTS.withTls(tls))) {
			put(client, "localhost", server, "");
			assertThat(spoken).hasValue("TLSv1.2 TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384");
		}
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void boundsAHandshake(boolean trickling) throws IOException {
		try (HostileServer server = new HostileServer((connection) -> {
			if (trickling) {
				connection.trickle("\u0016\u0003\u0003\u0040\u0000" + "\u0002".repeat(10_000));
			}
			connection.hang();
		}); ApacheHttpClient client = client()) {
			long start = System.nanoTime();
			HttpRequest request = new HttpRequest(HttpMethod.GET, "https://localhost:" + server.port() + "/");
			assertThatExceptionOfType(UncheckedIOException.class)
				.isThrownBy(() -> client.sendSync(request,
						new Context(ApacheHttpClient.EXCHANGE_TIMEOUT, Duration.ofMillis(700))))
				.satisfies((ex) -> assertThat(ex.getCause()).isInstanceOfAny(ConnectException.class,
						SSLHandshakeException.class));
			assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(4));
		}
	}

	@Test
	void boundsABodyWhoseRecordTrickles() throws IOException {
		try (HostileServer server = server((connection) -> {
			connection.read();
			connection.write("HTTP/1.1 200 OK\r\nContent-Length: 10000\r\n\r\n");
			connection.trickle("x".repeat(10_000));
		}); ApacheHttpClient client = client()) {
			long start = System.nanoTime();
			HttpRequest request = new HttpRequest(HttpMethod.GET, "https://localhost:" + server.port() + "/");
			assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> client.sendSync(request,
					new Context(ApacheHttpClient.EXCHANGE_TIMEOUT, Duration.ofSeconds(2))));
			assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(30));
		}
	}

	@Test
	void noticesThatTheServerHasClosedAConnection() throws Exception {
		try (HostileServer server = server((connection) -> {
			connection.read();
			connection.write(HostileServer.EMPTY);
		}); ApacheHttpClient client = client()) {
			for (int i = 1; i <= 10; i++) {
				put(client, "localhost", server, "");
				while (server.openConnections() > 0) {
					Thread.onSpinWait();
				}
			}
			assertThat(server.requests()).hasSize(10);
		}
	}

	@Test
	void closesConnectionsThatAreNotUsed() throws IOException {
		ApacheHttpClientOptions options = ApacheHttpClientOptions.DEFAULTS
			.withTls(TlsOptions.DEFAULTS.withContext(context))
			.withKeepAlive(Duration.ofMillis(50));
		try (HostileServer server = echo(); ApacheHttpClient client = new ApacheHttpClient(options)) {
			put(client, "localhost", server, "");
			while (server.openConnections() > 0) {
				Thread.onSpinWait();
			}
		}
	}

}
