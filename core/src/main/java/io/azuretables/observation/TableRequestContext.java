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

package io.azuretables.observation;

import io.micrometer.observation.Observation;

/**
 * The Micrometer observation context of one request to the table service.
 *
 * @since 0.1
 */
public final class TableRequestContext extends Observation.Context {

	private final String table;

	private final String operation;

	private final String region;

	private String status = StatusText.OK;

	private int rows;

	TableRequestContext(String table, String operation, String region) {
		this.table = table;
		this.operation = operation;
		this.region = region;
	}

	/**
	 * The table, or {@code none} where the request is about none in particular.
	 */
	public String getTable() {
		return this.table;
	}

	/**
	 * What was asked for, such as {@code read} or {@code transaction}.
	 */
	public String getOperation() {
		return this.operation;
	}

	/**
	 * The region that was asked: {@code primary} or {@code secondary}.
	 */
	public String getRegion() {
		return this.region;
	}

	/**
	 * How it ended: {@code ok}, {@code not-found}, or the kind of the error.
	 */
	public String getStatus() {
		return this.status;
	}

	/**
	 * How many rows were read or written.
	 */
	public int getRows() {
		return this.rows;
	}

	void ended(String newStatus, int newRows) {
		this.status = newStatus;
		this.rows = newRows;
	}

}
