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

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Requests that are still under way although their callers are gone. The service does
 * them within its half minute, in no certain order.
 */
final class Network {

	private static final int LONGEST_MILLIS = 30_000;

	private static final int ONE_IN = 12;

	private final List<Late> late = new ArrayList<>();

	void add(String words, Runnable effect, long millis) {
		this.late.add(new Late(words, effect, millis + LONGEST_MILLIS));
	}

	boolean isEmpty() {
		return this.late.isEmpty();
	}

	/**
	 * Takes those that arrive now: some by chance, and all whose time is up.
	 */
	List<Late> arriving(long millis, RandomGenerator random) {
		if (this.late.isEmpty()) {
			return List.of();
		}
		List<Late> arriving = new ArrayList<>();
		for (Late each : this.late) {
			if (each.latest() <= millis || random.nextInt(ONE_IN) == 0) {
				arriving.add(each);
			}
		}
		this.late.removeAll(arriving);
		return arriving;
	}

	/**
	 * A request under way.
	 *
	 * @param words what it does
	 * @param effect does it
	 * @param latest until when
	 */
	record Late(String words, Runnable effect, long latest) {

	}

}
