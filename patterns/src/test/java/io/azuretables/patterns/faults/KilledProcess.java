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

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

import io.azuretables.client.HttpTableGateway;
import io.azuretables.client.TableClientOptions;
import io.azuretables.patterns.queue.transport.QueueConnection;
import io.azuretables.patterns.queue.transport.StorageMessageTransport;

/**
 * A process of its own that is a client and a worker at once, until it is killed. It says
 * what was acknowledged, line by line.
 */
final class KilledProcess {

	/**
	 * So that workers keep up with clients.
	 */
	private static final long PAUSE_MILLIS = 100;

	private static final int WORKERS = 2;

	private static final PrintStream LINES = new PrintStream(new FileOutputStream(FileDescriptor.out), true);

	private KilledProcess() {
	}

	/**
	 * Runs with a connection string, the name of a queue and the number of a client. When
	 * the client is negative, it only works.
	 */
	public static void main(String[] args) {
		Business business = business(args[0], args[1]);
		int client = Integer.parseInt(args[2]);
		// before anything else is said
		LINES.println("ready");
		for (int i = 0; i < WORKERS; i++) {
			daemon(() -> work(business.worker()));
		}
		if (client >= 0) {
			daemon(() -> {
				while (true) {
					business.operate(client);
					LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(PAUSE_MILLIS));
				}
			});
		}
		waitForEnd();
	}

	static Business business(String connectionString, String queue) {
		QueueConnection orders = QueueConnection.connect(connectionString, queue);
		return new Business(HttpTableGateway.connect(TableClientOptions.of(connectionString)),
				StorageMessageTransport.connect(connectionString, queue + "-guards"), orders, LINES::println);
	}

	private static void work(BooleanSupplier round) {
		while (true) {
			if (!round.getAsBoolean()) {
				LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
			}
		}
	}

	private static void daemon(Runnable task) {
		Thread thread = new Thread(task);
		thread.setDaemon(true);
		thread.start();
	}

	/**
	 * Ends with the process that has started this one.
	 */
	private static void waitForEnd() {
		try {
			while (System.in.read() >= 0) {
				continue;
			}
		}
		catch (IOException ex) {
			// the other process has ended
		}
	}

}
