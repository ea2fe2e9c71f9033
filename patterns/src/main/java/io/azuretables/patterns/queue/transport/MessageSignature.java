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
package io.azuretables.patterns.queue.transport;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signs the messages of one queue, and verifies them. A message is the HMAC-SHA256 of its
 * text in a line of its own, and then the text. The key is derived from one of the
 * {@link MessageKeys} and the name of the queue, so a message is authentic in this queue
 * only. Safe for concurrent use.
 *
 * @since 0.1
 */
public final class MessageSignature {

	private static final String ALGORITHM = "HmacSHA256";

	private static final String LABEL = "azure-tables message signature 1\n";

	private static final char END = '\n';

	/**
	 * What stands in place of a signature where messages are not signed.
	 */
	private static final String UNSIGNED = "unsigned";

	private final String queue;

	private final List<SecretKeySpec> keys;

	/**
	 * A signature.
	 * @param secrets the first signs, and all verify; none if messages are not signed
	 */
	MessageSignature(String queue, List<byte[]> secrets) {
		this.queue = queue;
		this.keys = secrets.stream()
			.map((secret) -> new SecretKeySpec(hmac(new SecretKeySpec(secret, ALGORITHM), LABEL + queue), ALGORITHM))
			.toList();
	}

	/**
	 * The message of a text.
	 */
	public String sign(String text) {
		String signature = this.keys.isEmpty() ? UNSIGNED
				: Base64.getUrlEncoder().withoutPadding().encodeToString(hmac(this.keys.get(0), text));
		return signature + END + text;
	}

	/**
	 * The text of a message.
	 * @throws UnauthenticMessageException if it is not signed with one of the keys
	 */
	public String verify(String message) {
		int end = message.indexOf(END);
		if (end < 0) {
			throw new UnauthenticMessageException("The message has no signature, so that no sender of queue '"
					+ this.queue + "' has sent it; it is not handled");
		}
		String text = message.substring(end + 1);
		if (!this.keys.isEmpty() && !isSigned(text, message.substring(0, end))) {
			throw new UnauthenticMessageException("The message is not signed with a key of queue '" + this.queue
					+ "', or it was changed; it is not handled");
		}
		return text;
	}

	private boolean isSigned(String text, String signature) {
		byte[] given;
		try {
			given = Base64.getUrlDecoder().decode(signature);
		}
		catch (IllegalArgumentException ex) {
			return false;
		}
		return this.keys.stream().anyMatch((key) -> MessageDigest.isEqual(hmac(key, text), given));
	}

	private static byte[] hmac(SecretKeySpec key, String text) {
		try {
			Mac mac = Mac.getInstance(ALGORITHM);
			mac.init(key);
			return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException("Every Java has " + ALGORITHM, ex);
		}
	}

}
