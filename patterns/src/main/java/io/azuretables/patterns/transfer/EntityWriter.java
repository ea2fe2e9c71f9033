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
import java.util.stream.Stream;

import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.operations.TableTemplate;
import io.azuretables.row.TableRow;
import io.azuretables.write.PartialWriteException;

import org.springframework.dao.DuplicateKeyException;

/**
 * Imports rows as entities of a class, through a template.
 *
 * @param <T> the class
 */
final class EntityWriter<T> {

	private static final int CHUNK = 2_000;

	private final TableTemplate template;

	private final EntityContent<T> content;

	private final Class<T> type;

	private final ImportMode mode;

	private final boolean versioned;

	private List<T> chunk = new ArrayList<>();

	EntityWriter(TableGateway gateway, TableTemplate template, Class<T> type, ImportMode mode) {
		this.template = template;
		this.content = EntityContent.of(gateway, template, type);
		this.type = type;
		this.mode = mode;
		this.versioned = template.converter().entity(type).hasVersionProperty();
	}

	void add(TableRow row) {
		this.chunk.add(this.template.converter().withVersion(this.content.entity(row), null));
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
			insert(entities);
		}
		else {
			this.template.saveAll(this.versioned ? withVersions(entities) : entities);
		}
	}

	/**
	 * Inserts entities, and those that are left as long as they become fewer: another
	 * import may write some of them meanwhile.
	 */
	private void insert(List<T> entities) {
		try {
			this.template.insertAll(entities);
		}
		catch (PartialWriteException ex) {
			if (!(ex.getCause() instanceof DuplicateKeyException) || !ex.getUnknown().isEmpty()) {
				throw ex;
			}
			List<T> missing = missing(ex);
			if (missing.size() == entities.size()) {
				throw ex;
			}
			insert(missing);
		}
	}

	/**
	 * The entities that were not written and are not there. One request for each that was
	 * not written.
	 * @throws DuplicateKeyException if one is there with other properties
	 */
	private List<T> missing(PartialWriteException failure) {
		List<T> entities = Stream.concat(failure.getRefused().stream(), failure.getNotAttempted().stream())
			.map(this.type::cast)
			.toList();
		Map<TableKey, T> stored = stored(entities);
		return entities.stream().filter((entity) -> {
			T there = stored.get(this.template.converter().key(entity));
			if (there != null && this.content.digest(there) != this.content.digest(entity)) {
				throw new DuplicateKeyException(
						"A " + this.type.getSimpleName()
								+ " is there already with other properties; use the mode REPLACE, or an empty table",
						failure);
			}
			return there == null;
		}).toList();
	}

	private Map<TableKey, T> stored(List<T> entities) {
		var converter = this.template.converter();
		Map<TableKey, T> stored = new HashMap<>();
		this.template.findAllById(this.type, entities.stream().map(converter::key).toList())
			.forEach((entity) -> stored.put(converter.key(entity), entity));
		return stored;
	}

	/**
	 * The entities with the versions that are stored now, so that they replace these.
	 */
	private List<T> withVersions(List<T> entities) {
		var converter = this.template.converter();
		Map<TableKey, T> stored = stored(entities);
		List<T> versioned = new ArrayList<>();
		for (T entity : entities) {
			T there = stored.get(converter.key(entity));
			versioned.add((there != null) ? converter.withVersion(entity, converter.version(there)) : entity);
		}
		return versioned;
	}

}
