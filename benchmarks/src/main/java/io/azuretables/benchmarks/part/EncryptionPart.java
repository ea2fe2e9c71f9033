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

package io.azuretables.benchmarks.part;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

import io.azuretables.benchmarks.figure.FigureTable;
import io.azuretables.benchmarks.figure.Turns;
import io.azuretables.benchmarks.figure.Turns.Cost;
import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.encryption.LocalKeyEncryption;
import io.azuretables.encryption.PropertyEncryption;
import io.azuretables.mapping.Encrypted;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowReader.Assembler;
import io.azuretables.row.TableRow;

/**
 * Measures what encryption adds to writing and reading an entity. Compares it with a
 * plain text, and the difference with the bare cipher: a vector, the keys as additional
 * data, the text as bytes.
 */
final class EncryptionPart {

	private static final int ROUNDS = 60;

	private static final int WARM = 20;

	private static final int CALLS = 20_000;

	private static final String TEXT = "0123456789".repeat(10);

	private final TableConverter converter;

	private EncryptionPart() {
		TableCustomConversions conversions = new TableCustomConversions();
		conversions.setEncryption(new PropertyEncryption(new EmbeddedTableGateway(),
				new LocalKeyEncryption(Map.of("key", new byte[32]), "key")));
		this.converter = new TableConverter(new TableMappingContext(conversions));
	}

	static FigureTable measure() throws GeneralSecurityException {
		return new EncryptionPart().figures();
	}

	private FigureTable figures() throws GeneralSecurityException {
		Secret secret = new Secret("department", "employee_000223", TEXT);
		Open open = new Open("department", "employee_000223", TEXT);
		TableRow secretRow = this.converter.write(secret);
		TableRow openRow = this.converter.write(open);
		Bare bare = new Bare();
		byte[] sealed = bare.encrypted();
		List<Cost> costs = new Turns(WARM, ROUNDS, CALLS).of(List.of(() -> this.converter.write(open).hashCode(),
				() -> this.converter.write(secret).key().hashCode(), () -> bare.encrypted().length,
				() -> read(this.converter.reader(Open.class), openRow),
				() -> read(this.converter.reader(Secret.class), secretRow), () -> bare.decrypted(sealed)));
		double[] nanos = costs.stream().mapToDouble(Cost::nanos).toArray();
		return new FigureTable(List.of("what", "µs plain", "µs encrypted", "µs more", "µs of the bare cipher", "ratio"),
				List.of(line("write", nanos, 0), line("read", nanos, 3)));
	}

	private static List<String> line(String what, double[] nanos, int from) {
		double more = nanos[from + 1] - nanos[from];
		return List.of(what, micros(nanos[from]), micros(nanos[from + 1]), micros(more), micros(nanos[from + 2]),
				String.format(Locale.ROOT, "%.2f", more / nanos[from + 2]));
	}

	private static String micros(double nanos) {
		return String.format(Locale.ROOT, "%.2f", nanos / 1000);
	}

	private static int read(RowReader<?> reader, TableRow row) {
		Assembler<?> assembler = reader.begin();
		row.forEach(assembler::property);
		return System.identityHashCode(assembler.end(row.key(), null, null));
	}

	/**
	 * The cipher of the JDK, used again for each text.
	 */
	private static final class Bare {

		private static final byte[] KEYS = "Employees/text/department/employee_000223".getBytes(StandardCharsets.UTF_8);

		private final SecureRandom random = new SecureRandom();

		private final SecretKeySpec key = new SecretKeySpec(new byte[32], "AES");

		private final Cipher cipher;

		Bare() throws GeneralSecurityException {
			this.cipher = Cipher.getInstance("AES/GCM/NoPadding");
		}

		byte[] encrypted() {
			byte[] vector = new byte[12];
			this.random.nextBytes(vector);
			try {
				this.cipher.init(Cipher.ENCRYPT_MODE, this.key, new GCMParameterSpec(128, vector));
				this.cipher.updateAAD(KEYS);
				byte[] text = TEXT.getBytes(StandardCharsets.UTF_8);
				byte[] sealed = new byte[vector.length + text.length + 16];
				System.arraycopy(vector, 0, sealed, 0, vector.length);
				this.cipher.doFinal(text, 0, text.length, sealed, vector.length);
				return sealed;
			}
			catch (GeneralSecurityException ex) {
				throw new IllegalStateException(ex);
			}
		}

		int decrypted(byte[] sealed) {
			try {
				this.cipher.init(Cipher.DECRYPT_MODE, this.key, new GCMParameterSpec(128, sealed, 0, 12));
				this.cipher.updateAAD(KEYS);
				return new String(this.cipher.doFinal(sealed, 12, sealed.length - 12), StandardCharsets.UTF_8).length();
			}
			catch (GeneralSecurityException ex) {
				throw new IllegalStateException(ex);
			}
		}

	}

	@Table("Secrets")
	record Secret(@PartitionKey String department, @RowKey String employee, @Encrypted String text) {

	}

	@Table("Texts")
	record Open(@PartitionKey String department, @RowKey String employee, String text) {

	}

}
