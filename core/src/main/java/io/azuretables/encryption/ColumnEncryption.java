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

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Supplier;

import io.azuretables.key.TableKey;
import org.jspecify.annotations.Nullable;

/**
 * Encrypts and decrypts the values of one column. An encrypted value has a mark of three
 * bytes, a byte for the form (1 random, 2 deterministic), one for the kind of the value
 * (1 text, 2 bytes), the identifier of its data key (8 bytes), the initialization vector
 * (12 bytes), the encrypted value and its tag (16 bytes).
 * <p>
 * All before the vector is bound to the value, and so are the table, the column and, for
 * random values, the key of the entity: a value that is put elsewhere cannot be read.
 *
 * @since 0.1
 */
public final class ColumnEncryption {

	/**
	 * How many bytes more than the value are stored.
	 */
	public static final int OVERHEAD = 25 + DataKey.TAG_LENGTH;

	/**
	 * No text in UTF-8 contains the first byte.
	 */
	private static final byte[] MARK = { (byte) 0xF5, 'E', 'N' };

	private static final int FORM = MARK.length;

	private static final int KIND = FORM + 1;

	private static final int ID = KIND + 1;

	private static final int VECTOR = ID + Long.BYTES;

	private static final byte RANDOM = 1;

	private static final byte DETERMINISTIC = 2;

	private static final byte TEXT = 1;

	private static final byte BYTES = 2;

	private final String property;

	private final DataKeys keys;

	private final Supplier<String> table;

	private final String column;

	private final boolean deterministic;

	private volatile @Nullable Place place;

	ColumnEncryption(String property, DataKeys keys, Supplier<String> table, String column, boolean deterministic) {
		this.property = property;
		this.keys = keys;
		this.table = table;
		this.column = column;
		this.deterministic = deterministic;
	}

	/**
	 * Whether bytes look like an encrypted value.
	 */
	public static boolean isEncrypted(byte[] stored) {
		return stored.length >= OVERHEAD && Arrays.equals(stored, 0, FORM, MARK, 0, FORM);
	}

	/**
	 * Encrypts a value.
	 * @param value text or bytes
	 * @param row the key of the entity; not used for deterministic values
	 */
	public byte[] encrypt(Object value, @Nullable TableKey row) {
		Place here = place();
		DataKey key = here.keys().current(this.deterministic);
		byte[] plain = (value instanceof byte[] bytes) ? bytes : ((String) value).getBytes(StandardCharsets.UTF_8);
		byte[] target = new byte[OVERHEAD + plain.length];
		System.arraycopy(MARK, 0, target, 0, FORM);
		target[FORM] = this.deterministic ? DETERMINISTIC : RANDOM;
		target[KIND] = (value instanceof byte[]) ? BYTES : TEXT;
		ByteBuffer.wrap(target).putLong(ID, key.id());
		if (this.deterministic) {
			byte[] vector = key.vector(here.bytes(), new byte[] { target[KIND] }, plain);
			System.arraycopy(vector, 0, target, VECTOR, DataKey.IV_LENGTH);
			key.encryptEqually(plain, target, VECTOR, bound(target, here, null));
		}
		else {
			System.arraycopy(DataKey.random(DataKey.IV_LENGTH), 0, target, VECTOR, DataKey.IV_LENGTH);
			key.encrypt(plain, target, VECTOR, bound(target, here, row));
		}
		return target;
	}

	/**
	 * The text or the bytes that were encrypted.
	 * @throws DecryptionException if they are not of this column and row, or were
	 * changed, or their data key is missing
	 */
	public Object decrypt(byte[] stored, @Nullable TableKey row) {
		if (!isEncrypted(stored)) {
			throw new DecryptionException(this.property,
					"the stored value is not encrypted, and was put there by " + "something else than this property",
					null);
		}
		if (stored[FORM] != (this.deterministic ? DETERMINISTIC : RANDOM)) {
			throw new DecryptionException(this.property, "the stored value is encrypted in another form than that of "
					+ "the property; @Encrypted(deterministic) cannot be changed for stored values", null);
		}
		Place here = place();
		long id = ByteBuffer.wrap(stored).getLong(ID);
		DataKey key = here.keys().find(this.deterministic, id);
		if (key == null) {
			throw new DecryptionException(this.property, "the data key " + WrappedKey.name(id) + " of the table '"
					+ here.table() + "' is missing; restore its row in the table of data keys", null);
		}
		byte[] plain = key.decrypt(stored, VECTOR, bound(stored, here, row));
		if (plain == null) {
			throw new DecryptionException(this.property,
					"the stored value was changed, or belongs to another table, row or property", null);
		}
		return (stored[KIND] == TEXT) ? new String(plain, StandardCharsets.UTF_8) : plain;
	}

	/**
	 * Whether an encrypted value has the key and the form that it would get now.
	 */
	public boolean isCurrent(byte[] stored) {
		return isEncrypted(stored) && stored[FORM] == (this.deterministic ? DETERMINISTIC : RANDOM)
				&& ByteBuffer.wrap(stored).getLong(ID) == place().keys().current(this.deterministic).id();
	}

	private Place place() {
		String name = this.table.get();
		Place known = this.place;
		if (known == null || !known.table().equals(name)) {
			known = Place.of(this.keys.of(name), name, this.column);
			this.place = known;
		}
		return known;
	}

	/**
	 * What a value is bound to: its header, table and column, and the keys of its entity.
	 */
	private byte[] bound(byte[] header, Place here, @Nullable TableKey row) {
		byte[] place = here.bytes();
		if (this.deterministic) {
			byte[] bound = Arrays.copyOf(header, VECTOR + place.length);
			System.arraycopy(place, 0, bound, VECTOR, place.length);
			return bound;
		}
		if (row == null) {
			throw new IllegalStateException("A value of " + this.property + " is bound to a row, and none was given");
		}
		byte[] partitionKey = row.partitionKey().getBytes(StandardCharsets.UTF_8);
		byte[] rowKey = row.rowKey().getBytes(StandardCharsets.UTF_8);
		byte[] bound = new byte[VECTOR + place.length + Integer.BYTES + partitionKey.length + rowKey.length];
		ByteBuffer.wrap(bound)
			.put(header, 0, VECTOR)
			.put(place)
			.putInt(partitionKey.length)
			.put(partitionKey)
			.put(rowKey);
		return bound;
	}

	/**
	 * A table and a column.
	 *
	 * @param keys the data keys of the table
	 * @param table the table
	 * @param bytes what values are bound to: both names with their lengths
	 */
	private record Place(DataKeys.TableKeys keys, String table, byte[] bytes) {

		static Place of(DataKeys.TableKeys keys, String table, String column) {
			byte[] first = table.getBytes(StandardCharsets.UTF_8);
			byte[] second = column.getBytes(StandardCharsets.UTF_8);
			return new Place(keys, table,
					ByteBuffer.allocate(2 * Integer.BYTES + first.length + second.length)
						.putInt(first.length)
						.put(first)
						.putInt(second.length)
						.put(second)
						.array());
		}

	}

}
