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

import io.azuretables.convert.TableConverter;
import io.azuretables.gateway.TableGateway;
import io.azuretables.operations.RowTemplate;
import io.azuretables.operations.TableTemplate;
import io.azuretables.patterns.internal.digest.RowDigest;
import io.azuretables.row.TableRow;

import org.springframework.dao.InvalidDataAccessApiUsageException;

/**
 * Compares the stored properties of entities of a class, regardless of their row
 * versions, for imports and exports.
 *
 * @param rows converts rows
 * @param converter writes entities as rows
 * @param type the class
 * @param <T> the class
 */
record EntityContent<T>(RowTemplate rows, TableConverter converter, Class<T> type) {

	static <T> EntityContent<T> of(TableGateway gateway, TableTemplate template, Class<T> type) {
		return new EntityContent<>(new RowTemplate(gateway, template.converter()), template.converter(), type);
	}

	/**
	 * The entity of a row.
	 */
	T entity(TableRow row) {
		return this.type.cast(this.rows.convert(row, (any) -> this.type));
	}

	/**
	 * The digest of the entity of a row.
	 */
	long digest(TableRow row) {
		return digest(entity(row));
	}

	/**
	 * The digest of an entity.
	 * @throws InvalidDataAccessApiUsageException if equal entities are stored differently
	 */
	long digest(T entity) {
		long digest = RowDigest.of(this.converter.write(entity));
		if (digest != RowDigest.of(this.converter.write(entity))) {
			throw new InvalidDataAccessApiUsageException("Entities of " + this.type.getSimpleName()
					+ " cannot be compared, since each write of one is stored differently, as by @Encrypted");
		}
		return digest;
	}

}
