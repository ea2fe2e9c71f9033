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

package io.azuretables.autoconfigure.web;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;

import io.azuretables.query.TableScrollPosition;
import io.azuretables.repository.query.TablePageRequest;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.data.domain.Slice;
import org.springframework.data.domain.Window;
import org.springframework.data.util.Lazy;
import org.springframework.util.StringUtils;

/**
 * Turns scroll positions into signed text for links to the next page, and back. Clients
 * can read the keys in it, and not change them.
 *
 * @since 0.1
 */
public final class ScrollPositionTokens {

	private static final Log logger = LogFactory.getLog(ScrollPositionTokens.class);

	private static final int RANDOM_BYTES = 32;

	private final Lazy<byte[]> key;

	/**
	 * Tokens that are signed with a secret.
	 * @param secret the secret, or {@code null} or blank for a random one
	 */
	ScrollPositionTokens(@Nullable String secret) {
		this.key = Lazy.of(() -> StringUtils.hasText(secret) ? secret.getBytes(StandardCharsets.UTF_8) : random());
	}

	/**
	 * Made, and told, with the first position that an application has to do with.
	 */
	private static byte[] random() {
		logger
			.info("Links to further pages are signed with a random secret: other instances of this application do not "
					+ "accept them, nor does this one after a restart. Set azure.tables.web.secret to the same text in all "
					+ "instances");
		byte[] key = new byte[RANDOM_BYTES];
		new SecureRandom().nextBytes(key);
		return key;
	}

	/**
	 * The text of a position.
	 */
	public String encode(TableScrollPosition position) {
		return position.encode(this.key.get());
	}

	/**
	 * Reads the text of a position.
	 * @throws IllegalArgumentException if it was not signed with the secret
	 */
	public TableScrollPosition decode(String token) {
		return TableScrollPosition.decode(token, this.key.get());
	}

	/**
	 * The text of the position where the next slice begins, or {@code null} after the
	 * last one.
	 */
	public @Nullable String next(Slice<?> slice) {
		return (slice.hasNext() && slice.nextPageable() instanceof TablePageRequest request
				&& request.position() != null) ? encode(request.position()) : null;
	}

	/**
	 * The text of the position where the next window begins, or {@code null} after the
	 * last one.
	 */
	public @Nullable String next(Window<?> window) {
		return (!window.isEmpty() && window.hasNext()
				&& window.positionAt(window.size() - 1) instanceof TableScrollPosition position) ? encode(position)
						: null;
	}

}
