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

package io.azuretables.operations;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

/**
 * How many requests run at the same time? One limit for all fan-out of a template, with
 * threads that end when they are idle; where it is one, the caller does all itself.
 */
final class ParallelCalls {

	private static final int IDLE_SECONDS = 10;

	private final ThreadPoolExecutor threads;

	ParallelCalls(int limit) {
		AtomicInteger number = new AtomicInteger();
		this.threads = new ThreadPoolExecutor(limit, limit, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(),
				(task) -> {
					Thread thread = new Thread(task, "azure-tables-" + number.incrementAndGet());
					thread.setDaemon(true);
					return thread;
				});
		this.threads.allowCoreThreadTimeOut(true);
	}

	int limit() {
		return this.threads.getMaximumPoolSize();
	}

	/**
	 * Calls the function for each argument, and waits for all.
	 * @return the results in the order of the arguments
	 * @throws RuntimeException the first failure, in the order of the arguments
	 */
	<A, R extends @Nullable Object> List<R> map(List<? extends A> arguments,
			Function<? super A, ? extends R> function) {
		List<R> results = new ArrayList<>(arguments.size());
		if (arguments.size() == 1 || limit() == 1) {
			arguments.forEach((argument) -> results.add(function.apply(argument)));
			return results;
		}
		List<Future<R>> calls = new ArrayList<>(arguments.size());
		arguments.forEach((argument) -> calls.add(this.threads.submit(() -> function.apply(argument))));
		try {
			for (Future<R> call : calls) {
				results.add(call.get());
			}
			return results;
		}
		catch (ExecutionException ex) {
			throw unwrapped(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted while waiting for requests", ex);
		}
		finally {
			calls.forEach((call) -> call.cancel(false));
		}
	}

	private static RuntimeException unwrapped(ExecutionException ex) {
		if (ex.getCause() instanceof RuntimeException failure) {
			return failure;
		}
		if (ex.getCause() instanceof Error error) {
			throw error;
		}
		return new IllegalStateException(ex.getCause());
	}

}
