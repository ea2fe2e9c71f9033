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

package io.azuretables.patterns.faults;

import java.util.function.Function;

import org.jspecify.annotations.Nullable;

/**
 * Loses one request, or all from one on.
 */
final class Loss implements Function<HttpMessage, @Nullable NetworkFault> {

	private final NetworkFault fault;

	private final boolean lasts;

	private int left;

	/**
	 * A loss.
	 * @param request the number of the first request that is lost
	 * @param lasts whether those after it are lost, too
	 */
	Loss(NetworkFault fault, int request, boolean lasts) {
		this.fault = fault;
		this.left = request;
		this.lasts = lasts;
	}

	@Override
	public synchronized @Nullable NetworkFault apply(HttpMessage request) {
		this.left--;
		return (this.left == 0 || (this.lasts && this.left < 0)) ? this.fault : null;
	}

	/**
	 * Whether there were so many requests that one was lost.
	 */
	synchronized boolean hasHappened() {
		return this.left <= 0;
	}

}
