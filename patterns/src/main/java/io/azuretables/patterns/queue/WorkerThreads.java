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

package io.azuretables.patterns.queue;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/**
 * Which threads does a worker have? One that receives, one for each message that is
 * handled, and one that renews leases and stops handlers whose time has passed.
 */
final class WorkerThreads {

	private static final Log logger = LogFactory.getLog(WorkerThreads.class);

	private final MessageRounds rounds;

	private final QueueWorkerOptions options;

	private final Semaphore free;

	private final Map<Lease, Running> active = new ConcurrentHashMap<>();

	private volatile boolean paused;

	private @Nullable Pools pools;

	WorkerThreads(MessageRounds rounds, QueueWorkerOptions options) {
		this.rounds = rounds;
		this.options = options;
		this.free = new Semaphore(options.concurrency());
	}

	synchronized void start() {
		if (this.pools == null) {
			Pools started = Pools.of(this.options.concurrency());
			this.pools = started;
			long beat = this.options.lease().heartbeat().toMillis();
			started.heart().scheduleWithFixedDelay(this::beat, beat, beat, TimeUnit.MILLISECONDS);
			started.receiver().execute(() -> receive(started));
		}
	}

	synchronized boolean isRunning() {
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
			while (!pools.receiver().isShutdown()) {
				if (this.paused) {
					Thread.sleep(this.options.polls().busy().toMillis());
				}
				else {
					round(pools);
				}
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private void round(Pools pools) throws InterruptedException {
		this.free.acquire();
		int slots = 1 + this.free.drainPermits();
		List<Lease> leases = List.of();
		try {
			leases = this.rounds.receive(slots);
		}
		finally {
			this.free.release(slots - leases.size());
		}
		for (Lease lease : leases) {
			if (pools.receiver().isShutdown()) {
				giveBack(lease);
			}
			else {
				pools.handlers().execute(() -> handle(lease));
			}
		}
		Duration delay = this.rounds.pace().delay();
		if (!delay.isZero()) {
			Thread.sleep(delay.toMillis());
		}
	}

	private void giveBack(Lease lease) {
		this.free.release();
		try {
			lease.hide(lease.message().body(), Duration.ZERO);
		}
		catch (DataAccessException ex) {
			logger.debug("A message could not be given back; it comes again by itself", ex);
		}
	}

	private void handle(Lease lease) {
		this.active.put(lease, new Running(Thread.currentThread(), lease.now().plus(this.options.lease().handler())));
		try {
			this.rounds.handle(lease);
		}
		finally {
			this.active.remove(lease);
			this.free.release();
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

	private void renew(Lease lease) {
		try {
			lease.renew(this.options.lease().visibility());
		}
		catch (DataAccessException ex) {
			logger.debug("A message could not be renewed; its handler is stopped when others may have it", ex);
		}
	}

	synchronized void stop() {
		Pools stopped = this.pools;
		if (stopped != null) {
			stopped.receiver().shutdownNow();
			boolean done = await(stopped.receiver()) & finish(stopped.handlers());
			stopped.heart().shutdownNow();
			if (!done) {
				logger.warn("Handlers did not end within " + this.options.lease().grace()
						+ "; their messages are handled again");
			}
			this.pools = null;
		}
	}

	private boolean finish(ExecutorService handlers) {
		handlers.shutdown();
		if (await(handlers)) {
			return true;
		}
		handlers.shutdownNow();
		return false;
	}

	private boolean await(ExecutorService pool) {
		try {
			return pool.awaitTermination(this.options.lease().grace().toMillis(), TimeUnit.MILLISECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return false;
		}
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
	 * The threads.
	 *
	 * @param receiver receives
	 * @param handlers handle
	 * @param heart renews
	 */
	private record Pools(ExecutorService receiver, ExecutorService handlers, ScheduledExecutorService heart) {

		static Pools of(int concurrency) {
			return new Pools(Executors.newSingleThreadExecutor(new CustomizableThreadFactory("queue-receiver-")),
					Executors.newFixedThreadPool(concurrency, new CustomizableThreadFactory("queue-handler-")),
					Executors.newSingleThreadScheduledExecutor(new CustomizableThreadFactory("queue-heart-")));
		}

	}

}
