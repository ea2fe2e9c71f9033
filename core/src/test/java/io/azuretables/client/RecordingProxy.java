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

package io.azuretables.client;

import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import io.azuretables.client.LoopbackServer.Request;

/**
 * Stands in front of the emulator and notes what it receives: every byte goes on as it
 * came, in both directions.
 */
public final class RecordingProxy implements AutoCloseable {

	private final ServerSocket socket;

	private final URI target;

	private final ExecutorService threads = Executors.newCachedThreadPool();

	private final List<Received> received = new CopyOnWriteArrayList<>();

	public RecordingProxy() {
		try {
			this.target = URI.create(Azurite.endpoint());
			this.socket = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
		this.threads.execute(this::accept);
	}

	/**
	 * How to connect to the emulator through the proxy.
	 */
	public String connectionString() {
		return Azurite.connectionString().replace(":" + this.target.getPort(), ":" + this.socket.getLocalPort());
	}

	/**
	 * The requests since the last call.
	 */
	public List<Received> received() {
		List<Received> noted = List.copyOf(this.received);
		this.received.clear();
		return noted;
	}

	private void accept() {
		while (!this.socket.isClosed()) {
			try {
				Socket client = this.socket.accept();
				this.threads.execute(() -> serve(client));
			}
			catch (IOException ex) {
				return;
			}
		}
	}

	private void serve(Socket client) {
		try (client; Socket emulator = new Socket(this.target.getHost(), this.target.getPort())) {
			this.threads.execute(() -> answer(emulator, client));
			InputStream input = client.getInputStream();
			while (true) {
				Tee tee = new Tee(input);
				Request request = Request.read(tee);
				this.received.add(new Received(request.method(), request.target(), request.headers(), request.body()));
				emulator.getOutputStream().write(tee.bytes.toByteArray());
			}
		}
		catch (IOException ex) {
			// One of the two has closed the connection
		}
	}

	private static void answer(Socket emulator, Socket client) {
		try (client) {
			OutputStream output = client.getOutputStream();
			emulator.getInputStream().transferTo(output);
		}
		catch (IOException ex) {
			// One of the two has closed the connection
		}
	}

	@Override
	public void close() {
		try {
			this.socket.close();
			this.threads.shutdownNow();
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * What the emulator has received.
	 *
	 * @param method the verb
	 * @param target the path and the query
	 * @param headers the headers, by their names in lower case
	 * @param body the body
	 */
	public record Received(String method, String target, Map<String, String> headers, String body) {

	}

	/**
	 * Keeps what is read.
	 */
	private static final class Tee extends FilterInputStream {

		private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

		Tee(InputStream input) {
			super(input);
		}

		@Override
		public int read() throws IOException {
			int read = super.read();
			if (read >= 0) {
				this.bytes.write(read);
			}
			return read;
		}

		@Override
		public int read(byte[] buffer, int offset, int length) throws IOException {
			int count = super.read(buffer, offset, length);
			if (count > 0) {
				this.bytes.write(buffer, offset, count);
			}
			return count;
		}

	}

}
