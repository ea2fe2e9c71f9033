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

package io.azuretables.samples.guide;

import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;

import io.azuretables.convert.TableConverter;
import io.azuretables.gateway.TableGateway;
import io.azuretables.operations.RowTemplate;
import io.azuretables.patterns.blob.BlobStore;
import io.azuretables.patterns.queue.transport.QueueConnection;
import io.azuretables.query.Criteria;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;

import org.springframework.stereotype.Component;

/**
 * Reads and empties the tables and blobs of a scenario.
 */
@Component
class Stores {

	/**
	 * How much is shown of bytes.
	 */
	private static final int SHOWN = 24;

	private final TableGateway gateway;

	private final RowTemplate rows;

	private final BlobStore blobs;

	Stores(TableGateway gateway, TableConverter converter, QueueConnection connection) {
		this.gateway = gateway;
		this.rows = new RowTemplate(gateway, converter);
		this.blobs = Objects.requireNonNull(connection.blobs());
	}

	Picture picture(Scenario scenario) {
		List<Picture.Table> tables = tables(scenario).stream()
			.map((table) -> new Picture.Table(table, rows(table).stream().map(Stores::shown).toList()))
			.toList();
		return new Picture(tables,
				blobs(scenario).stream().map((blob) -> new Picture.Blob(blob.name(), blob.size())).toList());
	}

	private static Picture.Row shown(TableRow row) {
		TreeMap<String, String> properties = new TreeMap<>();
		row.forEach((name, value) -> properties.put(name, text(value)));
		return new Picture.Row(row.key().partitionKey(), row.key().rowKey(), properties);
	}

	private static String text(Object value) {
		if (!(value instanceof byte[] bytes)) {
			return String.valueOf(value);
		}
		String encoded = Base64.getEncoder().encodeToString(bytes);
		return (encoded.length() <= SHOWN) ? encoded : encoded.substring(0, SHOWN) + "… (" + bytes.length + " bytes)";
	}

	/**
	 * Deletes the rows and blobs. Tables stay, as the service keeps the name of one that
	 * was deleted for a while.
	 */
	void empty(Scenario scenario) {
		for (String table : tables(scenario)) {
			rows(table).forEach((row) -> this.gateway.write(table, new RowWrite.Delete(row.key(), RowWrite.ANY)));
		}
		blobs(scenario).forEach((blob) -> this.blobs.delete(blob.name()));
	}

	private List<String> tables(Scenario scenario) {
		return this.gateway.tables().stream().filter((table) -> table.startsWith(scenario.prefix())).sorted().toList();
	}

	private List<TableRow> rows(String table) {
		return this.rows.stream(table, Criteria.ALL).toList();
	}

	private List<BlobStore.Blob> blobs(Scenario scenario) {
		String prefix = scenario.blobs();
		return (prefix != null) ? this.blobs.list(prefix).toList() : List.of();
	}

}
