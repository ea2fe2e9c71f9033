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

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

/**
 * How do the values of an entity become the text of one of its keys, and back? A
 * {@link KeyTemplate} bound to the types of its properties.
 * <p>
 * The values of a key are given in the order of the template's parts. Encoding is
 * reversible (but for lower-cased and bucketed parts), keeps the order of the values, and
 * never makes the key of one value the beginning of the key of another.
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

	private final List<KeyFormat> formats;

	private final List<String> literals;

	private final List<Boolean> reversible;

	private KeyLayout(String owner, KeyTemplate template, List<KeyFormat> formats) {
		this.owner = owner;
		this.template = template;
		this.formats = List.copyOf(formats);
		this.literals = template.literals();
		this.reversible = formats.stream().map(KeyFormat::isReversible).toList();
	}

	/**
	 * Whether values of the type can stand in a key.
	 */
	public static boolean supports(Class<?> type) {
		return KeyFormat.supports(type);
	}

	/**
	 * Binds a template to types.
	 * @param owner who declares the template, for error messages
	 * @param template the template
	 * @param types gives the (boxed) type of each property
	 * @throws KeyTemplateException if a part does not fit its type or its neighbours
	 */
	public static KeyLayout of(String owner, KeyTemplate template, Function<String, Class<?>> types) {
		List<KeyFormat> formats = new ArrayList<>();
		for (int i = 0; i < template.parts().size(); i++) {
			KeyPart part = template.parts().get(i);
			String next = template.literals().get(i + 1);
			boolean last = i == template.parts().size() - 1;
			KeyFormat format = format(template, part, types.apply(part.property()),
					next.isEmpty() ? KeyText.NO_TERMINATOR : next.charAt(0));
			if (format.isOpenEnded()) {
				checkTerminator(template, part, next, last);
			}
			formats.add(format);
		}
		return new KeyLayout(owner, template, formats);
	}

	private static KeyFormat format(KeyTemplate template, KeyPart part, Class<?> type, char terminator) {
		if (!supports(type)) {
			throw new KeyTemplateException(template.toString(), "part " + part + " is of type " + type.getName()
					+ ", which cannot stand in a key; register a converter to a type that can");
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
		if (!next.isEmpty() && !KeyText.canTerminate(next.charAt(0))) {
			throw new KeyTemplateException(template.toString(), "part " + part
					+ " is of variable length and cannot be followed by '" + next.charAt(0) + "'; use '_', ':' or ' '");
		}
	}

	public KeyTemplate template() {
		return this.template;
	}

	public int size() {
		return this.formats.size();
	}

	public KeyPart part(int index) {
		return this.template.parts().get(index);
	}

	/**
	 * The text that all keys begin with.
	 */
	public String prefix() {
		return this.literals.get(0);
	}

	/**
	 * Whether the value of the part can be read back.
	 */
	public boolean isReversible(int index) {
		return this.reversible.get(index);
	}

	/**
	 * Whether keys that agree in all parts before this one are sorted by its value,
	 * descending where the part is. Text that is followed by another literal than a space
	 * is not: the literal may be above a character of the text.
	 */
	public boolean isSorted(int index) {
		return this.formats.get(index).isSorted();
	}

	/**
	 * Writes a key.
	 * @throws InvalidKeyException naming the property that cannot be written, and why
	 */
	public String encode(@Nullable Object... values) {
		StringBuilder key = new StringBuilder(48);
		append(values, this.formats.size(), key);
		if (key.length() > MAX_LENGTH) {
			int longest = longest(values);
			throw new InvalidKeyException(this.owner, part(longest).property(), values[longest], tooLong(key));
		}
		return key.toString();
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
		key.append(this.literals.get(0));
		for (int i = 0; i < count; i++) {
			appendValue(i, this.formats.get(i), values[i], key);
			key.append(this.literals.get(i + 1));
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
		@Nullable Object[] values = new @Nullable Object[this.formats.size()];
		KeyCursor key = new KeyCursor(text);
		try {
			key.takeLiteral(prefix());
			for (int i = 0; i < values.length; i++) {
				Object value = this.formats.get(i).read(key);
				values[i] = isReversible(i) ? value : null;
				key.takeLiteral(this.literals.get(i + 1));
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
	 * The keys whose first parts have the given values, and whose next part lies in a
	 * range, whose bounds need not be values that a key can hold. Where that part is not
	 * {@linkplain #isSorted(int) sorted}, some keys of values outside of it lie in the
	 * range too; all of them where it is not {@linkplain #isReversible(int) reversible}.
	 */
	public KeyRange range(List<?> leading, ValueRange values) {
		int index = leading.size();
		String prefix = prefix(leading);
		if (!isReversible(index)) {
			return KeyRange.prefix(prefix);
		}
		ValueRange writable = values.writable(this.formats.get(index));
		if (writable == null) {
			return new KeyRange(prefix, prefix);
		}
		ValueRange ordered = part(index).isDescending() ? writable.reversed() : writable;
		return new KeyRange(from(prefix, index, ordered), to(prefix, index, ordered)).ofLength(MAX_LENGTH);
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
		TextKeyFormat format = (TextKeyFormat) this.formats.get(index);
		String text = format.lower() ? KeyText.lowerCase(start) : start;
		String successor = KeyRange.successor(text);
		KeyFormat plain = new TextKeyFormat(format.text(), false);
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

	private String from(String prefix, int index, ValueRange values) {
		if (values.from() == null) {
			return prefix;
		}
		String bound = bound(prefix, index, values.from());
		if (values.fromInclusive() || !isSorted(index)) {
			return bound;
		}
		return end(bound, index);
	}

	private @Nullable String to(String prefix, int index, ValueRange values) {
		if (values.to() == null) {
			return KeyRange.successor(prefix);
		}
		String bound = bound(prefix, index, values.to());
		if (isSorted(index)) {
			return values.toInclusive() ? end(bound, index) : bound;
		}
		char terminator = this.literals.get(index + 1).charAt(0);
		for (int i = prefix.length(); i < bound.length(); i++) {
			if (bound.charAt(i) < terminator) {
				return KeyRange.successor(bound.substring(0, i) + terminator);
			}
		}
		return values.toInclusive() ? KeyRange.successor(bound + terminator) : bound;
	}

	/**
	 * The least text above all keys that go on from the bound.
	 */
	private String end(String bound, int index) {
		String next = this.literals.get(index + 1);
		boolean whole = this.formats.get(index).isOpenEnded() && next.isEmpty();
		return whole ? KeyRange.after(bound) : Objects.requireNonNull(KeyRange.successor(bound + next), bound);
	}

	private String bound(String prefix, int index, Object value) {
		return bound(prefix, index, this.formats.get(index), value);
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

}
