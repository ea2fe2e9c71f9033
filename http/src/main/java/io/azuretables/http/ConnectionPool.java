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
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

import org.jspecify.annotations.Nullable;

/**
 * Keeps HTTP connections open, and lends each to one request at a time. Requests wait in
 * line while all connections are lent.
 * <p>
 * The connection that was used last is lent first, so that those that are not needed grow
 * old and are closed. No lock is held while anything is read or written.
 */
final class ConnectionPool {

	private static final long SOON = TimeUnit.MILLISECONDS.toNanos(10);

	private final Connector connector;

	private final int limit;

	private final long keepAlive;

	private final Semaphore turns;

	private final ReentrantLock lock = new ReentrantLock();

	/**
	 * Guarded by the lock; the one that was used last is the last one.
	 */
	private final Deque<Connection> resting = new ArrayDeque<>();

	private boolean sweeping;

	private boolean closed;

	ConnectionPool(ApacheHttpClientOptions options) {
		this.connector = new Connector(options);
		this.limit = options.connectionLimit();
		this.keepAlive = options.keepAlive().toNanos();
		this.turns = new Semaphore(this.limit, true);
	}

	/**
	 * A connection that has to be given back. Whatever is thrown, no request was sent.
	 */
	Connection borrow(Route route, Deadline deadline) throws IOException {
		await(deadline);
		try {
			for (Connection kept = take(route); kept != null; kept = take(route)) {
				if (kept.isSound()) {
					return kept;
				}
				kept.abort();
			}
			makeRoom();
			return this.connector.open(route, deadline);
		}
		catch (Throwable ex) {
			this.turns.release();
			throw ex;
		}
	}

	private void await(Deadline deadline) throws IOException {
		try {
			if (!this.turns.tryAcquire(Math.max(0, deadline.left()), TimeUnit.NANOSECONDS)) {
				throw new ConnectException(
						"No connection became free in time: " + this.limit + " requests are being answered");
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new ConnectException("The thread was interrupted before the request was sent");
		}
	}

	/**
	 * Ends the loan of a connection. One that cannot be used again was closed before.
	 */
	void giveBack(Connection connection) {
		try {
			if (!connection.isReusable() || !keep(connection)) {
				connection.abort();
			}
		}
		finally {
			this.turns.release();
		}
	}

	private boolean keep(Connection connection) {
		connection.rest(this.keepAlive);
		this.lock.lock();
		try {
			if (this.closed) {
				return false;
			}
			this.resting.addLast(connection);
			if (!this.sweeping) {
				this.sweeping = true;
				sweepIn(connection.left());
			}
			return true;
		}
		finally {
			this.lock.unlock();
		}
	}

	private @Nullable Connection take(Route route) throws ConnectException {
		this.lock.lock();
		try {
			if (this.closed) {
				throw new ConnectException("The HTTP client is closed");
			}
			for (Iterator<Connection> last = this.resting.descendingIterator(); last.hasNext();) {
				Connection connection = last.next();
				if (connection.route().equals(route) && connection.left() > 0) {
					last.remove();
					return connection;
				}
			}
			return null;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Closes the connections that have rested longest, so that with the new one there are
	 * not too many.
	 */
	private void makeRoom() {
		List<Connection> surplus = new ArrayList<>();
		this.lock.lock();
		try {
			int lent = this.limit - this.turns.availablePermits();
			while (!this.resting.isEmpty() && this.resting.size() + lent > this.limit) {
				surplus.add(this.resting.removeFirst());
			}
		}
		finally {
			this.lock.unlock();
		}
		surplus.forEach(Connection::close);
	}

	/**
	 * The JVM's own timer; there is no thread of ours.
	 */
	private void sweepIn(long nanos) {
		CompletableFuture.delayedExecutor(Math.max(nanos, SOON), TimeUnit.NANOSECONDS).execute(this::sweep);
	}

	private void sweep() {
		List<Connection> old = new ArrayList<>();
		this.lock.lock();
		try {
			long next = Long.MAX_VALUE;
			for (Iterator<Connection> iterator = this.resting.iterator(); iterator.hasNext();) {
				Connection connection = iterator.next();
				long left = connection.left();
				if (left <= 0) {
					iterator.remove();
					old.add(connection);
				}
				else {
					next = Math.min(next, left);
				}
			}
			this.sweeping = next != Long.MAX_VALUE;
			if (this.sweeping) {
				sweepIn(next);
			}
		}
		finally {
			this.lock.unlock();
		}
		old.forEach(Connection::close);
	}

	void close() {
		List<Connection> all;
		this.lock.lock();
		try {
			this.closed = true;
			all = new ArrayList<>(this.resting);
			this.resting.clear();
		}
		finally {
			this.lock.unlock();
		}
		all.forEach(Connection::close);
	}

}
