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

import io.azuretables.key.TableKey;

/**
 * The key format of texts: escaped so that they are legal in keys and sort like the
 * texts.
 * <p>
 * Most characters stand for themselves. What may not stand in a key (and the first
 * character of the literal that follows, if any) is written as the nearest legal
 * character below it, {@link #MARK}, and a symbol: {@code /} is the first one above
 * {@code .} and becomes <code>.&#xFFEE;I</code>. Nothing sorts between a character and
 * its successor except what begins with that character, and the mark is above all that
 * can follow it, so the order holds; the mark itself and the few characters above it are
 * written as mark and a lower symbol.
 * <p>
 * Control characters have no legal character below them: they are two spaces and a
 * symbol, and a space that could be misread (before a control character, a space, an
 * exclamation mark, or at the end) is followed by an exclamation mark. Where the literal
 * behind the text begins with a space, control characters, spaces and exclamation marks
 * are an exclamation mark and a symbol; then the space is below all that a value can
 * contain, and whole keys sort like their values.
 *
 * @param terminator the first character of the literal that follows, or
 * {@link #NO_TERMINATOR}
 * @param lower whether it is written in lower case
 */
record TextKeyFormat(char terminator, boolean lower) implements KeyFormat {

	/**
	 * Above all characters that stand for themselves.
	 */
	static final char MARK = '\uFFEE';

	/**
	 * No literal follows.
	 */
	static final char NO_TERMINATOR = '\0';

	private static final String SYMBOLS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

	private static final int ABOVE_MARK = Character.MAX_VALUE - MARK + 1;

	private static final int CONTROLS = 0x20;

	/**
	 * Text in its own case.
	 */
	static TextKeyFormat before(char terminator) {
		return new TextKeyFormat(terminator, false);
	}

	/**
	 * Whether text can be told from a literal that begins with the character. The one
	 * right above the surrogates cannot be escaped: it has no character below it.
	 */
	static boolean canTerminate(char c) {
		return c == ' ' || (c > '"' && c < MARK && !Character.isSurrogate((char) (c - 1)) && !Character.isSurrogate(c));
	}

	/**
	 * A text followed by more sorts like the text where the terminator is below all that
	 * a value can contain.
	 */
	@Override
	public boolean isSorted() {
		return !this.lower && (this.terminator == NO_TERMINATOR || this.terminator == ' ');
	}

	@Override
	public boolean isReversible() {
		return !this.lower;
	}

	@Override
	public boolean isOpenEnded() {
		return true;
	}

	@Override
	public void write(Object value, StringBuilder key) {
		write(this.lower ? lowerCase((String) value) : (String) value, key);
	}

	private void write(String value, StringBuilder key) {
		int plain = plainEnd(value, 0);
		key.append(value, 0, plain);
		for (int i = plain; i < value.length(); i++) {
			char c = value.charAt(i);
			if (c > '!' && c < 0x7F && isPlain(c)) {
				key.append(c);
			}
			else if (c <= '!') {
				writeLow(c, value, i, key);
			}
			else if (Character.isSurrogate(c)) {
				writeSurrogate(value, i++, key);
			}
			else if (c >= MARK) {
				key.append(MARK).append(SYMBOLS.charAt(c - MARK));
			}
			else if (isPlain(c)) {
				key.append(c);
			}
			else {
				char carrier = carrier(c);
				key.append(carrier).append(MARK).append(SYMBOLS.charAt(ABOVE_MARK + c - carrier - 1));
			}
		}
	}

	/**
	 * Where the letters, digits and other common characters end that stand for
	 * themselves.
	 */
	private int plainEnd(CharSequence text, int from) {
		int end = from;
		while (end < text.length() && text.charAt(end) > '!' && text.charAt(end) < 0x7F && isPlain(text.charAt(end))) {
			end++;
		}
		return end;
	}

	private boolean isPlain(char c) {
		return c != this.terminator && TableKey.isLegal(c);
	}

	private char carrier(char c) {
		char carrier = c;
		while (!isPlain(carrier)) {
			carrier--;
		}
		return carrier;
	}

	private void writeLow(char c, CharSequence value, int index, StringBuilder key) {
		if (this.terminator == ' ') {
			key.append('!').append(SYMBOLS.charAt(c));
		}
		else if (c < CONTROLS) {
			key.append("  ").append(SYMBOLS.charAt(c));
		}
		else {
			key.append(c);
			if (c == ' ' && (index + 1 == value.length() || value.charAt(index + 1) <= '!')) {
				key.append('!');
			}
		}
	}

	private static void writeSurrogate(CharSequence value, int index, StringBuilder key) {
		if (!Character.isHighSurrogate(value.charAt(index)) || index + 1 == value.length()
				|| !Character.isLowSurrogate(value.charAt(index + 1))) {
			throw new KeyRuleException(
					"it holds half a surrogate pair at index " + index + ", which no request can carry; remove it");
		}
		key.append(value, index, index + 2);
	}

	/**
	 * Reads lower case as such: the entity of a key in another case would have another
	 * key.
	 */
	@Override
	public String read(KeyCursor key) {
		String value = text(key);
		if (this.lower && !value.equals(lowerCase(value))) {
			throw key.unreadable("text in lower case was expected");
		}
		return value;
	}

	private String text(KeyCursor key) {
		int plain = plainEnd(key.text(), key.position());
		if (plain == key.text().length() || key.text().charAt(plain) == this.terminator) {
			return key.take(plain - key.position());
		}
		StringBuilder value = new StringBuilder();
		while (!key.atEnd() && (key.peek() != this.terminator || this.terminator == NO_TERMINATOR)) {
			char c = key.next();
			if (c == MARK) {
				value.append((char) (MARK + symbol(key, 0, ABOVE_MARK)));
			}
			else if (c == '!' && this.terminator == ' ') {
				value.append((char) symbol(key, 0, '!' + 1));
			}
			else if (c == ' ') {
				value.append(readSpace(key));
			}
			else if (Character.isSurrogate(c)) {
				value.append(c).append(readLowSurrogate(c, key));
			}
			else {
				value.append(readCarrier(c, key));
			}
		}
		return value.toString();
	}

	private char readSpace(KeyCursor key) {
		if (key.atEnd() || key.peek() == this.terminator) {
			throw key.unreadable("a space at the end of text is followed by '!'");
		}
		if (key.peek() == ' ') {
			key.next();
			return (char) symbol(key, 0, CONTROLS);
		}
		if (key.peek() == '!') {
			key.next();
			if (!key.atEnd() && key.peek() > '!' && key.peek() != this.terminator) {
				throw key.unreadable("a space is followed by '!' only where it could be misread");
			}
		}
		return ' ';
	}

	private static char readLowSurrogate(char high, KeyCursor key) {
		if (!Character.isHighSurrogate(high) || key.atEnd() || !Character.isLowSurrogate(key.peek())) {
			throw key.unreadable("it holds half a surrogate pair");
		}
		return key.next();
	}

	private char readCarrier(char c, KeyCursor key) {
		if (!TableKey.isLegal(c)) {
			throw key.unreadable("it holds the character U+%04X, which is always escaped".formatted((int) c));
		}
		if (!key.lookingAtEscape(ABOVE_MARK, SYMBOLS)) {
			return c;
		}
		key.next();
		char escaped = (char) (c + 1 + symbol(key, ABOVE_MARK, SYMBOLS.length()) - ABOVE_MARK);
		if (isPlain(escaped) || carrier(escaped) != c) {
			throw key.unreadable("it holds an escape that stands for nothing");
		}
		return escaped;
	}

	private static int symbol(KeyCursor key, int from, int to) {
		int symbol = key.atEnd() ? -1 : SYMBOLS.indexOf(key.next());
		if (symbol < from || symbol >= to) {
			throw key.unreadable("it holds an escape that stands for nothing");
		}
		return symbol;
	}

	/**
	 * Lower case that does not depend on neighbours or locale, so that the lower case of
	 * a prefix is a prefix of the lower case.
	 */
	static String lowerCase(String text) {
		int[] points = text.codePoints().map(Character::toLowerCase).toArray();
		return new String(points, 0, points.length);
	}

}
