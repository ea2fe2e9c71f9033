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

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import java.util.function.UnaryOperator;

import io.azuretables.row.RowReader.Assembler;
import io.azuretables.row.TableRow;

/**
 * Writes entities and reads their rows, as the service would give them back: with the
 * types of the properties, or as JSON without annotations suggests them.
 */
final class StoredRows {

	static final Instant WRITTEN = Instant.parse("2014-08-22T18:00:00.1234567Z");

	private static final DateTimeFormatter SERVICE_TIME = DateTimeFormatter
		.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSSS'Z'")
		.withZone(ZoneOffset.UTC);

	private final TableConverter converter;

	StoredRows(Object... converters) {
		this.converter = new TableConverter(new TableMappingContext(new TableCustomConversions(List.of(converters))));
	}

	TableConverter converter() {
		return this.converter;
	}

	TableRow write(Object entity) {
		return this.converter.write(entity);
	}

	@SuppressWarnings("unchecked")
	<T> T readBack(T entity) {
		return read((Class<T>) entity.getClass(), write(entity), UnaryOperator.identity());
	}

	@SuppressWarnings("unchecked")
	<T> T readBackUntyped(T entity) {
		return read((Class<T>) entity.getClass(), write(entity), StoredRows::untyped);
	}

	<T> T read(Class<T> type, TableRow row) {
		return read(type, row, UnaryOperator.identity());
	}

	private <T> T read(Class<T> type, TableRow row, UnaryOperator<Object> transport) {
		Assembler<T> assembler = this.converter.reader(type).begin();
		row.forEach((name, value) -> assembler.property(name, transport.apply(value)));
		return assembler.end(row.key(), "W/\"1\"", WRITTEN);
	}

	/**
	 * The value that JSON suggests where its type is not said.
	 */
	static Object untyped(Object value) {
		if (value instanceof Double number) {
			boolean whole = number == Math.rint(number) && Math.abs(number) <= Integer.MAX_VALUE
					&& !number.equals(-0.0);
			return whole ? (Object) number.intValue() : Double.isFinite(number) ? number : (Object) number.toString();
		}
		if (value instanceof byte[] bytes) {
			return Base64.getEncoder().encodeToString(bytes);
		}
		if (value instanceof Instant time) {
			return SERVICE_TIME.format(time);
		}
		return (value instanceof Long || value instanceof UUID) ? value.toString() : value;
	}

}
