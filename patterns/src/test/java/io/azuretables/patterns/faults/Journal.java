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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;
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

	/**
	 * Entries that say that something is to be moved, or has changed with all that
	 * belongs to it.
	 */
	private static final Set<String> MOVES = Stream.of(Entry.MOVED, Entry.WRITTEN, Entry.CHANGED, Entry.ADDED)
		.map(Entry::word)
		.collect(Collectors.toSet());

	private final Queue<List<String>> lines = new ConcurrentLinkedQueue<>();

	private final LongAdder moves = new LongAdder();

	/**
	 * Takes a line, if it is one: a process that is killed may leave half of it.
	 */
	@Override
	public void accept(String line) {
		if (line.endsWith(END)) {
			List<String> words = List.of(line.split(" "));
			this.lines.add(words);
			if (MOVES.contains(words.get(0))) {
				this.moves.increment();
			}
		}
	}

	/**
	 * Tells the deletion of a subject from those of all others.
	 */
	static String deletion(String subject) {
		return GONE + ":" + subject;
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

	/**
	 * The subjects of a kind, and what may be the state of each: the one that was
	 * acknowledged last, and those of which nobody has heard.
	 */
	Map<String, Set<String>> states(String kind) {
		String prefix = kind + ":";
		Map<String, Set<String>> states = new HashMap<>();
		possible(Entry.CHANGING, Entry.CHANGED, GONE).forEach((subject, possible) -> {
			if (subject.startsWith(prefix)) {
				states.put(subject.substring(prefix.length()), possible);
			}
		});
		return states;
	}

	/**
	 * The numbers that were added to, and how often that may have happened: at least as
	 * often as it was acknowledged, and at most as often as it was tried and not
	 * rejected.
	 */
	Map<String, Range> additions() {
		Set<String> rejected = all(Entry.REJECTED);
		Map<String, Range> additions = new HashMap<>();
		lines(Entry.ADDED).forEach((line) -> additions.merge(line.get(1), new Range(1, 0), Range::plus));
		lines(Entry.ADDING).filter((line) -> !rejected.contains(line.get(2)))
			.forEach((line) -> additions.merge(line.get(1), new Range(0, 1), Range::plus));
		return additions;
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
			if (rejected.contains(deletion(subject))) {
				states.remove(GONE);
			}
			states.add(last.getOrDefault(subject, first));
		});
		return possible;
	}

	/**
	 * How many entities are to be moved, or have changed with all that belongs to them.
	 */
	long moves() {
		return this.moves.sum();
	}

	/**
	 * How many lines there are of each entry, and of claims that are moved back.
	 */
	Map<String, Long> counts() {
		Map<String, Long> counts = new LinkedHashMap<>();
		for (Entry entry : Entry.values()) {
			counts.put(entry.word(), lines(entry).count());
		}
		counts.put("back", lines(Entry.MOVED).filter((line) -> line.get(2).equals(CURRENT)).count());
		return counts;
	}

	@Override
	public String toString() {
		return counts().toString();
	}

	/**
	 * A range of numbers.
	 *
	 * @param least the smallest one
	 * @param most the largest one
	 */
	record Range(int least, int most) {

		private Range plus(Range other) {
			return new Range(this.least + other.least, this.most + other.most);
		}

		boolean contains(int number) {
			return number >= this.least && number <= this.most;
		}

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
		 * Something is about to get another state.
		 */
		CHANGING,

		/**
		 * That something has another state was acknowledged.
		 */
		CHANGED,

		/**
		 * One is about to be added to a number.
		 */
		ADDING,

		/**
		 * That one was added to a number was acknowledged.
		 */
		ADDED,

		/**
		 * A sign-in was acknowledged.
		 */
		SIGN_IN,

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
		MISSED,

		/**
		 * Something was read in parts of different writes.
		 */
		TORN;

		String line(Object... words) {
			return word() + " " + Stream.of(words).map(String::valueOf).collect(Collectors.joining(" ")) + END;
		}

		private String word() {
			return name().toLowerCase(Locale.ROOT);
		}

	}

}
