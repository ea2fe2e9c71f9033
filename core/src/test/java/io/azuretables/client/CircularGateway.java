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

package io.azuretables.client;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.ForwardingTableGateway;
import io.azuretables.row.RowPage;
import io.azuretables.row.RowPage.Continuation;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;

/**
 * A service whose empty pages lead in a circle: after some pages, each continues with the
 * one that was read a number of pages before. As {@link HttpTableGateway} does, it fails
 * when the continuation of a request remembers the page that comes next.
 */
public final class CircularGateway extends ForwardingTableGateway {

	/**
	 * More requests than it may take to find the circle out.
	 */
	private static final int MOST = 100;

	private final AtomicInteger requests = new AtomicInteger();

	private final int tail;

	private final int length;

	/**
	 * A service that leads in a circle.
	 * @param tail how many pages come before it
	 * @param length how many pages it has
	 */
	public CircularGateway(int tail, int length) {
		super(new EmbeddedTableGateway());
		this.tail = tail;
		this.length = length;
	}

	@Override
	public <T> RowPage<T> read(RowRequest request, RowReader<T> reader) {
		int number = this.requests.incrementAndGet();
		if (number > MOST) {
			throw new AssertionError("The circle was not found out");
		}
		String next = String.valueOf((number <= this.tail) ? number : this.tail + (number - this.tail) % this.length);
		Continuation from = request.from();
		Continuation following = (from != null) ? from.followedBy(next, null) : new Continuation(next, null);
		if (following == null) {
			throw new NoProgressException();
		}
		return new RowPage<>(List.of(), 0, following);
	}

	/**
	 * Thrown when a page comes again.
	 */
	public static final class NoProgressException extends RuntimeException {

	}

}
