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

package io.azuretables.benchmarks.part;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

import io.azuretables.azurite.Azurite;
import io.azuretables.benchmarks.figure.FigureTable;
import io.azuretables.benchmarks.store.Sides;
import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.ForwardingTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.operations.RowTemplate;
import io.azuretables.patterns.transfer.ImportMode;
import io.azuretables.patterns.transfer.TableExport;
import io.azuretables.patterns.transfer.TableImport;
import io.azuretables.patterns.transfer.TransferLocation;
import io.azuretables.patterns.transfer.TransferOptions;
import io.azuretables.query.Criteria;
import io.azuretables.row.AtomicBatch;
import io.azuretables.row.RowPage;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;

import org.springframework.util.FileSystemUtils;

/**
 * Benchmark of exports and imports: compares them with hand-written loops, and reading in
 * segments with reading page by page. The loops write full transactions and read full
 * pages through the same gateway, with as many threads. Segments are read from a service
 * that is 5 ms away.
 */
final class TransferPart {

	private static final int ROWS = 40_000;

	private static final int PARTITION = 500;

	private static final int BATCH = 100;

	private static final int THREADS = 8;

	private static final int SEGMENTS = 16;

	private static final int ROUNDS = 5;

	private static final TableConverter CONVERTER = new TableConverter(
			new TableMappingContext(new TableCustomConversions()));

	private final TableGateway gateway = Sides.gateway(Azurite.endpoint());

	private final List<List<String>> rows = new ArrayList<>();

	private TransferPart() {
	}

	static FigureTable measure() throws InterruptedException, ExecutionException, IOException {
		TransferPart part = new TransferPart();
		part.transfer();
		part.segments();
		return new FigureTable(List.of("what", "rows per second", "rows per second of the loop", "ratio", "goal"),
				part.rows);
	}

	private void transfer() throws InterruptedException, ExecutionException, IOException {
		String table = "T" + UUID.randomUUID().toString().replace("-", "");
		this.gateway.createTable(table);
		submit(this.gateway, batches(table));
		List<Double> times = new ArrayList<>();
		for (int i = 0; i < ROUNDS; i++) {
			times.add(seconds(() -> pages(table)));
			times.add(exported(table, (directory) -> {
			}));
			this.gateway.deleteTable(table);
			this.gateway.createTable(table);
			times.add(seconds(() -> submit(this.gateway, batches(table))));
			double[] load = new double[1];
			exported(table, (directory) -> {
				this.gateway.deleteTable(table);
				this.gateway.createTable(table);
				load[0] = seconds(() -> new TableImport(this.gateway, options())
					.load(TransferLocation.directory(directory), ImportMode.INSERT));
			});
			times.add(load[0]);
		}
		add("export", median(times, 1, 4), median(times, 0, 4), 0.8);
		add("import", median(times, 3, 4), median(times, 2, 4), 0.8);
		this.gateway.deleteTable(table);
	}

	private static TransferOptions options() {
		return TransferOptions.DEFAULTS.withConcurrency(THREADS).withSegments(SEGMENTS);
	}

	/**
	 * Exports a table, and does something with the directory before it is deleted.
	 */
	private double exported(String table, Step then) throws InterruptedException, ExecutionException, IOException {
		Path directory = Files.createTempDirectory("export-");
		try {
			double seconds = seconds(() -> new TableExport(this.gateway, options()).export(List.of(table),
					TransferLocation.directory(directory), (progress) -> {
					}));
			then.run(directory);
			return seconds;
		}
		finally {
			FileSystemUtils.deleteRecursively(directory);
		}
	}

	/**
	 * Reads all pages, segment by segment.
	 */
	private void pages(String table) throws InterruptedException, ExecutionException {
		RowTemplate template = new RowTemplate(this.gateway, CONVERTER);
		together(template.segments(table, SEGMENTS)
			.stream()
			.<Runnable>map((segment) -> () -> template.stream(table, Criteria.ALL, segment).count())
			.toList());
	}

	private static void submit(TableGateway gateway, List<AtomicBatch> batches)
			throws InterruptedException, ExecutionException {
		together(batches.stream().<Runnable>map((batch) -> () -> gateway.submit(batch)).toList());
	}

	private static void together(List<Runnable> tasks) throws InterruptedException, ExecutionException {
		ExecutorService threads = Executors.newFixedThreadPool(THREADS);
		try {
			List<Future<?>> results = new ArrayList<>();
			tasks.forEach((task) -> results.add(threads.submit(task)));
			for (Future<?> result : results) {
				result.get();
			}
		}
		finally {
			threads.shutdown();
		}
	}

	private static List<AtomicBatch> batches(String table) {
		List<AtomicBatch> batches = new ArrayList<>();
		List<RowWrite> batch = new ArrayList<>();
		for (int i = 0; i < ROWS; i++) {
			batch.add(new RowWrite.Insert(
					TableRow.of(new TableKey("part%05d".formatted(i / PARTITION), "row_%08d".formatted(i)),
							Map.<String, Object>of("Name", "Name of number " + i, "Mail", i + "@contoso.com", "Age",
									i % 90, "Count", (long) i, "Share", i / 7.0, "Active", i % 2 == 0, "Since",
									Instant.ofEpochSecond(1_400_000_000L + i), "Id", new UUID(i, i)))));
			if (batch.size() == BATCH) {
				batches.add(new AtomicBatch(table, batch));
				batch.clear();
			}
		}
		return batches;
	}

	/**
	 * Reads a table of 2,000 short pages 5 ms away, by one thread and by sixteen.
	 */
	private void segments() throws InterruptedException, ExecutionException {
		EmbeddedTableGateway store = EmbeddedTableGateway.withTables("Rows");
		submit(store, batches("Rows"));
		RowTemplate template = new RowTemplate(new DistantGateway(store), CONVERTER);
		List<Double> times = new ArrayList<>();
		for (int i = 0; i < ROUNDS; i++) {
			times.add(seconds(() -> read(template, 1)));
			times.add(seconds(() -> read(template, SEGMENTS)));
		}
		add("streamParallel, 16 segments, of a service 5 ms away", median(times, 1, 2), median(times, 0, 2), 10);
	}

	private static void read(RowTemplate template, int segments) {
		try (Stream<TableRow> stream = template.streamParallel("Rows", Criteria.ALL, segments)) {
			if (stream.count() != ROWS) {
				throw new IllegalStateException("Rows are missing");
			}
		}
	}

	private void add(String name, double seconds, double loop, double goal) {
		this.rows.add(List.of(name, String.format(Locale.ROOT, "%.0f", ROWS / seconds),
				String.format(Locale.ROOT, "%.0f", ROWS / loop), String.format(Locale.ROOT, "%.2f", loop / seconds),
				String.format(Locale.ROOT, "≥ %.1f", goal)));
	}

	private static double median(List<Double> times, int first, int step) {
		List<Double> own = new ArrayList<>();
		for (int i = first; i < times.size(); i += step) {
			own.add(times.get(i));
		}
		return own.stream().sorted().toList().get(own.size() / 2);
	}

	private static double seconds(Work work) throws InterruptedException, ExecutionException {
		long begin = System.nanoTime();
		work.run();
		return (System.nanoTime() - begin) / 1e9;
	}

	@FunctionalInterface
	private interface Work {

		void run() throws InterruptedException, ExecutionException;

	}

	@FunctionalInterface
	private interface Step {

		void run(Path directory) throws InterruptedException, ExecutionException;

	}

	/**
	 * A service that is 5 ms away, with pages of 20 rows.
	 */
	private static final class DistantGateway extends ForwardingTableGateway {

		DistantGateway(TableGateway target) {
			super(target);
		}

		@Override
		public <T> RowPage<T> read(RowRequest request, RowReader<T> reader) {
			try {
				Thread.sleep(5);
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
			return super.read(request.withTop(Math.min(request.top(), 20)), reader);
		}

	}

}
