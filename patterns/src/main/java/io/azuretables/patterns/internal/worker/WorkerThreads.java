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

package io.azuretables.patterns.internal.worker;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

import io.azuretables.patterns.queue.worker.QueueWorkerOptions;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/**
 * The threads of a queue worker: one receives messages, others handle them, and one
 * renews leases. The last one also stops handlers whose time has passed.
 */
final class WorkerThreads {

	private static final Log logger = LogFactory.getLog(WorkerThreads.class);

	/**
	 * How long a handler that was interrupted has to give its message back.
	 */
	private static final Duration FAREWELL = Duration.ofSeconds(2);

	private final MessagePoller rounds;

	private final QueueWorkerOptions options;

	private final Map<Lease, Running> active = new ConcurrentHashMap<>();

	private volatile boolean paused;

	private volatile @Nullable Pools pools;

	WorkerThreads(MessagePoller rounds, QueueWorkerOptions options) {
		this.rounds = rounds;
		this.options = options;
	}

	synchronized void start() {
		if (this.pools == null) {
			Pools started = Pools.of(this.options);
			this.pools = started;
			long beat = this.options.lease().visibility().dividedBy(3).toMillis();
			started.heart().scheduleWithFixedDelay(this::beat, beat, beat, TimeUnit.MILLISECONDS);
			started.receiver().execute(() -> receive(started));
		}
	}

	boolean isRunning() {
		return this.pools != null;
	}

	void pause(boolean pause) {
		this.paused = pause;
	}

	boolean isPaused() {
		return this.paused;
	}

	int active() {
		return this.active.size();
	}

	private void receive(Pools pools) {
		try {
			while (!pools.isStopped(Duration.ZERO)) {
				pools.isStopped(this.paused ? this.options.polls().busy() : tryRound(pools));
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	/**
	 * Goes on whatever happens: a worker that receives nothing any more must not look as
	 * if it did.
	 * @return how long to wait
	 */
	private Duration tryRound(Pools pools) throws InterruptedException {
		try {
			round(pools);
		}
		catch (RuntimeException | Error ex) {
			this.rounds.notReceived(ex);
		}
		return this.rounds.pace().delay();
	}

	private void round(Pools pools) throws InterruptedException {
		pools.free().acquire();
		int slots = 1 + pools.free().drainPermits();
		List<Lease> leases = List.of();
		try {
			// it may have been paused or stopped while all handlers were busy
			if (!this.paused && !pools.isStopped(Duration.ZERO)) {
				leases = this.rounds.receive(slots);
			}
		}
		finally {
			pools.free().release(slots - leases.size());
		}
		for (Lease lease : leases) {
			hand(lease, pools);
		}
	}

	private void hand(Lease lease, Pools pools) throws InterruptedException {
		if (pools.isStopped(Duration.ZERO)) {
			this.rounds.giveBack(lease);
			return;
		}
		try {
			pools.handlers().execute(() -> handle(lease, pools));
		}
		catch (RejectedExecutionException | OutOfMemoryError ex) {
			// the worker was stopped in this moment, or no thread is free
			pools.free().release();
			this.rounds.giveBack(lease);
		}
	}

	private void handle(Lease lease, Pools pools) {
		this.active.put(lease, new Running(Thread.currentThread(), lease.now().plus(this.options.lease().handler())));
		try {
			this.rounds.handle(lease);
		}
		catch (Error ex) {
			logger.error("A handler has failed with " + ex.getClass().getName());
		}
		finally {
			this.active.remove(lease);
			pools.free().release();
		}
	}

	private void beat() {
		this.active.forEach((lease, running) -> {
			if (!lease.now().isBefore(running.deadline())) {
				running.thread().interrupt();
			}
			else {
				renew(lease);
			}
		});
	}

	/**
	 * Nothing that happens to one message must end the beat for all others.
	 */
	private void renew(Lease lease) {
		try {
			lease.renew(this.options.lease().visibility());
		}
		catch (RuntimeException | Error ex) {
			logger.debug("A message could not be renewed; its handler is stopped when others may have it", ex);
		}
	}

	synchronized void stop() {
		Pools stopped = this.pools;
		if (stopped == null) {
			return;
		}
		if (!stopped.stop(this.options.lease().grace())) {
			logger.warn("Handlers did not end within " + this.options.lease().grace()
					+ "; their messages are handled again");
		}
		this.pools = null;
	}

	/**
	 * Stops in a thread of its own, so that several workers stop at the same time.
	 * @param callback is called when this one has stopped
	 */
	void stop(Runnable callback) {
		new CustomizableThreadFactory("queue-stop-").newThread(() -> {
			try {
				stop();
			}
			finally {
				callback.run();
			}
		}).start();
	}

	/**
	 * A handler at work.
	 *
	 * @param thread its thread
	 * @param deadline when its time has passed
	 */
	private record Running(Thread thread, Instant deadline) {

	}

	/**
	 * The threads, from a start to a stop.
	 *
	 * @param receiver receives
	 * @param handlers handle
	 * @param heart renews
	 * @param free how many handlers have nothing to do
	 * @param stopped whether all is to come to an end
	 */
	private record Pools(ExecutorService receiver, ExecutorService handlers, ScheduledExecutorService heart,
			Semaphore free, CountDownLatch stopped) {

		static Pools of(QueueWorkerOptions options) {
			return new Pools(Executors.newSingleThreadExecutor(new CustomizableThreadFactory("queue-receiver-")),
					Executors.newFixedThreadPool(options.concurrency(), options.threads()),
					Executors.newSingleThreadScheduledExecutor(new CustomizableThreadFactory("queue-heart-")),
					new Semaphore(options.concurrency()), new CountDownLatch(1));
		}

		/**
		 * Waits, until it is stopped at most.
		 */
		boolean isStopped(Duration time) throws InterruptedException {
			return this.stopped.await(time.toNanos(), TimeUnit.NANOSECONDS);
		}

		/**
		 * Comes to an end, without an interrupt if there is time.
		 * @return whether there was
		 */
		boolean stop(Duration grace) {
			long end = System.nanoTime() + grace.toNanos();
			this.stopped.countDown();
			this.receiver.shutdown();
			boolean received = await(this.receiver, end);
			this.handlers.shutdown();
			boolean done = await(this.handlers, end) && received;
			this.receiver.shutdownNow();
			this.handlers.shutdownNow();
			this.heart.shutdownNow();
			await(this.handlers, System.nanoTime() + FAREWELL.toNanos());
			return done;
		}

		private static boolean await(ExecutorService pool, long end) {
			try {
				return pool.awaitTermination(end - System.nanoTime(), TimeUnit.NANOSECONDS);
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
				return false;
			}
		}

	}

}
