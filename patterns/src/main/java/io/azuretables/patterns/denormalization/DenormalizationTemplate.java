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
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

import io.azuretables.internal.conversion.IndexVersion;
import io.azuretables.convert.TableConverter;
import io.azuretables.gateway.ServiceErrorException;
import io.azuretables.internal.time.ConflictRetries;
import io.azuretables.key.TableKey;
import io.azuretables.operations.PartitionTransaction;
import io.azuretables.operations.TableTemplate;
import io.azuretables.patterns.denormalization.CopyMessage.Copies;
import io.azuretables.patterns.index.DerivedRows;
import io.azuretables.patterns.queue.EventuallyConsistentQueueTemplate;
import io.azuretables.patterns.queue.message.MessageHandlerRegistration;
import io.azuretables.patterns.queue.message.QueueMessage;
import io.azuretables.write.CompanionConflictException;
import io.azuretables.write.UniqueIndexException;
import io.azuretables.write.WriteFencedException;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.dao.OptimisticLockingFailureException;

/**
 * Writes entities together with copies of their properties in other entities, as
 * {@link DenormalizedCopies} declare. Safe for concurrent use.
 * {@link io.azuretables.patterns.index.IndexAdministration} compares and corrects the
 * copies.
 *
 * @since 0.1
 */
public final class DenormalizationTemplate implements DerivedRows.Source {

	private final TableTemplate template;

	private final Map<DenormalizedCopies<?, ?>, CopyMapping> mappings;

	private final @Nullable EventuallyConsistentQueueTemplate queue;

	private final CopyPlanner planner;

	private final CopyWriter writer;

	/**
	 * Creates a template for copies whose sources and holders are always in the same
	 * partition.
	 * @throws InvalidDataAccessApiUsageException if copies cannot be kept
	 */
	public DenormalizationTemplate(TableTemplate template, Collection<? extends DenormalizedCopies<?, ?>> copies) {
		this(template, null, copies);
	}

	/**
	 * Creates a template for copies in any partitions. Register its {@link #handler()}
	 * with a {@link io.azuretables.patterns.queue.QueueWorker} of the queue, in some
	 * process.
	 * @param queue sends the messages of writes whose copies a worker writes
	 * @throws InvalidDataAccessApiUsageException if copies cannot be kept
	 */
	public DenormalizationTemplate(TableTemplate template, @Nullable EventuallyConsistentQueueTemplate queue,
			Collection<? extends DenormalizedCopies<?, ?>> copies) {
		this.template = template;
		this.queue = queue;
		Map<DenormalizedCopies<?, ?>, CopyMapping> all = new LinkedHashMap<>();
		copies.forEach((one) -> all.put(one, CopyMapping.of(one, template)));
		this.mappings = all;
		List<CopyMapping> mappings = List.copyOf(all.values());
		CopyMapping.checkTogether(mappings);
		if (queue == null) {
			mappings.forEach(DenormalizationTemplate::checkInPartition);
		}
		this.planner = new CopyPlanner(template, mappings, queue != null);
		this.writer = new CopyWriter(template, template);
	}

	private static void checkInPartition(CopyMapping mapping) {
		if (!mapping.isInPartition()) {
			throw new InvalidDataAccessApiUsageException("The " + mapping.copies()
					+ " are in other partitions than their sources, so that no transaction changes both. "
					+ "Give the template a queue, so that a worker writes them");
		}
	}

	/**
	 * Writes an entity, see {@link TableTemplate#save(Object)}; if it is a holder, with
	 * fresh copies of its sources; if it is a source, with the copies in its holders. One
	 * transaction, and before it one request for each source and one for the holders of
	 * each declaration.
	 * @return the entity as it was written, with its new version
	 * @throws OptimisticLockingFailureException if the entity was changed since it was
	 * read, or, if it is a source, a holder of it was written
	 * @throws org.springframework.dao.DataIntegrityViolationException if it refers to a
	 * source that is not there
	 */
	public <T> T save(T entity) {
		checkKnown(entity.getClass());
		return write(entity, false);
	}

	/**
	 * Deletes an entity in the given version; if it is a source, its copies are treated
	 * as their declaration says.
	 * @throws OptimisticLockingFailureException if the entity was changed since it was
	 * read, or, if it is a source, a holder of it was written
	 * @throws org.springframework.dao.DataIntegrityViolationException if it has holders
	 * and the declaration refuses that
	 */
	public void delete(Object entity) {
		checkKnown(entity.getClass());
		if (this.template.converter().version(entity) == null) {
			throw new InvalidDataAccessApiUsageException("The " + entity.getClass().getSimpleName()
					+ " to be deleted has no version; delete the one that was read");
		}
		write(entity, true);
	}

	/**
	 * Reads an entity, changes it, and replaces it if no other writer has changed it in
	 * between; otherwise again. If neither a reference nor a property that is copied
	 * changes, it is written alone, by 2 requests. If the change returns the object that
	 * it was given, this holds for copied properties of simple types: whether a list was
	 * changed in place is not known.
	 * @return the entity as it was written; empty if it is not there
	 */
	public <T> Optional<T> update(Class<T> type, Object id, UnaryOperator<T> change) {
		checkKnown(type);
		for (int attempt = 1;; attempt++) {
			T before = this.template.findById(type, id).orElse(null);
			if (before == null) {
				return Optional.empty();
			}
			checkKnown(before.getClass());
			TableKey key = this.template.converter().key(before);
			CopiedValues copied = copiedValues(before);
			T after = changed(before, key, change);
			boolean same = copied.isSame(copiedValues(after)) && (after != before || copied.simple());
			try {
				return Optional.of(same ? this.template.update(after) : write(after, false));
			}
			catch (OptimisticLockingFailureException ex) {
				if (!ConflictRetries.DEFAULT.again(attempt)) {
					throw ex;
				}
			}
		}
	}

	private <T> T changed(T entity, TableKey key, UnaryOperator<T> change) {
		String name = entity.getClass().getSimpleName();
		T changed = change.apply(entity);
		if (changed == null) {
			throw new InvalidDataAccessApiUsageException("The change of the " + name
					+ " gave null: return the entity as it is to be, or delete it by delete");
		}
		if (!this.template.converter().key(changed).equals(key)) {
			throw new InvalidDataAccessApiUsageException(
					"The change gave the " + name + " another key; save it as another one");
		}
		return changed;
	}

	/**
	 * What copies depend on: the values that they are made of, the copies, and which
	 * source a holder refers to.
	 */
	private CopiedValues copiedValues(Object entity) {
		CopiedValues values = CopiedValues.NONE;
		for (CopyMapping mapping : this.mappings.values()) {
			if (mapping.sourceType().equals(entity.getClass())) {
				values = values.and(mapping.copiedFrom(entity));
			}
			if (mapping.holderType().equals(entity.getClass())) {
				values = values.and(mapping.copiesIn(entity)).and(mapping.sourceOf(entity));
			}
		}
		return values;
	}

	private void checkKnown(Class<?> type) {
		if (this.mappings.values()
			.stream()
			.noneMatch((mapping) -> mapping.sourceType().equals(type) || mapping.holderType().equals(type))) {
			throw new InvalidDataAccessApiUsageException(type.getName()
					+ " is neither a source nor a holder of copies that this template was given; write it by the table template");
		}
	}

	private <T> T write(T entity, boolean delete) {
		for (int attempt = 1;; attempt++) {
			PlannedCopies<T> plan = this.planner.plan(entity, delete);
			try {
				return committed(plan);
			}
			catch (OptimisticLockingFailureException | DuplicateKeyException ex) {
				if (ex instanceof UniqueIndexException || isOfEntity(ex, entity)) {
					throw ex;
				}
				if (!ConflictRetries.DEFAULT.again(attempt)) {
					throw new CompanionConflictException(entity.getClass().getSimpleName(), ex);
				}
			}
		}
	}

	@SuppressWarnings("unchecked") // what is written first is the entity
	private <T> T committed(PlannedCopies<T> plan) {
		TableKey key = this.template.converter().key(plan.entity());
		String table = this.template.query(plan.entity().getClass()).table();
		if (this.queue == null || !plan.isFollowed()) {
			PartitionTransaction transaction = this.template.inPartition(table, key.partitionKey());
			plan.addTo(transaction);
			return (T) transaction.commit().get(0);
		}
		CopyMessage message = new CopyMessage(key, copies(plan.changed()), copies(plan.adopted()), "", 0);
		List<Object> written = this.queue.guarded(message(message), table, key.partitionKey(), plan::addTo);
		return !written.isEmpty() ? (T) written.get(0)
				: this.template.findById((Class<T>) plan.entity().getClass(), key).orElse(plan.entity());
	}

	private List<Copies> copies(List<CopyMapping> mappings) {
		return mappings.stream().map((mapping) -> Copies.of(mapping, this.template)).toList();
	}

	private static QueueMessage message(CopyMessage message) {
		return QueueMessage.of(CopyMessage.TYPE, message.text());
	}

	/**
	 * Returns the handler of the messages of this template, for a
	 * {@link io.azuretables.patterns.queue.QueueWorker} of its queue.
	 */
	public MessageHandlerRegistration<?> handler() {
		EventuallyConsistentQueueTemplate own = this.queue;
		if (own == null) {
			throw new InvalidDataAccessApiUsageException(
					"This template has no queue, and nothing for a worker to do. Give its constructor a queue");
		}
		return MessageHandlerRegistration.of(CopyMessage.TYPE, String.class, new CopyMessageHandler(this.template,
				List.copyOf(this.mappings.values()), (rest) -> own.send(message(rest))));
	}

	/**
	 * Whether a conflict is one of the entity itself, whose row is the first one, and not
	 * of what is written with it.
	 */
	private boolean isOfEntity(DataAccessException ex, Object entity) {
		if (ex instanceof WriteFencedException) {
			return false;
		}
		TableConverter converter = this.template.converter();
		String version = converter.version(entity);
		int failed = ServiceErrorException.failedWrite(ex);
		boolean fromIndex = IndexVersion.parse(version).isPresent();
		if (failed >= 0 || fromIndex) {
			return failed == 0 || fromIndex;
		}
		return version == null || this.template.findById(entity.getClass(), converter.key(entity))
			.filter((found) -> version.equals(converter.version(found)))
			.isEmpty();
	}

	/**
	 * Returns the copies for the
	 * {@link io.azuretables.patterns.index.IndexAdministration}, which compares them with
	 * their sources, and corrects them, by the class of their holders and their name.
	 * Correct them when a declaration is new or has changed, and after a program wrote
	 * sources or holders that does not know it.
	 */
	@Override
	public List<DerivedRows> derivedRows() {
		List<DerivedRows> rows = new ArrayList<>();
		this.mappings.values().forEach((mapping) -> rows.add(new DerivedCopies(this.template, mapping, this.writer)));
		return rows;
	}

}
