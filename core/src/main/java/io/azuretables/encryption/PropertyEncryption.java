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

import java.util.function.Supplier;

import io.azuretables.gateway.TableGateway;

/**
 * Encrypts the properties of entities before they are sent, and decrypts what is read.
 * Each table has data keys, which are stored wrapped in a table of their own.
 * <p>
 * Once for each table, process and {@linkplain EncryptionOptions#refresh() hour}, data
 * keys are read with one request; a value costs none. The first value of a table costs
 * one or two more, as its data key is made.
 *
 * @since 0.1
 */
public final class PropertyEncryption {

	private final EncryptionOptions options;

	private final DataKeys dataKeys;

	/**
	 * Encryption with the {@linkplain EncryptionOptions#DEFAULTS default} options.
	 */
	public PropertyEncryption(TableGateway gateway, KeyEncryption keys) {
		this(gateway, keys, EncryptionOptions.DEFAULTS);
	}

	/**
	 * Encryption with data keys in a table.
	 * @param gateway leads to the account with the table of data keys
	 * @param keys wraps data keys
	 */
	public PropertyEncryption(TableGateway gateway, KeyEncryption keys, EncryptionOptions options) {
		this.options = options;
		this.dataKeys = new DataKeys(gateway, keys, options);
	}

	public EncryptionOptions options() {
		return this.options;
	}

	/**
	 * Makes a new data key for a table. This process encrypts with it from now on, others
	 * after the {@linkplain EncryptionOptions#refresh() time} after which they read data
	 * keys again. What is stored stays as it is, and can still be read. Deterministic
	 * values keep their key, as equal values must stay equal.
	 * @param table the table as {@code @Table} names it
	 */
	public void rotate(String table) {
		this.dataKeys.of(table).rotate();
	}

	/**
	 * Wraps the data keys of a table with the current key of {@link KeyEncryption}. No
	 * value changes. Afterwards the keys that wrapped them before are needed no more.
	 * @param table the table as {@code @Table} names it
	 * @return how many data keys were wrapped with another key
	 */
	public int rewrap(String table) {
		return this.dataKeys.of(table).rewrap();
	}

	/**
	 * Encryption of the values of one column.
	 * @param property the name of the property for messages
	 * @param table gives the table as {@code @Table} names it
	 * @param deterministic whether equal values are encrypted equally
	 */
	public ColumnEncryption column(String property, Supplier<String> table, String column, boolean deterministic) {
		return new ColumnEncryption(property, this.dataKeys, table, column, deterministic);
	}

	/**
	 * Encryption of the contents of a property that are stored outside of its row.
	 * @param property the name of the property for messages
	 * @param table gives the table as {@code @Table} names it
	 * @param column the column that names the contents
	 */
	public ContentEncryption content(String property, Supplier<String> table, String column) {
		return new ContentEncryption(property, this.dataKeys, table, column, this.options.readsPlainValues());
	}

}
