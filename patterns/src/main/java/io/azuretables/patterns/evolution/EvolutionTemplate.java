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

package io.azuretables.patterns.evolution;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

import io.azuretables.convert.FailedUpgradeException;
import io.azuretables.convert.RowUpgrades;
import io.azuretables.convert.RowValues;
import io.azuretables.convert.UnstorableValueException;
import io.azuretables.encryption.DecryptionException;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.model.EntityModel;
import io.azuretables.mapping.model.EntityModel.Discriminator;
import io.azuretables.mapping.model.EntityModel.Match;
import io.azuretables.mapping.model.TablePersistentEntity;
import io.azuretables.mapping.model.TypeVersion;
import io.azuretables.operations.TableTemplate;
import io.azuretables.patterns.evolution.EvolutionReport.Failure;
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
 * Counts the versions of stored rows, and rewrites rows of older versions in the
 * background while applications read and write. Safe for concurrent use.
 *
 * @since 0.1
 */
public final class EvolutionTemplate {

	/**
	 * So many failures are named: a wrong upgrade may fail for every row.
	 */
	private static final int FAILURES = 100;

	private static final String MOVING = "It is moving to another key and was not rewritten; run again when the move "
			+ "is finished, for which MoveTemplate.sweep sends its message again if that was lost";

	private final TableTemplate template;

	private final TableGateway gateway;

	/**
	 * A template for the classes of another one.
	 * @param template writes the rows, and names their tables
	 * @param gateway reads them
	 */
	public EvolutionTemplate(TableTemplate template, TableGateway gateway) {
		this.template = template;
		this.gateway = gateway;
	}

	/**
	 * Counts the stored rows of a class by their versions, newer ones included. One
	 * request for each 1,000 rows, of which only the keys and the type are read.
	 */
	public Map<Integer, Long> survey(Class<?> type) {
		Kind kind = kind(type);
		Map<Integer, Long> versions = new TreeMap<>();
		Continuation next = null;
		do {
			RowPage<TableRow> page = page(kind, kind.all(), List.of(kind.types().column()), next);
			for (TableRow row : page.rows()) {
				TypeVersion known = kind.of(row);
				if (known != null) {
					versions.merge(known.of(kind.value(row)), 1L, Long::sum);
				}
			}
			next = page.continuation();
		}
		while (next != null);
		return versions;
	}

	/**
	 * Tries all upgrades that {@link #upgrade} would do, and writes nothing. One request
	 * for each 1,000 rows.
	 */
	public EvolutionReport dryRun(Class<?> type) {
		return run(type, null, (progress) -> {
		}, false);
	}

	/**
	 * Rewrites all rows of older versions of a class, each with its index rows in one
	 * transaction and only if it has not changed since it was read; one that has is read
	 * again. It can be stopped at any request: rows of all versions can be read all the
	 * time. Entity callbacks are not called. A row whose entity is moving to another key
	 * stays as it is, and is a failure of the report.
	 * <p>
	 * One request for each 1,000 rows that the service looks at, and one for each
	 * transaction of up to 100 rows of a partition.
	 * @param from where an earlier run stopped, or {@code null} for the beginning
	 * @param progress is called after each page; its position is where to go on
	 */
	public EvolutionReport upgrade(Class<?> type, @Nullable TableScrollPosition from,
			Consumer<EvolutionReport> progress) {
		return run(type, from, progress, true);
	}

	private EvolutionReport run(Class<?> type, @Nullable TableScrollPosition from, Consumer<EvolutionReport> progress,
			boolean write) {
		Kind kind = kind(type);
		String query = "upgrade " + kind.table() + ' ' + type.getName();
		if (from != null && !from.query().equals(query)) {
			throw new InvalidDataAccessApiUsageException("The position comes from another upgrade than that of "
					+ type.getSimpleName() + " in the table '" + kind.table() + "'; a position goes with its class");
		}
		long older = 0;
		long upgraded = 0;
		List<Failure> failures = new ArrayList<>();
		Continuation next = (from != null && from.nextPartitionKey() != null)
				? new Continuation(from.nextPartitionKey(), from.nextRowKey()) : null;
		EvolutionReport report;
		do {
			RowPage<TableRow> page = page(kind, kind.others(), null, next);
			List<TableRow> rows = page.rows().stream().filter(kind::isOlder).toList();
			List<TableRow> sound = rows.stream().filter((row) -> isSound(kind, row, failures)).toList();
			older += rows.size();
			upgraded += write ? this.template.upgrade(type, kind.table(), sound, (key) -> add(failures, key, MOVING))
					: sound.size();
			next = page.continuation();
			report = new EvolutionReport((next != null)
					? new TableScrollPosition(query, 0, next.nextPartitionKey(), next.nextRowKey()) : null, older,
					upgraded, failures);
			progress.accept(report);
		}
		while (next != null);
		return report;
	}

	/**
	 * Whether a row can be upgraded. Encrypted and compressed values are written as the
	 * upgrade leaves them, and must be readable there.
	 */
	private static boolean isSound(Kind kind, TableRow row, List<Failure> failures) {
		try {
			EntityModel model = kind.entity().model();
			RowValues upgraded = RowValues.of(model, RowUpgrades.current(model, row));
			model.hidden().forEach(upgraded::apply);
			return true;
		}
		catch (FailedUpgradeException | DecryptionException | UnstorableValueException ex) {
			add(failures, row.key(), String.valueOf(ex.getMessage()));
			return false;
		}
	}

	private static void add(List<Failure> failures, TableKey key, String reason) {
		if (failures.size() < FAILURES) {
			failures.add(new Failure(key, reason));
		}
	}

	private RowPage<TableRow> page(Kind kind, Criteria rows, @Nullable List<String> columns,
			@Nullable Continuation from) {
		RowRequest request = RowRequest.of(kind.table(), RowFilter.of(rows))
			.withTop(ServiceLimits.PAGE_SIZE)
			.withSelect(columns);
		return this.gateway.read((from != null) ? request.from(from) : request, RowReader.rows());
	}

	private Kind kind(Class<?> type) {
		TablePersistentEntity<?> entity = this.template.converter().entity(type);
		Discriminator types = entity.model().discriminator();
		if (types == null || !types.isVersioned()) {
			throw new InvalidDataAccessApiUsageException(
					type.getName() + " has no versions; give it one by @EntityType(version)");
		}
		return new Kind(entity, this.template.onlyTable(type), types);
	}

	/**
	 * The rows of a class, without its subclasses.
	 *
	 * @param entity the class
	 * @param table its table
	 * @param types what tells its versions
	 */
	private record Kind(TablePersistentEntity<?> entity, String table, Discriminator types) {

		Criteria all() {
			Criteria rows = Criteria.where("RowKey").startingWith(this.entity.model().keys().row().prefix());
			TypeVersion own = own();
			return this.types.isByKey() ? rows
					: rows.and(Criteria.where(this.types.column())
						.greaterThanOrEqual(own.name())
						.and(Criteria.where(this.types.column()).lessThan(own.end())));
		}

		/**
		 * Those that are not of the version of this process.
		 */
		Criteria others() {
			return this.types.isByKey() ? all() : all().and(Criteria.where(this.types.column()).isNot(own().value()));
		}

		private TypeVersion own() {
			return this.types.versions()
				.stream()
				.filter((version) -> version.type() == this.entity.getType())
				.findFirst()
				.orElseThrow(() -> new InvalidDataAccessApiUsageException(this.entity.getType().getName()
						+ " has no version of its own; upgrade each of its subclasses"));
		}

		@Nullable Object value(TableRow row) {
			return row.get(this.types.column());
		}

		/**
		 * What tells the version of a row; {@code null} for a row of another class.
		 */
		@Nullable TypeVersion of(TableRow row) {
			TableKey key = row.key();
			TypeVersion own = own();
			boolean here = key.partitionKey().startsWith(this.entity.model().keys().partition().prefix())
					&& key.rowKey().startsWith(this.entity.model().keys().row().prefix());
			return (here && own.of(value(row)) > 0) ? own : null;
		}

		boolean isOlder(TableRow row) {
			return of(row) != null && this.types.match(value(row)) == Match.OLDER;
		}

	}

}
