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

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The journal of what was tried and acknowledged. Lines, so that a process can say them
 * before it is killed. Safe for concurrent use; the lines of one client come in their
 * order.
 */
final class Journal implements Consumer<String> {

	/**
	 * The write of a person that deletes.
	 */
	static final String GONE = "-";

	static final String CURRENT = "current";

	static final String ARCHIVED = "archived";

	/**
	 * Without it a line is half of one.
	 */
	private static final String END = " .";

	private final Queue<List<String>> lines = new ConcurrentLinkedQueue<>();

	/**
	 * Takes a line, if it is one: a process that is killed may leave half of it.
	 */
	@Override
	public void accept(String line) {
		if (line.endsWith(END)) {
			this.lines.add(List.of(line.split(" ")));
		}
	}

	private Stream<List<String>> lines(Entry... entries) {
		Set<String> words = Stream.of(entries).map(Entry::word).collect(Collectors.toSet());
		return this.lines.stream().filter((line) -> words.contains(line.get(0)));
	}

	/**
	 * What was said of an entry, without its further words.
	 */
	Set<String> all(Entry entry) {
		return lines(entry).map((line) -> line.get(1)).collect(Collectors.toSet());
	}

	/**
	 * The claims, and the amount that was acknowledged last.
	 */
	Map<String, Integer> amounts() {
		return lines(Entry.CLAIM)
			.collect(Collectors.toMap((line) -> line.get(1), (line) -> Integer.valueOf(line.get(2)), Math::max));
	}

	/**
	 * The teams, and what may be the last write of their person: the one that was
	 * acknowledged last, and those of which nobody has heard.
	 */
	Map<String, Set<String>> people() {
		return possible(Entry.WRITING, Entry.WRITTEN, GONE);
	}

	/**
	 * The claims that were to be moved, and where they may be: where they were sent last,
	 * and where they were perhaps.
	 */
	Map<String, Set<String>> places() {
		return possible(Entry.MOVING, Entry.MOVED, CURRENT);
	}

	private Map<String, Set<String>> possible(Entry trying, Entry done, String first) {
		Map<String, String> last = new HashMap<>();
		Map<String, Set<String>> possible = new HashMap<>();
		lines(trying, done).forEach((line) -> {
			String subject = line.get(1);
			Set<String> unheard = possible.computeIfAbsent(subject, (key) -> new HashSet<>());
			if (line.get(0).equals(trying.word())) {
				unheard.add(line.get(2));
			}
			else {
				unheard.remove(line.get(2));
				last.put(subject, line.get(2));
			}
		});
		Collection<String> rejected = all(Entry.REJECTED);
		possible.forEach((subject, states) -> {
			states.removeAll(rejected);
			states.add(last.getOrDefault(subject, first));
		});
		return possible;
	}

	/**
	 * How many entities are to be moved, or have changed with their indexes.
	 */
	long moves() {
		return lines(Entry.MOVED, Entry.WRITTEN).count();
	}

	@Override
	public String toString() {
		return Stream.of(Entry.values())
			.map((entry) -> entry.word() + " " + lines(entry).count())
			.collect(Collectors.joining(", ")) + " (back " + waysBack() + ")";
	}

	private long waysBack() {
		return lines(Entry.MOVED).filter((line) -> line.get(2).equals(CURRENT)).count();
	}

	/**
	 * What may be said.
	 */
	enum Entry {

		/**
		 * An order was acknowledged.
		 */
		ORDER,

		/**
		 * A claim was acknowledged, with an amount.
		 */
		CLAIM,

		/**
		 * A claim is about to be sent somewhere.
		 */
		MOVING,

		/**
		 * That a claim is to be moved was acknowledged.
		 */
		MOVED,

		/**
		 * The person of a team is about to be written.
		 */
		WRITING,

		/**
		 * The person of a team was written, and indexes with it.
		 */
		WRITTEN,

		/**
		 * It was said that something did not happen.
		 */
		REJECTED,

		/**
		 * It was said that nobody knows whether something happened.
		 */
		UNKNOWN,

		/**
		 * Somebody was looked up.
		 */
		FOUND,

		/**
		 * Somebody was looked up, and not found.
		 */
		MISSED;

		String line(Object... words) {
			return word() + " " + Stream.of(words).map(String::valueOf).collect(Collectors.joining(" ")) + END;
		}

		private String word() {
			return name().toLowerCase(Locale.ROOT);
		}

	}

}
