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

package io.azuretables.internal.json;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

import io.azuretables.row.EdmType;
import org.jspecify.annotations.Nullable;

/**
 * Reads the JSON of a response token by token, and creates objects only on demand. Every
 * row of a page repeats its names, which need only be compared.
 */
public final class JsonCursor {

	private static final int DEEPEST = 500;

	/**
	 * An odd number without a pattern, so that bytes at the beginning matter as those at
	 * the end do.
	 */
	private static final long SPREAD = 0x9E3779B97F4A7C15L;

	private final byte[] json;

	/**
	 * The last position from which there are eight bytes.
	 */
	private final int last;

	private int at;

	private int from;

	private int to;

	/**
	 * Whether the text of the cursor is ASCII and stands for itself.
	 */
	private boolean plain;

	/**
	 * Has the text of the cursor where it is not plain.
	 */
	private @Nullable JsonTextDecoder decoder;

	public JsonCursor(byte[] json) {
		this.json = json;
		this.last = json.length - EightBytes.COUNT;
	}

	/**
	 * The character that comes next, behind white space, of which the service writes
	 * none.
	 */
	char peek() {
		if (this.at < this.json.length && this.json[this.at] > ' ') {
			return (char) this.json[this.at];
		}
		while (this.at < this.json.length && isSpace(this.json[this.at])) {
			this.at++;
		}
		if (this.at == this.json.length) {
			throw unreadable();
		}
		return (char) (this.json[this.at] & 0xFF);
	}

	private static boolean isSpace(byte character) {
		return character <= ' ' && (character == ' ' || character == '\n' || character == '\r' || character == '\t');
	}

	/**
	 * Steps into an object or an array.
	 * @return whether something is in it
	 */
	public boolean enter(char open, char close) {
		expect(open);
		if (peek() != close) {
			return true;
		}
		this.at++;
		return false;
	}

	/**
	 * Steps to what comes next in an object or an array, or out of it.
	 * @return whether something comes
	 */
	public boolean next(char close) {
		char character = peek();
		if (character != close && character != ',') {
			throw unreadable();
		}
		this.at++;
		return character != close;
	}

	/**
	 * Says that nothing may come any more.
	 */
	public void end() {
		while (this.at < this.json.length) {
			if (!isSpace(this.json[this.at++])) {
				throw unreadable();
			}
		}
	}

	/**
	 * Steps over the name of a member, if it is spelled like that, without white space
	 * before it.
	 * @param name a name with its quotes and its colon
	 */
	boolean accepts(byte[] name) {
		int behind = this.at + name.length;
		if (behind > this.json.length || !EightBytes.contains(this.json, this.at, name)) {
			return false;
		}
		this.at = behind;
		return true;
	}

	/**
	 * Steps over the name of a member, which becomes the text of the cursor.
	 */
	public void name() {
		text();
		expect(':');
	}

	/**
	 * The same for a name that is decoded later, or was known before.
	 * @return a hash of it
	 */
	int nameHash() {
		expect('"');
		this.from = this.at;
		long hash = 0;
		for (int i = this.at; i <= this.last; i += EightBytes.COUNT) {
			long eight = EightBytes.get(this.json, i);
			long others = EightBytes.notPlain(eight);
			if (others != 0) {
				int rest = EightBytes.first(others);
				if (this.json[i + rest] != '"') {
					break;
				}
				plain(i + rest);
				expect(':');
				return spread(31 * hash + EightBytes.head(eight, rest));
			}
			hash = 31 * hash + eight;
		}
		return longNameHash();
	}

	private static int spread(long hash) {
		return Long.hashCode(hash * SPREAD);
	}

	/**
	 * The hash of a name with escapes or characters outside of ASCII, or at the end of
	 * the answer: another one than it has elsewhere.
	 */
	private int longNameHash() {
		endText();
		expect(':');
		long hash = 0;
		for (int i = this.from; i < this.to; i++) {
			hash = 31 * hash + this.json[i];
		}
		return spread(hash);
	}

	/**
	 * The name that was stepped over, with its quotes and its colon.
	 */
	byte[] nameBytes() {
		return Arrays.copyOfRange(this.json, this.from - 1, this.at);
	}

	/**
	 * Whether the name that was stepped over equals the given one, with its quotes and
	 * its colon.
	 */
	boolean isName(byte[] name) {
		return Arrays.equals(name, 0, name.length, this.json, this.from - 1, this.at);
	}

	/**
	 * Steps over a text, which becomes that of the cursor.
	 */
	public void text() {
		expect('"');
		this.from = this.at;
		endText();
	}

	private void endText() {
		int end = endOfPlain(this.from);
		if (end < this.json.length && this.json[end] == '"') {
			plain(end);
			return;
		}
		JsonTextDecoder decoding = this.decoder;
		if (decoding == null) {
			decoding = new JsonTextDecoder(this.json);
			this.decoder = decoding;
		}
		plain(decoding.decode(this.from, end));
		this.plain = false;
	}

	/**
	 * Ends the text of the cursor at a quote.
	 */
	private void plain(int quote) {
		this.plain = true;
		this.to = quote;
		this.at = quote + 1;
	}

	/**
	 * Where the first character from there on is that is no plain ASCII, or a quote.
	 */
	private int endOfPlain(int start) {
		int i = start;
		for (; i <= this.last; i += EightBytes.COUNT) {
			long eight = EightBytes.get(this.json, i);
			long others = EightBytes.notPlain(eight);
			if (others != 0) {
				return i + EightBytes.first(others);
			}
		}
		while (i < this.json.length && isPlain(this.json[i])) {
			i++;
		}
		return i;
	}

	private static boolean isPlain(byte character) {
		return character >= ' ' && character != '"' && character != '\\';
	}

	/**
	 * The text of the cursor.
	 */
	public String string() {
		JsonTextDecoder decoded = this.decoder;
		return (this.plain || decoded == null)
				? new String(this.json, this.from, this.to - this.from, StandardCharsets.ISO_8859_1) : decoded.string();
	}

	/**
	 * Whether the text of the cursor equals the given one.
	 */
	public boolean isText(String text) {
		if (!this.plain || this.to - this.from != text.length()) {
			return false;
		}
		for (int i = 0; i < text.length(); i++) {
			if (this.json[this.from + i] != text.charAt(i)) {
				return false;
			}
		}
		return true;
	}

	/**
	 * What the text of the cursor stands for.
	 */
	Object value(EdmType type) {
		return this.plain ? EdmText.read(type, this.json, this.from, this.to) : EdmText.read(type, string());
	}

	/**
	 * Steps over a number.
	 * @param type its type, if that is said
	 */
	Object number(@Nullable EdmType type) {
		int start = this.at;
		boolean whole = skipNumber();
		return JsonNumber.read(type, whole, this.json, start, this.at);
	}

	private boolean skipNumber() {
		accepts('-');
		if (!accepts('0')) {
			digits();
		}
		boolean whole = true;
		if (accepts('.')) {
			digits();
			whole = false;
		}
		if (accepts('e') || accepts('E')) {
			exponent();
			whole = false;
		}
		return whole;
	}

	private void exponent() {
		if (!accepts('+')) {
			accepts('-');
		}
		digits();
	}

	private boolean accepts(char character) {
		boolean accepted = this.at < this.json.length && this.json[this.at] == character;
		this.at += accepted ? 1 : 0;
		return accepted;
	}

	private void digits() {
		int start = this.at;
		while (this.at < this.json.length && this.json[this.at] >= '0' && this.json[this.at] <= '9') {
			this.at++;
		}
		if (this.at == start) {
			throw unreadable();
		}
	}

	/**
	 * Steps over a value, whatever it is.
	 */
	public void skip() {
		skip(0);
	}

	private void skip(int depth) {
		switch (peek()) {
			case '{' -> skipObject(deeper(depth));
			case '[' -> skipArray(deeper(depth));
			case '"' -> text();
			case 't', 'f' -> truth();
			case 'n' -> literal("null");
			default -> skipNumber();
		}
	}

	private int deeper(int depth) {
		if (depth == DEEPEST) {
			throw unreadable();
		}
		return depth + 1;
	}

	private void skipObject(int depth) {
		for (boolean more = enter('{', '}'); more; more = next('}')) {
			name();
			skip(depth);
		}
	}

	private void skipArray(int depth) {
		for (boolean more = enter('[', ']'); more; more = next(']')) {
			skip(depth);
		}
	}

	/**
	 * Steps over {@code true} or {@code false}.
	 */
	boolean truth() {
		boolean truth = peek() == 't';
		literal(truth ? "true" : "false");
		return truth;
	}

	private void literal(String literal) {
		for (int i = 0; i < literal.length(); i++) {
			if (!accepts(literal.charAt(i))) {
				throw unreadable();
			}
		}
	}

	private void expect(char character) {
		if (peek() != character) {
			throw unreadable();
		}
		this.at++;
	}

	private UnreadableResponseException unreadable() {
		return new UnreadableResponseException(
				"The answer is not JSON, or was cut off, at byte " + (this.at + 1) + " of " + this.json.length);
	}

}
