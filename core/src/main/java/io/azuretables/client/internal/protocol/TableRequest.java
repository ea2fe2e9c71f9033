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

package io.azuretables.client.internal.protocol;

import org.jspecify.annotations.Nullable;

/**
 * One HTTP request to the table service, with its address, headers and body.
 *
 * @param kind what kind it is
 * @param table the name of the table, or of all of them
 * @param url where it goes
 * @param contentType the type of the body, or {@code null} without one
 * @param body the body, or {@code null} for none
 * @param ifMatch the ETag that the row must have, or {@code null} for any
 */
public record TableRequest(RequestKind kind, String table, String url, @Nullable String contentType,
		byte @Nullable [] body, @Nullable String ifMatch) {

	/**
	 * A request that is an address and nothing else.
	 */
	static TableRequest of(RequestKind kind, String table, String url) {
		return new TableRequest(kind, table, url, null, null, null);
	}

	/**
	 * What it does, for messages; no keys.
	 */
	public String words() {
		return this.kind.words() + " table '" + this.table + "'";
	}

	/**
	 * Whom it goes to, for messages; neither a path, which may hold keys, nor a
	 * signature.
	 */
	public String server() {
		int path = this.url.indexOf('/', this.url.indexOf("://") + "://".length());
		return (path != -1) ? this.url.substring(0, path) : this.url;
	}

}
