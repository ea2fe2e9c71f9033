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

package io.azuretables.patterns.logtail;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

import io.azuretables.internal.time.TickSequence;
import io.azuretables.key.TableKey;
import io.azuretables.operations.TableOperations;
import io.azuretables.query.TableQuery;
import io.azuretables.query.TableScrollPosition;
import io.azuretables.row.ServiceLimits;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.data.domain.Window;

/**
 * Appends entries to logs in a table, and reads the newest first. There is one log for
 * each owner. Safe for concurrent use.
 * <p>
 * The owner is given by the values of the partition key's properties in their order,
 * without those that only spread entries over buckets. With buckets, each request below
 * is one request for each bucket, and the answers are merged.
 *
 * @param <T> the entry
 * @since 0.1
 */
public final class LogTailTemplate<T> {

	private static final Comparator<TableKey> ORDER = Comparator.comparing(TableKey::rowKey)
		.thenComparing(TableKey::partitionKey);

	private final TableOperations operations;

	private final Class<T> type;

	private final LogTailOptions options;

	private final Tail tail;

	public LogTailTemplate(TableOperations operations, Class<T> type) {
		this(operations, type, LogTailOptions.DEFAULTS);
	}

	public LogTailTemplate(TableOperations operations, Class<T> type, LogTailOptions options) {
		this.operations = operations;
		this.type = type;
		this.options = options;
		this.tail = new Tail(TailMapping.of(operations.converter().entity(type)), new TickSequence());
	}

	/**
	 * Appends an entry. A time that is {@code null} is taken from the clock, and is later
	 * than that of any entry this template has timed before; text and UUIDs of the row
	 * key that are {@code null} become random. One request. An entry whose key is made of
	 * its time alone moves on by a tick when that is taken, by one request each.
	 * @return the entry as it was written
	 * @throws DuplicateKeyException if the entry brings its own time, and is there
	 * already
	 */
	public T append(T entry) {
		T identified = this.tail.mapping().identified(entry);
		if (this.tail.mapping().isTimed(entry)) {
			return this.operations.insert(identified);
		}
		for (int attempt = 1;; attempt++) {
			Instant time = this.tail.times().next(this.options.clock().instant());
			try {
				return this.operations.insert(this.tail.mapping().timed(identified, time));
			}
			catch (DuplicateKeyException ex) {
				if (attempt >= this.options.attempts()) {
					throw ex;
				}
			}
		}
	}

	/**
	 * Reads the newest entries of an owner, the newest first. One request for up to
	 * 1,000.
	 */
	public List<T> latest(int count, Object... owner) {
		return find(this.tail.mapping().tail(owner).limit(count));
	}

	/**
	 * Reads the newest entries of an owner before a time, the newest first. One request
	 * for up to 1,000.
	 */
	public List<T> before(Instant end, int count, Object... owner) {
		return find(this.tail.mapping().tail(owner).and(this.tail.mapping().before(end)).limit(count));
	}

	/**
	 * Streams all entries of an owner between two times (the end excluded), the newest
	 * first. One request for each page, made while the stream is consumed.
	 */
	public Stream<T> between(Instant start, Instant end, Object... owner) {
		TailMapping mapping = this.tail.mapping();
		return this.operations.stream(mapping.tail(owner).and(mapping.from(start)).and(mapping.before(end)), this.type);
	}

	/**
	 * Reads a page of entries of an owner, the newest first, with the position of the
	 * next page. The position is a key, which stays valid after a restart and after
	 * appends. One request.
	 * @param from a position of an earlier window, or {@code null} for the newest entries
	 */
	public Window<T> page(int size, @Nullable TableScrollPosition from, Object... owner) {
		if (size < 1 || size >= ServiceLimits.PAGE_SIZE) {
			throw new InvalidDataAccessApiUsageException(
					"A page has between 1 and " + (ServiceLimits.PAGE_SIZE - 1) + " entries, not " + size);
		}
		TableQuery query = this.tail.mapping().tail(owner);
		String log = "log tail " + this.type.getSimpleName() + ' ' + List.of(owner);
		if (from == null || from.isInitial()) {
			return window(find(query.limit(size + 1)), size, new TableScrollPosition(log, 0, null, null));
		}
		TableKey last = key(from, log);
		TableQuery rest = query.and(this.tail.mapping().notAfter(time(last)));
		for (int limit = size + from.leg() + 1;; limit *= 2) {
			List<T> found = find(rest.limit(limit));
			List<T> older = found.stream().filter((entry) -> ORDER.compare(key(entry), last) > 0).toList();
			if (older.size() > size || found.size() < limit) {
				return window(older, size, from);
			}
		}
	}

	private List<T> find(TableQuery query) {
		return this.operations.find(query, this.type);
	}

	private TableKey key(T entry) {
		return this.operations.converter().key(entry);
	}

	private Instant time(TableKey key) {
		return this.tail.mapping().timeOf(key.rowKey());
	}

	private TableKey key(TableScrollPosition position, String log) {
		String partition = position.nextPartitionKey();
		String row = position.nextRowKey();
		if (partition == null || row == null || !position.query().equals(log)) {
			throw new InvalidDataAccessApiUsageException("The position comes from something else than this log of a "
					+ this.type.getSimpleName() + "; use a position with its own log");
		}
		return new TableKey(partition, row);
	}

	/**
	 * Each position counts the entries of its tick that were seen, so that the next
	 * window asks for as many more.
	 */
	private Window<T> window(List<T> found, int size, TableScrollPosition from) {
		List<T> entries = List.copyOf(found.subList(0, Math.min(size, found.size())));
		List<TableScrollPosition> positions = new ArrayList<>();
		TableScrollPosition before = from;
		for (T entry : entries) {
			TableKey key = key(entry);
			String row = before.nextRowKey();
			boolean sameTick = row != null && time(key).equals(this.tail.mapping().timeOf(row));
			before = new TableScrollPosition(from.query(), sameTick ? before.leg() + 1 : 1, key.partitionKey(),
					key.rowKey());
			positions.add(before);
		}
		return Window.from(entries, positions::get, found.size() > size);
	}

	/**
	 * What entries are made with.
	 *
	 * @param mapping where their time and their identity stand
	 * @param times gives the times
	 */
	private record Tail(TailMapping mapping, TickSequence times) {

	}

}
