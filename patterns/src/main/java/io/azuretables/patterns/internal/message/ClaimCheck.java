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

package io.azuretables.patterns.internal.message;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import java.util.stream.Stream;

import io.azuretables.patterns.blob.BlobStore.Blob;
import io.azuretables.patterns.blob.BlobStore;
import io.azuretables.patterns.internal.message.Envelope.Claim;
import io.azuretables.patterns.internal.message.Envelope.Inline;
import io.azuretables.patterns.queue.message.PermanentMessageException;
import io.azuretables.patterns.queue.transport.MessageLimits;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataIntegrityViolationException;

/**
 * Puts a payload that does not fit into its message into a blob, before the message is
 * sent. The blob is named after the message, which carries the hash of the payload.
 */
public final class ClaimCheck {

	private static final Log logger = LogFactory.getLog(ClaimCheck.class);

	private static final String PREFIX = "claims/";

	/**
	 * What an envelope may grow by while it is handled, by its counters and the time when
	 * it is due. Its errors are left out where they do not fit.
	 */
	private static final int ROOM = 256;

	private final @Nullable BlobStore blobs;

	private final EnvelopeFormat format;

	ClaimCheck(@Nullable BlobStore blobs, EnvelopeFormat format) {
		this.blobs = blobs;
		this.format = format;
	}

	/**
	 * The text of a message, after a payload that does not fit has been put into a blob.
	 */
	public String pack(Envelope envelope) {
		String body = this.format.write(envelope);
		int bytes = body.getBytes(StandardCharsets.UTF_8).length;
		if (bytes <= MessageLimits.BODY_BYTES - ROOM) {
			return body;
		}
		if (this.blobs == null || !(envelope.content() instanceof Inline inline)) {
			throw new DataIntegrityViolationException("A message of " + bytes + " bytes is too long for a queue, which "
					+ "takes " + (MessageLimits.BODY_BYTES - ROOM) + "; configure blobs, or send less");
		}
		byte[] content = inline.payload().getBytes(StandardCharsets.UTF_8);
		this.blobs.putIfAbsent(blob(envelope), content);
		return this.format.write(envelope.withContent(new Claim(hash(content))));
	}

	/**
	 * The payload of a message. One request if it lies in a blob.
	 */
	String unpack(Envelope envelope) {
		if (envelope.content() instanceof Inline inline) {
			return inline.payload();
		}
		Claim claim = (Claim) envelope.content();
		if (this.blobs == null) {
			throw new PermanentMessageException(
					"The payload of the message is in a blob, and this process has no blob store; "
							+ "configure the one of the sender");
		}
		String blob = blob(envelope);
		byte[] found = this.blobs.read(blob).orElseThrow(() -> new LostPayloadException(blob));
		if (!hash(found).equals(claim.sha256())) {
			throw new PermanentMessageException(
					"The blob " + blob + " has another content than the payload that was sent");
		}
		return new String(found, StandardCharsets.UTF_8);
	}

	/**
	 * Removes the payload of a message that is gone, unless the blob holds something
	 * else. Two requests if it lies in a blob.
	 */
	public void discard(Envelope envelope) {
		if (this.blobs == null || !(envelope.content() instanceof Claim claim)) {
			return;
		}
		String blob = blob(envelope);
		Optional<byte[]> found = this.blobs.read(blob);
		if (found.isPresent() && hash(found.get()).equals(claim.sha256())) {
			this.blobs.delete(blob);
		}
		else if (found.isPresent()) {
			logger
				.warn("The blob " + blob + " has another content than the payload of its message, and is not deleted");
		}
	}

	/**
	 * The name of the blob of a message. It follows from the id, so that no message names
	 * another blob; encoded, so that no id leads out of the folder.
	 */
	static String blob(Envelope envelope) {
		byte[] id = envelope.id().getBytes(StandardCharsets.UTF_8);
		return PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(id);
	}

	public long sweep(Instant before) {
		BlobStore store = this.blobs;
		if (store == null) {
			return 0;
		}
		try (Stream<Blob> claims = store.list(PREFIX)) {
			return claims.filter((blob) -> blob.writtenAt().isBefore(before))
				.filter((blob) -> store.delete(blob.name()))
				.count();
		}
	}

	private static String hash(byte[] content) {
		try {
			return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("Every Java has SHA-256", ex);
		}
	}

}
