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
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.PriorityQueue;
import java.util.function.Function;

import io.azuretables.patterns.bloblog.LogFormat.Entry;

/**
 * Merges the log entries of several blobs in the order of time. The blobs of a period are
 * opened when their first entry may be next, some of them at the same time, so that those
 * are in memory whose times overlap.
 *
 * @param <T> the entry
 */
final class LogIterator<T> implements Iterator<T> {

	private final ListedBlobs listed;

	private final Range range;

	private final Function<List<LogBlob>, List<List<Entry<T>>>> read;

	private final int concurrency;

	/**
	 * Blobs of the period that are not read yet, by the time of their first entry.
	 */
	private final Deque<LogBlob> unread = new ArrayDeque<>();

	private final PriorityQueue<Run<T>> runs = new PriorityQueue<>(
			Comparator.<Run<T>, Instant>comparing((run) -> run.head().time()).thenComparing(Run::number));

	private int number;

	LogIterator(ListedBlobs listed, Range range, Function<List<LogBlob>, List<List<Entry<T>>>> read, int concurrency) {
		this.listed = listed;
		this.range = range;
		this.read = read;
		this.concurrency = concurrency;
	}

	@Override
	public boolean hasNext() {
		while (this.runs.isEmpty() && (!this.unread.isEmpty() || this.listed.hasNext())) {
			if (this.unread.isEmpty()) {
				beginPeriod();
			}
			open();
		}
		return !this.runs.isEmpty();
	}

	@Override
	public T next() {
		if (!hasNext()) {
			throw new NoSuchElementException();
		}
		open();
		Run<T> run = this.runs.remove();
		Entry<T> entry = run.head();
		if (run.index() + 1 < run.entries().size()) {
			this.runs.add(new Run<>(run.entries(), run.index() + 1, run.number()));
		}
		return entry.value();
	}

	private void beginPeriod() {
		List<LogBlob> blobs = new ArrayList<>();
		Instant period = this.listed.peek().period();
		while (this.listed.hasNext() && this.listed.peek().period().equals(period)) {
			LogBlob blob = this.listed.next();
			if (blob.overlaps(this.range.from(), this.range.to())) {
				blobs.add(blob);
			}
		}
		blobs.sort(Comparator.comparing(LogBlob::first));
		this.unread.addAll(blobs);
	}

	/**
	 * Reads blobs until no other one can have an entry before the next one.
	 */
	private void open() {
		while (!this.unread.isEmpty()
				&& (this.runs.isEmpty() || !this.unread.element().first().isAfter(this.runs.element().head().time()))) {
			List<LogBlob> some = new ArrayList<>();
			while (!this.unread.isEmpty() && some.size() < this.concurrency) {
				some.add(this.unread.remove());
			}
			for (List<Entry<T>> entries : this.read.apply(some)) {
				if (!entries.isEmpty()) {
					this.runs.add(new Run<>(entries, 0, this.number++));
				}
			}
		}
	}

	/**
	 * From a time to, and without, another one.
	 *
	 * @param from the beginning
	 * @param to the end
	 */
	record Range(Instant from, Instant to) {

	}

	/**
	 * What is left of the entries of a blob.
	 *
	 * @param <T> the entry
	 * @param entries all of them
	 * @param index the next one
	 * @param number its place in the order in which blobs were read
	 */
	private record Run<T>(List<Entry<T>> entries, int index, int number) {

		Entry<T> head() {
			return this.entries.get(this.index);
		}

	}

}
