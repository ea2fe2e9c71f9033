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

package io.azuretables.query;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import org.jspecify.annotations.Nullable;

/**
 * Encodes scroll positions as text for URLs, and decodes them. The text has their parts,
 * with their lengths, and a signature if there is a secret, in URL-safe Base64.
 */
final class PositionText {

	private static final int VERSION = 1;

	private static final String ALGORITHM = "HmacSHA256";

	private static final int SIGNATURE_LENGTH = 32;

	private PositionText() {
	}

	static String write(TableScrollPosition position, byte @Nullable [] secret) {
		try {
			ByteArrayOutputStream bytes = new ByteArrayOutputStream();
			DataOutputStream out = new DataOutputStream(bytes);
			out.writeByte(VERSION);
			out.writeUTF(position.query());
			writeOptional(position.table(), out);
			out.writeInt(position.leg());
			writeOptional(position.nextPartitionKey(), out);
			writeOptional(position.nextRowKey(), out);
			if (secret != null) {
				out.write(signature(bytes.toByteArray(), secret));
			}
			return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.toByteArray());
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static void writeOptional(@Nullable String text, DataOutputStream out) throws IOException {
		out.writeBoolean(text != null);
		if (text != null) {
			out.writeUTF(text);
		}
	}

	static TableScrollPosition read(String text, byte @Nullable [] secret) {
		try {
			byte[] bytes = Base64.getUrlDecoder().decode(text);
			if (secret != null) {
				bytes = verified(bytes, secret);
			}
			DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
			if (in.readByte() != VERSION) {
				throw new IOException("another version");
			}
			TableScrollPosition position = new TableScrollPosition(in.readUTF(), readOptional(in), in.readInt(),
					readOptional(in), readOptional(in));
			if (in.read() >= 0 || position.leg() < 0) {
				throw new IOException("more than a position");
			}
			return position;
		}
		catch (IOException | IllegalArgumentException ex) {
			throw new IllegalArgumentException("The text is not a scroll position of this application", ex);
		}
	}

	private static byte[] verified(byte[] bytes, byte[] secret) throws IOException {
		int length = bytes.length - SIGNATURE_LENGTH;
		byte[] content = Arrays.copyOf(bytes, Math.max(0, length));
		if (length < 0 || !MessageDigest.isEqual(signature(content, secret),
				Arrays.copyOfRange(bytes, length, bytes.length))) {
			throw new IOException("not signed with the secret");
		}
		return content;
	}

	private static @Nullable String readOptional(DataInputStream in) throws IOException {
		return in.readBoolean() ? in.readUTF() : null;
	}

	private static byte[] signature(byte[] content, byte[] secret) {
		try {
			Mac mac = Mac.getInstance(ALGORITHM);
			mac.init(new SecretKeySpec(secret, ALGORITHM));
			return mac.doFinal(content);
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
