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

import java.util.Iterator;
import java.util.NoSuchElementException;

/**
 * Ends an iteration after a number of elements.
 *
 * @param <T> what it gives
 */
public final class LimitedIterator<T> implements Iterator<T> {

	private final Iterator<T> source;

	private long left;

	public LimitedIterator(Iterator<T> source, long limit) {
		this.source = source;
		this.left = limit;
	}

	@Override
	public boolean hasNext() {
		return this.left > 0 && this.source.hasNext();
	}

	@Override
	public T next() {
		if (!hasNext()) {
			throw new NoSuchElementException();
		}
		this.left--;
		return this.source.next();
	}

}
