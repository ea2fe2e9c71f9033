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

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A server whose connections do what a test says.
 */
final class HostileServer implements AutoCloseable {

	static final String EMPTY = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";

	private final ServerSocket socket;

	private final Behaviour behaviour;

	private final ExecutorService threads = Executors.newCachedThreadPool();

	private final CountDownLatch closed = new CountDownLatch(1);

	private final List<Request> requests = new CopyOnWriteArrayList<>();

	private final List<Socket> open = new CopyOnWriteArrayList<>();

	private final AtomicInteger connections = new AtomicInteger();

	HostileServer(Behaviour behaviour) throws IOException {
		this(new ServerSocket(0, 200, InetAddress.getLoopbackAddress()), behaviour);
	}

	HostileServer(ServerSocket socket, Behaviour behaviour) {
		this.socket = socket;
		this.behaviour = behaviour;
		this.threads.execute(this::accept);
	}

	/**
	 * Answers every request of a connection with the same text.
	 */
	static HostileServer answering(String answer) throws IOException {
		return new HostileServer((connection) -> {
			while (connection.read() != null) {
				connection.write(answer);
			}
		});
	}

	static String ok(String body) {
		return "HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
	}

	int port() {
		return this.socket.getLocalPort();
	}

	String url(String path) {
		return "http://127.0.0.1:" + port() + path;
	}

	List<Request> requests() {
		return this.requests;
	}

	int connections() {
		return this.connections.get();
	}

	/**
	 * How many connections neither side has closed.
	 */
	int openConnections() {
		return this.open.size();
	}

	private void accept() {
		while (!this.socket.isClosed()) {
			try {
				Socket client = this.socket.accept();
				int number = this.connections.incrementAndGet();
				this.open.add(client);
				this.threads.execute(() -> serve(client, number));
			}
			catch (IOException ex) {
				return;
			}
		}
	}

	private void serve(Socket client, int number) {
		try (client) {
			this.behaviour.serve(new Served(client, number));
		}
		catch (Exception ex) {
			// The client has gone, or the test has ended
		}
		finally {
			this.open.remove(client);
		}
	}

	@Override
	public void close() throws IOException {
		this.closed.countDown();
		this.socket.close();
		for (Socket client : this.open) {
			client.close();
		}
		this.threads.shutdownNow();
	}

	/**
	 * What is done with a connection.
	 */
	@FunctionalInterface
	interface Behaviour {

		void serve(Served connection) throws Exception;

	}

	/**
	 * What was received.
	 */
	record Request(String method, String target, Map<String, String> headers, byte[] body) {

		String header(String name) {
			return this.headers.getOrDefault(name, "");
		}

		String text() {
			return new String(this.body, StandardCharsets.UTF_8);
		}

	}

	/**
	 * The server's end of a connection.
	 */
	final class Served {

		private final Socket client;

		private final int number;

		Served(Socket client, int number) {
			this.client = client;
			this.number = number;
		}

		int number() {
			return this.number;
		}

		Socket socket() {
			return this.client;
		}

		/**
		 * The next request, or {@code null} at the end.
		 */
		Request read() throws IOException {
			Request head = readHead();
			return (head != null) ? readBody(head) : null;
		}

		Request readHead() throws IOException {
			String first = line();
			if (first == null) {
				return null;
			}
			Map<String, String> headers = new TreeMap<>();
			for (String line = line(); line != null && !line.isEmpty(); line = line()) {
				int colon = line.indexOf(':');
				headers.put(line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).trim());
			}
			String[] words = first.split(" ");
			return new Request(words[0], words[1], headers, new byte[0]);
		}

		Request readBody(Request head) throws IOException {
			InputStream input = this.client.getInputStream();
			byte[] body;
			if (head.header("transfer-encoding").equals("chunked")) {
				ByteArrayOutputStream whole = new ByteArrayOutputStream();
				for (int size = size(); size > 0; size = size()) {
					whole.write(input.readNBytes(size));
					line();
				}
				line();
				body = whole.toByteArray();
			}
			else {
				body = input.readNBytes(Integer.parseInt(head.headers().getOrDefault("content-length", "0")));
			}
			Request request = new Request(head.method(), head.target(), head.headers(), body);
			HostileServer.this.requests.add(request);
			return request;
		}

		private int size() throws IOException {
			return Integer.parseInt(String.valueOf(line()), 16);
		}

		private String line() throws IOException {
			ByteArrayOutputStream line = new ByteArrayOutputStream();
			InputStream input = this.client.getInputStream();
			for (int b = input.read(); b != '\n'; b = input.read()) {
				if (b < 0) {
					return null;
				}
				line.write(b);
			}
			return line.toString(StandardCharsets.ISO_8859_1).trim();
		}

		void write(String text) throws IOException {
			OutputStream output = this.client.getOutputStream();
			output.write(text.getBytes(StandardCharsets.ISO_8859_1));
			output.flush();
		}

		/**
		 * One byte now and then, until the client goes or the test ends.
		 */
		void trickle(String text) throws IOException, InterruptedException {
			for (char character : text.toCharArray()) {
				write(String.valueOf(character));
				if (HostileServer.this.closed.await(300, TimeUnit.MILLISECONDS)) {
					return;
				}
			}
		}

		/**
		 * Does nothing until the test ends.
		 */
		void hang() throws InterruptedException {
			HostileServer.this.closed.await();
		}

	}

	/**
	 * Connections that fill the queue of a server that accepts none.
	 */
	static List<Socket> fill(ServerSocket deaf) throws IOException {
		List<Socket> queue = new ArrayList<>();
		try {
			while (queue.size() < 100) {
				Socket socket = new Socket();
				queue.add(socket);
				socket.connect(deaf.getLocalSocketAddress(), 100);
			}
		}
		catch (java.net.SocketTimeoutException ex) {
			// Full
		}
		return queue;
	}

}
