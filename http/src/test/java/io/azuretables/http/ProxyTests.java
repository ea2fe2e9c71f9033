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
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

import com.azure.core.http.HttpMethod;
import com.azure.core.http.HttpRequest;
import com.azure.core.http.ProxyOptions;
import com.azure.core.util.Configuration;
import com.azure.core.util.ConfigurationBuilder;
import com.azure.core.util.Context;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for proxies.
 */
@Timeout(120)
class ProxyTests {

	private static ProxyOptions proxy(HostileServer server) {
		return new ProxyOptions(ProxyOptions.Type.HTTP, new InetSocketAddress("127.0.0.1", server.port()));
	}

	private static ApacheHttpClient client(ProxyOptions proxy, SSLContext context) {
		return new ApacheHttpClient(
				ApacheHttpClientOptions.DEFAULTS.withProxy(proxy).withTls(TlsOptions.DEFAULTS.withContext(context)));
	}

	private static String get(ApacheHttpClient client, String url) {
		return client.sendSync(new HttpRequest(HttpMethod.GET, url), Context.NONE).getBodyAsBinaryData().toString();
	}

	/**
	 * A proxy that passes on what it is sent after a CONNECT, and answers other requests
	 * itself.
	 */
	private static HostileServer proxyServer() throws IOException {
		return new HostileServer((connection) -> {
			HostileServer.Request request = connection.read();
			while (request != null && !request.method().equals("CONNECT")) {
				connection.write(HostileServer.ok("by the proxy"));
				request = connection.read();
			}
			if (request == null) {
				return;
			}
			int port = Integer.parseInt(request.target().split(":")[1]);
			try (Socket target = new Socket(InetAddress.getLoopbackAddress(), port)) {
				connection.write("HTTP/1.1 200 Connected\r\n\r\n");
				Thread back = new Thread(() -> pump(target, connection.socket()));
				back.start();
				pump(connection.socket(), target);
			}
		});
	}

	private static void pump(Socket from, Socket to) {
		try (from; to) {
			InputStream input = from.getInputStream();
			OutputStream output = to.getOutputStream();
			input.transferTo(output);
		}
		catch (IOException ex) {
			// One of the two has gone
		}
	}

	@Test
	void tellsAProxyTheWholeAddress() throws IOException {
		try (HostileServer proxy = proxyServer();
				ApacheHttpClient client = client(proxy(proxy).setCredentials("me", "pässword"), null)) {
			assertThat(get(client, "http://tables.invalid/a?b")).isEqualTo("by the proxy");
			assertThat(get(client, "http://tables.invalid:81/a?b")).isEqualTo("by the proxy");
			assertThat(proxy.requests()).extracting(HostileServer.Request::target)
				.containsExactly("http://tables.invalid/a?b", "http://tables.invalid:81/a?b");
			assertThat(proxy.requests().get(0).header("host")).isEqualTo("tables.invalid");
			assertThat(proxy.requests().get(0).header("proxy-authorization")).isEqualTo("Basic bWU6cMOkc3N3b3Jk");
		}
	}

	@Test
	void goesThroughAProxyToAServerWithTls(@TempDir Path folder) throws Exception {
		SSLContext context = TlsTests.context(folder);
		AtomicReference<List<?>> names = new AtomicReference<>();
		try (HostileServer target = new HostileServer(
				context.getServerSocketFactory().createServerSocket(0, 10, InetAddress.getLoopbackAddress()),
				(connection) -> {
					connection.read();
					names.set(((ExtendedSSLSession) ((SSLSocket) connection.socket()).getSession())
						.getRequestedServerNames());
					connection.write(HostileServer.ok("by the server"));
					while (connection.read() != null) {
						connection.write(HostileServer.ok("by the server"));
					}
				});
				HostileServer proxy = proxyServer();
				ApacheHttpClient client = client(proxy(proxy).setCredentials("me", "word"), context)) {
			for (int i = 0; i < 3; i++) {
				assertThat(get(client, "https://tables.example:" + target.port() + "/a?b")).isEqualTo("by the server");
			}
			assertThat(proxy.requests()).hasSize(1);
			assertThat(proxy.requests().get(0).target()).isEqualTo("tables.example:" + target.port());
			assertThat(proxy.requests().get(0).header("proxy-authorization")).isEqualTo("Basic bWU6d29yZA==");
			assertThat(names.get()).asString().contains("tables.example");
			assertThat(target.requests()).hasSize(3)
				.allSatisfy((request) -> assertThat(request.headers()).doesNotContainKey("proxy-authorization"));
		}
	}

	@Test
	void saysThatNothingWasSentWhereTheProxyRefuses() throws IOException {
		try (HostileServer proxy = HostileServer
			.answering("HTTP/1.1 407 No\r\nProxy-Authenticate: Digest realm=\"x\"\r\nContent-Length: 0\r\n\r\n");
				ApacheHttpClient client = client(proxy(proxy), null)) {
			assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> get(client, "https://localhost:1/"))
				.withCauseInstanceOf(ConnectException.class)
				.withMessageContaining("No connection to localhost:1 through the proxy 127.0.0.1:" + proxy.port()
						+ ": the proxy answers with status 407");
		}
	}

	@Test
	void goesPastAProxyWhereItIsToldSo() throws IOException {
		try (HostileServer server = HostileServer.answering(HostileServer.ok("by the server"));
				HostileServer proxy = proxyServer();
				ApacheHttpClient client = client(proxy(proxy).setNonProxyHosts("127.*|*.local"), null)) {
			assertThat(get(client, server.url("/"))).isEqualTo("by the server");
			assertThat(get(client, "http://tables.invalid/")).isEqualTo("by the proxy");
		}
	}

	@Test
	void takesTheProxyOfTheEnvironmentForOtherMachines() {
		Configuration environment = new ConfigurationBuilder().putProperty("http.proxy.hostname", "proxy")
			.putProperty("http.proxy.port", "8080")
			.putProperty("http.proxy.non-proxy-hosts", "*.local")
			.build();
		Proxies proxies = Proxies.fromEnvironment(environment);
		assertThat(proxies.find("account.table.core.windows.net")).isNotNull();
		assertThat(proxies.find("127.0.0.1")).isNull();
		assertThat(proxies.find("localhost")).isNull();
		assertThat(proxies.find("server.local")).isNull();
		assertThat(Proxies.fromEnvironment(new ConfigurationBuilder().build()).find("host")).isNull();
	}

	@Test
	void readsTheVariablesOfTheEnvironmentWhereTheJvmMayUseThem() {
		ConfigurationBuilder environment = new ConfigurationBuilder().putProperty("HTTPS_PROXY", "http://proxy:8080")
			.putProperty("NO_PROXY", "*.local");
		assertThat(Proxies.fromEnvironment(environment.build()).find("host")).isNull();
		Proxies proxies = Proxies.fromEnvironment(environment.putProperty("java.net.useSystemProxies", "true").build());
		assertThat(proxies.find("host")).isNotNull();
		assertThat(proxies.find("server.local")).isNull();
	}

	@Test
	void knowsNoOtherKindOfProxy() {
		ProxyOptions socks = new ProxyOptions(ProxyOptions.Type.SOCKS5, new InetSocketAddress("localhost", 1));
		assertThatIllegalArgumentException().isThrownBy(() -> ApacheHttpClientOptions.DEFAULTS.withProxy(socks))
			.withMessage("A proxy is of type HTTP, not SOCKS5");
	}

}
