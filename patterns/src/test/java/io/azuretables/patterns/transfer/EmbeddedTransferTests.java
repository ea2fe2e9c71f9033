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

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

import io.azuretables.gateway.ForwardingTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.internal.execution.ParallelCalls.InterruptedCallsException;
import io.azuretables.key.TableKey;
import io.azuretables.patterns.blob.EmbeddedBlobStore;
import io.azuretables.row.AtomicBatch;
import io.azuretables.row.RowPage;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.dao.TransientDataAccessResourceException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Exports, imports and copies in memory, to directories and blobs.
 */
@Tag("long")
class EmbeddedTransferTests extends TransferContract {

	private final TableGateway source = embedded();

	private final TableGateway target = embedded();

	@Override
	TableGateway source() {
		return this.source;
	}

	@Override
	TableGateway target() {
		return this.target;
	}

	@Override
	String table() {
		return "Rows";
	}

	private void write(String partitionKey, String rowKey, Map<String, Object> properties) {
		this.source.createTable("Rows");
		this.source.write("Rows", new RowWrite.Insert(TableRow.of(new TableKey(partitionKey, rowKey), properties)));
	}

	@Test
	void exportsToBlobs() {
		write("p", "r", Map.of("Number", 1));
		write("q", "r", Map.of("Number", 2));
		EmbeddedBlobStore blobs = new EmbeddedBlobStore(InstantSource.system());
		TransferLocation location = TransferLocation.blobs(blobs, "monday");
		new TableExport(this.source).export(List.of("Rows"), location, (progress) -> {
		});
		assertThat(blobs.list("").map((blob) -> blob.name())).contains("monday/manifest.json", "monday/plan.json")
			.anyMatch((name) -> name.matches("monday/Rows/0000-000000\\.last\\.jsonl\\.gz"));
		TableImport load = new TableImport(this.target);
		load.load(location, ImportMode.INSERT);
		assertThat(load.verify(location)).isEmpty();
		assertThat(load.content("Rows").rows()).isEqualTo(2);
	}

	@Test
	void listsFilesWhileOthersAreWritten() throws InterruptedException {
		TransferLocation location = TransferLocation.directory(this.directory);
		location.write("Rows/0000-000000", new byte[1]);
		List<Thread> threads = IntStream.range(1, 5)
			.mapToObj((number) -> new Thread(() -> IntStream.range(0, 200)
				.forEach((i) -> location.write("Rows/000" + number + "-" + i % 50, new byte[1]))))
			.toList();
		threads.forEach(Thread::start);
		while (threads.stream().anyMatch(Thread::isAlive)) {
			assertThat(location.names("Rows/0000-")).containsExactly("Rows/0000-000000");
		}
		for (Thread thread : threads) {
			thread.join();
		}
		assertThat(location.names("Rows/0001-")).hasSize(50);
		assertThat(location.names("Others/0000-")).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 4 })
	void stopsAnExportWhenItsThreadIsInterrupted(int threads) {
		for (int i = 0; i < 400; i++) {
			write("p" + i % 20, "r%03d".formatted(i), Map.of("Number", i));
		}
		EndlessGateway gateway = new EndlessGateway(this.source);
		TransferOptions options = TransferOptions.DEFAULTS.withConcurrency(threads).withSegments(threads);
		assertThatExceptionOfType(InterruptedCallsException.class).isThrownBy(() -> new TableExport(gateway, options)
			.export(List.of("Rows"), TransferLocation.directory(this.directory), (progress) -> {
			}));
		assertThat(Thread.interrupted()).isTrue();
		assertThat(this.directory.resolve("manifest.json")).doesNotExist();
		TransferReport report = new TableExport(this.source, options).export(List.of("Rows"),
				TransferLocation.directory(this.directory), (progress) -> {
				});
		assertThat(report.rows()).isEqualTo(400);
	}

	@Test
	void stopsAnImportWhenItsThreadIsInterrupted() {
		for (int i = 0; i < 400; i++) {
			write("p" + i % 40, "r" + i, Map.of("Number", i));
		}
		TransferLocation location = TransferLocation.directory(this.directory);
		new TableExport(this.source).export(List.of("Rows"), location, (progress) -> {
		});
		SubmitGateway gateway = new SubmitGateway(this.target, Thread.currentThread()::interrupt);
		assertThatExceptionOfType(InterruptedCallsException.class)
			.isThrownBy(() -> new TableImport(gateway).load(location, ImportMode.INSERT));
		assertThat(gateway.running).as("transactions on their way").hasValue(0);
		assertThat(Thread.interrupted()).isTrue();
	}

	@Test
	void waitsForItsTransactionsAfterAFailure() {
		for (int i = 0; i < 400; i++) {
			write("p" + i % 40, "r" + i, Map.of("Number", i));
		}
		SubmitGateway gateway = new SubmitGateway(this.target, () -> {
			throw new TransientDataAccessResourceException("stopped");
		});
		assertThatExceptionOfType(TransientDataAccessResourceException.class).isThrownBy(
				() -> new TableCopy(this.source, gateway).copy("Rows", "Rows", ImportMode.INSERT, (progress) -> {
				}))
			.withMessage("stopped");
		assertThat(gateway.running).as("transactions on their way").hasValue(0);
	}

	/**
	 * A store that interrupts the thread of the test at one request, and has no last page
	 * for a long time afterwards.
	 */
	private static final class EndlessGateway extends ForwardingTableGateway {

		private final Thread caller = Thread.currentThread();

		private final AtomicInteger requests = new AtomicInteger();

		EndlessGateway(TableGateway target) {
			super(target);
		}

		@Override
		public <T> RowPage<T> read(RowRequest request, RowReader<T> reader) {
			int number = this.requests.incrementAndGet();
			if (number == 30) {
				this.caller.interrupt();
			}
			RowPage<T> page = super.read(request.withTop(Math.min(10, request.top())), reader);
			boolean endless = page.continuation() == null && request.top() > 10 && number < 20_000;
			return endless ? new RowPage<>(page.rows(), page.rows().size(), request.from()) : page;
		}

	}

	/**
	 * A store with slow transactions. The first one does something once another runs.
	 */
	private static final class SubmitGateway extends ForwardingTableGateway {

		private final AtomicInteger requests = new AtomicInteger();

		private final AtomicInteger running = new AtomicInteger();

		private final Runnable first;

		SubmitGateway(TableGateway target, Runnable first) {
			super(target);
			this.first = first;
		}

		@Override
		public List<@Nullable String> submit(AtomicBatch batch) {
			this.running.incrementAndGet();
			try {
				if (this.requests.incrementAndGet() == 1) {
					while (this.running.get() == 1) {
						Thread.onSpinWait();
					}
					this.first.run();
				}
				LockSupport.parkNanos(200_000_000);
				return super.submit(batch);
			}
			finally {
				this.running.decrementAndGet();
			}
		}

	}

	/**
	 * Fixes the lines that other versions of this program must read.
	 */
	@Test
	void writesRowsWithTheirTypes() {
		TableRow row = TableRow.of(new TableKey("p", "r"), Map.of("Id", new UUID(1, 2)));
		assertThat(new String(RowLines.line(row), StandardCharsets.UTF_8))
			.isEqualTo("{\"PartitionKey\":\"p\",\"RowKey\":\"r\",\"Id@odata.type\":\"Edm.Guid\","
					+ "\"Id\":\"00000000-0000-0001-0000-000000000002\"}\n");
	}

	@Test
	void writesCommaSeparatedValues() {
		write("Sales", "1", Map.of("Name", "Hall, Don", "Age", 34, "Note", "=1+1"));
		write("Sales", "2", Map.of("Name", "the \"boss\"", "Since", Instant.parse("2026-01-01T00:00:00Z")));
		write("Support", "3", Map.of("Note", "@SUM(A1)", "Key", new byte[] { 1, 2 }, "Age", -5));
		StringBuilder csv = new StringBuilder();
		assertThat(new CsvExport(this.source).write("Rows", csv)).isEqualTo(3);
		assertThat(csv.toString().split("\r\n")).containsExactly("PartitionKey,RowKey,Age,Key,Name,Note,Since",
				"Sales,1,34,,\"Hall, Don\",'=1+1,", "Sales,2,,,\"the \"\"boss\"\"\",,2026-01-01T00:00:00Z",
				"Support,3,-5,AQI=,,'@SUM(A1),");
		StringBuilder some = new StringBuilder();
		new CsvExport(this.source).write("Rows", List.of("Age"), some);
		assertThat(some.toString().split("\r\n")).containsExactly("PartitionKey,RowKey,Age", "Sales,1,34", "Sales,2,",
				"Support,3,-5");
	}

}
