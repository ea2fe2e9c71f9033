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

import com.azure.core.http.HttpMethod;
import io.azuretables.internal.json.UnreadableResponseException;

/**
 * The kinds of requests to the table service, such as read, insert or merge, with their
 * HTTP methods.
 */
public enum RequestKind {

	READ(HttpMethod.GET, "read from"),

	INSERT(HttpMethod.POST, "insert into"),

	REPLACE(HttpMethod.PUT, "replace in"),

	MERGE(HttpMethod.PATCH, "merge in"),

	DELETE(HttpMethod.DELETE, "delete from"),

	BATCH(HttpMethod.POST, "transaction on"),

	CREATE_TABLE(HttpMethod.POST, "creation of"),

	DELETE_TABLE(HttpMethod.DELETE, "deletion of"),

	LIST_TABLES(HttpMethod.GET, "list of");

	private final HttpMethod method;

	private final String words;

	RequestKind(HttpMethod method, String words) {
		this.method = method;
		this.words = words;
	}

	HttpMethod method() {
		return this.method;
	}

	/**
	 * What it does to a table, for messages.
	 */
	public String words() {
		return this.words;
	}

	public boolean isRead() {
		return this.method == HttpMethod.GET;
	}

	/**
	 * Refuses a success that is not the one that the service answers with: something else
	 * has answered, such as a proxy that asks to log in.
	 */
	void checkAnswered(int status) {
		if (!isAnsweredBy(status)) {
			throw new UnreadableResponseException("The table service does not answer this request with HTTP " + status);
		}
	}

	private boolean isAnsweredBy(int status) {
		if (isRead()) {
			return status == 200;
		}
		return (this == BATCH) ? status == 202 : status == 204 || (status == 201 && isEchoed());
	}

	/**
	 * Whether the answer tells the new ETag of the row.
	 */
	boolean hasEtag() {
		return this == INSERT || this == REPLACE || this == MERGE;
	}

	/**
	 * Whether the service would send back what it was sent if it were not told to spare
	 * it.
	 */
	boolean isEchoed() {
		return this == INSERT || this == CREATE_TABLE;
	}

}
