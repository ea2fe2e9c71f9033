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

package io.azuretables.patterns.queue;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.stream.Stream;

import io.azuretables.patterns.queue.BlobStore.Blob;
import io.azuretables.patterns.queue.Envelope.Claim;
import io.azuretables.patterns.queue.Envelope.Content;
import io.azuretables.patterns.queue.Envelope.Inline;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataIntegrityViolationException;

/**
 * What if a payload does not fit into a message? It goes into a blob before the message
 * is sent, and the message carries the blob's name and hash.
 */
final class ClaimCheck {

	private static final String PREFIX = "claims/";

	/**
	 * What an envelope may grow by while it is handled, by its counters and the time when
	 * it is due. Its errors are left out where they do not fit.
	 */
	private static final int ROOM = 256;

	private final @Nullable BlobStore blobs;

	ClaimCheck(@Nullable BlobStore blobs) {
		this.blobs = blobs;
	}

	/**
	 * The text of a message, after a payload that does not fit has been put into a blob.
	 */
	String pack(Envelope envelope) {
		String body = EnvelopeFormat.write(envelope);
		int bytes = body.getBytes(StandardCharsets.UTF_8).length;
		if (bytes <= MessageLimits.BODY_BYTES - ROOM) {
			return body;
		}
		if (this.blobs == null || !(envelope.content() instanceof Inline inline)) {
			throw new DataIntegrityViolationException("A message of " + bytes + " bytes is too long for a queue, which "
					+ "takes " + (MessageLimits.BODY_BYTES - ROOM) + "; configure blobs, or send less");
		}
		byte[] content = inline.payload().getBytes(StandardCharsets.UTF_8);
		Claim claim = new Claim(PREFIX + envelope.id(), hash(content));
		this.blobs.putIfAbsent(claim.blob(), content);
		return EnvelopeFormat.write(envelope.withContent(claim));
	}

	/**
	 * The payload of a message. One request if it lies in a blob.
	 */
	String unpack(Content content) {
		if (content instanceof Inline inline) {
			return inline.payload();
		}
		Claim claim = (Claim) content;
		if (this.blobs == null) {
			throw new PermanentMessageException("The payload lies in a blob, and no blobs are configured");
		}
		byte[] found = this.blobs.read(claim.blob()).orElseThrow(() -> new LostPayloadException(claim.blob()));
		if (!hash(found).equals(claim.sha256())) {
			throw new PermanentMessageException("The blob " + claim.blob() + " is not what was sent");
		}
		return new String(found, StandardCharsets.UTF_8);
	}

	/**
	 * Removes the payload of a message that is gone.
	 */
	void discard(Content content) {
		if (content instanceof Claim claim && this.blobs != null) {
			this.blobs.delete(claim.blob());
		}
	}

	long sweep(Instant before) {
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
