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

package io.azuretables.patterns.transfer;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.operations.RowTemplate;
import io.azuretables.operations.TableTemplate;
import io.azuretables.row.TableRow;

/**
 * Imports rows as entities of a class, through a template.
 *
 * @param <T> the class
 */
final class EntityWriter<T> {

	private static final int CHUNK = 2_000;

	private final TableTemplate template;

	private final RowTemplate rows;

	private final Class<T> type;

	private final ImportMode mode;

	private final boolean versioned;

	private List<T> chunk = new ArrayList<>();

	EntityWriter(TableGateway gateway, TableTemplate template, Class<T> type, ImportMode mode) {
		this.template = template;
		this.rows = new RowTemplate(gateway, template.converter());
		this.type = type;
		this.mode = mode;
		this.versioned = template.converter().entity(type).hasVersionProperty();
	}

	void add(TableRow row) {
		T entity = this.type.cast(this.rows.convert(row, (any) -> this.type));
		this.chunk.add(this.template.converter().withVersion(entity, null));
		if (this.chunk.size() == CHUNK) {
			flush();
		}
	}

	void flush() {
		List<T> entities = this.chunk;
		this.chunk = new ArrayList<>();
		if (entities.isEmpty()) {
			return;
		}
		if (this.mode == ImportMode.INSERT) {
			this.template.insertAll(entities);
		}
		else {
			this.template.saveAll(this.versioned ? withVersions(entities) : entities);
		}
	}

	/**
	 * The entities with the versions that are stored now, so that they replace these.
	 */
	private List<T> withVersions(List<T> entities) {
		var converter = this.template.converter();
		List<TableKey> keys = entities.stream().map((entity) -> converter.key(entity)).toList();
		Map<TableKey, T> stored = new HashMap<>();
		this.template.findAllById(this.type, keys).forEach((entity) -> stored.put(converter.key(entity), entity));
		List<T> versioned = new ArrayList<>();
		for (int i = 0; i < keys.size(); i++) {
			T there = stored.get(keys.get(i));
			versioned.add((there != null) ? converter.withVersion(entities.get(i), converter.version(there))
					: entities.get(i));
		}
		return versioned;
	}

}
