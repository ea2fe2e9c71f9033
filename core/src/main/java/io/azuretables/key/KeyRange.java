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

package io.azuretables.key;

import org.jspecify.annotations.Nullable;

/**
 * A half-open range of partition keys or row keys, in the order of the table service.
 * <p>
 * A closed bound is expressed by {@linkplain #after(String) the text right after it},
 * which no stored key can have, so that all ranges are half-open and every operation has
 * one case.
 *
 * @param from the least text in the range
 * @param to the least text above the range, or {@code null} when it has no end
 * @since 0.1
 */
public record KeyRange(String from, @Nullable String to) {

	private static final KeyRange ALL = new KeyRange("", null);

	/**
	 * Above all characters of keys that templates make: text writes those above
	 * {@link TextKeyFormat#MARK} otherwise.
	 */
	private static final char LAST = '\uFFFD';

	public static KeyRange all() {
		return ALL;
	}

	/**
	 * The range that holds one text only.
	 */
	public static KeyRange point(String text) {
		return new KeyRange(text, after(text));
	}

	/**
	 * All texts that begin with the given one.
	 */
	public static KeyRange prefix(String prefix) {
		return new KeyRange(prefix, successor(prefix));
	}

	public static KeyRange between(String from, @Nullable String to) {
		return new KeyRange(from, to);
	}

	/**
	 * The text that follows immediately: nothing lies between a text and the one after
	 * it.
	 */
	public static String after(String text) {
		return text + '\0';
	}

	/**
	 * The least well-formed text above everything that begins with {@code prefix}, or
	 * {@code null} when nothing is above. Half surrogate pairs, which a request cannot
	 * carry, are stepped over.
	 */
	public static @Nullable String successor(String prefix) {
		for (int end = prefix.length(); end > 0; end--) {
			char last = prefix.charAt(end - 1);
			if (last == Character.MAX_VALUE) {
				continue;
			}
			if (Character.isLowSurrogate(last)) {
				int point = prefix.codePointBefore(end);
				String head = prefix.substring(0, prefix.offsetByCodePoints(end, -1));
				return head + (point == Character.MAX_CODE_POINT ? "\uE000" : Character.toString(point + 1));
			}
			String head = prefix.substring(0, end - 1);
			return head + (last == Character.MIN_SURROGATE - 1
					? Character.toString(Character.MIN_SUPPLEMENTARY_CODE_POINT) : (char) (last + 1));
		}
		return null;
	}

	/**
	 * The range that holds the same keys, where none is longer than the given length:
	 * longer bounds are cut, but never inside a surrogate pair.
	 */
	public KeyRange ofLength(int length) {
		return new KeyRange(cut(this.from, length), (this.to != null) ? cut(this.to, length) : null);
	}

	private static String cut(String bound, int length) {
		if (bound.length() <= length) {
			return bound;
		}
		int end = Character.isHighSurrogate(bound.charAt(length - 1)) ? length + 1 : length;
		return after(bound.substring(0, end));
	}

	public KeyRange intersect(KeyRange other) {
		String start = (this.from.compareTo(other.from) >= 0) ? this.from : other.from;
		return new KeyRange(start, lesser(this.to, other.to));
	}

	/**
	 * The range from the beginning of the first one to the end of the last one.
	 */
	public KeyRange span(KeyRange other) {
		String start = (this.from.compareTo(other.from) <= 0) ? this.from : other.from;
		String end = (this.to == null || other.to == null || this.to.compareTo(other.to) >= 0) ? this.to : other.to;
		return new KeyRange(start, (other.to != null) ? end : null);
	}

	private static @Nullable String lesser(@Nullable String one, @Nullable String two) {
		if (one == null || two == null) {
			return (one != null) ? one : two;
		}
		return (one.compareTo(two) <= 0) ? one : two;
	}

	public boolean contains(String text) {
		return text.compareTo(this.from) >= 0 && (this.to == null || text.compareTo(this.to) < 0);
	}

	public boolean isEmpty() {
		return this.to != null && this.from.compareTo(this.to) >= 0;
	}

	public boolean isAll() {
		return this.to == null && this.from.isEmpty();
	}

	public boolean isPoint() {
		return this.to != null && this.to.length() == this.from.length() + 1 && this.to.startsWith(this.from)
				&& endsAfter(this.to);
	}

	/**
	 * The first bound as the least text of the range that may be a key: for a range with
	 * both ends included.
	 */
	public String firstKey() {
		return endsAfter(this.from) ? this.from.substring(0, this.from.length() - 1) + ' ' : this.from;
	}

	/**
	 * The other bound as a text of the range that no key of the range is above: for a
	 * range with both ends included.
	 */
	public String lastKey() {
		String end = this.to;
		if (end == null) {
			return String.valueOf(LAST);
		}
		if (endsAfter(end)) {
			return end.substring(0, end.length() - 1);
		}
		int point = end.codePointBefore(end.length());
		String head = end.substring(0, end.length() - Character.charCount(point));
		String before = predecessor(point);
		return before.isEmpty() ? head : head + before + LAST;
	}

	/**
	 * The character before another one, among those that a key may have; empty if there
	 * is none. Those of two code units come before U+E000.
	 */
	private static String predecessor(int point) {
		if (point == 0xE000) {
			return Character.toString(Character.MAX_CODE_POINT);
		}
		if (point > Character.MIN_SUPPLEMENTARY_CODE_POINT) {
			return Character.toString(point - 1);
		}
		char c = (point == Character.MIN_SUPPLEMENTARY_CODE_POINT) ? Character.MIN_SURROGATE - 1 : (char) (point - 1);
		while (c >= ' ' && !TableKey.isLegal(c)) {
			c--;
		}
		return (c >= ' ') ? String.valueOf(c) : "";
	}

	/**
	 * Whether a bound is {@linkplain #after(String) right after} a text.
	 */
	public static boolean endsAfter(String bound) {
		return !bound.isEmpty() && bound.charAt(bound.length() - 1) == '\0';
	}

	@Override
	public String toString() {
		if (isPoint()) {
			return "= '" + this.from + "'";
		}
		return "[" + bound(this.from) + ", " + ((this.to != null) ? bound(this.to) : "") + ")";
	}

	private static String bound(String text) {
		return endsAfter(text) ? "'" + text.substring(0, text.length() - 1) + "'+" : "'" + text + "'";
	}

}
