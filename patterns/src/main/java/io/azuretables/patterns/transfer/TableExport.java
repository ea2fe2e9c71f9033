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
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import io.azuretables.gateway.TableGateway;
import io.azuretables.internal.execution.ParallelCalls;
import io.azuretables.internal.execution.PartitionSampler;
import io.azuretables.internal.execution.PlanExecutor;
import io.azuretables.internal.model.EntityModel;
import io.azuretables.internal.plan.BindableOutline;
import io.azuretables.internal.plan.QueryPlan.Ranges;
import io.azuretables.internal.plan.QueryPlanner;
import io.azuretables.key.KeyRange;
import io.azuretables.mapping.TablePersistentEntity;
import io.azuretables.operations.PartitionSegment;
import io.azuretables.operations.TableTemplate;
import io.azuretables.patterns.transfer.ExportPlan.PlannedTable;
import io.azuretables.patterns.transfer.Manifest.ExportedTable;
import io.azuretables.query.TableQuery;

import org.jspecify.annotations.Nullable;
import org.springframework.dao.InvalidDataAccessApiUsageException;

/**
 * Exports tables, or the entities of a class, to files that {@link TableImport} reads. It
 * can be stopped at any request: repeat it with the same location, and it goes on after
 * the last file. Safe for concurrent use.
 *
 * @since 0.1
 */
public final class TableExport {

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
	 * Exports all rows of tables, those of indexes included. One request for each 1,000
	 * rows, and four to eight for each segment.
	 * @param tables the names of the tables
	 * @param progress is called after each 1,000 rows of a segment, by one thread at a
	 * time
	 * @throws InvalidDataAccessApiUsageException if there is a complete export already,
	 * or one of other tables
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
		TablePersistentEntity<?> entity = template.converter().entity(type);
		if (!EntityModel.of(entity).parts().names().isEmpty()) {
			throw new InvalidDataAccessApiUsageException(
					"The entities of " + type.getSimpleName() + " are several rows each, by @Part; export their table");
		}
		BindableOutline outline = new QueryPlanner((model, index) -> false).outline(entity,
				TableQuery.all().allowScan());
		if (!(outline.bind() instanceof Ranges ranges) || ranges.legs().size() != 1) {
			throw new InvalidDataAccessApiUsageException("The entities of " + type.getSimpleName()
					+ " are found by several queries, such as one for each version; export their table");
		}
		return export(List.of(new ExportedRows(template.onlyTable(type), type.getName(), outline)), to, progress);
	}

	private TransferReport export(List<ExportedRows> tables, TransferLocation to, Consumer<TransferProgress> progress) {
		if (to.read(Manifest.FILE).isPresent()) {
			throw new InvalidDataAccessApiUsageException(
					"There is a complete export in " + to + "; name another place for a new one");
		}
		PlanExecutor executor = new PlanExecutor(this.gateway, this.calls);
		ExportPlan plan = plan(tables, to, executor);
		List<SegmentExport> segments = new ArrayList<>();
		for (int i = 0; i < tables.size(); i++) {
			ExportedRows rows = tables.get(i);
			List<PartitionSegment> parts = plan.tables().get(i).segments();
			IntStream.range(0, parts.size())
				.forEach(
						(number) -> segments.add(new SegmentExport(rows, number, parts.get(number), to, this.options)));
		}
		List<List<Slice>> slices = run(segments, executor, new ProgressCount(segments.size(), progress));
		List<ExportedTable> exported = new ArrayList<>();
		for (ExportedRows rows : tables) {
			List<Slice> own = IntStream.range(0, segments.size())
				.filter((i) -> segments.get(i).rows() == rows)
				.boxed()
				.flatMap((i) -> slices.get(i).stream())
				.toList();
			exported.add(new ExportedTable(rows.table(), rows.type(), own));
		}
		Manifest manifest = Manifest.of(Instant.parse(plan.begin()), this.clock.instant(), exported);
		to.write(Manifest.FILE, manifest.write());
		return manifest.report();
	}

	private ExportPlan plan(List<ExportedRows> tables, TransferLocation to, PlanExecutor executor) {
		ExportPlan plan = to.read(ExportPlan.FILE).map((content) -> ExportPlan.read(content, to)).orElse(null);
		if (plan == null) {
			plan = new ExportPlan(this.clock.instant().toString(), this.options.fuzzy(),
					tables.stream()
						.map((one) -> new PlannedTable(one.table(), one.type(), segments(one.table(), executor)))
						.toList());
			to.write(ExportPlan.FILE, plan.write());
		}
		List<String> begun = plan.tables().stream().map((one) -> one.table() + ' ' + one.type()).toList();
		if (!begun.equals(tables.stream().map((one) -> one.table() + ' ' + one.type()).toList())) {
			throw new InvalidDataAccessApiUsageException("There is an export of the tables "
					+ plan.tables().stream().map(PlannedTable::table).toList() + " in " + to
					+ ", which is not complete; repeat it with these tables, or name another place");
		}
		if (plan.fuzzy() != this.options.fuzzy()) {
			throw new InvalidDataAccessApiUsageException(
					"There is an export in " + to + ", which is not complete, and was begun with the option fuzzy="
							+ plan.fuzzy() + "; repeat it with this option, or name another place");
		}
		return plan;
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
	private List<List<Slice>> run(List<SegmentExport> segments, PlanExecutor executor, ProgressCount progress) {
		AtomicBoolean stopped = new AtomicBoolean();
		AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
		List<List<Slice>> slices = this.calls.map(segments, (segment) -> {
			if (isStopped(stopped)) {
				return List.of();
			}
			try {
				List<Slice> own = segment.run(executor, (rows) -> progress.add(segment.rows().table(), rows),
						() -> isStopped(stopped));
				if (!stopped.get()) {
					progress.finished(segment.rows().table());
				}
				return own;
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
