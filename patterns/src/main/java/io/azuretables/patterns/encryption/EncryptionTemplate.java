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

package io.azuretables.patterns.encryption;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import io.azuretables.convert.UnstorableValueException;
import io.azuretables.encryption.DecryptionException;
import io.azuretables.encryption.PropertyEncryption;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.KeyRange;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.model.EntityModel;
import io.azuretables.mapping.model.EntityModel.Discriminator;
import io.azuretables.mapping.model.EntityModel.Match;
import io.azuretables.mapping.model.LeafProperty;
import io.azuretables.mapping.model.TablePersistentEntity;
import io.azuretables.operations.TableTemplate;
import io.azuretables.patterns.encryption.EncryptionReport.Failure;
import io.azuretables.plan.RowFilter;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableScrollPosition;
import io.azuretables.row.RowPage;
import io.azuretables.row.RowPage.Continuation;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.ServiceLimits;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.InvalidDataAccessApiUsageException;

/**
 * Rotates data keys, and verifies and encrypts stored entities again in the background,
 * while applications read and write. Safe for concurrent use.
 *
 * @since 0.1
 */
public final class EncryptionTemplate {

	/**
	 * So many failures are named: a missing data key may be one for every row.
	 */
	private static final int FAILURES = 100;

	private static final String MOVING = "It is moving to another key and was not rewritten; run again when the move "
			+ "is finished, for which MoveTemplate.sweep sends its message again if that was lost";

	private final TableTemplate template;

	private final TableGateway gateway;

	private final PropertyEncryption encryption;

	/**
	 * A template for the classes of another one.
	 * @param template writes the rows, and names their tables
	 * @param gateway reads them
	 * @param encryption has the data keys
	 */
	public EncryptionTemplate(TableTemplate template, TableGateway gateway, PropertyEncryption encryption) {
		this.template = template;
		this.gateway = gateway;
		this.encryption = encryption;
	}

	/**
	 * Makes a new data key for the table of a class, as
	 * {@link PropertyEncryption#rotate}. Call {@link #reencrypt} for all classes in the
	 * table when all instances of the application know the key, which is after
	 * {@link io.azuretables.encryption.EncryptionOptions#refresh()}.
	 */
	public void rotate(Class<?> type) {
		this.encryption.rotate(entity(type).tableName());
	}

	/**
	 * Wraps the data keys of the table of a class with the current key of
	 * {@link io.azuretables.encryption.KeyEncryption}, as
	 * {@link PropertyEncryption#rewrap}. No value changes.
	 * @return how many data keys were wrapped with another key
	 */
	public int rewrap(Class<?> type) {
		return this.encryption.rewrap(entity(type).tableName());
	}

	/**
	 * Decrypts all values of a class, and writes nothing. One request for each 1,000
	 * rows.
	 */
	public EncryptionReport verify(Class<?> type) {
		return run(type, null, (progress) -> {
		}, false);
	}

	/**
	 * Rewrites the rows of a class that have a value without the current data key, also a
	 * plain one, each with its index rows in one transaction and only if it has not
	 * changed since it was read; one that has is read again. It can be stopped at any
	 * request. Entity callbacks are not called. A row whose entity is moving to another
	 * key stays as it is, and is a failure of the report.
	 * <p>
	 * The key of an index row follows from the stored value. If a property in the key of
	 * an index has become encrypted, call
	 * {@code io.azuretables.patterns.index.IndexAdministration.rebuild} for the index
	 * afterwards: until then it keeps rows with plain values, and queries by the property
	 * can miss entities.
	 * <p>
	 * One request for each 1,000 rows that the service looks at, and one for each
	 * transaction of up to 100 rows of a partition.
	 * @param from where an earlier run stopped, or {@code null} for the beginning
	 * @param progress is called after each page; its position is where to go on
	 */
	public EncryptionReport reencrypt(Class<?> type, @Nullable TableScrollPosition from,
			Consumer<EncryptionReport> progress) {
		return run(type, from, progress, true);
	}

	private EncryptionReport run(Class<?> type, @Nullable TableScrollPosition from, Consumer<EncryptionReport> progress,
			boolean write) {
		checkRows(type);
		Run run = new Run(type, entity(type).model(), this.template.onlyTable(type), write);
		if (from != null && !from.query().equals(run.query())) {
			throw new InvalidDataAccessApiUsageException("The position comes from another run than one for "
					+ type.getSimpleName() + " in the table '" + run.table() + "'; a position goes with its class");
		}
		EncryptionReport report = new EncryptionReport(from, 0, 0, 0, List.of());
		do {
			report = next(run, report);
			progress.accept(report);
		}
		while (report.position() != null);
		return report;
	}

	/**
	 * Works on the next page.
	 */
	private EncryptionReport next(Run run, EncryptionReport before) {
		RowPage<TableRow> page = page(run, before.position());
		List<TableRow> rows = page.rows().stream().filter((row) -> isOf(run.model(), row)).toList();
		List<Failure> failures = new ArrayList<>(before.failures());
		List<TableRow> outdated = rows.stream()
			.filter((row) -> isSound(run.model(), row, failures) && isOutdated(run.model(), row))
			.toList();
		long rewritten = (run.write() && !outdated.isEmpty())
				? this.template.upgrade(run.type(), run.table(), outdated, (key) -> add(failures, key, MOVING)) : 0;
		Continuation next = page.continuation();
		TableScrollPosition position = (next != null)
				? new TableScrollPosition(run.query(), 0, next.nextPartitionKey(), next.nextRowKey()) : null;
		return new EncryptionReport(position, before.rows() + rows.size(), before.outdated() + outdated.size(),
				before.rewritten() + rewritten, failures);
	}

	private RowPage<TableRow> page(Run run, @Nullable TableScrollPosition from) {
		KeyRange keys = KeyRange.prefix(run.model().keys().row().prefix());
		Criteria rows = Criteria.where("RowKey").greaterThanOrEqual(keys.from());
		if (keys.to() != null) {
			rows = rows.and(Criteria.where("RowKey").lessThan(keys.to()));
		}
		RowRequest request = RowRequest.of(run.table(), RowFilter.of(rows)).withTop(ServiceLimits.PAGE_SIZE);
		return this.gateway.read(
				(from != null && from.nextPartitionKey() != null)
						? request.from(new Continuation(from.nextPartitionKey(), from.nextRowKey())) : request,
				RowReader.rows());
	}

	/**
	 * Whether a row is one of the class itself, in a version that this process can write.
	 */
	private static boolean isOf(EntityModel model, TableRow row) {
		if (!row.key().partitionKey().startsWith(model.keys().partition().prefix())) {
			return false;
		}
		Discriminator types = model.discriminator();
		Object value = (types != null) ? row.get(types.column()) : null;
		return types == null || (types.isOwn(value) && types.match(value) != Match.NEWER);
	}

	private static boolean isSound(EntityModel model, TableRow row, List<Failure> failures) {
		try {
			for (LeafProperty leaf : model.hidden()) {
				Object stored = row.get(leaf.column());
				if (stored != null) {
					leaf.conversion().read(stored, row.key());
				}
			}
			return true;
		}
		catch (DecryptionException | UnstorableValueException ex) {
			add(failures, row.key(), String.valueOf(ex.getMessage()));
			return false;
		}
	}

	private static void add(List<Failure> failures, TableKey key, String reason) {
		if (failures.size() < FAILURES) {
			failures.add(new Failure(key, reason));
		}
	}

	private static boolean isOutdated(EntityModel model, TableRow row) {
		for (LeafProperty leaf : model.hidden()) {
			Object stored = row.get(leaf.column());
			if (stored != null && !leaf.conversion().isCurrent(stored)) {
				return true;
			}
		}
		return false;
	}

	/**
	 * The rows of a wide entity must be written together, and a run reads one row at a
	 * time.
	 */
	private void checkRows(Class<?> type) {
		if (!entity(type).model().parts().names().isEmpty()) {
			throw new InvalidDataAccessApiUsageException(
					type.getName() + " has properties with @Part, and its rows are "
							+ "not rewritten one by one; read and save each of its entities instead");
		}
	}

	private TablePersistentEntity<?> entity(Class<?> type) {
		TablePersistentEntity<?> entity = this.template.converter().entity(type);
		if (entity.model().hidden().isEmpty()) {
			throw new InvalidDataAccessApiUsageException(
					type.getName() + " has no encrypted property; annotate one with @Encrypted");
		}
		return entity;
	}

	/**
	 * A run through the rows of a class.
	 *
	 * @param type the class
	 * @param model its mapping
	 * @param table its table
	 * @param write whether rows are rewritten
	 */
	private record Run(Class<?> type, EntityModel model, String table, boolean write) {

		/**
		 * What positions belong to.
		 */
		String query() {
			return "encrypt " + this.table + ' ' + this.type.getName();
		}

	}

}
