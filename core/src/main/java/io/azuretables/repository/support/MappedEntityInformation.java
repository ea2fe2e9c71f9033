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

package io.azuretables.repository.support;

import io.azuretables.convert.TableConverter;
import io.azuretables.internal.model.IdMapping;
import io.azuretables.mapping.TablePersistentEntity;

import org.springframework.data.mapping.PersistentPropertyAccessor;
import org.springframework.data.repository.core.EntityInformation;

/**
 * Spring Data's entity information for tables: the identifier of an entity, and whether
 * it is new. Identifiers by the keys; newness as the mapping has it.
 *
 * @param <T> the class of the entities
 * @param <ID> the type of the identifiers
 */
final class MappedEntityInformation<T, ID> implements EntityInformation<T, ID> {

	private final TablePersistentEntity<?> entity;

	private final Class<ID> idType;

	private final IdMapping ids;

	MappedEntityInformation(TablePersistentEntity<?> entity, TableConverter converter, Class<ID> idType) {
		this.entity = entity;
		this.idType = idType;
		this.ids = IdMapping.of(entity);
		this.ids.check(idType);
	}

	@Override
	public boolean isNew(T entity) {
		return this.entity.isNew(entity);
	}

	@Override
	public ID getId(T entity) {
		PersistentPropertyAccessor<?> accessor = this.entity.getPropertyAccessor(entity);
		return this.idType.cast(this.ids.toId(this.idType, (leaf) -> leaf.valueIn(accessor)));
	}

	@Override
	public Class<ID> getIdType() {
		return this.idType;
	}

	@Override
	@SuppressWarnings("unchecked") // the entity of the class
	public Class<T> getJavaType() {
		return (Class<T>) this.entity.getType();
	}

}
