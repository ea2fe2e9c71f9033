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

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicReferenceArray;

import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

import org.jspecify.annotations.Nullable;

/**
 * A key that encrypts values by AES-256-GCM. Safe for concurrent use.
 */
final class DataKey {

	static final int LENGTH = 32;

	static final int IV_LENGTH = 12;

	static final int TAG_LENGTH = 16;

	private static final SecureRandom RANDOM = new SecureRandom();

	/**
	 * A cipher costs more than what it encrypts here, so ciphers are used again. A thread
	 * has a place by its number, and makes a cipher where another one has taken it.
	 */
	private static final int CIPHERS = 64;

	private final long id;

	private final SecretKeySpec key;

	/**
	 * Makes the initialization vectors of deterministic values.
	 */
	private final SecretKeySpec vectors;

	/**
	 * Makes the keys of contents.
	 */
	private final SecretKeySpec contents;

	private final AtomicReferenceArray<@Nullable Cipher> ciphers = new AtomicReferenceArray<>(CIPHERS);

	DataKey(long id, byte[] bytes) {
		this.id = id;
		this.key = new SecretKeySpec(bytes, "AES");
		this.vectors = derived(bytes, "iv");
		this.contents = derived(bytes, "ct");
	}

	private static SecretKeySpec derived(byte[] bytes, String purpose) {
		return new SecretKeySpec(
				hmac(new SecretKeySpec(bytes, "HmacSHA256"), purpose.getBytes(StandardCharsets.US_ASCII)),
				"HmacSHA256");
	}

	/**
	 * The key of one content.
	 * @param parts a salt and what the content is bound to
	 */
	SecretKeySpec derived(byte[]... parts) {
		return new SecretKeySpec(hmac(this.contents, parts), "AES");
	}

	long id() {
		return this.id;
	}

	static byte[] random(int length) {
		byte[] bytes = new byte[length];
		RANDOM.nextBytes(bytes);
		return bytes;
	}

	/**
	 * The initialization vector that belongs to a value and what it is bound to.
	 */
	byte[] vector(byte[]... parts) {
		return java.util.Arrays.copyOf(hmac(this.vectors, parts), IV_LENGTH);
	}

	private static byte[] hmac(SecretKeySpec key, byte[]... parts) {
		try {
			Mac mac = Mac.getInstance("HmacSHA256");
			mac.init(key);
			for (byte[] part : parts) {
				mac.update(part);
			}
			return mac.doFinal();
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException("This Java has no HmacSHA256", ex);
		}
	}

	/**
	 * Encrypts a value with a vector that was never used with this key.
	 * @param target has the vector, and gets the value behind it
	 * @param at where the vector is in the target
	 * @param bound what the value is bound to
	 */
	void encrypt(byte[] plain, byte[] target, int at, byte[] bound) {
		int place = place();
		Cipher cipher = take(place);
		encrypt(cipher, plain, target, at, bound);
		this.ciphers.set(place, cipher);
	}

	/**
	 * Encrypts a value with the vector that belongs to it. A cipher refuses to use a
	 * vector twice, as it must for other values: each gets a new one.
	 */
	void encryptEqually(byte[] plain, byte[] target, int at, byte[] bound) {
		encrypt(cipher(), plain, target, at, bound);
	}

	private void encrypt(Cipher cipher, byte[] plain, byte[] target, int at, byte[] bound) {
		try {
			cipher.init(Cipher.ENCRYPT_MODE, this.key, parameters(target, at));
			cipher.updateAAD(bound);
			cipher.doFinal(plain, 0, plain.length, target, at + IV_LENGTH);
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException("This Java does not encrypt by AES-256-GCM", ex);
		}
	}

	/**
	 * The value that was encrypted; {@code null} if it was changed, or bound to something
	 * else.
	 */
	byte @Nullable [] decrypt(byte[] stored, int at, byte[] bound) {
		int place = place();
		Cipher cipher = take(place);
		try {
			cipher.init(Cipher.DECRYPT_MODE, this.key, parameters(stored, at));
			cipher.updateAAD(bound);
			int from = at + IV_LENGTH;
			byte[] plain = cipher.doFinal(stored, from, stored.length - from);
			this.ciphers.set(place, cipher);
			return plain;
		}
		catch (AEADBadTagException ex) {
			return null;
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException("This Java does not decrypt by AES-256-GCM", ex);
		}
	}

	private static GCMParameterSpec parameters(byte[] source, int at) {
		return new GCMParameterSpec(TAG_LENGTH * Byte.SIZE, source, at, IV_LENGTH);
	}

	private static int place() {
		return (int) (Thread.currentThread().getId() & (CIPHERS - 1));
	}

	private Cipher take(int place) {
		Cipher free = this.ciphers.getAndSet(place, null);
		return (free != null) ? free : cipher();
	}

	static Cipher cipher() {
		try {
			return Cipher.getInstance("AES/GCM/NoPadding");
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException("This Java has no AES/GCM/NoPadding", ex);
		}
	}

}
