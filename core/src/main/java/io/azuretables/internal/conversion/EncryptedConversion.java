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

package io.azuretables.internal.conversion;

import java.util.Base64;
import java.util.Set;
import java.util.UUID;

import io.azuretables.encryption.ColumnEncryption;
import io.azuretables.encryption.DecryptionException;
import io.azuretables.encryption.EncryptionOptions;
import io.azuretables.encryption.EncryptionResolver;
import io.azuretables.encryption.PropertyEncryption;
import io.azuretables.internal.model.PropertyConversion;
import io.azuretables.internal.model.StoredColumn;
import io.azuretables.key.InvalidKeyException;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.Encrypted;
import io.azuretables.row.ServiceLimits;
import io.azuretables.row.UnstorableValueException;
import org.jspecify.annotations.Nullable;

/**
 * Converts an encrypted property as its type requires, then encrypts the result.
 *
 * @since 0.1
 */
public final class EncryptedConversion implements HiddenConversion {

	/**
	 * Why a property that is annotated cannot be encrypted without a key.
	 */
	public static final String NO_KEY = "is @Encrypted, and there is no key to encrypt with; declare a bean of "
			+ "type io.azuretables.encryption.KeyEncryption, or set azure.tables.encryption.key-vault.key, with "
			+ "azure-security-keyvault-keys on the class path, or azure.tables.encryption.local.current-key";

	/**
	 * Types whose equal values have one form each.
	 */
	private static final Set<Class<?>> DETERMINISTIC = Set.of(String.class, byte[].class, Integer.class, Long.class,
			Boolean.class, UUID.class, java.time.Instant.class);

	private final StoredColumn column;

	private final PropertyConversion plain;

	private final ColumnEncryption encryption;

	private final boolean deterministic;

	/**
	 * Decides for each row; {@code null} where all values are encrypted.
	 */
	private final @Nullable EncryptionResolver resolver;

	private final boolean readsPlainValues;

	private EncryptedConversion(StoredColumn column, PropertyConversion plain, PropertyEncryption encryption,
			boolean deterministic, @Nullable EncryptionResolver resolver) {
		this.column = column;
		this.plain = plain;
		this.encryption = encryption.column(column.name(), column.entity()::tableName, column.column(), deterministic);
		this.deterministic = deterministic;
		this.resolver = resolver;
		this.readsPlainValues = resolver != null || encryption.options().readsPlainValues();
	}

	/**
	 * The conversion of a property: the plain one, if it is not to be encrypted.
	 * @throws IllegalArgumentException if it is annotated and cannot be encrypted
	 */
	public static PropertyConversion of(StoredColumn column, PropertyConversion plain, @Nullable Encrypted encrypted,
			@Nullable PropertyEncryption encryption) {
		if (encryption == null) {
			if (encrypted != null) {
				throw new IllegalArgumentException(NO_KEY);
			}
			return plain;
		}
		if (encrypted != null) {
			checkForm(plain, encrypted.deterministic());
			return new EncryptedConversion(column, plain, encryption, encrypted.deterministic(), null);
		}
		EncryptionOptions options = encryption.options();
		EncryptionResolver resolver = options.resolver();
		return (resolver != null && resolver.concerns(column.entity().getType(), column.property()))
				? new EncryptedConversion(column, plain, encryption, false, resolver) : plain;
	}

	private static void checkForm(PropertyConversion plain, boolean deterministic) {
		if (deterministic
				&& (plain.hidden() != null || !plain.hasOneForm() || !DETERMINISTIC.contains(plain.storedType()))) {
			throw new IllegalArgumentException(
					"is @Encrypted(deterministic = true), and its equal values may be stored in "
							+ "several forms; leave out deterministic, or use a type such as String, UUID, Long or Instant without "
							+ "@Json and @Compressed");
		}
	}

	@Override
	public PropertyConversion plain() {
		return this.plain;
	}

	@Override
	public Hidden hidden() {
		return new Hidden((this.resolver != null) ? "encrypted" : "@Encrypted", this.deterministic, true);
	}

	@Override
	public boolean isBound() {
		return !this.deterministic;
	}

	@Override
	public Object write(Object value) {
		return encrypted(this.plain.write(value), null);
	}

	@Override
	public Object write(Object value, TableKey row) {
		Object stored = this.plain.write(value);
		return (isEncrypted(row) || isMarked(stored)) ? encrypted(stored, row) : stored;
	}

	private byte[] encrypted(Object stored, @Nullable TableKey row) {
		Object value = (stored instanceof byte[]) ? stored : stored.toString();
		if (value instanceof String text && !ServiceLimits.isWellFormed(text)) {
			throw unstorable("it holds half a surrogate pair, which no request can carry");
		}
		byte[] encrypted = this.encryption.encrypt(value, row);
		if (encrypted.length > ServiceLimits.BINARY_LENGTH) {
			throw unstorable("its " + (encrypted.length - ColumnEncryption.OVERHEAD) + " bytes are " + encrypted.length
					+ " when they are encrypted, and the service takes " + ServiceLimits.BINARY_LENGTH);
		}
		return encrypted;
	}

	private UnstorableValueException unstorable(String rule) {
		return new UnstorableValueException(this.column.name(), rule);
	}

	@Override
	public Object read(Object stored) {
		return decrypted(stored, null);
	}

	@Override
	public Object read(Object stored, TableKey row) {
		return decrypted(stored, row);
	}

	private Object decrypted(Object stored, @Nullable TableKey row) {
		if (!(stored instanceof byte[] bytes && ColumnEncryption.isEncrypted(bytes))) {
			if (this.readsPlainValues) {
				return this.plain.read(stored);
			}
			throw new DecryptionException(this.column.name(),
					"the stored value is not encrypted; if it was stored before "
							+ "the property was @Encrypted, set azure.tables.encryption.read-plain-values to true until all "
							+ "entities are encrypted",
					null);
		}
		Object value = this.encryption.decrypt(bytes, row);
		return this.plain.read((this.plain.storedType() == Boolean.class) ? Boolean.valueOf(value.toString()) : value);
	}

	@Override
	public boolean isCurrent(Object stored, TableKey row) {
		if (stored instanceof byte[] bytes && ColumnEncryption.isEncrypted(bytes)) {
			return this.encryption.isCurrent(bytes)
					&& (isEncrypted(row) || isMarked(this.encryption.decrypt(bytes, row)));
		}
		return !isEncrypted(row);
	}

	/**
	 * Whether values are encrypted in a row.
	 */
	private boolean isEncrypted(TableKey row) {
		return this.resolver == null || this.resolver.isEncrypted(row, this.column.property());
	}

	/**
	 * Whether a value that is not encrypted would be taken for one that is. So it is
	 * encrypted in all rows.
	 */
	private static boolean isMarked(Object plain) {
		return plain instanceof byte[] bytes && ColumnEncryption.isEncrypted(bytes);
	}

	@Override
	public boolean hasOneForm() {
		return this.deterministic;
	}

	@Override
	public Class<?> keyType() {
		return String.class;
	}

	@Override
	public Object toKey(Object value) {
		return Base64.getUrlEncoder().withoutPadding().encodeToString((byte[]) write(value));
	}

	@Override
	public Object fromKey(Object keyValue) {
		byte[] stored = decoded((String) keyValue);
		if (ColumnEncryption.isEncrypted(stored)) {
			return read(stored);
		}
		try {
			if (this.readsPlainValues) {
				return this.plain.coerce(keyValue);
			}
		}
		catch (IllegalArgumentException | UnstorableValueException ex) {
			// refused below
		}
		throw new InvalidKeyException(this.column.name(),
				"its value in the key is not encrypted; rebuild the index while "
						+ "azure.tables.encryption.read-plain-values is true");
	}

	/**
	 * The bytes of an encrypted value; none for a text that is no such value.
	 */
	private static byte[] decoded(String text) {
		try {
			return Base64.getUrlDecoder().decode(text);
		}
		catch (IllegalArgumentException ex) {
			return new byte[0];
		}
	}

}
