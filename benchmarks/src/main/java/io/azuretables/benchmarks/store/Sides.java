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

import java.net.URI;

import com.azure.core.credential.AzureNamedKeyCredential;
import com.azure.core.http.HttpClient;
import com.azure.data.tables.TableClient;
import com.azure.data.tables.TableClientBuilder;
import io.azuretables.client.HttpTableGateway;
import io.azuretables.client.TableClientOptions;
import io.azuretables.client.TableConnection;
import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.operations.SchemaMode;
import io.azuretables.operations.TableTemplate;
import io.azuretables.operations.TableTemplateOptions;

/**
 * Sets up the two sides of a comparison, framework and SDK, over one HTTP client.
 */
public final class Sides {

	private static final String ACCOUNT = "devstoreaccount1";

	public static final String KEY = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq"
			+ "/K1SZFPTOtr/KBHBeksoGMGw==";

	private Sides() {
	}

	public static TableClient sdk(HttpClient client) {
		return sdk(client, ServiceAnswers.ENDPOINT);
	}

	public static TableClient sdk(HttpClient client, String endpoint) {
		return new TableClientBuilder().endpoint(endpoint)
			.credential(new AzureNamedKeyCredential(ACCOUNT, KEY))
			.tableName("Employees")
			.httpClient(client)
			.buildClient();
	}

	/**
	 * The gateway with all its defaults, the HTTP client included.
	 */
	public static HttpTableGateway gateway(String endpoint) {
		return HttpTableGateway.connect(TableClientOptions
			.of(new TableConnection(URI.create(endpoint), TableConnection.azurite().credential())));
	}

	/**
	 * The template with all defaults, the HTTP client included.
	 */
	public static TableTemplate framework(String endpoint) {
		return new TableTemplate(gateway(endpoint), converter(),
				TableTemplateOptions.DEFAULTS.withSchema(SchemaMode.NONE));
	}

	public static TableTemplate framework(HttpClient client) {
		return framework(client, ServiceAnswers.ENDPOINT);
	}

	public static TableTemplate framework(HttpClient client, String endpoint) {
		return framework(client, endpoint, TableTemplateOptions.DEFAULTS.concurrency());
	}

	/**
	 * For a service that cannot do much at a time.
	 */
	public static TableTemplate framework(HttpClient client, String endpoint, int concurrency) {
		TableConnection azurite = TableConnection.azurite();
		TableClientOptions options = TableClientOptions
			.of(new TableConnection(URI.create(endpoint), azurite.credential()))
			.withHttpClient(client);
		return new TableTemplate(HttpTableGateway.connect(options), converter(),
				TableTemplateOptions.DEFAULTS.withSchema(SchemaMode.NONE).withConcurrency(concurrency));
	}

	private static TableConverter converter() {
		return new TableConverter(new TableMappingContext(new TableCustomConversions()));
	}

}
