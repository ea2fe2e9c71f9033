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

package io.azuretables.internal.key;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.function.Predicate;

import io.azuretables.key.InvalidKeyException;
import io.azuretables.key.KeyRange;
import io.azuretables.key.KeyTemplateException;
import org.jspecify.annotations.Nullable;

/**
 * Encodes the values of an entity as the text of one of its keys, and decodes it, by a
 * {@link KeyTemplate}.
 * <p>
 * The values of a key are given in the order of the template's parts. Encoding is
 * reversible (but for lower-cased and bucketed parts), keeps the order of the values
 * where they have {@linkplain #isOrdered(int) one in keys}, and never makes the key of
 * one value the beginning of the key of another.
 *
 * @since 0.1
 */
public final class KeyLayout {

	/**
	 * The longest key that the service takes, in UTF-16 code units.
	 */
	public static final int MAX_LENGTH = 512;

	private final String owner;

	private final KeyTemplate template;

	private final String prefix;

	private final Slot[] slots;

	private KeyLayout(String owner, KeyTemplate template, List<Slot> slots) {
		this.owner = owner;
		this.template = template;
		this.prefix = template.literals().get(0);
		this.slots = slots.toArray(Slot[]::new);
	}

	/**
	 * Whether values of the type can stand in a key.
	 */
	public static boolean supports(Class<?> type) {
		return KeyFormat.supports(type);
	}

	/**
	 * Binds a template to types whose values all have an order in keys.
	 * @param owner who declares the template, for error messages
	 * @param template the template
	 * @param types gives the (boxed) type of each property
	 * @throws KeyTemplateException if a part does not fit its type or its neighbours
	 */
	public static KeyLayout of(String owner, KeyTemplate template, Function<String, Class<?>> types) {
		return of(owner, template, types, (property) -> true);
	}

	/**
	 * Binds a template to types.
	 * @param owner who declares the template, for error messages
	 * @param template the template
	 * @param types gives the (boxed) type of each property
	 * @param ordered tells the properties whose key values sort like the values
	 * themselves from those that can only be asked for by equality
	 * @throws KeyTemplateException if a part does not fit its type or its neighbours
	 */
	public static KeyLayout of(String owner, KeyTemplate template, Function<String, Class<?>> types,
			Predicate<String> ordered) {
		List<Slot> slots = new ArrayList<>();
		for (int i = 0; i < template.parts().size(); i++) {
			KeyPart part = template.parts().get(i);
			String next = template.literals().get(i + 1);
			boolean last = i == template.parts().size() - 1;
			boolean sorts = ordered.test(part.property());
			if (!sorts && part.style() != KeyPart.Style.ASCENDING) {
				throw new KeyTemplateException(template.toString(), "part " + part
						+ " is asked for by equality only, as its text does not sort like its values; leave the style out");
			}
			KeyFormat format = format(template, part, types.apply(part.property()),
					next.isEmpty() ? TextKeyFormat.NO_TERMINATOR : next.charAt(0));
			if (format.isOpenEnded()) {
				checkTerminator(template, part, next, last);
			}
			slots.add(Slot.of(format, part, next, sorts));
		}
		return new KeyLayout(owner, template, slots);
	}

	private static KeyFormat format(KeyTemplate template, KeyPart part, Class<?> type, char terminator) {
		if (!supports(type)) {
			throw new KeyTemplateException(template.toString(), "part " + part + " is of type " + type.getName()
					+ ", which cannot stand in a key; " + KeyFormat.wayOut(part, type));
		}
		try {
			return KeyFormat.of(part, type, terminator);
		}
		catch (KeyRuleException ex) {
			throw new KeyTemplateException(template.toString(), "part " + part + ": " + ex.rule());
		}
	}

	private static void checkTerminator(KeyTemplate template, KeyPart part, String next, boolean last) {
		if (next.isEmpty() && !last) {
			throw new KeyTemplateException(template.toString(), "part " + part
					+ " is of variable length and nothing tells where it ends; put a literal such as '_' behind it");
		}
		if (!next.isEmpty() && !TextKeyFormat.canTerminate(next.charAt(0))) {
			throw new KeyTemplateException(template.toString(), "part " + part
					+ " is of variable length and cannot be followed by '" + next.charAt(0) + "'; use '_', ':' or ' '");
		}
	}

	public KeyTemplate template() {
		return this.template;
	}

	public int size() {
		return this.slots.length;
	}

	public KeyPart part(int index) {
		return this.template.parts().get(index);
	}

	/**
	 * The text that all keys begin with.
	 */
	public String prefix() {
		return this.prefix;
	}

	/**
	 * Whether the value of the part can be read back, though perhaps in another spelling:
	 * a decimal with another scale.
	 */
	public boolean isReversible(int index) {
		return this.slots[index].reversible();
	}

	/**
	 * Whether the value of the part, when it is read back, equals the one that was
	 * written.
	 */
	public boolean isExact(int index) {
		return this.slots[index].format().isExact();
	}

	/**
	 * Whether the part can be asked for by ranges and beginnings, and not by equality
	 * only.
	 */
	public boolean isOrdered(int index) {
		return this.slots[index].ordered();
	}

	/**
	 * Whether keys that agree in all parts before this one are sorted by its value,
	 * descending where the part is. Text that is followed by another literal than a space
	 * is not: the literal may be above a character of the text.
	 */
	public boolean isSorted(int index) {
		return this.slots[index].sorted();
	}

	/**
	 * Whether the keys {@linkplain #below below} a bound are together, but for few: not
	 * where a text is followed by a literal above digits and letters, as the keys of
	 * texts that begin with another one are below those of that one.
	 */
	public boolean isCompact(int index) {
		Slot slot = this.slots[index];
		return slot.sorted() || slot.isNamed() || slot.next().charAt(0) < '0';
	}

	/**
	 * Whether the text of one value of the part may begin the text of another one, so
	 * that only what follows it tells where it ends.
	 */
	public boolean isOpenEnded(int index) {
		return this.slots[index].openEnded();
	}

	/**
	 * Writes a key.
	 * @throws InvalidKeyException naming the property that cannot be written, and why
	 */
	public String encode(@Nullable Object... values) {
		StringBuilder key = new StringBuilder(48);
		append(values, this.slots.length, key);
		if (key.length() > MAX_LENGTH) {
			int longest = longest(values);
			throw new InvalidKeyException(this.owner, part(longest).property(), values[longest], tooLong(key));
		}
		return key.toString();
	}

	/**
	 * Checks that a value can stand in a part.
	 * @throws InvalidKeyException naming the property, and why it cannot
	 */
	public void check(int index, Object value) {
		appendValue(index, this.slots[index].format(), value, new StringBuilder());
	}

	private int longest(@Nullable Object[] values) {
		int longest = 0;
		for (int i = 1; i < size(); i++) {
			longest = (String.valueOf(values[i]).length() > String.valueOf(values[longest]).length()) ? i : longest;
		}
		return longest;
	}

	private String tooLong(StringBuilder key) {
		return "the key of " + key.length() + " UTF-16 code units is longer than the " + MAX_LENGTH
				+ " that the service takes (template \"" + this.template
				+ "\"); shorten the values, or keep them as properties";
	}

	private String checked(StringBuilder key) {
		if (key.length() > MAX_LENGTH) {
			throw new InvalidKeyException(this.owner, tooLong(key));
		}
		return key.toString();
	}

	private void append(@Nullable Object[] values, int count, StringBuilder key) {
		key.append(this.prefix);
		for (int i = 0; i < count; i++) {
			appendValue(i, this.slots[i].format(), values[i], key);
			key.append(this.slots[i].next());
		}
	}

	private void appendValue(int index, KeyFormat format, @Nullable Object value, StringBuilder key) {
		if (value == null) {
			throw new InvalidKeyException(this.owner, part(index).property(), null,
					"it must be set before the entity is written or " + "looked up (template \"" + this.template
							+ "\")");
		}
		try {
			format.write(value, key);
		}
		catch (KeyRuleException ex) {
			throw new InvalidKeyException(this.owner, part(index).property(), value, ex.rule());
		}
	}

	/**
	 * Reads a key: the values in the order of the parts, {@code null} where a part is not
	 * reversible.
	 * @throws InvalidKeyException if the text was not written by this template
	 */
	public @Nullable Object[] decode(String text) {
		@Nullable Object[] values = new @Nullable Object[this.slots.length];
		KeyCursor key = new KeyCursor(text);
		try {
			key.takeLiteral(this.prefix);
			for (int i = 0; i < values.length; i++) {
				Slot slot = this.slots[i];
				Object value = slot.format().read(key);
				values[i] = slot.reversible() ? value : null;
				key.takeLiteral(slot.next());
			}
			if (!key.atEnd()) {
				throw key.unreadable("more text follows");
			}
			return values;
		}
		catch (KeyRuleException ex) {
			throw new InvalidKeyException(this.owner,
					"the key '" + text + "' was not written by the template \"" + this.template + "\": " + ex.rule());
		}
	}

	/**
	 * The keys whose first parts have the given values: a point when all parts are given.
	 */
	public KeyRange range(List<?> leading) {
		String text = prefix(leading);
		return (leading.size() == size()) ? KeyRange.point(text) : KeyRange.prefix(text);
	}

	/**
	 * The keys whose first parts have the given values, and whose next part is above a
	 * bound, which need not be a value that a key can hold. Where that part is not
	 * {@linkplain #isSorted(int) sorted}, some keys of values below it lie in the range
	 * too; all of them where it is not {@linkplain #isReversible(int) reversible} or not
	 * {@linkplain #isOrdered(int) ordered}.
	 * @param inclusive whether the bound itself is meant too
	 */
	public KeyRange above(List<?> leading, Object bound, boolean inclusive) {
		String text = prefix(leading);
		Slot slot = this.slots[leading.size()];
		if (slot.isNamed()) {
			return named(text, leading.size(), bound, (order) -> inclusive ? order >= 0 : order > 0);
		}
		Object floor = slot.hasRanges() ? slot.format().floor(bound) : null;
		if (floor == null) {
			return KeyRange.prefix(text);
		}
		boolean included = inclusive && floor == bound;
		return slot.descending() ? until(text, leading.size(), floor, included)
				: from(text, leading.size(), floor, included);
	}

	/**
	 * The keys whose first parts have the given values, and whose next part is below a
	 * bound: see {@link #above(List, Object, boolean)}.
	 */
	public KeyRange below(List<?> leading, Object bound, boolean inclusive) {
		String text = prefix(leading);
		Slot slot = this.slots[leading.size()];
		if (!slot.hasRanges()) {
			return KeyRange.prefix(text);
		}
		if (slot.isNamed()) {
			return named(text, leading.size(), bound, (order) -> inclusive ? order <= 0 : order < 0);
		}
		Object floor = slot.format().floor(bound);
		if (floor == null) {
			return new KeyRange(text, text);
		}
		boolean included = inclusive || floor != bound;
		return slot.descending() ? from(text, leading.size(), floor, included)
				: until(text, leading.size(), floor, included);
	}

	/**
	 * From the first to the last of the keys that begin with one of some constants, whose
	 * order the literal behind them changes.
	 */
	private KeyRange named(String prefix, int index, Object bound, IntPredicate side) {
		Slot slot = this.slots[index];
		List<String> starts = ((EnumKeyFormat) slot.format()).constants(bound, side)
			.stream()
			.map((constant) -> bound(prefix, index, constant) + slot.next())
			.sorted()
			.toList();
		return starts.isEmpty() ? new KeyRange(prefix, prefix)
				: new KeyRange(starts.get(0), KeyRange.successor(starts.get(starts.size() - 1))).ofLength(MAX_LENGTH);
	}

	private String prefix(List<?> leading) {
		StringBuilder key = new StringBuilder();
		append(leading.toArray(), leading.size(), key);
		return checked(key);
	}

	/**
	 * The keys whose first parts have the given values, and whose next part, a text,
	 * begins with the given one. Neither bound alone is enough: below the next text may
	 * lie a shorter one with the literal behind it, and what begins with the same key
	 * text may be an escaped character. Only a space at the end is written otherwise than
	 * one that more text follows, and has the first bound alone.
	 */
	public KeyRange startingWith(List<?> leading, String start) {
		int index = leading.size();
		String prefix = prefix(leading);
		TextKeyFormat format = (TextKeyFormat) this.slots[index].format();
		String text = format.lower() ? TextKeyFormat.lowerCase(start) : start;
		String successor = KeyRange.successor(text);
		KeyFormat plain = TextKeyFormat.before(format.terminator());
		String from = bound(prefix, index, plain, text);
		KeyRange range = new KeyRange(from,
				(successor != null) ? bound(prefix, index, plain, successor) : KeyRange.successor(prefix));
		KeyRange exact = text.endsWith(" ") ? range : range.intersect(KeyRange.prefix(from));
		return exact.ofLength(MAX_LENGTH);
	}

	/**
	 * The values of a bucketed part that stand for each of its buckets.
	 */
	public List<Object> buckets(int index) {
		List<Object> buckets = new ArrayList<>();
		for (int i = 0; i < part(index).buckets(); i++) {
			buckets.add(new BucketKeyFormat.Bucket(i));
		}
		return buckets;
	}

	private KeyRange from(String prefix, int index, Object value, boolean inclusive) {
		String bound = bound(prefix, index, value);
		boolean whole = inclusive || !isSorted(index);
		return new KeyRange(whole ? bound : end(bound, index), KeyRange.successor(prefix)).ofLength(MAX_LENGTH);
	}

	private KeyRange until(String prefix, int index, Object value, boolean inclusive) {
		String bound = bound(prefix, index, value);
		if (!isSorted(index)) {
			return new KeyRange(prefix, unsortedEnd(bound, index, prefix.length(), inclusive)).ofLength(MAX_LENGTH);
		}
		return new KeyRange(prefix, inclusive ? end(bound, index) : bound).ofLength(MAX_LENGTH);
	}

	/**
	 * Above all keys up to a bound where the literal behind the part may be above a
	 * character of it.
	 */
	private @Nullable String unsortedEnd(String bound, int index, int start, boolean inclusive) {
		char terminator = this.slots[index].next().charAt(0);
		for (int i = start; i < bound.length(); i++) {
			if (bound.charAt(i) < terminator) {
				return KeyRange.successor(bound.substring(0, i) + terminator);
			}
		}
		return inclusive ? KeyRange.successor(bound + terminator) : bound;
	}

	/**
	 * The least text above all keys that go on from the bound.
	 */
	private String end(String bound, int index) {
		String next = this.slots[index].next();
		boolean whole = this.slots[index].openEnded() && next.isEmpty();
		return whole ? KeyRange.after(bound) : Objects.requireNonNull(KeyRange.successor(bound + next), bound);
	}

	private String bound(String prefix, int index, Object value) {
		return bound(prefix, index, this.slots[index].format(), value);
	}

	/**
	 * A bound that no key has to reach: it may be longer than one.
	 */
	private String bound(String prefix, int index, KeyFormat format, Object value) {
		StringBuilder key = new StringBuilder(prefix);
		appendValue(index, format, value, key);
		return key.toString();
	}

	@Override
	public String toString() {
		return this.template.toString();
	}

	/**
	 * A part of the key.
	 *
	 * @param format how its value is spelled
	 * @param next the literal behind it
	 * @param reversible whether its value can be read back
	 * @param ordered whether its text compares as its value does
	 * @param sorted whether keys are sorted by its value
	 * @param openEnded whether the text of a value may be the beginning of another one's
	 * @param descending whether the greatest value comes first
	 */
	private record Slot(KeyFormat format, String next, boolean reversible, boolean ordered, boolean sorted,
			boolean openEnded, boolean descending) {

		static Slot of(KeyFormat format, KeyPart part, String next, boolean ordered) {
			return new Slot(format, next, format.isReversible(), ordered, ordered && format.isSorted(),
					format.isOpenEnded(), part.isDescending());
		}

		boolean hasRanges() {
			return this.reversible && this.ordered;
		}

		/**
		 * Whether all texts of the part are known, and their order is not that of keys.
		 */
		boolean isNamed() {
			return this.format instanceof EnumKeyFormat && hasRanges() && !this.sorted;
		}

	}

}
