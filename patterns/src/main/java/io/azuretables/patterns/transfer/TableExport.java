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

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import io.azuretables.gateway.ServiceErrorException;
import io.azuretables.gateway.TableGateway;
import io.azuretables.internal.execution.ParallelCalls;
import io.azuretables.internal.execution.PartitionSampler;
import io.azuretables.internal.execution.PlanExecutor;
import io.azuretables.key.KeyRange;
import io.azuretables.operations.PartitionSegment;
import io.azuretables.operations.TableTemplate;
import io.azuretables.patterns.transfer.ExportPlan.PlannedTable;
import io.azuretables.patterns.transfer.Manifest.ExportedTable;
import io.azuretables.patterns.transfer.TransferLocation.Lock;
import io.azuretables.routing.RoutedTableGateway;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.dao.InvalidDataAccessResourceUsageException;

/**
 * Exports tables, or the entities of a class, to files that {@link TableImport} reads. It
 * can be stopped at any request: repeat it with the same location, and it goes on after
 * the last file. Safe for concurrent use.
 *
 * @since 0.1
 */
public final class TableExport {

	private static final Log logger = LogFactory.getLog(TableExport.class);

	private final TableGateway gateway;

	private final TransferOptions options;

	private final ParallelCalls calls;

	private final InstantSource clock = InstantSource.system();

	/**
	 * An export with the default options.
	 */
	public TableExport(TableGateway gateway) {
		this(gateway, TransferOptions.DEFAULTS);
	}

	public TableExport(TableGateway gateway, TransferOptions options) {
		this.gateway = gateway;
		this.options = options;
		this.calls = options.calls();
	}

	/**
	 * Exports all tables, or goes on with the tables of the export that was begun there:
	 * tables that were created since are left out. Otherwise the same as
	 * {@link #export(Collection, TransferLocation, Consumer)}. The table by which several
	 * accounts know each other, {@value RoutedTableGateway#ROUTING_TABLE}, is left out.
	 */
	public TransferReport export(TransferLocation to, Consumer<TransferProgress> progress) {
		List<String> tables = begun(to).map(ExportPlan::names).orElseGet(this::tables);
		return export(tables, to, progress);
	}

	private List<String> tables() {
		return this.gateway.tables()
			.stream()
			.filter((table) -> !table.equalsIgnoreCase(RoutedTableGateway.ROUTING_TABLE))
			.sorted()
			.toList();
	}

	private static Optional<ExportPlan> begun(TransferLocation to) {
		return to.read(ExportPlan.FILE).map((content) -> ExportPlan.read(content, to));
	}

	/**
	 * Exports all rows of tables, those of indexes included. One request for each 1,000
	 * rows, and four to eight for each segment. A table that is deleted meanwhile ends
	 * with the files that it has, unless it is the only one.
	 * @param tables the names of the tables
	 * @param progress is called after each 1,000 rows of a segment, by one thread at a
	 * time
	 * @throws InvalidDataAccessApiUsageException if there is a complete export already,
	 * or one of other tables
	 * @throws org.springframework.dao.CannotAcquireLockException if another export writes
	 * to the same directory
	 */
	public TransferReport export(Collection<String> tables, TransferLocation to, Consumer<TransferProgress> progress) {
		return export(distinct(tables).stream().map(ExportedRows::all).toList(), to, progress);
	}

	/**
	 * The service does not tell names apart by their case.
	 */
	private static List<String> distinct(Collection<String> tables) {
		Map<String, String> names = new LinkedHashMap<>();
		tables.forEach((table) -> names.putIfAbsent(table.toLowerCase(Locale.ROOT), table));
		return List.copyOf(names.values());
	}

	/**
	 * Exports the entities of a class without their index rows, which an import through a
	 * template writes anew. One request for each 1,000 rows that the service looks at,
	 * and four to eight for each segment.
	 * @param template names the table
	 * @throws InvalidDataAccessApiUsageException if the entities are not one row each
	 */
	public TransferReport export(TableTemplate template, Class<?> type, TransferLocation to,
			Consumer<TransferProgress> progress) {
		return export(List.of(ExportedRows.of(template, type)), to, progress);
	}

	private TransferReport export(List<ExportedRows> tables, TransferLocation to, Consumer<TransferProgress> progress) {
		refuseComplete(to);
		PlanExecutor executor = new PlanExecutor(this.gateway, this.calls);
		executor.checkOrder("An export");
		ExportPlan planned = begun(to).orElseGet(() -> plan(tables, executor));
		try (Lock lock = to.lock()) {
			refuseComplete(to);
			return export(tables, begin(planned, tables, to), to, executor, progress);
		}
	}

	private static void refuseComplete(TransferLocation to) {
		if (to.read(Manifest.FILE).isPresent()) {
			throw new InvalidDataAccessApiUsageException(
					"There is a complete export in " + to + "; name another place for a new one");
		}
	}

	private ExportPlan plan(List<ExportedRows> tables, PlanExecutor executor) {
		return new ExportPlan(this.clock.instant().toString(), this.options.fuzzy(),
				tables.stream()
					.map((one) -> new PlannedTable(one.table(), one.type(), segments(one.table(), executor)))
					.toList());
	}

	/**
	 * Writes the plan, unless there is one by now.
	 */
	private ExportPlan begin(ExportPlan planned, List<ExportedRows> tables, TransferLocation to) {
		ExportPlan plan = begun(to).orElse(null);
		if (plan == null) {
			plan = planned;
			to.write(ExportPlan.FILE, plan.write());
		}
		List<String> begun = plan.tables().stream().map((one) -> one.table() + ' ' + one.type()).toList();
		if (!begun.equals(tables.stream().map((one) -> one.table() + ' ' + one.type()).toList())) {
			throw new InvalidDataAccessApiUsageException("There is an export of the tables " + plan.names() + " in "
					+ to + ", which is not complete; repeat it with these tables, or name another place");
		}
		if (plan.fuzzy() != this.options.fuzzy()) {
			throw new InvalidDataAccessApiUsageException(
					"There is an export in " + to + ", which is not complete, and was begun with the option fuzzy="
							+ plan.fuzzy() + "; repeat it with this option, or name another place");
		}
		return plan;
	}

	private TransferReport export(List<ExportedRows> tables, ExportPlan plan, TransferLocation to,
			PlanExecutor executor, Consumer<TransferProgress> progress) {
		List<SegmentExport> segments = new ArrayList<>();
		for (int i = 0; i < tables.size(); i++) {
			ExportedRows rows = tables.get(i);
			List<PartitionSegment> parts = plan.tables().get(i).segments();
			IntStream.range(0, parts.size())
				.forEach(
						(number) -> segments.add(new SegmentExport(rows, number, parts.get(number), to, this.options)));
		}
		Map<ExportedRows, RuntimeException> deleted = new ConcurrentHashMap<>();
		List<List<Slice>> slices = run(segments, executor, new ProgressCount(segments.size(), progress), deleted);
		refuseAllDeleted(tables, deleted);
		List<ExportedTable> exported = new ArrayList<>();
		for (ExportedRows rows : tables) {
			List<Slice> own = IntStream.range(0, segments.size())
				.filter((i) -> segments.get(i).rows() == rows)
				.boxed()
				.flatMap((i) -> (deleted.containsKey(rows) ? segments.get(i).end() : slices.get(i)).stream())
				.toList();
			exported.add(new ExportedTable(rows.table(), rows.type(), own));
		}
		Manifest manifest = Manifest.of(Instant.parse(plan.begin()), this.clock.instant(), exported);
		to.write(Manifest.FILE, manifest.write());
		return manifest.report();
	}

	/**
	 * Where no table is there any more, it is perhaps another account.
	 */
	private static void refuseAllDeleted(List<ExportedRows> tables, Map<ExportedRows, RuntimeException> deleted) {
		if (!deleted.isEmpty() && deleted.size() == tables.size()) {
			throw deleted.values().iterator().next();
		}
		deleted.keySet()
			.forEach((rows) -> logger.warn("The table '" + rows.table()
					+ "' was deleted during the export, which has only the rows that were in a file before"));
	}

	private List<PartitionSegment> segments(String table, PlanExecutor executor) {
		return new PartitionSampler(executor, table).divide(KeyRange.all(), this.options.segments())
			.stream()
			.map((range) -> new PartitionSegment(range.from(), range.to()))
			.toList();
	}

	/**
	 * Exports all segments. A failure of one stops the others, and so does an interrupt
	 * of the caller, or of a thread that exports. When this ends, none writes any more.
	 */
	private List<List<Slice>> run(List<SegmentExport> segments, PlanExecutor executor, ProgressCount progress,
			Map<ExportedRows, RuntimeException> deleted) {
		AtomicBoolean stopped = new AtomicBoolean();
		AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
		List<List<Slice>> slices = this.calls.map(segments, (segment) -> {
			if (isStopped(stopped)) {
				return List.of();
			}
			try {
				return run(segment, executor, progress, () -> isStopped(stopped), deleted);
			}
			catch (RuntimeException | Error ex) {
				failure.compareAndSet(null, ex);
				stopped.set(true);
				return List.of();
			}
		}, (segment) -> {
			stopped.set(true);
			return List.of();
		}, () -> stopped.set(true));
		check(failure.get(), stopped.get());
		return slices;
	}

	private static List<Slice> run(SegmentExport segment, PlanExecutor executor, ProgressCount progress,
			BooleanSupplier stopped, Map<ExportedRows, RuntimeException> deleted) {
		String table = segment.rows().table();
		List<Slice> slices = List.of();
		try {
			slices = segment.run(executor, (rows) -> progress.add(table, rows), stopped);
		}
		catch (InvalidDataAccessResourceUsageException ex) {
			if (!isDeleted(ex)) {
				throw ex;
			}
			deleted.put(segment.rows(), ex);
		}
		if (!stopped.getAsBoolean()) {
			progress.finished(table);
		}
		return slices;
	}

	private static boolean isDeleted(InvalidDataAccessResourceUsageException ex) {
		return ex.getCause() instanceof ServiceErrorException error
				&& (error.code().equals("TableNotFound") || error.code().equals("TableBeingDeleted"));
	}

	private static void check(@Nullable Throwable failure, boolean stopped) {
		if (failure instanceof Error error) {
			throw error;
		}
		if (failure != null) {
			throw (RuntimeException) failure;
		}
		if (stopped) {
			throw new ParallelCalls.InterruptedCallsException();
		}
	}

	private static boolean isStopped(AtomicBoolean stopped) {
		if (Thread.currentThread().isInterrupted()) {
			stopped.set(true);
		}
		return stopped.get();
	}

	/**
	 * Counts rows and segments of several threads.
	 */
	private static final class ProgressCount {

		private final int segments;

		private final Consumer<TransferProgress> progress;

		private long rows;

		private int finished;

		ProgressCount(int segments, Consumer<TransferProgress> progress) {
			this.segments = segments;
			this.progress = progress;
		}

		synchronized void add(String table, long more) {
			this.rows += more;
			tell(table);
		}

		synchronized void finished(String table) {
			this.finished++;
			tell(table);
		}

		private void tell(String table) {
			this.progress.accept(new TransferProgress(table, this.rows, (double) this.finished / this.segments, null));
		}

	}

}
