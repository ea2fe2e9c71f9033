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

package io.azuretables.internal.codec;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

import org.jspecify.annotations.Nullable;

/**
 * Compresses the values of {@code @Compressed} properties, and restores them. A
 * compressed value begins with a mark of three bytes, a byte for the algorithm and the
 * length of the value as a varint.
 * <p>
 * The mark distinguishes compressed bytes from others that were stored before. Bytes that
 * begin with it themselves are stored behind a mark, even where they are not compressed.
 *
 * @since 0.1
 */
public final class Compression {

	/**
	 * The most bytes that a value has before it is compressed, and after it was restored.
	 */
	public static final int MAX_LENGTH = 4 * 1024 * 1024;

	/**
	 * No text in UTF-8 contains the first byte.
	 */
	private static final byte[] MARK = { (byte) 0xF5, 'C', 'Z' };

	private static final int STORED = 0;

	private static final int DEFLATE = 1;

	/**
	 * Mark, algorithm and a length of up to four bytes.
	 */
	private static final int HEADER = MARK.length + 1 + 4;

	private static final int CHUNK = 4096;

	private Compression() {
	}

	/**
	 * The compressed text; {@code null} where plain text takes fewer bytes on the
	 * network. There, Base64 adds a third to bytes.
	 * @throws ValueRuleException if the text is too long, or has half a surrogate pair
	 */
	public static byte @Nullable [] compress(String text) {
		int length = utf8Length(text);
		checkLength(length);
		byte[] target = new byte[(int) (length * 3L / 4)];
		return (target.length > HEADER) ? deflate(new TextSource(text, length), length, target) : null;
	}

	/**
	 * The compressed bytes; {@code null} where plain bytes are fewer.
	 * @throws ValueRuleException if the bytes are too many
	 */
	public static byte @Nullable [] compress(byte[] bytes) {
		checkLength(bytes.length);
		return (bytes.length > HEADER) ? deflate(new BytesSource(bytes), bytes.length, new byte[bytes.length]) : null;
	}

	/**
	 * Bytes that are not compressed, so that they are read as they are.
	 */
	public static byte[] plain(byte[] bytes) {
		if (!isMarked(bytes)) {
			return bytes;
		}
		byte[] marked = new byte[HEADER + bytes.length];
		int header = header(marked, STORED, bytes.length);
		System.arraycopy(bytes, 0, marked, header, bytes.length);
		return Arrays.copyOf(marked, header + bytes.length);
	}

	/**
	 * Whether bytes begin with the mark.
	 */
	public static boolean isMarked(byte[] stored) {
		return stored.length > MARK.length && Arrays.equals(stored, 0, MARK.length, MARK, 0, MARK.length);
	}

	/**
	 * The bytes of a compressed value.
	 * @throws ValueRuleException if it is damaged or too long
	 */
	public static byte[] restore(byte[] stored) {
		if (!isMarked(stored)) {
			throw new ValueRuleException("the stored bytes are not compressed, and the property is not one of bytes");
		}
		int algorithm = stored[MARK.length];
		int position = MARK.length + 1;
		int length = 0;
		for (int shift = 0;; shift += 7) {
			if (position == stored.length || shift > 21) {
				throw damaged();
			}
			int next = stored[position++];
			length |= (next & 0x7F) << shift;
			if (next >= 0) {
				break;
			}
		}
		if (length > MAX_LENGTH) {
			throw new ValueRuleException("the stored value would have " + length
					+ " bytes when it is restored, and at most " + MAX_LENGTH + " are");
		}
		return switch (algorithm) {
			case STORED -> stored(stored, position, length);
			case DEFLATE -> inflate(stored, position, length);
			default -> throw new ValueRuleException("the stored value is compressed by the algorithm " + algorithm
					+ ", which this version does not know");
		};
	}

	private static byte[] stored(byte[] stored, int position, int length) {
		if (stored.length - position != length) {
			throw damaged();
		}
		return Arrays.copyOfRange(stored, position, stored.length);
	}

	private static byte[] inflate(byte[] stored, int position, int length) {
		Inflater inflater = new Inflater(true);
		try {
			inflater.setInput(stored, position, stored.length - position);
			byte[] bytes = new byte[length];
			int count = 0;
			while (count < length) {
				int more = inflater.inflate(bytes, count, length - count);
				if (more == 0) {
					throw damaged();
				}
				count += more;
			}
			// the end of the data may still be there to be read, but no byte more
			if (inflater.inflate(new byte[1]) > 0 || !inflater.finished() || inflater.getRemaining() > 0) {
				throw damaged();
			}
			return bytes;
		}
		catch (DataFormatException ex) {
			throw damaged();
		}
		finally {
			inflater.end();
		}
	}

	private static ValueRuleException damaged() {
		return new ValueRuleException("the stored value is damaged: it cannot be restored from its compressed form");
	}

	private static void checkLength(long length) {
		if (length > MAX_LENGTH) {
			throw new ValueRuleException(
					length + " bytes are more than the " + MAX_LENGTH + " that a compressed property takes");
		}
	}

	private static byte @Nullable [] deflate(Source source, int length, byte[] target) {
		Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
		try {
			int position = header(target, DEFLATE, length);
			while (!deflater.finished()) {
				if (deflater.needsInput() && !source.next(deflater)) {
					deflater.finish();
				}
				position += deflater.deflate(target, position, target.length - position);
				if (position == target.length) {
					return null;
				}
			}
			return Arrays.copyOf(target, position);
		}
		finally {
			deflater.end();
		}
	}

	private static int header(byte[] target, int algorithm, int length) {
		System.arraycopy(MARK, 0, target, 0, MARK.length);
		target[MARK.length] = (byte) algorithm;
		int position = MARK.length + 1;
		int rest = length;
		while (rest > 0x7F) {
			target[position++] = (byte) (rest | 0x80);
			rest >>>= 7;
		}
		target[position++] = (byte) rest;
		return position;
	}

	private static int utf8Length(String text) {
		long length = text.length();
		for (int i = 0; i < text.length(); i++) {
			char c = text.charAt(i);
			// each half of a pair of surrogates counts as two of four bytes
			length += (c < 0x80) ? 0 : (c < 0x800 || Character.isSurrogate(c)) ? 1 : 2;
		}
		checkLength(length);
		return (int) length;
	}

	/**
	 * Gives what is to be compressed, part by part.
	 */
	private interface Source {

		/**
		 * Hands the next part over.
		 * @return false if there is none
		 */
		boolean next(Deflater deflater);

	}

	private static final class BytesSource implements Source {

		private byte @Nullable [] bytes;

		BytesSource(byte[] bytes) {
			this.bytes = bytes;
		}

		@Override
		public boolean next(Deflater deflater) {
			if (this.bytes == null) {
				return false;
			}
			deflater.setInput(this.bytes);
			this.bytes = null;
			return true;
		}

	}

	/**
	 * Text in UTF-8. A part of it at a time, as all of it would be another copy.
	 */
	private static final class TextSource implements Source {

		private final CharBuffer text;

		private final ByteBuffer part;

		private final CharsetEncoder encoder = StandardCharsets.UTF_8.newEncoder()
			.onMalformedInput(CodingErrorAction.REPORT);

		TextSource(String text, int length) {
			this.text = CharBuffer.wrap(text);
			this.part = ByteBuffer.allocate(Math.min(CHUNK, Math.max(length / 4, 4)));
		}

		@Override
		public boolean next(Deflater deflater) {
			this.part.clear();
			CoderResult result = this.encoder.encode(this.text, this.part, true);
			if (result.isError()) {
				throw new ValueRuleException("it holds half a surrogate pair, which no request can carry");
			}
			deflater.setInput(this.part.array(), 0, this.part.position());
			return this.part.position() > 0;
		}

	}

}
