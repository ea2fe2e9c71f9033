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
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;

import io.azuretables.encryption.DecryptionException;
import io.azuretables.gateway.TableGateway;
import io.azuretables.internal.execution.ParallelCalls;
import io.azuretables.internal.execution.ScanPosition;
import io.azuretables.internal.execution.SegmentedScan;
import io.azuretables.internal.convert.RowUpgrades;
import io.azuretables.internal.convert.RowValues;
import io.azuretables.internal.model.EntityModel;
import io.azuretables.internal.model.EntityModel.Discriminator;
import io.azuretables.internal.model.EntityModel.Match;
import io.azuretables.internal.model.TypeVersion;
import io.azuretables.key.KeyRange;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.FailedUpgradeException;
import io.azuretables.mapping.FormerKeys;
import io.azuretables.mapping.TablePersistentEntity;
import io.azuretables.operations.TableTemplate;
import io.azuretables.patterns.evolution.EvolutionReport.Failure;
import io.azuretables.patterns.index.IndexOptions.Reading;
import io.azuretables.patterns.move.MoveTemplate;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableScrollPosition;
import io.azuretables.row.RowRequest;
import io.azuretables.row.TableRow;
import io.azuretables.row.UnstorableValueException;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.InvalidDataAccessApiUsageException;

/**
 * Migrates stored rows to the current version and keys of their entity class, in the
 * background while applications read and write. It counts the versions of rows, rewrites
 * rows of older versions, and moves rows with former keys. Safe for concurrent use.
 *
 * @since 0.1
 */
public final class EvolutionTemplate {

	/**
	 * So many failures are named: a wrong upgrade may fail for every row.
	 */
	private static final int FAILURES = 100;

	static final String MOVING = "It is moving to another key and was not rewritten; run again when the move "
			+ "is finished, for which MoveTemplate.sweep sends its message again if that was lost";

	private final TableTemplate template;

	private final TableGateway gateway;

	private final Reading reading;

	/**
	 * A template for the classes of another one.
	 * @param template writes the rows, and names their tables
	 * @param gateway reads them
	 */
	public EvolutionTemplate(TableTemplate template, TableGateway gateway) {
		this(template, gateway, Reading.DEFAULTS);
	}

	/**
	 * A template for the classes of another one.
	 * @param template writes the rows, and names their tables
	 * @param gateway reads them
	 * @param reading how many rows a page has, and how many segments of a large table are
	 * read and rewritten at the same time
	 */
	public EvolutionTemplate(TableTemplate template, TableGateway gateway, Reading reading) {
		this.template = template;
		this.gateway = gateway;
		this.reading = reading;
	}

	/**
	 * Counts the stored rows of a class by version, newer versions included. One request
	 * for each 1,000 rows, of which only the keys and the type are read; more than ten
	 * pages are read in segments of partitions, several at the same time, as in all runs
	 * of this template.
	 */
	public Map<Integer, Long> survey(Class<?> type) {
		Kind kind = kind(type);
		Map<Integer, Long> versions = new TreeMap<>();
		scan(kind.table(), kind.all(), kind.partitions(), List.of(kind.types().column())).run((page) -> {
			synchronized (versions) {
				for (TableRow row : page) {
					TypeVersion known = kind.of(row);
					if (known != null) {
						versions.merge(known.of(kind.value(row)), 1L, Long::sum);
					}
				}
			}
		});
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
	 * @param progress is called after each page, by one thread at a time; its position is
	 * where to go on: everything before it is done, and what was done ahead of it is
	 * looked at once more
	 */
	public EvolutionReport upgrade(Class<?> type, @Nullable TableScrollPosition from,
			Consumer<EvolutionReport> progress) {
		return run(type, from, progress, true);
	}

	/**
	 * Moves all rows with former keys to the keys that the present templates of their
	 * class give them, while applications go on. Within a partition an entity moves in
	 * one transaction, into another one as {@link MoveTemplate#move} says: at any time it
	 * is under one of its keys, and no update is lost. It can be stopped at any request;
	 * a worker with the {@linkplain MoveTemplate#handler handler} of the moves finishes
	 * what a process has left that has ended. A row whose key fits both templates counts
	 * as one with present keys.
	 * <p>
	 * One request for each 1,000 rows that the service looks at. For each entity one to
	 * read it, and those of its move: one within a partition, four into another one, with
	 * an index one more.
	 * @param former moves entities of the class with the former templates, which is
	 * annotated with {@link FormerKeys}
	 * @param type the class with the present ones
	 * @param change makes an entity with the present keys of one with the former ones;
	 * may be called several times for one, and by several threads at the same time
	 * @param from where an earlier run stopped, or {@code null} for the beginning
	 * @param progress is called after each page, by one thread at a time; its position is
	 * where to go on: everything before it is done, and what was done ahead of it is
	 * looked at once more
	 * @return how many rows had former keys, how many of them were moved, and why others
	 * were not
	 * @throws InvalidDataAccessApiUsageException if entities of one of the classes cannot
	 * be moved, with the reason; nothing was read
	 */
	public <S, T> EvolutionReport rekey(MoveTemplate<S> former, Class<T> type, Function<? super S, ? extends T> change,
			@Nullable TableScrollPosition from, Consumer<EvolutionReport> progress) {
		FormerRows<S, T> rows = FormerRows.of(this.template, former, type);
		Run run = new Run(ScanPosition.of("rekey " + rows.table() + ' ' + former.type().getName(), from,
				type.getSimpleName() + " in the table '" + rows.table() + "'"));
		return run.over(scan(rows.table(), rows.all(), rows.partitions(), rows.columns()), progress, (page) -> {
			for (TableRow row : page) {
				if (rows.isFormer(row)) {
					boolean moved = rows.move(row.key(), change, (reason) -> run.fail(row.key(), reason));
					run.count(1, moved ? 1 : 0);
				}
			}
		});
	}

	private EvolutionReport run(Class<?> type, @Nullable TableScrollPosition from, Consumer<EvolutionReport> progress,
			boolean write) {
		Kind kind = kind(type);
		Run run = new Run(ScanPosition.of("upgrade " + kind.table() + ' ' + type.getName(), from,
				type.getSimpleName() + " in the table '" + kind.table() + "'"));
		return run.over(scan(kind.table(), kind.others(), kind.partitions(), null), progress, (page) -> {
			List<TableRow> rows = page.stream().filter(kind::isOlder).toList();
			List<TableRow> sound = rows.stream().filter((row) -> isSound(kind, row, run)).toList();
			run.count(rows.size(), write
					? this.template.upgrade(type, kind.table(), sound, (key) -> run.fail(key, MOVING)) : sound.size());
		});
	}

	/**
	 * Whether a row can be upgraded. Encrypted and compressed values are written as the
	 * upgrade leaves them, and must be readable there.
	 */
	private static boolean isSound(Kind kind, TableRow row, Run run) {
		try {
			EntityModel model = EntityModel.of(kind.entity());
			RowValues upgraded = RowValues.of(model, RowUpgrades.current(model, row));
			model.hidden().forEach(upgraded::apply);
			return true;
		}
		catch (FailedUpgradeException | DecryptionException | UnstorableValueException ex) {
			run.fail(row.key(), String.valueOf(ex.getMessage()));
			return false;
		}
	}

	private SegmentedScan scan(String table, Criteria rows, KeyRange partitions, @Nullable List<String> columns) {
		return new SegmentedScan(this.gateway, new ParallelCalls(this.reading.concurrency(), this.reading.threads()),
				RowRequest.of(table, null).withTop(this.reading.pageSize()).withSelect(columns), rows, partitions);
	}

	private Kind kind(Class<?> type) {
		TablePersistentEntity<?> entity = this.template.converter().entity(type);
		Discriminator types = EntityModel.of(entity).discriminator();
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

		KeyRange partitions() {
			return KeyRange.prefix(EntityModel.of(this.entity).keys().partition().prefix());
		}

		Criteria all() {
			Criteria rows = Criteria.where("RowKey").startingWith(EntityModel.of(this.entity).keys().row().prefix());
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
			boolean here = key.partitionKey().startsWith(EntityModel.of(this.entity).keys().partition().prefix())
					&& key.rowKey().startsWith(EntityModel.of(this.entity).keys().row().prefix());
			return (here && own.of(value(row)) > 0) ? own : null;
		}

		boolean isOlder(TableRow row) {
			return of(row) != null && this.types.match(value(row)) == Match.OLDER;
		}

	}

	/**
	 * What a run has found so far, in several segments at the same time.
	 */
	private static final class Run {

		private final ScanPosition from;

		private final AtomicLong older = new AtomicLong();

		private final AtomicLong upgraded = new AtomicLong();

		private final List<Failure> failures = new ArrayList<>();

		Run(ScanPosition from) {
			this.from = from;
		}

		EvolutionReport over(SegmentedScan scan, Consumer<EvolutionReport> progress, Consumer<List<TableRow>> page) {
			scan.run(this.from.after(), page, (done) -> progress.accept(report(this.from.behind(done))));
			EvolutionReport report = report(null);
			progress.accept(report);
			return report;
		}

		void count(long found, long rewritten) {
			this.older.addAndGet(found);
			this.upgraded.addAndGet(rewritten);
		}

		void fail(TableKey key, String reason) {
			synchronized (this.failures) {
				if (this.failures.size() < FAILURES) {
					this.failures.add(new Failure(key, reason));
				}
			}
		}

		private EvolutionReport report(@Nullable TableScrollPosition position) {
			synchronized (this.failures) {
				return new EvolutionReport(position, this.older.get(), this.upgraded.get(), this.failures);
			}
		}

	}

}
