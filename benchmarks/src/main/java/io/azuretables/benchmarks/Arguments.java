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

package io.azuretables.benchmarks;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The parsed command line of the benchmarks.
 *
 * @param full whether the parts of the full run are wanted too
 * @param repetitions how often the two sides take turns
 * @param names what is wanted only; all if there is none
 */
record Arguments(boolean full, int repetitions, Set<String> names) {

	static final int REPETITIONS = 3;

	/**
	 * Reads {@code [--full] [repetitions] [name ...]}.
	 * @throws IllegalArgumentException if a name is not known
	 */
	static Arguments parse(String[] arguments, Collection<String> known) {
		boolean full = false;
		int repetitions = REPETITIONS;
		Set<String> names = new LinkedHashSet<>();
		for (String argument : arguments) {
			if (argument.equals("--full")) {
				full = true;
			}
			else if (argument.matches("[1-9]\\d{0,3}")) {
				repetitions = Integer.parseInt(argument);
			}
			else if (known.contains(argument)) {
				names.add(argument);
			}
			else {
				throw new IllegalArgumentException("'" + argument + "' is none of " + known);
			}
		}
		return new Arguments(full, repetitions, Set.copyOf(names));
	}

}
