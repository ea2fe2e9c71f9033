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

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

import io.azuretables.convert.TableConverter;
import io.azuretables.internal.model.EntityModel;
import io.azuretables.internal.model.IndexMapping;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.TablePersistentEntity;
import io.azuretables.operations.TableTemplate;
import io.azuretables.patterns.denormalization.DenormalizedCopies.OnDelete;
import io.azuretables.row.ServiceLimits;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.InvalidDataAccessApiUsageException;

/**
 * Plans which denormalised copies a write updates in its own transaction, and which a
 * worker updates later.
 *
 * @param template reads entities
 * @param mappings the declarations
 * @param hasWorker whether a worker writes holders that do not fit into the transaction
 */
record CopyPlanner(TableTemplate template, List<CopyMapping> mappings, boolean hasWorker) {

	/**
	 * Rows of a transaction that are kept free: those of summaries, for instance.
	 */
	private static final int SPARE_ROWS = 5;

	/**
	 * The writes for an entity. One request for each source that it refers to, and one
	 * for its holders by each declaration that has them in its partition.
	 */
	<T> PlannedCopies<T> plan(T entity, boolean deleted) {
		PlannedCopies<T> plan = plan(entity, deleted, CopyMapping::isInPartition);
		int rows = rowsOf(plan);
		if (rows <= ServiceLimits.BATCH_WRITES - SPARE_ROWS) {
			return plan;
		}
		if (!this.hasWorker) {
			throw new InvalidDataAccessApiUsageException(
					"The " + entity.getClass().getSimpleName() + " was not written: with its holders, it takes up to "
							+ rows + " rows, and a transaction takes " + (ServiceLimits.BATCH_WRITES - SPARE_ROWS)
							+ " of them. Give the template a queue, so that a worker writes the holders");
		}
		return plan(entity, deleted, (mapping) -> false);
	}

	/**
	 * The writes for an entity.
	 * @param together tells the declarations whose holders are written with their source
	 */
	private <T> PlannedCopies<T> plan(T entity, boolean deleted, Predicate<CopyMapping> together) {
		Map<TableKey, Object> replaced = new LinkedHashMap<>();
		Map<TableKey, Object> checked = new LinkedHashMap<>();
		List<CopyMapping> changed = new ArrayList<>();
		List<CopyMapping> adopted = new ArrayList<>();
		TableKey key = converter().key(entity);
		T fresh = entity;
		for (CopyMapping mapping : this.mappings) {
			if (!deleted && mapping.holderType().equals(entity.getClass())) {
				fresh = adopted(mapping, fresh, key, replaced, checked, adopted);
			}
		}
		for (CopyMapping mapping : this.mappings) {
			if (mapping.sourceType().equals(entity.getClass())
					&& !(deleted && mapping.copies().onDelete() == OnDelete.KEEP)) {
				if (together.test(mapping) || (deleted && mapping.copies().onDelete() == OnDelete.REFUSE)) {
					addHolders(mapping, deleted ? null : fresh, key, replaced);
				}
				else {
					changed.add(mapping);
				}
			}
		}
		replaced.keySet().forEach(checked::remove);
		return new PlannedCopies<>(fresh, deleted, replaced, checked, changed, adopted);
	}

	/**
	 * The holder with copies of its source. A source in its partition gets a new version
	 * in its transaction: a write of the source that has listed its holders before fails
	 * then. One elsewhere may have changed when the holder is written, so that a worker
	 * compares both afterwards.
	 */
	private <T> T adopted(CopyMapping mapping, T entity, TableKey key, Map<TableKey, Object> replaced,
			Map<TableKey, Object> checked, List<CopyMapping> adopted) {
		TableKey sourceKey = mapping.sourceOf(entity);
		if (sourceKey == null) {
			return mapping.copied(null, entity);
		}
		if (isSelf(mapping, sourceKey, key)) {
			return mapping.copied(entity, entity);
		}
		Object source = this.template.findById(mapping.sourceType(), sourceKey).orElse(null);
		if (!mapping.isInPartition()) {
			adopted.add(mapping);
		}
		else if (source != null) {
			(hasIndexRows(mapping.sourceType()) ? replaced : checked).put(sourceKey, source);
		}
		else {
			throw new DataIntegrityViolationException("The " + mapping.holderType().getSimpleName()
					+ " was not written: the " + mapping.sourceType().getSimpleName() + " that the " + mapping.copies()
					+ " come from is not there. Write it first, or let the reference be null");
		}
		return (source != null || hasCopiesOf(mapping, sourceKey, entity, key)) ? mapping.copied(source, entity)
				: mapping.emptied(entity);
	}

	/**
	 * Whether the copies in a holder are those of a source that was there: the holder
	 * referred to it before. Otherwise they come from another source, or from elsewhere.
	 * One request.
	 */
	private boolean hasCopiesOf(CopyMapping mapping, TableKey source, Object holder, TableKey key) {
		return mapping.copies().onDelete() == OnDelete.KEEP && converter().version(holder) != null
				&& this.template.findById(mapping.holderType(), key)
					.filter((before) -> source.equals(mapping.sourceOf(before)))
					.isPresent();
	}

	private static boolean isSelf(CopyMapping mapping, TableKey source, TableKey key) {
		return mapping.sourceType().equals(mapping.holderType()) && source.equals(key);
	}

	/**
	 * A version that was read from an index row is checked at that row only, so that it
	 * must change as well.
	 */
	private boolean hasIndexRows(Class<?> type) {
		return EntityModel.of(converter().entity(type)).indexes().stream().anyMatch(IndexMapping::isIntraPartition);
	}

	private void addHolders(CopyMapping mapping, @Nullable Object source, TableKey key,
			Map<TableKey, Object> replaced) {
		boolean refuses = source == null && mapping.copies().onDelete() == OnDelete.REFUSE;
		int most = refuses ? 1 : ServiceLimits.BATCH_WRITES;
		for (Object holder : this.template.find(mapping.holdersOf(key).limit(most), mapping.holderType())) {
			TableKey holderKey = converter().key(holder);
			if (isSelf(mapping, holderKey, key)) {
				continue;
			}
			if (refuses) {
				throw new DataIntegrityViolationException("The " + mapping.sourceType().getSimpleName()
						+ " was not deleted: a " + mapping.holderType().getSimpleName()
						+ " refers to it. Let it refer to another one, or delete it, before");
			}
			Object known = replaced.get(holderKey);
			replaced.put(holderKey, mapping.copied(source, (known != null) ? known : holder));
		}
	}

	private int rowsOf(PlannedCopies<?> plan) {
		int token = plan.isFollowed() ? 1 : 0;
		return token + rows(plan.entity()) + plan.checked().size()
				+ plan.replaced().values().stream().mapToInt(this::rows).sum();
	}

	/**
	 * How many rows an entity takes at most: its own, and for each index a new one and an
	 * old one.
	 */
	private int rows(Object entity) {
		TablePersistentEntity<?> type = converter().entity(entity.getClass());
		return 1 + 2 * (int) EntityModel.of(type).indexes().stream().filter(IndexMapping::isIntraPartition).count();
	}

	private TableConverter converter() {
		return this.template.converter();
	}

}
