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
package io.azuretables.internal.index;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import io.azuretables.internal.change.EntityChange;
import io.azuretables.internal.convert.RowValues;
import io.azuretables.internal.model.EntityModel;
import io.azuretables.key.InvalidKeyException;
import io.azuretables.key.RowParts;
import io.azuretables.key.RowParts.Generation;
import io.azuretables.key.TableKey;
import io.azuretables.row.RowWrite;
import io.azuretables.row.ServiceLimits;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

/**
 * Divides an entity that is too large for one row into a main row and rows for its
 * {@code @Part} properties. Each write of an entity writes the main row, so that its ETag
 * is the version of the whole entity; the conditions are on that row alone.
 *
 * @param model the class of the entity
 */
record PartRows(EntityModel model) {

	private RowParts parts() {
		return this.model.parts();
	}

	/**
	 * The main row of an entity that is written whole.
	 * @param row all columns of the entity
	 */
	TableRow main(TableRow row, String token) {
		Map<String, Object> columns = Objects.requireNonNull(split(row).get(""));
		columns.put(RowParts.GENERATION, generation(token));
		return TableRow.of(row.key(), columns).withEtag(row.etag());
	}

	private String generation(String token) {
		return new Generation(token, List.copyOf(parts().names())).toString();
	}

	/**
	 * The columns of each part, and of the main row under the empty name.
	 */
	private Map<String, Map<String, Object>> split(TableRow row) {
		Map<String, Map<String, Object>> split = new LinkedHashMap<>();
		split.put("", new LinkedHashMap<>());
		parts().names().forEach((part) -> split.put(part, new LinkedHashMap<>()));
		row.forEach(
				(name, value) -> Objects.requireNonNull(split.get(Objects.requireNonNullElse(parts().part(name), "")))
					.put(name, value));
		return split;
	}

	/**
	 * The writes of the parts that go with the write of an entity. Those that it had
	 * under other names are deleted, if they are known.
	 */
	List<RowWrite> writes(EntityChange change) {
		RowValues after = change.after();
		List<RowWrite> writes = new ArrayList<>();
		Set<String> old = old(change.before());
		if (after != null) {
			Map<String, Map<String, Object>> split = split(after.row());
			for (String part : parts().names()) {
				Map<String, Object> columns = Objects.requireNonNull(split.get(part));
				columns.put(RowParts.GENERATION, change.token());
				columns.put(RowWrite.TOKEN, change.token());
				writes.add(new RowWrite.InsertOrReplace(TableRow.of(key(change.key(), part), columns)));
			}
			old.removeAll(parts().names());
		}
		else if (old.isEmpty() && change.before() != null) {
			old.addAll(parts().names());
		}
		for (String part : old) {
			writes.add(new RowWrite.Delete(RowParts.key(change.key(), part), RowWrite.ANY));
		}
		return writes;
	}

	private static Set<String> old(@Nullable RowValues before) {
		Generation generation = (before != null) ? Generation.of(before.row().get(RowParts.GENERATION)) : null;
		return (generation != null) ? new LinkedHashSet<>(generation.parts()) : new LinkedHashSet<>();
	}

	/**
	 * The writes that set some columns without knowing the others. Those of a single row
	 * leave the generation as it is; others give a new one to all rows, so that a reader
	 * sees all of them or none.
	 * @param partial the columns, with the token of the write
	 * @param insert whether the entity is inserted if it is not there
	 */
	List<RowWrite> merges(TableRow partial, boolean insert) {
		String token = Objects.requireNonNull(partial.get(RowWrite.TOKEN, String.class));
		Map<String, Map<String, Object>> split = split(partial);
		Map<String, Object> main = Objects.requireNonNull(split.remove(""));
		long touched = split.values().stream().filter((columns) -> !columns.isEmpty()).count();
		boolean all = insert || touched > 1 || (touched == 1 && main.size() > 1);
		if (all) {
			main.put(RowParts.GENERATION, generation(token));
		}
		List<RowWrite> writes = new ArrayList<>();
		writes.add(merge(partial.key(), main, insert));
		split.forEach((part, columns) -> {
			if (all) {
				columns.put(RowParts.GENERATION, token);
			}
			if (!columns.isEmpty()) {
				columns.put(RowWrite.TOKEN, token);
				writes.add(merge(key(partial.key(), part), columns, insert));
			}
		});
		return writes;
	}

	/**
	 * The key of a part that is written.
	 * @throws InvalidKeyException if it is longer than the service takes
	 */
	private TableKey key(TableKey main, String part) {
		TableKey key = RowParts.key(main, part);
		int over = key.rowKey().length() - ServiceLimits.KEY_LENGTH;
		if (over > 0) {
			throw new InvalidKeyException(this.model.type().getSimpleName(),
					"the row key of an entity with @Part(\"" + part + "\") has up to " + (main.rowKey().length() - over)
							+ " UTF-16 code units, and this one has " + main.rowKey().length()
							+ "; use shorter values or a shorter template, or a shorter name of the part");
		}
		return key;
	}

	private static RowWrite merge(TableKey key, Map<String, Object> columns, boolean insert) {
		TableRow row = TableRow.of(key, columns);
		return insert ? new RowWrite.InsertOrMerge(row) : new RowWrite.Merge(row, RowWrite.ANY);
	}

}
