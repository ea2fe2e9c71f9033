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
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;

import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

import com.azure.core.http.ProxyOptions;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;
import org.jspecify.annotations.Nullable;

/**
 * Opens HTTP connections to servers, directly or through a proxy, with TLS or without it.
 * <p>
 * Whatever fails here has sent no request. That can be told from the type of the
 * exception: {@link ConnectException}, {@link UnknownHostException},
 * {@link NoRouteToHostException} or {@link SSLHandshakeException}.
 */
final class Connector {

	private final Duration patience;

	private final TlsOptions tls;

	private volatile @Nullable SSLSocketFactory factory;

	Connector(ApacheHttpClientOptions options) {
		this.patience = options.timeouts().connect();
		this.tls = options.tls();
	}

	Connection open(Route route, Deadline deadline) throws IOException {
		Deadline end = deadline.orIn(this.patience);
		try {
			DeadlineSocket socket = connect(route, end);
			boolean opened = false;
			try {
				socket.endAt(end, this.patience);
				Connection connection = new Connection(route, socket, establish(route, socket));
				opened = true;
				return connection;
			}
			finally {
				if (!opened) {
					socket.abort();
				}
			}
		}
		catch (IOException ex) {
			throw notConnected(route, ex);
		}
	}

	private MessageConnection establish(Route route, DeadlineSocket socket) throws IOException {
		if (!route.secure()) {
			return MessageConnection.over(socket);
		}
		if (route.proxy() != null) {
			tunnel(socket, route, route.proxy());
		}
		return MessageConnection.over(handshake(socket, route), socket);
	}

	/**
	 * Tries one address after the other, each with its share of what is left.
	 */
	private static DeadlineSocket connect(Route route, Deadline end) throws IOException {
		InetAddress[] addresses = route.addresses();
		IOException failure = new SocketTimeoutException("The time is over");
		for (int i = 0; i < addresses.length && !end.isOver(); i++) {
			Deadline share = end.orIn(Duration.ofNanos(end.left() / (addresses.length - i)));
			try {
				return DeadlineSocket.connect(new InetSocketAddress(addresses[i], route.connectPort()), share);
			}
			catch (IOException ex) {
				failure = ex;
				if (Thread.currentThread().isInterrupted()) {
					break;
				}
			}
		}
		throw failure;
	}

	private static void tunnel(DeadlineSocket socket, Route route, ProxyOptions proxy) throws IOException {
		MessageConnection http = MessageConnection.over(socket);
		String target = route.authorityWithPort();
		ClassicHttpRequest request = new BasicClassicHttpRequest("CONNECT", (HttpHost) null, target);
		request.setHeader("Host", target);
		String authorization = Proxies.authorization(proxy);
		if (authorization != null) {
			request.setHeader("Proxy-Authorization", authorization);
		}
		try {
			http.sendRequestHeader(request);
			http.flush();
			int status = Messages.receiveHead(http).getCode();
			if (status < 200 || status > 299) {
				throw new IOException("the proxy answers with status " + status);
			}
		}
		catch (HttpException ex) {
			throw Messages.unreadable(ex);
		}
	}

	private SSLSocket handshake(DeadlineSocket socket, Route route) throws IOException {
		SSLSocket secure = (SSLSocket) factory().createSocket(socket, route.host(), route.port(), true);
		SSLParameters parameters = secure.getSSLParameters();
		parameters.setEndpointIdentificationAlgorithm("HTTPS");
		this.tls.select(parameters);
		secure.setSSLParameters(parameters);
		secure.startHandshake();
		return secure;
	}

	private SSLSocketFactory factory() {
		SSLSocketFactory made = this.factory;
		if (made == null) {
			made = TlsOptions.contextOrDefault(this.tls.context()).getSocketFactory();
			this.factory = made;
		}
		return made;
	}

	private static IOException notConnected(Route route, IOException failure) {
		if (failure instanceof UnknownHostException || failure instanceof NoRouteToHostException
				|| failure instanceof SSLHandshakeException) {
			return failure;
		}
		if (failure instanceof SSLException) {
			return (IOException) new SSLHandshakeException("No TLS with " + route + ": " + failure.getMessage())
				.initCause(failure);
		}
		return (IOException) new ConnectException("No connection to " + route + ": " + failure.getMessage())
			.initCause(failure);
	}

}
