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

package io.azuretables.patterns.ownership;

import java.time.Instant;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListMap;

import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.patterns.internal.schedule.IntervalThread;
import io.azuretables.patterns.ownership.OwnerRows.OwnerRow;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.context.SmartLifecycle;
import org.springframework.dao.DataAccessException;

/**
 * Distributes sets of partitions (slots) among processes, so that each set has one owner
 * at a time. Slots are numbers from 0; {@link #slot} gives that of a partition key. As a
 * bean it starts and stops with the application. Safe for concurrent use.
 * <p>
 * A process may believe for a moment that it owns what another one has taken already,
 * after a long pause. What it writes then must be refused: store the epoch with each
 * entity, do not touch an entity with a larger one, and save entities with a version.
 *
 * @since 0.1
 */
public final class PartitionOwnership implements SmartLifecycle {

	private static final Log logger = LogFactory.getLog(PartitionOwnership.class);

	/**
	 * How often a lease is renewed while it lasts.
	 */
	private static final int RENEWALS = 3;

	private final OwnerRows rows;

	private final OwnershipOptions options;

	private final OwnershipListener listener;

	private final String process;

	private final IntervalThread thread;

	/**
	 * What this process owns, until when.
	 */
	private final Map<Integer, Owned> owned = new ConcurrentSkipListMap<>();

	/**
	 * When each row was seen for the first time as it is.
	 */
	private Map<String, Seen> seen = Map.of();

	/**
	 * Creates a member of a group of processes.
	 * @param table the table with the rows of owners, which {@link #start} creates if it
	 * is not there
	 * @param group the name of the group, which other groups in the table do not have
	 * @param process the name of this process, which no other one has at the same time
	 * @throws IllegalArgumentException if the name of the group or of the process has
	 * characters that keys cannot have, such as a slash
	 */
	public PartitionOwnership(TableGateway gateway, String table, String group, String process,
			OwnershipOptions options, OwnershipListener listener) {
		if (process.isEmpty()) {
			throw new IllegalArgumentException("A process that owns partitions needs a name");
		}
		refuseIllegal("group", group);
		refuseIllegal("process", process);
		this.process = process;
		this.rows = new OwnerRows(gateway, table, group);
		this.options = options;
		this.listener = listener;
		this.thread = IntervalThread.fromStart("partition-ownership-", options.lease().dividedBy(RENEWALS), this::keep);
	}

	private static void refuseIllegal(String what, String name) {
		if (!name.chars().allMatch((c) -> TableKey.isLegal((char) c))) {
			throw new IllegalArgumentException("The name of a " + what + " is a part of keys, which have neither '/', "
					+ "'\\', '#', '?' nor control characters: '" + name + "'");
		}
	}

	/**
	 * Returns the slot that a partition belongs to, the same in all processes. No
	 * request.
	 */
	public int slot(String partitionKey) {
		int hash = partitionKey.hashCode() * 0x9E3779B9;
		return Math.floorMod(hash ^ (hash >>> 15), this.options.slots());
	}

	/**
	 * Returns the epoch of a slot that this process owns now; empty if it does not.
	 */
	public OptionalLong epoch(int slot) {
		Owned mine = this.owned.get(slot);
		return (mine != null && now().isBefore(mine.until())) ? OptionalLong.of(mine.epoch()) : OptionalLong.empty();
	}

	/**
	 * Returns the slots that this process owns now.
	 */
	public Set<Integer> owned() {
		Set<Integer> slots = new TreeSet<>(this.owned.keySet());
		slots.removeIf((slot) -> epoch(slot).isEmpty());
		return slots;
	}

	@Override
	public void start() {
		this.rows.createTable();
		this.thread.start();
	}

	/**
	 * Gives all slots back and leaves the group, so that other processes take the slots
	 * with their next round. One request for the rows of all owners, one for each slot
	 * and one for this process; what fails ends with the lease.
	 */
	@Override
	public void stop() {
		this.thread.stop();
		release();
	}

	@Override
	public boolean isRunning() {
		return this.thread.isRunning();
	}

	/**
	 * A round of the thread. It may have waited for the monitor while it was stopped.
	 */
	private synchronized void keep() {
		try {
			if (isRunning()) {
				round();
			}
		}
		catch (RuntimeException | Error ex) {
			logger.warn("The ownership of partitions could not be renewed; it will be tried again", ex);
		}
	}

	/**
	 * Renews owned slots, takes free ones and gives surplus ones back: one request for
	 * the rows of all owners, one for this process, and one for each slot that is
	 * renewed, taken or given back. A thread calls it after {@link #start}. If you call
	 * it without {@code start}, create the table first.
	 */
	public synchronized void round() {
		dropExpired(now());
		this.rows.join(this.process);
		Map<String, OwnerRow> found = this.rows.read();
		Set<String> members = observe(found);
		int quota = quota(members);
		dropLost(found);
		for (int slot = 0; slot < this.options.slots(); slot++) {
			OwnerRow row = found.getOrDefault(OwnerRows.key(slot), OwnerRow.NONE);
			if (this.owned.containsKey(slot)) {
				renew(slot, row, quota);
			}
			else if (this.owned.size() < quota && isFree(slot, row)) {
				take(slot, row);
			}
		}
	}

	private void dropExpired(Instant now) {
		this.owned.forEach((slot, mine) -> {
			if (!now.isBefore(mine.until())) {
				drop(slot, mine);
			}
		});
	}

	/**
	 * Remembers when rows were seen first, and returns the processes that are alive. The
	 * time is one after the rows were read: an earlier one could be before an owner wrote
	 * its row, and its lease would seem to end too soon.
	 */
	private Set<String> observe(Map<String, OwnerRow> found) {
		Instant now = now();
		Map<String, Seen> observed = new TreeMap<>();
		found.forEach((key, row) -> {
			Seen before = this.seen.get(key);
			observed.put(key,
					(before != null && before.etag().equals(row.etag())) ? before : new Seen(row.etag(), now));
		});
		this.seen = observed;
		Set<String> members = new TreeSet<>(Set.of(this.process));
		found.forEach((key, row) -> {
			if (OwnerRows.isMember(key)) {
				if (!isSilent(key)) {
					members.add(row.owner());
				}
				else if (!row.owner().equals(this.process)) {
					this.rows.leave(row);
				}
			}
		});
		return members;
	}

	/**
	 * Whether a row was not renewed for the time of a lease.
	 */
	private boolean isSilent(String key) {
		Seen row = this.seen.get(key);
		return row != null && !now().isBefore(row.since().plus(this.options.lease()));
	}

	/**
	 * How many slots this process is to have: all members conclude the same.
	 */
	private int quota(Set<String> members) {
		int rank = ((TreeSet<String>) members).headSet(this.process).size();
		return this.options.slots() / members.size() + ((rank < this.options.slots() % members.size()) ? 1 : 0);
	}

	/**
	 * Drops what another process has taken.
	 */
	private void dropLost(Map<String, OwnerRow> found) {
		this.owned.forEach((slot, mine) -> {
			OwnerRow row = found.getOrDefault(OwnerRows.key(slot), OwnerRow.NONE);
			if (!row.owner().equals(this.process) || row.epoch() != mine.epoch()) {
				drop(slot, mine);
			}
		});
	}

	private void renew(int slot, OwnerRow row, int quota) {
		Owned mine = this.owned.get(slot);
		if (mine == null) {
			return;
		}
		if (this.owned.size() > quota) {
			drop(slot, mine);
			write(() -> this.rows.replace(slot, row, "", mine.epoch()));
			return;
		}
		Instant until = now().plus(this.options.lease());
		if (write(() -> this.rows.replace(slot, row, this.process, mine.epoch()))) {
			this.owned.put(slot, new Owned(mine.epoch(), until));
		}
	}

	/**
	 * Whether a slot belongs to no process, or to this one by a write whose answer was
	 * lost.
	 */
	private boolean isFree(int slot, OwnerRow row) {
		return row.owner().isEmpty() || row.owner().equals(this.process) || isSilent(OwnerRows.key(slot));
	}

	private void take(int slot, OwnerRow row) {
		Instant until = now().plus(this.options.lease());
		long epoch = row.epoch() + 1;
		if (write(() -> this.rows.replace(slot, row, this.process, epoch)) && now().isBefore(until)) {
			this.owned.put(slot, new Owned(epoch, until));
			tell(() -> this.listener.acquired(slot, epoch));
		}
	}

	/**
	 * Writes a row; what is refused, or not known to be done, is tried again by the next
	 * round.
	 */
	private boolean write(Runnable request) {
		try {
			request.run();
			return true;
		}
		catch (DataAccessException ex) {
			logger.debug("The row of an owner was not written; the next round looks at it again, or its lease ends",
					ex);
			return false;
		}
	}

	private void drop(int slot, Owned mine) {
		this.owned.remove(slot);
		tell(() -> this.listener.released(slot, mine.epoch()));
	}

	private void tell(Runnable call) {
		try {
			call.run();
		}
		catch (RuntimeException ex) {
			logger.warn("A listener of ownership failed", ex);
		}
	}

	/**
	 * Drops all slots first: the listener must know before another process can take them.
	 */
	private synchronized void release() {
		Map<Integer, Owned> before = Map.copyOf(this.owned);
		before.forEach(this::drop);
		if (!before.isEmpty()) {
			giveBack(before);
		}
		write(() -> this.rows.leave(this.process));
	}

	private void giveBack(Map<Integer, Owned> slots) {
		write(() -> {
			Map<String, OwnerRow> found = this.rows.read();
			slots.forEach((slot, mine) -> {
				OwnerRow row = found.getOrDefault(OwnerRows.key(slot), OwnerRow.NONE);
				if (row.owner().equals(this.process) && row.epoch() == mine.epoch()) {
					write(() -> this.rows.replace(slot, row, "", mine.epoch()));
				}
			});
		});
	}

	private Instant now() {
		return this.options.clock().instant();
	}

	/**
	 * A slot of this process.
	 *
	 * @param epoch its epoch
	 * @param until when it ends if it is not renewed
	 */
	private record Owned(long epoch, Instant until) {

	}

	/**
	 * A row as it was seen.
	 *
	 * @param etag its version
	 * @param since when it was seen first
	 */
	private record Seen(String etag, Instant since) {

	}

}
