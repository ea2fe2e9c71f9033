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

package io.azuretables.gateway;

import java.net.URI;
import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * A signed shared access signature (SAS) for rows of one table: the token, its table and
 * its expiry. The token is a secret: who has it, has the access. It is not part of
 * {@link #toString()}.
 *
 * @param endpoint the address of the table service
 * @param table the name of the table
 * @param token the query string that requests need, without a question mark
 * @param until when it ends, or {@code null} where a stored access policy says it
 * @since 0.1
 */
public record SharedAccess(URI endpoint, String table, String token, @Nullable Instant until) {

	/**
	 * The address of a query for the rows, with the token. Further parameters, such as
	 * {@code $filter}, follow behind an {@code &}.
	 */
	public URI uri() {
		String base = this.endpoint.toString();
		return URI.create((base.endsWith("/") ? base : base + "/") + this.table + "()?" + this.token);
	}

	@Override
	public String toString() {
		return "SharedAccess[endpoint=" + this.endpoint + ", table=" + this.table + ", until=" + this.until + "]";
	}

}
