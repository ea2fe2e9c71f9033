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

package io.azuretables.patterns.bloblog;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

import io.azuretables.internal.execution.ParallelCalls;
import io.azuretables.internal.execution.ParallelCalls.InterruptedCallsException;
import io.azuretables.patterns.blob.BlobStore;
import io.azuretables.patterns.bloblog.LogFormat.Entry;
import io.azuretables.patterns.bloblog.LogIterator.Range;

/**
 * Reads the entries of a log from its blobs, and deletes blobs.
 *
 * @param <T> the entry
 */
final class LogReader<T> {

	/**
	 * How many blobs are deleted before more are listed.
	 */
	private static final int DELETED_TOGETHER = 256;

	private final BlobStore blobs;

	private final LogFormat<T> format;

	private final LogPeriods periods;

	private final int concurrency;

	private final ParallelCalls calls;

	LogReader(BlobStore blobs, LogFormat<T> format, BlobLogOptions options) {
		this.blobs = blobs;
		this.format = format;
		this.periods = new LogPeriods(options.period());
		this.concurrency = options.concurrency();
		this.calls = new ParallelCalls(options.concurrency(), ParallelCalls.DAEMONS);
	}

	Stream<T> between(String source, Instant from, Instant to) {
		ListedBlobs listed = new ListedBlobs(this.blobs, this.periods, this.periods.prefixes(source, from, to));
		Iterator<T> entries = new LogIterator<>(listed, new Range(from, to), (some) -> read(some, from, to),
				this.concurrency);
		return StreamSupport
			.stream(Spliterators.spliteratorUnknownSize(entries, Spliterator.ORDERED | Spliterator.NONNULL), false);
	}

	/**
	 * Lists further and further back, until enough entries are listed; then reads the
	 * blobs that may hold some of them.
	 */
	List<T> latest(String source, int count, Instant now) {
		List<LogBlob> listed = new ArrayList<>();
		Instant to = this.periods.start(now).plus(this.periods.length().multipliedBy(2));
		Optional<Instant> first = Optional.empty();
		for (Instant from : this.periods.back(now)) {
			new ListedBlobs(this.blobs, this.periods, this.periods.prefixes(source, from, to))
				.forEachRemaining(listed::add);
			first = firstOf(listed, count);
			if (first.isPresent()) {
				break;
			}
			to = from;
		}
		Instant from = first.orElse(LogPeriods.MIN);
		List<LogBlob> needed = listed.stream().filter((blob) -> blob.overlaps(from, LogPeriods.MAX)).toList();
		return read(needed, from, LogPeriods.MAX).stream()
			.flatMap(List::stream)
			.sorted(Comparator.<Entry<T>, Instant>comparing(Entry::time).reversed())
			.limit(count)
			.map(Entry::value)
			.toList();
	}

	/**
	 * A time from which on there are so many entries, by the metadata of their blobs.
	 */
	private static Optional<Instant> firstOf(List<LogBlob> listed, int count) {
		long found = 0;
		for (LogBlob blob : listed.stream().sorted(Comparator.comparing(LogBlob::first).reversed()).toList()) {
			found += blob.count();
			if (found >= count) {
				return Optional.of(blob.first());
			}
		}
		return Optional.empty();
	}

	/**
	 * The entries of some blobs from a time to, and without, another one. A blob that is
	 * deleted meanwhile has none.
	 */
	private List<List<Entry<T>>> read(List<LogBlob> some, Instant from, Instant to) {
		return this.calls.map(some,
				(blob) -> this.blobs.read(blob.name())
					.map((content) -> this.format.read(blob, content))
					.orElse(List.of())
					.stream()
					.filter((entry) -> !entry.time().isBefore(from) && entry.time().isBefore(to))
					.toList(),
				(blob) -> {
					throw new InterruptedCallsException();
				});
	}

	/**
	 * Deletes the blobs of all sources.
	 */
	long deleteBefore(Instant before) {
		return deleteBefore(new ListedBlobs(this.blobs, this.periods, List.of("")), before, (blob) -> true);
	}

	/**
	 * Deletes the blobs of one source. The names of its blobs are in the order of their
	 * periods, so that the listing ends with the first one that is not over.
	 */
	long deleteBefore(String source, Instant before) {
		return deleteBefore(new ListedBlobs(this.blobs, this.periods, List.of(LogPeriods.folder(source))), before,
				(blob) -> isOver(blob, before));
	}

	private long deleteBefore(ListedBlobs listed, Instant before, Predicate<LogBlob> goesOn) {
		long deleted = 0;
		while (listed.hasNext() && goesOn.test(listed.peek())) {
			List<LogBlob> some = new ArrayList<>();
			while (listed.hasNext() && some.size() < DELETED_TOGETHER && goesOn.test(listed.peek())) {
				LogBlob blob = listed.next();
				if (isOver(blob, before) && blob.last().isBefore(before)) {
					some.add(blob);
				}
			}
			deleted += delete(some);
		}
		return deleted;
	}

	/**
	 * Whether the period of a blob ended before a time.
	 */
	private boolean isOver(LogBlob blob, Instant before) {
		return !blob.period().plus(this.periods.length()).isAfter(before);
	}

	private long delete(List<LogBlob> some) {
		return this.calls.map(some, (blob) -> this.blobs.delete(blob.name()), (blob) -> {
			throw new InterruptedCallsException();
		}).stream().filter((deleted) -> deleted).count();
	}

}
