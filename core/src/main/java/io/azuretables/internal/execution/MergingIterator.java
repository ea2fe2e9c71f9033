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

import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.PriorityQueue;

import org.jspecify.annotations.Nullable;

/**
 * Merges sorted iterators into one.
 *
 * @param <T> what they give
 */
final class MergingIterator<T> implements Iterator<T> {

	private final PriorityQueue<Head<T>> heads;

	private @Nullable Iterator<T> used;

	MergingIterator(List<Iterator<T>> sources, Comparator<? super T> order) {
		this.heads = new PriorityQueue<>((one, other) -> order.compare(one.value(), other.value()));
		sources.forEach(this::advance);
	}

	private void advance(Iterator<T> source) {
		if (source.hasNext()) {
			this.heads.add(new Head<>(source.next(), source));
		}
	}

	/**
	 * The source of the last one is not asked for more until more is asked for.
	 */
	@Override
	public boolean hasNext() {
		Iterator<T> source = this.used;
		if (source != null) {
			this.used = null;
			advance(source);
		}
		return !this.heads.isEmpty();
	}

	@Override
	public T next() {
		if (!hasNext()) {
			throw new NoSuchElementException();
		}
		Head<T> head = this.heads.remove();
		this.used = head.source();
		return head.value();
	}

	private record Head<T>(T value, Iterator<T> source) {

	}

}
