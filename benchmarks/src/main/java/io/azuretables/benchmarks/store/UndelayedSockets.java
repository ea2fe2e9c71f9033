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

package io.azuretables.benchmarks.store;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;

import javax.net.SocketFactory;

import okhttp3.OkHttpClient;

/**
 * Socket factory that sets {@code TCP_NODELAY} for OkHttp. It does not set that itself.
 */
public final class UndelayedSockets extends SocketFactory {

	private UndelayedSockets() {
	}

	public static OkHttpClient client() {
		return new OkHttpClient.Builder().socketFactory(new UndelayedSockets()).build();
	}

	@Override
	public Socket createSocket() throws IOException {
		return undelayed(new Socket());
	}

	@Override
	public Socket createSocket(String host, int port) throws IOException {
		return undelayed(new Socket(host, port));
	}

	@Override
	public Socket createSocket(String host, int port, InetAddress local, int localPort) throws IOException {
		return undelayed(new Socket(host, port, local, localPort));
	}

	@Override
	public Socket createSocket(InetAddress host, int port) throws IOException {
		return undelayed(new Socket(host, port));
	}

	@Override
	public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort) throws IOException {
		return undelayed(new Socket(host, port, local, localPort));
	}

	private static Socket undelayed(Socket socket) throws IOException {
		socket.setTcpNoDelay(true);
		return socket;
	}

}
