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

package io.azuretables.patterns.denormalization;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.azuretables.convert.TableConverter;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.model.IndexMapping;
import io.azuretables.mapping.model.TablePersistentEntity;
import io.azuretables.operations.TableTemplate;
import io.azuretables.patterns.denormalization.DenormalizedCopies.OnDelete;
import io.azuretables.row.ServiceLimits;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.InvalidDataAccessApiUsageException;

/**
 * Reads what a write must know of sources and holders, and says what is written with the
 * entity.
 *
 * @param template reads entities
 * @param mappings the declarations
 */
record CopyPlanner(TableTemplate template, List<CopyMapping> mappings) {

	/**
	 * Rows of a transaction that are kept free: those of summaries, for instance.
	 */
	private static final int SPARE_ROWS = 5;

	/**
	 * The writes for an entity. One request for each source that it refers to, and one
	 * for its holders by each declaration.
	 */
	<T> PlannedCopies<T> plan(T entity, boolean deleted) {
		Map<TableKey, Object> replaced = new LinkedHashMap<>();
		Map<TableKey, Object> checked = new LinkedHashMap<>();
		TableKey key = converter().key(entity);
		T fresh = deleted ? entity : adopted(entity, key, replaced, checked);
		for (CopyMapping mapping : this.mappings) {
			if (mapping.sourceType().equals(entity.getClass())) {
				addHolders(mapping, deleted ? null : fresh, key, replaced);
			}
		}
		replaced.keySet().forEach(checked::remove);
		checkRows(fresh, replaced, checked);
		return new PlannedCopies<>(fresh, deleted, replaced, checked);
	}

	/**
	 * The holder with copies of its sources, which get a new version in its transaction:
	 * a write of a source that has listed its holders before fails then.
	 */
	private <T> T adopted(T entity, TableKey key, Map<TableKey, Object> replaced, Map<TableKey, Object> checked) {
		T fresh = entity;
		for (CopyMapping mapping : this.mappings) {
			if (!mapping.holderType().equals(entity.getClass())) {
				continue;
			}
			TableKey sourceKey = mapping.sourceOf(fresh);
			if (sourceKey == null) {
				fresh = mapping.copied(null, fresh);
			}
			else if (isSelf(mapping, sourceKey, key)) {
				fresh = mapping.copied(fresh, fresh);
			}
			else {
				Object source = source(mapping, sourceKey);
				fresh = mapping.copied(source, fresh);
				(hasIndexRows(mapping.sourceType()) ? replaced : checked).put(sourceKey, source);
			}
		}
		return fresh;
	}

	private static boolean isSelf(CopyMapping mapping, TableKey source, TableKey key) {
		return mapping.sourceType().equals(mapping.holderType()) && source.equals(key);
	}

	private Object source(CopyMapping mapping, TableKey key) {
		return this.template.findById(mapping.sourceType(), key)
			.orElseThrow(() -> new DataIntegrityViolationException("The " + mapping.holderType().getSimpleName()
					+ " was not written: the " + mapping.sourceType().getSimpleName() + " that the " + mapping.copies()
					+ " come from is not there. Write it first, or let the reference be null"));
	}

	/**
	 * A version that was read from an index row is checked at that row only, so that it
	 * must change as well.
	 */
	private boolean hasIndexRows(Class<?> type) {
		return converter().entity(type).model().indexes().stream().anyMatch(IndexMapping::isIntraPartition);
	}

	private void addHolders(CopyMapping mapping, @Nullable Object source, TableKey key,
			Map<TableKey, Object> replaced) {
		OnDelete onDelete = mapping.copies().onDelete();
		if (source == null && onDelete == OnDelete.KEEP) {
			return;
		}
		int most = (source == null && onDelete == OnDelete.REFUSE) ? 1 : ServiceLimits.BATCH_WRITES;
		for (Object holder : this.template.find(mapping.holdersOf(key).limit(most), mapping.holderType())) {
			TableKey holderKey = converter().key(holder);
			if (isSelf(mapping, holderKey, key)) {
				continue;
			}
			if (source == null && onDelete == OnDelete.REFUSE) {
				throw new DataIntegrityViolationException("The " + mapping.sourceType().getSimpleName()
						+ " was not deleted: a " + mapping.holderType().getSimpleName()
						+ " refers to it. Let it refer to another one, or delete it, before");
			}
			Object known = replaced.get(holderKey);
			replaced.put(holderKey, mapping.copied(source, (known != null) ? known : holder));
		}
	}

	private void checkRows(Object entity, Map<TableKey, Object> replaced, Map<TableKey, Object> checked) {
		int rows = rows(entity) + checked.size() + replaced.values().stream().mapToInt(this::rows).sum();
		if (rows > ServiceLimits.BATCH_WRITES - SPARE_ROWS) {
			throw new InvalidDataAccessApiUsageException(
					"The " + entity.getClass().getSimpleName() + " was not written: with its holders, it takes up to "
							+ rows + " rows, and a transaction takes " + (ServiceLimits.BATCH_WRITES - SPARE_ROWS)
							+ " of them. Let fewer entities hold copies of one source");
		}
	}

	/**
	 * How many rows an entity takes at most: its own, and for each index a new one and an
	 * old one.
	 */
	private int rows(Object entity) {
		TablePersistentEntity<?> type = converter().entity(entity.getClass());
		return 1 + 2 * (int) type.model().indexes().stream().filter(IndexMapping::isIntraPartition).count();
	}

	private TableConverter converter() {
		return this.template.converter();
	}

}
