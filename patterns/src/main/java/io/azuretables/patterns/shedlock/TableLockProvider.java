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

package io.azuretables.patterns.shedlock;

import java.time.Instant;
import java.util.Optional;

import io.azuretables.operations.TableOperations;
import net.javacrumbs.shedlock.core.AbstractSimpleLock;
import net.javacrumbs.shedlock.core.ExtensibleLockProvider;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.support.Utils;

import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.OptimisticLockingFailureException;

/**
 * Keeps the locks of ShedLock in a table, one row for each name. A lock is taken by an
 * insert, or by a replacement of the version that was read. So of several processes at
 * the same time exactly one gets it. Safe for concurrent use.
 * <p>
 * {@link #lock} takes one request if the lock is held and two otherwise; a release and an
 * extension take one each. Times are those of the processes, as in other providers of
 * ShedLock: their clocks must differ by less than the locks are held.
 *
 * @since 0.1
 */
public final class TableLockProvider implements ExtensibleLockProvider {

	private final TableOperations operations;

	/**
	 * A provider with its rows in the table {@code ShedLocks}; another table is that of
	 * {@link TableOperations#in a view}.
	 */
	public TableLockProvider(TableOperations operations) {
		this.operations = operations;
	}

	/**
	 * Takes a lock, if it is free.
	 * @throws org.springframework.dao.DataAccessException if the table does not answer;
	 * after a {@link io.azuretables.gateway.WriteOutcomeUnknownException} the lock may be
	 * held until its time has passed
	 */
	@Override
	public Optional<SimpleLock> lock(LockConfiguration configuration) {
		Instant now = configuration.getLockAtMostUntil().minus(configuration.getLockAtMostFor());
		Optional<HeldLock> last = this.operations.findById(HeldLock.class, configuration.getName());
		if (last.isPresent() && last.get().until().isAfter(now)) {
			return Optional.empty();
		}
		HeldLock wanted = new HeldLock(configuration.getName(), configuration.getLockAtMostUntil(), now,
				Utils.getHostname(), last.map(HeldLock::etag).orElse(null));
		try {
			HeldLock held = last.isPresent() ? this.operations.update(wanted) : this.operations.insert(wanted);
			return Optional.of(new TableLock(configuration, held));
		}
		catch (DuplicateKeyException | OptimisticLockingFailureException ex) {
			return Optional.empty();
		}
	}

	/**
	 * A lock that this process holds, unless its time has passed and another process has
	 * taken it since.
	 */
	private final class TableLock extends AbstractSimpleLock {

		private final HeldLock held;

		TableLock(LockConfiguration configuration, HeldLock held) {
			super(configuration);
			this.held = held;
		}

		@Override
		protected void doUnlock() {
			try {
				TableLockProvider.this.operations.update(this.held.until(this.lockConfiguration.getUnlockTime()));
			}
			catch (OptimisticLockingFailureException ex) {
				// Another process has it by now
			}
		}

		@Override
		protected Optional<SimpleLock> doExtend(LockConfiguration extended) {
			Instant now = extended.getLockAtMostUntil().minus(extended.getLockAtMostFor());
			if (!this.held.until().isAfter(now)) {
				return Optional.empty();
			}
			try {
				return Optional.of(new TableLock(extended,
						TableLockProvider.this.operations.update(this.held.until(extended.getLockAtMostUntil()))));
			}
			catch (OptimisticLockingFailureException ex) {
				return Optional.empty();
			}
		}

	}

}
