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
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

import com.azure.core.http.HttpClient;
import com.azure.core.http.netty.NettyAsyncHttpClientBuilder;
import com.azure.core.util.Context;
import com.azure.data.tables.TableClient;
import com.azure.data.tables.models.TableEntity;
import com.azure.data.tables.models.TableEntityUpdateMode;
import io.azuretables.benchmarks.figure.ThreadTimes;
import io.azuretables.benchmarks.shape.MinimalRestClient;
import io.azuretables.benchmarks.store.Employee;
import io.azuretables.benchmarks.store.EmployeeId;
import io.azuretables.benchmarks.store.HandMapping;
import io.azuretables.benchmarks.store.Shape.Task;
import io.azuretables.benchmarks.store.Sides;
import io.azuretables.http.ApacheHttpClient;
import io.azuretables.operations.TableTemplate;
import io.azuretables.query.Update;

/**
 * Sends the same requests over sockets through this library, the SDK and a minimal REST
 * client, in turns. Prints the microseconds of the processor for each round, in this
 * order, without the compiler's.
 */
final class TransportProbe {

	static final int SIDES = 3;

	private static final int ROUNDS = 9;

	private static final int WARM_UP = 3;

	private static final int OPERATIONS = 4_000;

	private TransportProbe() {
	}

	public static void main(String[] args) throws Exception {
		int callers = Integer.parseInt(args[2]);
		ExecutorService executor = args[1].equals("virtual") ? HttpClientProbe.virtual()
				: Executors.newFixedThreadPool(callers);
		List<Supplier<IntConsumer>> sides = Load.valueOf(args[0]).sides(args[3]);
		StringBuilder figures = new StringBuilder();
		for (int i = -WARM_UP; i < ROUNDS; i++) {
			double[] micros = new double[SIDES];
			for (int turn = 0; turn < SIDES; turn++) {
				int side = Math.floorMod(turn + i, SIDES);
				micros[side] = measure(executor, callers, sides.get(side));
			}
			if (i >= 0) {
				Arrays.stream(micros).forEach((one) -> figures.append(String.format(Locale.ROOT, "%.2f ", one)));
			}
		}
		System.out.println(figures.toString().trim());
		System.exit(0);
	}

	/**
	 * Microseconds of the processor for one operation, all threads included.
	 * @param side gives each caller what it calls
	 */
	private static double measure(ExecutorService executor, int callers, Supplier<IntConsumer> side) throws Exception {
		AtomicInteger left = new AtomicInteger(OPERATIONS);
		ThreadTimes before = ThreadTimes.now();
		List<Future<?>> running = new ArrayList<>();
		for (int i = 0; i < callers; i++) {
			IntConsumer caller = side.get();
			running.add(executor.submit(() -> {
				for (int number = left.decrementAndGet(); number >= 0; number = left.decrementAndGet()) {
					caller.accept(number);
				}
			}));
		}
		for (Future<?> one : running) {
			one.get();
		}
		return ThreadTimes.now().since(before) / 1e3 / OPERATIONS;
	}

	/**
	 * What the callers do.
	 */
	enum Load {

		/**
		 * A read of one row, each side with its own default HTTP client.
		 */
		READ_WITH_DEFAULTS {

			@Override
			List<Supplier<IntConsumer>> sides(String endpoint) {
				TableTemplate template = Sides.framework(endpoint);
				TableClient client = Sides.sdk(new NettyAsyncHttpClientBuilder().build(), endpoint);
				HttpClient bare = new ApacheHttpClient();
				return List.of(() -> (number) -> read(template), () -> (number) -> read(client), () -> {
					MinimalRestClient floor = new MinimalRestClient(bare, endpoint);
					return (number) -> floor.run(Task.READ, List.of());
				});
			}

		},

		/**
		 * Reads of one row and updates of one property, as many of these as of those, all
		 * sides with the same HTTP client.
		 */
		READ_AND_UPDATE {

			@Override
			List<Supplier<IntConsumer>> sides(String endpoint) {
				HttpClient same = new ApacheHttpClient();
				TableTemplate template = Sides.framework(same, endpoint);
				TableClient client = Sides.sdk(same, endpoint);
				return List.of(() -> (number) -> {
					if (number % 2 == 0) {
						read(template);
					}
					else {
						template.merge(Employee.class, new EmployeeId("Sales", 1), Update.update("age", number));
					}
				}, () -> (number) -> {
					if (number % 2 == 0) {
						read(client);
					}
					else {
						TableEntity change = new TableEntity("Sales", HandMapping.rowKey(1)).addProperty("age", number);
						client.updateEntityWithResponse(change, TableEntityUpdateMode.MERGE, false, null, Context.NONE);
					}
				}, () -> {
					MinimalRestClient floor = new MinimalRestClient(same, endpoint);
					return (number) -> floor.run((number % 2 == 0) ? Task.READ : Task.MERGE, List.of());
				});
			}

		};

		/**
		 * The framework, the SDK with a mapping by hand, and a bare REST client.
		 */
		abstract List<Supplier<IntConsumer>> sides(String endpoint);

		static void read(TableTemplate template) {
			template.findById(Employee.class, new EmployeeId("Sales", 1)).orElseThrow();
		}

		static void read(TableClient client) {
			HandMapping.employee(client.getEntity("Sales", HandMapping.rowKey(1)));
		}

	}

}
