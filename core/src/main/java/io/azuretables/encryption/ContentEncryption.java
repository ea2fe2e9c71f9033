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
package io.azuretables.encryption;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.Supplier;

import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

import io.azuretables.key.TableKey;
import org.jspecify.annotations.Nullable;

/**
 * Encrypts contents that are stored outside of rows, such as in blobs, as streams. A
 * content has a header: a mark of three bytes, a byte for the form (3), the identifier of
 * the data key (8 bytes) and a salt (32 bytes). Then come segments, each of up to 64 KiB
 * with its tag of 16 bytes; all but the last one are full.
 * <p>
 * The key of a content is derived from the data key, the header, the table, the column,
 * the key of the entity and the name of the content. The initialization vector of a
 * segment is its number, and whether it is the last one. So a content that is put
 * elsewhere cannot be read, and neither can one whose segments were changed, left out,
 * put in another order or taken from another content. Nothing of a segment is handed over
 * before it was verified. Memory for two segments is all that is needed.
 *
 * @since 0.1
 */
public final class ContentEncryption {

	private static final int SEGMENT = 64 * 1024;

	private static final int STORED_SEGMENT = SEGMENT + DataKey.TAG_LENGTH;

	private static final byte[] MARK = { (byte) 0xF5, 'E', 'N', 3 };

	/**
	 * How many bytes are before the first segment.
	 */
	public static final int HEADER = MARK.length + Long.BYTES + 32;

	private static final String CHANGED = "the stored content was changed or cut off, or belongs to another table, row "
			+ "or property";

	private final String property;

	private final DataKeys keys;

	private final Supplier<String> table;

	private final String column;

	private final boolean readsPlainContents;

	ContentEncryption(String property, DataKeys keys, Supplier<String> table, String column,
			boolean readsPlainContents) {
		this.property = property;
		this.keys = keys;
		this.table = table;
		this.column = column;
		this.readsPlainContents = readsPlainContents;
	}

	/**
	 * Whether contents that are not encrypted are to be read as they are.
	 */
	public boolean readsPlainContents() {
		return this.readsPlainContents;
	}

	/**
	 * How many bytes a content has when it is encrypted.
	 */
	public static long storedSize(long size) {
		long segments = Math.max(1, (size + SEGMENT - 1) / SEGMENT);
		return HEADER + size + segments * DataKey.TAG_LENGTH;
	}

	/**
	 * Whether a content begins as an encrypted one does.
	 * @param start its first bytes
	 */
	public static boolean isEncrypted(byte[] start) {
		return start.length >= MARK.length && Arrays.equals(start, 0, MARK.length, MARK, 0, MARK.length);
	}

	/**
	 * Whether a content is encrypted with the data key that it would get now.
	 * @param start its first bytes, at least those of the {@linkplain #HEADER header}
	 */
	public boolean isCurrent(byte[] start) {
		return start.length >= HEADER && isEncrypted(start)
				&& ByteBuffer.wrap(start).getLong(MARK.length) == this.keys.of(this.table.get()).current(false).id();
	}

	/**
	 * Encrypts a content while it is read.
	 * @param row the key of the entity that it belongs to
	 * @param name the name of the content, which no other one has
	 */
	public InputStream encrypt(InputStream plain, TableKey row, String name) {
		DataKey key = this.keys.of(this.table.get()).current(false);
		byte[] header = ByteBuffer.allocate(HEADER)
			.put(MARK)
			.putLong(key.id())
			.put(DataKey.random(HEADER - MARK.length - Long.BYTES))
			.array();
		return new Encrypting(plain, header, new Segments(key.derived(header, place(row, name)), Cipher.ENCRYPT_MODE));
	}

	/**
	 * Decrypts a content while it is read. Reading fails with an {@link IOException}
	 * whose cause is a {@link DecryptionException} if the content was changed or belongs
	 * elsewhere, or if its data key is missing.
	 * @param row the key of the entity that it belongs to
	 * @param name the name of the content
	 */
	public InputStream decrypt(InputStream stored, TableKey row, String name) {
		return new Decrypting(stored, place(row, name));
	}

	/**
	 * What a content is bound to besides its header.
	 */
	private byte[] place(TableKey row, String name) {
		byte[][] parts = { bytes(this.table.get()), bytes(this.column), bytes(row.partitionKey()), bytes(row.rowKey()),
				bytes(name) };
		ByteBuffer place = ByteBuffer
			.allocate(Arrays.stream(parts).mapToInt((part) -> Integer.BYTES + part.length).sum());
		for (byte[] part : parts) {
			place.putInt(part.length).put(part);
		}
		return place.array();
	}

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

	/**
	 * Converts one segment after the other.
	 */
	private static final class Segments {

		private final SecretKeySpec key;

		private final int mode;

		private final Cipher cipher;

		private int number;

		Segments(SecretKeySpec key, int mode) {
			this.key = key;
			this.mode = mode;
			this.cipher = DataKey.cipher();
		}

		/**
		 * Converts the next segment.
		 * @return how many bytes the target got
		 * @throws AEADBadTagException if the segment is not what was encrypted
		 */
		int next(byte[] source, int length, byte[] target, boolean last) throws AEADBadTagException {
			byte[] vector = ByteBuffer.allocate(DataKey.IV_LENGTH)
				.put(DataKey.IV_LENGTH - 1, (byte) (last ? 1 : 0))
				.putInt(DataKey.IV_LENGTH - 1 - Integer.BYTES, this.number++)
				.array();
			try {
				this.cipher.init(this.mode, this.key, new GCMParameterSpec(DataKey.TAG_LENGTH * Byte.SIZE, vector));
				return this.cipher.doFinal(source, 0, length, target);
			}
			catch (AEADBadTagException ex) {
				throw ex;
			}
			catch (GeneralSecurityException ex) {
				throw new IllegalStateException("This Java does not encrypt by AES-256-GCM", ex);
			}
		}

	}

	/**
	 * A stream that is made segment by segment.
	 */
	private abstract static class Segmented extends InputStream {

		private final InputStream source;

		/**
		 * The segment that comes next, which tells whether the one before is the last.
		 */
		private byte[] following;

		private int followingLength = -1;

		private byte[] current;

		/**
		 * What can be handed over.
		 */
		private byte[] ready;

		private int at;

		private int end;

		private boolean over;

		private @Nullable IOException failure;

		Segmented(InputStream source, int sourceSegment, int targetSegment) {
			this.source = source;
			this.current = new byte[sourceSegment];
			this.following = new byte[sourceSegment];
			this.ready = new byte[targetSegment];
		}

		/**
		 * Reads, or makes, what is before the segments.
		 * @param target gets what is to be handed over of it
		 * @return how many bytes that are
		 */
		abstract int begin(InputStream from, byte[] target) throws IOException;

		abstract int convert(byte[] segment, int length, byte[] target, boolean last) throws IOException;

		@Override
		public int read() throws IOException {
			byte[] one = new byte[1];
			return (read(one, 0, 1) == -1) ? -1 : one[0] & 0xFF;
		}

		@Override
		public int read(byte[] target, int offset, int size) throws IOException {
			while (this.at == this.end && !this.over && size > 0) {
				advance();
			}
			int count = Math.min(size, this.end - this.at);
			System.arraycopy(this.ready, this.at, target, offset, count);
			this.at += count;
			return (count == 0 && size > 0) ? -1 : count;
		}

		/**
		 * Nothing is read any more after a segment that could not be.
		 */
		private void advance() throws IOException {
			if (this.failure != null) {
				throw new IOException(this.failure.getMessage(), this.failure);
			}
			try {
				fill();
			}
			catch (IOException ex) {
				this.failure = ex;
				throw ex;
			}
			catch (RuntimeException ex) {
				this.failure = new IOException(ex.getMessage(), ex);
				throw ex;
			}
		}

		private void fill() throws IOException {
			this.at = 0;
			this.end = 0;
			if (this.followingLength == -1) {
				int length = begin(this.source, this.ready);
				this.followingLength = this.source.readNBytes(this.following, 0, this.following.length);
				this.end = length;
				return;
			}
			byte[] segment = this.following;
			int length = this.followingLength;
			this.following = this.current;
			this.current = segment;
			this.followingLength = (length < segment.length) ? 0
					: this.source.readNBytes(this.following, 0, this.following.length);
			boolean last = this.followingLength == 0;
			this.end = convert(segment, length, this.ready, last);
			this.over = last;
		}

		@Override
		public void close() throws IOException {
			this.source.close();
		}

	}

	/**
	 * The encrypted form of a content.
	 */
	private static final class Encrypting extends Segmented {

		private final byte[] header;

		private final Segments segments;

		Encrypting(InputStream plain, byte[] header, Segments segments) {
			super(plain, SEGMENT, STORED_SEGMENT);
			this.header = header;
			this.segments = segments;
		}

		@Override
		int begin(InputStream from, byte[] target) {
			System.arraycopy(this.header, 0, target, 0, HEADER);
			return HEADER;
		}

		@Override
		int convert(byte[] segment, int length, byte[] target, boolean last) throws IOException {
			try {
				return this.segments.next(segment, length, target, last);
			}
			catch (AEADBadTagException ex) {
				throw new IllegalStateException("Nothing is verified when it is encrypted", ex);
			}
		}

	}

	/**
	 * The content of an encrypted form.
	 */
	private final class Decrypting extends Segmented {

		private final byte[] place;

		private @Nullable Segments segments;

		Decrypting(InputStream stored, byte[] place) {
			super(stored, STORED_SEGMENT, SEGMENT);
			this.place = place;
		}

		@Override
		int begin(InputStream from, byte[] target) throws IOException {
			byte[] header = from.readNBytes(HEADER);
			if (header.length < HEADER || !isEncrypted(header)) {
				throw failure("the stored content is not encrypted, and was put there by something else than this "
						+ "property; if it was stored before the property was @Encrypted, set "
						+ "azure.tables.encryption.read-plain-values to true until it is saved again", null);
			}
			long id = ByteBuffer.wrap(header).getLong(MARK.length);
			String name = ContentEncryption.this.table.get();
			DataKey key = ContentEncryption.this.keys.of(name).find(false, id);
			if (key == null) {
				throw failure("the data key " + WrappedKey.name(id) + " of the table '" + name
						+ "' is missing; restore its row in the table of data keys", null);
			}
			this.segments = new Segments(key.derived(header, this.place), Cipher.DECRYPT_MODE);
			return 0;
		}

		@Override
		int convert(byte[] segment, int length, byte[] target, boolean last) throws IOException {
			if (length < DataKey.TAG_LENGTH) {
				throw failure(CHANGED, null);
			}
			try {
				return Objects.requireNonNull(this.segments).next(segment, length, target, last);
			}
			catch (AEADBadTagException ex) {
				throw failure(CHANGED, ex);
			}
		}

		private IOException failure(String reason, @Nullable Throwable cause) {
			DecryptionException failure = new DecryptionException(ContentEncryption.this.property, reason, cause);
			return new IOException(failure.getMessage(), failure);
		}

	}

}
