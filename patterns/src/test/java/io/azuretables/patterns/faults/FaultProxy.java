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

package io.azuretables.patterns.faults;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

/**
 * Between a client and a service: passes requests and answers on, and sometimes does not.
 * Each connection of a client has one to the service.
 */
final class FaultProxy implements Closeable {

	/**
	 * How much later than its client gave it up a request is done.
	 */
	private static final long DELAY_MILLIS = 1500;

	private final URI service;

	private final Duration hold;

	private final ServerSocket socket;

	private final ExecutorService threads = Executors.newCachedThreadPool((task) -> {
		Thread thread = new Thread(task, "proxy");
		thread.setDaemon(true);
		return thread;
	});

	private final Set<Socket> open = ConcurrentHashMap.newKeySet();

	private final LongAdder requests = new LongAdder();

	private final Map<NetworkFault, LongAdder> faults = new ConcurrentHashMap<>();

	private volatile Function<HttpMessage, @Nullable NetworkFault> choice = (request) -> null;

	private final AtomicInteger late = new AtomicInteger();

	/**
	 * What late requests wait for, if not for a time.
	 */
	private volatile @Nullable CountDownLatch release;

	/**
	 * A proxy before a service.
	 * @param hold how long a client waits for the answer to a request that is late,
	 * unless it gives up earlier
	 */
	FaultProxy(String service, Duration hold) throws IOException {
		this.service = URI.create(service);
		this.hold = hold;
		this.socket = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
		this.threads.execute(this::accept);
	}

	/**
	 * Where the service seems to be.
	 */
	String endpoint() {
		return "http://127.0.0.1:" + this.socket.getLocalPort() + this.service.getPath();
	}

	/**
	 * Decides about each request from now on.
	 */
	void inject(Function<HttpMessage, @Nullable NetworkFault> newChoice) {
		this.choice = newChoice;
	}

	/**
	 * Lets so many of a hundred requests fail, each fault as often as another.
	 */
	void injectAtRandom(int percent) {
		NetworkFault[] all = NetworkFault.values();
		inject((request) -> (ThreadLocalRandom.current().nextInt(100) < percent)
				? all[ThreadLocalRandom.current().nextInt(all.length)] : null);
	}

	void injectNothing() {
		inject((request) -> null);
	}

	/**
	 * Holds requests that are late until they are {@linkplain #releaseLate() released}.
	 */
	void holdLate() {
		this.release = new CountDownLatch(1);
	}

	/**
	 * Lets the service do the requests that were held, waits until it has done them, and
	 * holds those that come later.
	 */
	void releaseLate() {
		CountDownLatch held = Objects.requireNonNull(this.release);
		holdLate();
		held.countDown();
		while (this.late.get() > 0) {
			LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
		}
	}

	long requests() {
		return this.requests.sum();
	}

	Map<NetworkFault, LongAdder> faults() {
		return this.faults;
	}

	private void accept() {
		while (!this.socket.isClosed()) {
			try {
				Socket client = this.socket.accept();
				this.open.add(client);
				this.threads.execute(() -> serve(client));
			}
			catch (IOException ex) {
				return;
			}
		}
	}

	private void serve(Socket client) {
		try (client; Socket server = new Socket(this.service.getHost(), this.service.getPort())) {
			this.open.add(server);
			client.setTcpNoDelay(true);
			server.setTcpNoDelay(true);
			InputStream requests = new BufferedInputStream(client.getInputStream());
			InputStream answers = new BufferedInputStream(server.getInputStream());
			boolean goesOn = true;
			while (goesOn) {
				HttpMessage request = HttpMessage.read(requests);
				goesOn = request != null && pass(request, new Way(client, server, answers));
			}
			this.open.remove(server);
		}
		catch (IOException ex) {
			// the client has gone, or the test has ended
		}
		finally {
			this.open.remove(client);
		}
	}

	/**
	 * @return whether the connection can be used again
	 */
	private boolean pass(HttpMessage given, Way way) throws IOException {
		this.requests.increment();
		HttpMessage request = given.withFirst(EmptyPage.without(given.first()));
		NetworkFault fault = this.choice.apply(request);
		if (fault == NetworkFault.EMPTY_PAGE && !EmptyPage.isPossible(request)) {
			fault = NetworkFault.BUSY_BEFORE;
		}
		if (fault == null) {
			way.client().getOutputStream().write(way.ask(request).bytes());
			return true;
		}
		this.faults.computeIfAbsent(fault, (key) -> new LongAdder()).increment();
		return fail(request, fault, way);
	}

	private boolean fail(HttpMessage request, NetworkFault fault, Way way) throws IOException {
		if (fault == NetworkFault.DELAY) {
			delay(request, way);
			return false;
		}
		byte[] answer = answer(request, fault).bytes();
		if (fault.isAfter()) {
			HttpMessage real = way.ask(request);
			answer = (fault == NetworkFault.TRUNCATE) ? half(real.bytes()) : answer;
		}
		switch (fault) {
			case RESET -> way.client().setSoLinger(true, 0);
			case TRUNCATE, BUSY_AFTER, BUSY_BEFORE, BROKEN_AFTER, EMPTY_PAGE ->
				way.client().getOutputStream().write(answer);
			default -> {
			}
		}
		return switch (fault) {
			case BUSY_AFTER, BUSY_BEFORE, BROKEN_AFTER, EMPTY_PAGE -> true;
			default -> false;
		};
	}

	private void delay(HttpMessage request, Way way) throws IOException {
		CountDownLatch held = this.release;
		this.late.incrementAndGet();
		try {
			end(way.client());
			if (held != null) {
				held.await();
			}
			else {
				LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(DELAY_MILLIS));
			}
			way.ask(request);
		}
		catch (InterruptedException ex) {
			throw new InterruptedIOException("The proxy is closed");
		}
		finally {
			this.late.decrementAndGet();
		}
	}

	/**
	 * Waits until a client closes its connection, which sends nothing more on it, and
	 * ends the connection of one that waits for too long.
	 */
	private void end(Socket client) throws IOException {
		client.setSoTimeout((int) this.hold.toMillis());
		try {
			while (client.getInputStream().read() != -1) {
				// a client sends nothing before it has its answer
			}
		}
		catch (SocketException | SocketTimeoutException ex) {
			// the client has reset the connection, or still waits
		}
		client.close();
	}

	private static HttpMessage answer(HttpMessage request, NetworkFault fault) {
		return switch (fault) {
			case EMPTY_PAGE -> EmptyPage.answer(request);
			case BROKEN_AFTER -> HttpMessage.answer("500 Broken", Map.of("content-type", "text/plain"), "");
			default -> HttpMessage.answer("503 Busy", Map.of("x-ms-error-code", "ServerBusy"), "");
		};
	}

	private static byte[] half(byte[] answer) {
		return java.util.Arrays.copyOf(answer, answer.length / 2);
	}

	@Override
	public void close() throws IOException {
		this.socket.close();
		for (Socket each : this.open) {
			each.close();
		}
		this.threads.shutdownNow();
	}

	/**
	 * The two connections of a client.
	 *
	 * @param client the one to the client
	 * @param server the one to the service
	 * @param answers what comes from the service
	 */
	private record Way(Socket client, Socket server, InputStream answers) {

		HttpMessage ask(HttpMessage request) throws IOException {
			this.server.getOutputStream().write(request.bytes());
			HttpMessage answer = HttpMessage.read(this.answers);
			if (answer == null) {
				throw new IOException("The service has ended the connection");
			}
			return answer;
		}

	}

}
