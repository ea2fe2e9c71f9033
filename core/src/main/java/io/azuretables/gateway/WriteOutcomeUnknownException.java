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

import java.util.List;

import io.azuretables.key.TableKey;

import org.springframework.dao.RecoverableDataAccessException;

/**
 * Thrown when it is unknown whether a write was applied. Its answer was lost, or came
 * from something else than the service, and reading back could not tell before the
 * deadline, or another writer has written the same rows since. The write may have been
 * applied, may not have been, and may be yet, within the half minute that the service
 * gives a request. To recover, read the rows, decide, and write again with a condition.
 *
 * @since 0.1
 */
public final class WriteOutcomeUnknownException extends RecoverableDataAccessException {

	private static final long serialVersionUID = 1L;

	private final String table;

	private final transient List<TableKey> keys;

	/**
	 * An exception for a request.
	 * @param request the words for the request, such as "insert into"
	 * @param table the table that was written to
	 * @param keys the keys of the rows
	 * @param end the end of the message
	 * @param cause why the outcome is unknown
	 */
	public WriteOutcomeUnknownException(String request, String table, List<TableKey> keys, String end,
			Throwable cause) {
		super("It is unknown whether the " + request + " table '" + table + "' was applied" + to(keys.size()) + end,
				cause);
		this.table = table;
		this.keys = List.copyOf(keys);
	}

	private static String to(int rows) {
		return switch (rows) {
			case 0 -> "";
			case 1 -> ", to 1 row";
			default -> ", to " + rows + " rows; either to all of them or to none";
		};
	}

	/**
	 * The table that was written to.
	 */
	public String table() {
		return this.table;
	}

	/**
	 * The keys of the rows in question; written all or none. Empty if the table itself
	 * was to be created or deleted.
	 */
	public List<TableKey> keys() {
		return this.keys;
	}

}
