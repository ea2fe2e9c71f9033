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

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

import io.azuretables.gateway.SecondaryRegion;
import io.azuretables.gateway.TableGateway;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;
import org.springframework.dao.TransientDataAccessResourceException;

/**
 * Tracks how old the data of the secondary region is, and whether the primary region
 * fails.
 */
public final class SecondaryReads {

	private static final Log logger = LogFactory.getLog(SecondaryReads.class);

	private static final Duration REFRESH = Duration.ofMinutes(1);

	private static final int FAILURES = 10;

	private static final Duration WINDOW = Duration.ofSeconds(10);

	private final SecondaryRegion region;

	private final InstantSource clock;

	private final Deque<Instant> failures = new ArrayDeque<>();

	/**
	 * Held while the secondary region is asked. The monitor is not: all reads need it.
	 */
	private final Lock refresh = new ReentrantLock();

	private volatile @Nullable LastSync known;

	public SecondaryReads(SecondaryRegion region, InstantSource clock) {
		this.region = region;
		this.clock = clock;
	}

	TableGateway gateway() {
		return this.region.gateway();
	}

	/**
	 * Why the secondary region cannot be read, or {@code null} if it can be.
	 */
	@Nullable DataAccessException tooStale(Duration most) {
		Instant synced = lastSync();
		if (synced == null) {
			return new TransientDataAccessResourceException(
					"The secondary region was not read, since it is not known how far it is behind the primary region");
		}
		Duration behind = Duration.between(synced, this.clock.instant());
		return (behind.compareTo(most) <= 0) ? null
				: new TransientDataAccessResourceException("The secondary region was not read: it is " + behind
						+ " behind the primary region, and at most " + most + " are allowed");
	}

	/**
	 * One thread asks again, once a minute; the others go on with what is known. Only
	 * before anything is known do they wait.
	 */
	private @Nullable Instant lastSync() {
		LastSync last = this.known;
		Instant now = this.clock.instant();
		if (last != null && (last.isFresh(now) || !this.refresh.tryLock())) {
			return last.time();
		}
		if (last == null) {
			this.refresh.lock();
		}
		try {
			last = this.known;
			if (last == null || !last.isFresh(now)) {
				last = new LastSync(now, ask());
				this.known = last;
			}
			return last.time();
		}
		finally {
			this.refresh.unlock();
		}
	}

	private @Nullable Instant ask() {
		try {
			return this.region.lastSync().get();
		}
		catch (DataAccessException ex) {
			logger.warn("The secondary region did not say how far it is behind; it is asked again in a minute: "
					+ ex.getMessage());
			return null;
		}
	}

	/**
	 * Notes that the primary region has failed.
	 */
	synchronized void failed() {
		this.failures.add(this.clock.instant());
		if (this.failures.size() > FAILURES) {
			this.failures.remove();
		}
	}

	/**
	 * Notes that the primary region has answered.
	 */
	synchronized void answered() {
		this.failures.clear();
	}

	/**
	 * Whether the primary region is left alone, since it has failed again and again.
	 */
	synchronized boolean isOpen() {
		if (this.failures.size() < FAILURES) {
			return false;
		}
		Instant first = this.failures.getFirst();
		Instant last = this.failures.getLast();
		return Duration.between(first, last).compareTo(WINDOW) <= 0
				&& Duration.between(last, this.clock.instant()).compareTo(WINDOW) < 0;
	}

	/**
	 * What the secondary region has said.
	 *
	 * @param asked when it was asked
	 * @param time up to when it has all writes, or {@code null} if it did not say so
	 */
	private record LastSync(Instant asked, @Nullable Instant time) {

		boolean isFresh(Instant now) {
			return now.isBefore(this.asked.plus(REFRESH));
		}

	}

}
