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

package io.azuretables.autoconfigure.internal.console;

import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.UnaryOperator;

import io.azuretables.autoconfigure.internal.console.TableKinds.Category;
import io.azuretables.autoconfigure.internal.console.TableKinds.RowKind;
import io.azuretables.gateway.TableGateway;
import io.azuretables.internal.model.EntityModel;
import io.azuretables.internal.model.LeafProperty;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.TablePersistentEntity;
import io.azuretables.mapping.TablePersistentProperty;
import io.azuretables.operations.TableOperations;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

import org.springframework.beans.BeanUtils;
import org.springframework.core.convert.ConversionException;
import org.springframework.core.convert.ConversionService;
import org.springframework.dao.OptimisticLockingFailureException;

/**
 * Lets the user of the web console edit and delete entities, with a check of their
 * versions. Rows of no mapped class are deleted by their ETag; index rows and rows of the
 * library are left to what keeps them.
 */
final class RowEdits {

	private final TableGateway gateway;

	private final TableOperations operations;

	private final ConversionService conversions;

	private final TableKinds kinds;

	RowEdits(TableGateway gateway, TableOperations operations, ConversionService conversions) {
		this.gateway = gateway;
		this.operations = operations;
		this.conversions = conversions;
		this.kinds = new TableKinds(operations);
	}

	Map<String, Function<ConsoleArguments, Object>> calls() {
		return Map.of("save", this::save, "delete", this::delete);
	}

	/**
	 * Changes properties of an entity. Three requests, and those that its indexes take.
	 */
	private Object save(ConsoleArguments call) {
		TablePersistentEntity<?> type = seen(call).entity();
		if (type == null) {
			throw new ConsoleException(400, "Only entities of mapped classes can be edited");
		}
		JsonNode values = call.json().get("values");
		if (values == null || !values.isObject() || values.isEmpty()) {
			throw new ConsoleException(400, "The call lacks 'values'");
		}
		change(type.getType(), call, values, type);
		return Map.of("saved", true);
	}

	private <T> void change(Class<T> type, ConsoleArguments call, JsonNode values, TablePersistentEntity<?> entity) {
		String etag = call.text("etag");
		TableOperations there = this.kinds.in(entity, call.text("table"));
		UnaryOperator<T> change = (found) -> {
			// the template replaces the very row that it has read
			TableRow row = read(call);
			if (row == null || !etag.equals(row.etag())) {
				throw changed();
			}
			T edited = found;
			for (Map.Entry<String, JsonNode> value : values.properties()) {
				edited = this.operations.converter()
					.with(edited, property(entity, value.getKey()), value(entity, value.getKey(), value.getValue()));
			}
			return edited;
		};
		there.updateWithRetry(type, call.key(), change).orElseThrow(RowEdits::changed);
	}

	private static TablePersistentProperty property(TablePersistentEntity<?> entity, String name) {
		LeafProperty leaf = EntityModel.of(entity).leaf(name).orElse(null);
		if (leaf == null || leaf.path().size() != 1 || EntityModel.of(entity).keys().leaves().contains(leaf)
				|| !leaf.isWritten() || leaf.property().isVersionProperty()
				|| !BeanUtils.isSimpleValueType(leaf.property().getType())) {
			throw new ConsoleException(400,
					"'" + name + "' cannot be edited: it is no simple property, or stands in the key");
		}
		return leaf.property();
	}

	private @Nullable Object value(TablePersistentEntity<?> entity, String name, JsonNode json) {
		if (json.isNull()) {
			return null;
		}
		Class<?> target = property(entity, name).getType();
		try {
			return this.conversions.convert(json.asString(), target);
		}
		catch (ConversionException ex) {
			throw new ConsoleException(400, "The value of '" + name + "' cannot be made a " + target.getSimpleName());
		}
	}

	/**
	 * Deletes an entity with its index rows, or a row of no mapped class.
	 */
	private Object delete(ConsoleArguments call) {
		RowKind kind = seen(call);
		TablePersistentEntity<?> type = kind.entity();
		if (type == null) {
			this.gateway.write(call.text("table"), new RowWrite.Delete(call.key(), call.text("etag")));
		}
		else {
			TableOperations there = this.kinds.in(type, call.text("table"));
			Object entity = there.findById(type.getType(), call.key()).orElseThrow(RowEdits::changed);
			there.delete(entity);
		}
		return Map.of("deleted", true);
	}

	private @Nullable TableRow read(ConsoleArguments call) {
		return this.gateway.read(call.text("table"), call.key(), null, RowReader.rows());
	}

	/**
	 * The kind of a row that may be changed, if it is what the person saw. One request.
	 */
	private RowKind seen(ConsoleArguments call) {
		TableKey key = call.key();
		TableRow row = read(call);
		if (row == null || !Objects.equals(row.etag(), call.text("etag"))) {
			throw changed();
		}
		RowKind kind = TableKinds.kind(row, this.kinds.of(call.text("table")));
		if (kind.category() != Category.ENTITY && kind.category() != Category.UNKNOWN) {
			throw new ConsoleException(400, "The row is not an entity, but maintained by the library: change its "
					+ "entity, or rebuild the index");
		}
		return kind;
	}

	private static OptimisticLockingFailureException changed() {
		return new OptimisticLockingFailureException(
				"The row was changed or deleted since you opened it: open it again");
	}

}
