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

package io.azuretables.patterns.faults;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import io.azuretables.key.TableKey;
import io.azuretables.patterns.sample.Store;
import io.azuretables.query.Update;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Entities of three rows, each of which has the value.
 */
final class WrittenWideEntity implements WrittenPattern {

	private final Store store;

	WrittenWideEntity(Services services) {
		this.store = WrittenPattern.store(services, "Dossiers");
	}

	private static TableKey key(int entity) {
		return TableKey.of("owner" + entity, "dossier_1");
	}

	@Override
	public void insert(int entity, String value) {
		this.store.template().insert(Dossier.of("owner" + entity, "1", value));
	}

	@Override
	public void update(int entity, String value) {
		Dossier known = this.store.template().findById(Dossier.class, key(entity)).orElseThrow();
		this.store.template().save(known.in(value));
	}

	@Override
	public void merge(int entity, String value) {
		this.store.template()
			.merge(Dossier.class, key(entity), Update.update("write", value).set("text", value).set("notes", value));
	}

	@Override
	public void delete(int entity) {
		this.store.template().deleteById(Dossier.class, key(entity));
	}

	@Override
	public @Nullable String checked(int entity) {
		List<TableRow> rows = this.store.rows(this.store.names().resolve(Dossier.class, "Dossiers"),
				"PartitionKey eq 'owner" + entity + "'");
		if (rows.isEmpty()) {
			return null;
		}
		assertThat(rows).hasSize(3);
		Set<Object> values = rows.stream()
			.flatMap((row) -> List.of("write", "text", "notes").stream().map(row::get))
			.filter((value) -> value != null)
			.collect(Collectors.toSet());
		assertThat(values).hasSize(1);
		return String.valueOf(values.iterator().next());
	}

}
