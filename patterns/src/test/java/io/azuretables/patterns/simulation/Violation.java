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

package io.azuretables.patterns.simulation;

import java.util.List;

/**
 * Thrown when a promise does not hold.
 */
public final class Violation extends AssertionError {

	private static final long serialVersionUID = 1L;

	private static final int LAST_LINES = 120;

	private final transient List<String> trace;

	Violation(Throwable what, List<String> trace) {
		super(what.toString(), what);
		this.trace = trace;
	}

	/**
	 * What happened until then.
	 */
	String story() {
		int from = Math.max(0, this.trace.size() - LAST_LINES);
		return String.join(System.lineSeparator(), this.trace.subList(from, this.trace.size()));
	}

}
