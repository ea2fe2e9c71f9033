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
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

import io.azuretables.client.TableCredential.SharedKey;

/**
 * A server that answers as the test says, and fails as networks do: one request per
 * connection, over a plain socket.
 */
final class LoopbackServer implements AutoCloseable {

	private final ServerSocket socket;

	private final ExecutorService threads = Executors.newCachedThreadPool();

	private final CountDownLatch closed = new CountDownLatch(1);

	private final List<Request> requests = new CopyOnWriteArrayList<>();

	private final Function<Request, Reply> script;

	LoopbackServer(Function<Request, Reply> script) {
		this.script = script;
		try {
			this.socket = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
		this.threads.execute(this::accept);
	}

	/**
	 * Gives one reply after the other, and the last one again and again.
	 */
	static LoopbackServer replying(Reply... replies) {
		Numbers number = new Numbers();
		return new LoopbackServer((request) -> replies[Math.min(number.next(), replies.length) - 1]);
	}

	TableConnection connection() {
		return new TableConnection(URI.create("http://127.0.0.1:" + this.socket.getLocalPort() + "/account"),
				new SharedKey("account", "c2VjcmV0"));
	}

	List<Request> requests() {
		return this.requests;
	}

	Request request() {
		return this.requests.get(this.requests.size() - 1);
	}

	private void accept() {
		while (!this.socket.isClosed()) {
			try {
				Socket connection = this.socket.accept();
				this.threads.execute(() -> serve(connection));
			}
			catch (IOException ex) {
				return;
			}
		}
	}

	private void serve(Socket connection) {
		try (connection) {
			Request request = Request.read(connection.getInputStream());
			this.requests.add(request);
			Reply reply = this.script.apply(request);
			switch (reply.way()) {
				case WHOLE -> write(connection, reply.bytes());
				case HALF -> write(connection, reply.half());
				case RESET -> connection.setSoLinger(true, 0);
				case NEVER -> this.closed.await();
				case STALLED -> {
					connection.getOutputStream().write(reply.half());
					this.closed.await();
				}
			}
		}
		catch (IOException | InterruptedException ex) {
			// The client has gone, or the test has ended
			Thread.currentThread().interrupt();
		}
	}

	private static void write(Socket connection, byte[] bytes) throws IOException {
		OutputStream output = connection.getOutputStream();
		output.write(bytes);
		output.flush();
		connection.shutdownOutput();
	}

	@Override
	public void close() {
		try {
			this.closed.countDown();
			this.socket.close();
			this.threads.shutdownNow();
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * How a reply travels.
	 */
	enum Way {

		WHOLE, HALF, RESET, NEVER, STALLED

	}

	/**
	 * Counts from 1 on.
	 */
	static final class Numbers {

		private int last;

		synchronized int next() {
			return ++this.last;
		}

	}

	/**
	 * What the server replies.
	 */
	record Reply(int status, Map<String, String> headers, String body, Way way) {

		/**
		 * A reply of the service, which numbers every request.
		 */
		static Reply of(int status, String body) {
			return foreign(status, body).with("x-ms-request-id", "1");
		}

		/**
		 * A reply of something else.
		 */
		static Reply foreign(int status, String body) {
			return new Reply(status, Map.of(), body, Way.WHOLE);
		}

		static Reply error(int status, String code) {
			return of(status, "{\"odata.error\":{\"code\":\"" + code
					+ "\",\"message\":{\"lang\":\"en-US\",\"value\":\"Because.\\nRequestId:1\"}}}");
		}

		static Reply noAnswer(Way way) {
			return of(500, "").by(way);
		}

		Reply with(String header, String value) {
			Map<String, String> more = new TreeMap<>(this.headers);
			more.put(header, value);
			return new Reply(this.status, more, this.body, this.way);
		}

		Reply by(Way newWay) {
			return new Reply(this.status, this.headers, this.body, newWay);
		}

		byte[] bytes() {
			StringBuilder text = new StringBuilder("HTTP/1.1 " + this.status + " Words\r\nConnection: close\r\n");
			this.headers.forEach((name, value) -> text.append(name).append(": ").append(value).append("\r\n"));
			byte[] content = this.body.getBytes(StandardCharsets.UTF_8);
			if (this.status != 204) {
				text.append("Content-Length: ").append(content.length).append("\r\n");
			}
			return (text + "\r\n" + this.body).getBytes(StandardCharsets.UTF_8);
		}

		/**
		 * Half of the body, or of the headers if there is none.
		 */
		byte[] half() {
			byte[] bytes = bytes();
			int content = this.body.getBytes(StandardCharsets.UTF_8).length;
			return java.util.Arrays.copyOf(bytes, bytes.length - ((content > 0) ? (content + 1) / 2 : 10));
		}

	}

	/**
	 * What the client has sent.
	 */
	record Request(String method, String target, Map<String, String> headers, String body) {

		static Request read(InputStream input) throws IOException {
			String[] first = line(input).split(" ");
			Map<String, String> headers = new TreeMap<>();
			for (String line = line(input); !line.isEmpty(); line = line(input)) {
				int colon = line.indexOf(':');
				headers.put(line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).trim());
			}
			int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
			String body = new String(input.readNBytes(length), StandardCharsets.UTF_8);
			return new Request(first[0], first[1], headers, body);
		}

		private static String line(InputStream input) throws IOException {
			ByteArrayOutputStream line = new ByteArrayOutputStream();
			for (int b = input.read(); b != '\n'; b = input.read()) {
				if (b < 0) {
					throw new IOException("The request ends early");
				}
				line.write(b);
			}
			return line.toString(StandardCharsets.UTF_8).trim();
		}

		String header(String name) {
			return this.headers.getOrDefault(name, "");
		}

		boolean isRead() {
			return this.method.equals("GET");
		}

	}

}
