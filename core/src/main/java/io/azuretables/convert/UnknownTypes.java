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

package io.azuretables.convert;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

import io.azuretables.internal.model.EntityModel;
import io.azuretables.internal.model.EntityModel.Discriminator;
import io.azuretables.internal.model.EntityModel.Match;
import io.azuretables.mapping.TablePersistentEntity;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Counts rows with a discriminator value that no mapped class has, and warns once for
 * each value. Such rows are left when the value of an {@code @EntityType} is changed.
 */
final class UnknownTypes {

	/**
	 * So many types are told apart: a table may hold anything.
	 */
	private static final int MOST = 20;

	private static final Log logger = LogFactory.getLog(UnknownTypes.class);

	private final TableMappingContext context;

	private final Map<Type, LongAdder> rows = new ConcurrentHashMap<>();

	UnknownTypes(TableMappingContext context) {
		this.context = context;
	}

	/**
	 * Takes notice of a row that is none of the class that is read.
	 * @param value what tells its type
	 */
	void met(TablePersistentEntity<?> read, String column, Object value) {
		boolean known = this.context.neighbours(read)
			.stream()
			.map((entity) -> EntityModel.of(entity).discriminator())
			.anyMatch((type) -> type != null && isKnown(type.match(value)));
		if (known) {
			return;
		}
		Type type = new Type(read.tableName(), column, Discriminator.shown(value));
		LongAdder counter = this.rows.get(type);
		if (counter == null && this.rows.size() < MOST) {
			LongAdder added = new LongAdder();
			counter = this.rows.putIfAbsent(type, added);
			if (counter == null) {
				counter = added;
				warn(read, type);
			}
		}
		if (counter != null) {
			counter.increment();
		}
	}

	private static boolean isKnown(Match match) {
		return match == Match.CURRENT || match == Match.OLDER;
	}

	private static void warn(TablePersistentEntity<?> read, Type type) {
		logger.warn("Table '" + type.table() + "' holds rows whose " + type.column() + " is '" + type.value()
				+ "', which no mapped class stands for; reading " + read.getType().getSimpleName()
				+ " leaves them out. If the value of an @EntityType was changed, change it back, or change these rows. "
				+ "This is logged once; TableConverter.unknownTypes counts the rows");
	}

	List<UnknownType> counted() {
		List<UnknownType> counted = new ArrayList<>();
		this.rows.forEach((type, counter) -> counted
			.add(new UnknownType(type.table(), type.column(), type.value(), counter.sum())));
		return counted;
	}

	private record Type(String table, String column, String value) {

	}

}
