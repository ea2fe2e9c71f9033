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

package io.azuretables.benchmarks.store;

import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;

import com.azure.data.tables.TableClient;
import com.azure.data.tables.models.TableTransactionAction;
import com.azure.data.tables.models.TableTransactionActionType;
import com.azure.data.tables.models.TableServiceException;
import io.azuretables.http.ApacheHttpClient;
import io.azuretables.operations.TableTemplate;
import io.azuretables.azurite.Azurite;

/**
 * Sets up the two sides of a comparison, framework and SDK, on one Azurite emulator.
 */
public final class AzuriteSides {

	/**
	 * Azurite has one thread: with more at a time, answers come later, and on a loaded
	 * machine too late.
	 */
	private static final int CONCURRENCY = 4;

	private final CountingHttpClient http = new CountingHttpClient(new ApacheHttpClient());

	private final TableClient client;

	private final TableTemplate template;

	public AzuriteSides() {
		this(Azurite.endpoint());
	}

	public AzuriteSides(String endpoint) {
		this.client = Sides.sdk(this.http, endpoint);
		this.template = Sides.framework(this.http, endpoint, CONCURRENCY);
		try {
			this.client.createTable();
		}
		catch (TableServiceException ex) {
			if (ex.getResponse().getStatusCode() != 409) {
				throw ex;
			}
		}
	}

	public TableClient client() {
		return this.client;
	}

	public TableTemplate template() {
		return this.template;
	}

	public CountingHttpClient http() {
		return this.http;
	}

	/**
	 * Inserts rows in transactions of the SDK.
	 */
	public void submit(List<Employee> employees) {
		this.client.submitTransaction(employees.stream()
			.map((one) -> new TableTransactionAction(TableTransactionActionType.CREATE, HandMapping.entity(one)))
			.toList());
	}

	/**
	 * A partition without rows.
	 */
	public static String partition() {
		return UUID.randomUUID().toString();
	}

	/**
	 * Employees of a partition, numbered from 0.
	 */
	public static List<Employee> employees(String partition, int count) {
		return IntStream.range(0, count).mapToObj((number) -> Employee.of(partition, number)).toList();
	}

}
