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

package io.azuretables.benchmarks.part;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

import com.azure.core.http.netty.NettyAsyncHttpClientBuilder;
import com.azure.data.tables.TableClient;
import io.azuretables.benchmarks.figure.Median;
import io.azuretables.benchmarks.figure.ThreadTimes;
import io.azuretables.benchmarks.store.Sides;
import io.azuretables.client.HttpTableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.row.RowReader;

/**
 * Reads a row through the gateway over its default HTTP client, and through the SDK over
 * its own, in turns. Prints microseconds of the processor for each, and their ratio with
 * its spread: the middle of the rounds, and the second lowest and second highest.
 */
final class TransportProbe {

	private static final int ROUNDS = 9;

	private static final int WARM_UP = 3;

	private static final int READS = 4_000;

	private TransportProbe() {
	}

	public static void main(String[] args) throws Exception {
		int callers = Integer.parseInt(args[1]);
		ExecutorService executor = args[0].equals("virtual") ? HttpClientProbe.virtual()
				: Executors.newFixedThreadPool(callers);
		HttpTableGateway gateway = Sides.gateway(args[2]);
		TableKey key = TableKey.of("Sales", "empid_000001");
		Runnable ours = () -> gateway.read("Employees", key, null, RowReader.rows());
		TableClient sdk = Sides.sdk(new NettyAsyncHttpClientBuilder().build(), args[2]);
		Runnable theirs = () -> sdk.getEntity("Sales", "empid_000001");
		List<Double> framework = new ArrayList<>();
		List<Double> hand = new ArrayList<>();
		List<Double> ratios = new ArrayList<>();
		for (int i = -WARM_UP; i < ROUNDS; i++) {
			double first = measure(executor, callers, ours);
			double second = measure(executor, callers, theirs);
			if (i >= 0) {
				framework.add(first);
				hand.add(second);
				ratios.add(first / second);
			}
		}
		ratios.sort(null);
		System.out.println(String.format(Locale.ROOT, "%.1f %.1f %.2f %.2f-%.2f", Median.of(framework), Median.of(hand),
				Median.of(ratios), ratios.get(1), ratios.get(ROUNDS - 2)));
		System.exit(0);
	}

	/**
	 * Microseconds of the processor for one read, all threads included.
	 */
	private static double measure(ExecutorService executor, int callers, Runnable read) throws Exception {
		AtomicInteger left = new AtomicInteger(READS);
		ThreadTimes before = ThreadTimes.now();
		List<Future<?>> running = new ArrayList<>();
		for (int i = 0; i < callers; i++) {
			running.add(executor.submit(() -> {
				while (left.getAndDecrement() > 0) {
					read.run();
				}
			}));
		}
		for (Future<?> one : running) {
			one.get();
		}
		return ThreadTimes.now().since(before) / 1e3 / READS;
	}

}
