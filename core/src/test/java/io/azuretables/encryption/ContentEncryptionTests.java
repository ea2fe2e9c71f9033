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

import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;

import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Contents that are encrypted as streams.
 */
class ContentEncryptionTests {

	private static final int SEGMENT = 64 * 1024;

	private static final int STORED = SEGMENT + 16;

	private static final int HEADER = 44;

	private static final TableKey ROW = TableKey.of("Sales", "empid_1");

	private final EmbeddedTableGateway gateway = new EmbeddedTableGateway();

	private final LocalKeyEncryption keys = new LocalKeyEncryption(Map.of("first", new byte[32]), "first");

	private final PropertyEncryption encryption = new PropertyEncryption(this.gateway, this.keys);

	private final ContentEncryption contents = contents("Portraits", "photo");

	private ContentEncryption contents(String table, String column) {
		return this.encryption.content("Portrait.photo", () -> table, column);
	}

	private static byte[] random(int size) {
		byte[] bytes = new byte[size];
		new Random(size).nextBytes(bytes);
		return bytes;
	}

	private byte[] encrypted(byte[] plain) {
		return bytes(this.contents.encrypt(new ByteArrayInputStream(plain), ROW, "blob"));
	}

	private InputStream opened(byte[] stored) {
		return this.contents.decrypt(new ByteArrayInputStream(stored), ROW, "blob");
	}

	private static byte[] bytes(InputStream content) {
		try (content) {
			return content.readAllBytes();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, 1, 65535, 65536, 65537, 131072, 300000 })
	void readsWhatItHasWritten(int size) {
		byte[] plain = random(size);
		byte[] stored = encrypted(plain);
		assertThat(stored).hasSize((int) ContentEncryption.storedSize(size));
		assertThat(bytes(opened(stored))).isEqualTo(plain);
		assertThat(ContentEncryption.isEncrypted(stored)).isTrue();
		assertThat(encrypted(plain)).isNotEqualTo(stored);
	}

	@Test
	void readsByteByByteAndInOddPieces() throws IOException {
		byte[] plain = random(70000);
		InputStream content = opened(encrypted(plain));
		byte[] read = new byte[plain.length];
		read[0] = (byte) content.read();
		assertThat(content.skip(1)).isEqualTo(1);
		read[1] = plain[1];
		assertThat(content.read(read, 2, 0)).isZero();
		int at = 2;
		while (at < read.length) {
			at += content.read(read, at, Math.min(997, read.length - at));
		}
		assertThat(read).isEqualTo(plain);
		assertThat(content.read()).isEqualTo(-1);
	}

	/**
	 * Decrypts with nothing but the JDK.
	 */
	@Test
	void isStoredAsThePageSays() throws GeneralSecurityException {
		byte[] plain = random(SEGMENT + 10);
		byte[] stored = encrypted(plain);
		assertThat(Arrays.copyOf(stored, 4)).isEqualTo(new byte[] { (byte) 0xF5, 'E', 'N', 3 });
		TableRow wrapped = this.gateway.read(RowRequest.of("encryptionkeys", null), RowReader.rows()).rows().get(0);
		byte[] dataKey = this.keys.unwrap("first", (byte[]) wrapped.get("wrapped"));
		byte[] contentsKey = hmac(dataKey, "ct".getBytes(StandardCharsets.UTF_8));
		ByteBuffer bound = ByteBuffer.allocate(500).put(stored, 0, HEADER);
		for (String part : List.of("Portraits", "photo", "Sales", "empid_1", "blob")) {
			bound.putInt(part.length()).put(part.getBytes(StandardCharsets.UTF_8));
		}
		SecretKeySpec key = new SecretKeySpec(hmac(contentsKey, Arrays.copyOf(bound.array(), bound.position())), "AES");
		Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
		byte[] vector = new byte[12];
		cipher.init(Cipher.DECRYPT_MODE, key, new GCMParameterSpec(128, vector));
		assertThat(cipher.doFinal(stored, HEADER, STORED)).isEqualTo(Arrays.copyOf(plain, SEGMENT));
		vector[10] = 1;
		vector[11] = 1;
		cipher.init(Cipher.DECRYPT_MODE, key, new GCMParameterSpec(128, vector));
		assertThat(cipher.doFinal(stored, HEADER + STORED, 26))
			.isEqualTo(Arrays.copyOfRange(plain, SEGMENT, plain.length));
	}

	private static byte[] hmac(byte[] key, byte[] text) throws GeneralSecurityException {
		Mac mac = Mac.getInstance("HmacSHA256");
		mac.init(new SecretKeySpec(key, "HmacSHA256"));
		return mac.doFinal(text);
	}

	/**
	 * Reads to the end, and gives what was handed over before the failure.
	 */
	private static byte[] refused(InputStream content) {
		List<Byte> read = new ArrayList<>();
		assertThatExceptionOfType(IOException.class).isThrownBy(() -> {
			int next = content.read();
			while (next != -1) {
				read.add((byte) next);
				next = content.read();
			}
		}).withCauseInstanceOf(DecryptionException.class).withMessageStartingWith("Property 'Portrait.photo': ");
		assertThatExceptionOfType(IOException.class).as("goes on after a failure").isThrownBy(content::read);
		byte[] bytes = new byte[read.size()];
		for (int i = 0; i < bytes.length; i++) {
			bytes[i] = read.get(i);
		}
		return bytes;
	}

	@Test
	void refusesAChangedByteWhereverItIs() {
		byte[] plain = random(SEGMENT + 100);
		byte[] stored = encrypted(plain);
		for (int at : List.of(0, 3, 4, 11, 12, 43, 44, 1000, HEADER + STORED - 1, HEADER + STORED, stored.length - 1)) {
			byte[] changed = stored.clone();
			changed[at] ^= 1;
			assertThat(refused(opened(changed))).as("byte " + at)
				.isEqualTo(Arrays.copyOf(plain, (at < HEADER + STORED) ? 0 : SEGMENT));
		}
	}

	@Test
	void refusesAContentThatIsCutOff() {
		byte[] plain = random(2 * SEGMENT + 100);
		byte[] stored = encrypted(plain);
		for (int length : List.of(0, 10, HEADER, HEADER + 5, HEADER + 100, HEADER + STORED - 1, HEADER + STORED,
				HEADER + STORED + 16, HEADER + 2 * STORED, stored.length - 1)) {
			assertThat(refused(opened(Arrays.copyOf(stored, length)))).as("length " + length)
				.hasSizeLessThan(plain.length);
		}
		assertThat(refused(opened(Arrays.copyOf(stored, stored.length + 1)))).hasSizeLessThan(plain.length);
	}

	@Test
	void readsNothingMoreAfterAFailureOfItsSource() {
		byte[] stored = encrypted(random(2 * SEGMENT));
		InputStream content = this.contents.decrypt(new FilterInputStream(new ByteArrayInputStream(stored)) {

			private int reads;

			@Override
			public int read(byte[] target, int offset, int length) throws IOException {
				if (++this.reads == 2) {
					throw new IllegalStateException("The connection is lost");
				}
				return super.read(target, offset, length);
			}

		}, ROW, "blob");
		assertThatIllegalStateException().isThrownBy(content::read).withMessage("The connection is lost");
		assertThatExceptionOfType(IOException.class).isThrownBy(content::read).withMessage("The connection is lost");
	}

	@Test
	void refusesSegmentsInAnotherOrderOrOfAnotherContent() {
		byte[] stored = encrypted(random(3 * SEGMENT));
		byte[] swapped = stored.clone();
		System.arraycopy(stored, HEADER, swapped, HEADER + STORED, STORED);
		System.arraycopy(stored, HEADER + STORED, swapped, HEADER, STORED);
		assertThat(refused(opened(swapped))).isEmpty();
		byte[] other = encrypted(random(3 * SEGMENT));
		System.arraycopy(stored, HEADER + STORED, other, HEADER + STORED, STORED);
		assertThat(refused(opened(other))).hasSize(SEGMENT);
		byte[] left = Arrays.copyOf(stored, stored.length - STORED);
		System.arraycopy(stored, HEADER + 2 * STORED, left, HEADER + STORED, STORED);
		assertThat(refused(opened(left))).hasSize(SEGMENT);
	}

	@Test
	void refusesAContentThatIsPutElsewhere() {
		byte[] stored = encrypted(random(10));
		assertThat(refused(this.contents.decrypt(new ByteArrayInputStream(stored), ROW, "other"))).isEmpty();
		for (TableKey row : List.of(TableKey.of("Sales", "empid_2"), TableKey.of("Salesempid", "_1"))) {
			assertThat(refused(this.contents.decrypt(new ByteArrayInputStream(stored), row, "blob"))).isEmpty();
		}
		InputStream otherColumn = contents("Portraits", "scan").decrypt(new ByteArrayInputStream(stored), ROW, "blob");
		assertThat(refused(otherColumn)).isEmpty();
		InputStream otherTable = contents("Others", "photo").decrypt(new ByteArrayInputStream(stored), ROW, "blob");
		assertThat(refused(otherTable)).isEmpty();
	}

	@Test
	void readsWhatWasEncryptedBeforeARotation() {
		byte[] before = encrypted(random(10));
		this.encryption.rotate("Portraits");
		byte[] after = encrypted(random(10));
		assertThat(Arrays.copyOfRange(after, 4, 12)).isNotEqualTo(Arrays.copyOfRange(before, 4, 12));
		assertThat(bytes(opened(before))).isEqualTo(random(10));
		assertThat(bytes(opened(after))).isEqualTo(random(10));
	}

	@Test
	void saysWhatIsMissing() {
		byte[] stored = encrypted(random(10));
		TableRow wrapped = this.gateway.read(RowRequest.of("encryptionkeys", null), RowReader.rows()).rows().get(0);
		this.gateway.write("encryptionkeys", new RowWrite.Delete(wrapped.key(), RowWrite.ANY));
		InputStream content = new PropertyEncryption(this.gateway, this.keys)
			.content("Portrait.photo", () -> "Portraits", "photo")
			.decrypt(new ByteArrayInputStream(stored), ROW, "blob");
		assertThatExceptionOfType(IOException.class).isThrownBy(content::read)
			.withMessageContaining("the data key ")
			.withMessageContaining("of the table 'Portraits' is missing");
		InputStream plain = opened(random(100));
		assertThatExceptionOfType(IOException.class).isThrownBy(plain::read)
			.withMessageContaining("the stored content is not encrypted");
	}

}
