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

package io.azuretables.internal.execution;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.IntFunction;

import org.jspecify.annotations.Nullable;

import org.springframework.dao.TransientDataAccessResourceException;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/**
 * Runs the requests of a template that are sent in parallel, on a thread pool. There is
 * one limit for all fan-out of a template, and threads end when they are idle; where the
 * limit is one, the caller does all itself. So does a call that makes others, since it
 * could wait for a thread forever.
 */
public final class ParallelCalls {

	private static final int IDLE_SECONDS = 10;

	/**
	 * Makes threads that hold no process back.
	 */
	public static final ThreadFactory DAEMONS = daemons();

	/**
	 * Whether this is a thread that makes calls for others.
	 */
	private static final ThreadLocal<Boolean> CALLING = ThreadLocal.withInitial(() -> false);

	private final ThreadPoolExecutor threads;

	public ParallelCalls(int limit, ThreadFactory threads) {
		this.threads = new ThreadPoolExecutor(limit, limit, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(),
				(loop) -> threads.newThread(() -> {
					CALLING.set(true);
					loop.run();
				}));
		this.threads.allowCoreThreadTimeOut(true);
	}

	private static ThreadFactory daemons() {
		CustomizableThreadFactory threads = new CustomizableThreadFactory("azure-tables-");
		threads.setDaemon(true);
		return threads;
	}

	int limit() {
		return this.threads.getMaximumPoolSize();
	}

	/**
	 * How many calls are made at the same time if the current thread asks for them.
	 */
	public int parallelism() {
		return CALLING.get() ? 1 : limit();
	}

	/**
	 * Makes a call, at once or when a thread is free, and does not wait for it unless it
	 * is made at once.
	 * @param call fails never
	 */
	public void execute(Runnable call) {
		if (parallelism() == 1) {
			call.run();
		}
		else {
			this.threads.execute(call);
		}
	}

	/**
	 * Calls the function for each argument, and waits for all.
	 * @return the results in the order of the arguments
	 * @throws RuntimeException the first failure, in the order of the arguments
	 */
	public <A, R extends @Nullable Object> List<R> map(List<? extends A> arguments,
			Function<? super A, ? extends R> function) {
		return map(arguments, function, (argument) -> {
			throw new InterruptedCallsException();
		});
	}

	/**
	 * The same for calls that must not be left to themselves: when the caller is
	 * interrupted, no more are begun, and those that were are waited for.
	 * @param skipped gives what stands for a call that was not begun
	 */
	public <A, R extends @Nullable Object> List<R> map(List<? extends A> arguments,
			Function<? super A, ? extends R> function, Function<? super A, ? extends R> skipped) {
		return map(arguments, function, skipped, () -> {
		});
	}

	/**
	 * The same for long calls, which can be ended when the caller is interrupted.
	 * @param interrupted is called then, before the calls that were begun are waited for;
	 * not where the caller makes all calls itself
	 */
	public <A, R extends @Nullable Object> List<R> map(List<? extends A> arguments,
			Function<? super A, ? extends R> function, Function<? super A, ? extends R> skipped, Runnable interrupted) {
		if (arguments.size() == 1 || parallelism() == 1) {
			return inOrder(arguments, function, skipped);
		}
		List<Call<R>> calls = new ArrayList<>(arguments.size());
		arguments.forEach((argument) -> calls.add(new Call<>(() -> function.apply(argument))));
		new SharedCalls(calls).wakeThread();
		try {
			return results(calls, (index) -> skipped.apply(arguments.get(index)), interrupted);
		}
		catch (ExecutionException ex) {
			throw unwrapped(ex);
		}
	}

	/**
	 * Gives the results in order. Before as many as there are threads, the last one of
	 * these is waited for: to wake the caller for each costs more than a call itself.
	 */
	private <R extends @Nullable Object> List<R> results(List<Call<R>> calls, IntFunction<? extends R> skipped,
			Runnable onInterrupt) throws ExecutionException {
		List<R> results = new ArrayList<>(calls.size());
		boolean interrupted = false;
		try {
			while (results.size() < calls.size()) {
				Call<R> call = calls.get(results.size());
				try {
					if (results.size() % limit() == 0) {
						calls.get(Math.min(results.size() + limit(), calls.size()) - 1).await();
					}
					results.add(call.isCancelled() ? skipped.apply(results.size()) : call.get());
				}
				catch (InterruptedException ex) {
					interrupted = true;
					onInterrupt.run();
					calls.forEach(Call::skip);
				}
			}
			return results;
		}
		finally {
			calls.forEach(Call::skip);
			if (interrupted) {
				Thread.currentThread().interrupt();
			}
		}
	}

	private static <A, R extends @Nullable Object> List<R> inOrder(List<? extends A> arguments,
			Function<? super A, ? extends R> function, Function<? super A, ? extends R> skipped) {
		List<R> results = new ArrayList<>(arguments.size());
		for (A argument : arguments) {
			boolean skip = !results.isEmpty() && Thread.currentThread().isInterrupted();
			results.add(skip ? skipped.apply(argument) : function.apply(argument));
		}
		return results;
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

	/**
	 * Calls that several threads take one after the other. Each thread wakes two others
	 * before its first call, as long as calls are left: so all begin within a few
	 * wake-ups where calls take milliseconds, and few threads are woken where the first
	 * ones make all calls before the others run.
	 */
	private final class SharedCalls implements Runnable {

		private final List<? extends Runnable> calls;

		private final AtomicInteger taken = new AtomicInteger();

		private final AtomicInteger woken = new AtomicInteger();

		SharedCalls(List<? extends Runnable> calls) {
			this.calls = calls;
		}

		void wakeThread() {
			int most = Math.min(limit(), this.calls.size());
			if (this.taken.get() < this.calls.size() && this.woken.getAndIncrement() < most) {
				ParallelCalls.this.threads.execute(this);
			}
		}

		@Override
		public void run() {
			try {
				wakeThread();
				wakeThread();
			}
			finally {
				makeCalls();
			}
		}

		private void makeCalls() {
			for (int i = this.taken.getAndIncrement(); i < this.calls.size(); i = this.taken.getAndIncrement()) {
				this.calls.get(i).run();
			}
		}

	}

	/**
	 * One call, which is done or left out, and never both.
	 *
	 * @param <R> what it gives
	 */
	private static final class Call<R extends @Nullable Object> extends FutureTask<R> {

		private final AtomicBoolean begun = new AtomicBoolean();

		Call(Callable<R> work) {
			super(work);
		}

		@Override
		public void run() {
			if (this.begun.compareAndSet(false, true)) {
				super.run();
			}
		}

		/**
		 * Waits for its end, whatever it is.
		 */
		void await() throws InterruptedException {
			try {
				get();
			}
			catch (ExecutionException | CancellationException ex) {
				// is told where its result is asked for
			}
		}

		/**
		 * Cancels the call, unless it has begun.
		 */
		void skip() {
			if (this.begun.compareAndSet(false, true)) {
				cancel(false);
			}
		}

	}

	/**
	 * The caller was interrupted before all calls were begun.
	 */
	public static final class InterruptedCallsException extends TransientDataAccessResourceException {

		public InterruptedCallsException() {
			super("The thread was interrupted before all requests were sent");
		}

	}

}
