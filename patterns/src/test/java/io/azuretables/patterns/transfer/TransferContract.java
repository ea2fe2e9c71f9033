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

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.ForwardingTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.operations.TableTemplate;
import io.azuretables.patterns.index.IndexAdministration;
import io.azuretables.patterns.index.IndexOptions;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import io.azuretables.row.AtomicBatch;
import io.azuretables.row.RowPage;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import io.azuretables.sample.Employee;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.dao.InvalidDataAccessResourceUsageException;
import org.springframework.dao.TransientDataAccessResourceException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What exports, imports and copies do, from and to any store.
 */
abstract class TransferContract {

	private static final TransferOptions SMALL = TransferOptions.DEFAULTS.withConcurrency(4)
		.withSegments(4)
		.withSliceBytes(20_000);

	@TempDir
	Path directory;

	abstract TableGateway source();

	abstract TableGateway target();

	/**
	 * A table that no other test uses.
	 */
	abstract String table();

	private TransferLocation location() {
		return TransferLocation.directory(this.directory);
	}

	/**
	 * Writes rows of all types: many small partitions, and a large one.
	 */
	private List<TableRow> rows() {
		source().createTable(table());
		List<TableRow> rows = new ArrayList<>();
		for (int i = 0; i < 600; i++) {
			rows.add(TableRow.of(new TableKey("part%03d".formatted(i / 10), "row%05d".formatted(i)), properties(i)));
		}
		for (int i = 0; i < 1_150; i++) {
			rows.add(TableRow.of(new TableKey("part042", "s%05d".formatted(i)), Map.of("Number", i)));
		}
		rows.add(TableRow.of(new TableKey("", ""), Map.of("Text", "")));
		rows.add(TableRow.of(new TableKey("it's 100% – 東京 \uD83D\uDE80", "%2F&<>+ é"), Map.of("Ünïcode", "\n\t\"\\")));
		for (int i = 0; i < rows.size();) {
			String partition = rows.get(i).key().partitionKey();
			List<RowWrite> batch = new ArrayList<>();
			for (; i < rows.size() && batch.size() < 100 && rows.get(i).key().partitionKey().equals(partition); i++) {
				batch.add(new RowWrite.InsertOrReplace(rows.get(i)));
			}
			source().submit(new AtomicBatch(table(), batch));
		}
		return rows;
	}

	private static Map<String, Object> properties(int i) {
		return Map.of("Text", "text, \"" + i + "\" äöü", "Number", -i, "Large", Long.MIN_VALUE + i, "Real",
				(i % 2 > 0) ? i / 3.0 : i * 1e300, "Flag", i % 2 > 0, "Id", new UUID(i, -i), "At",
				Instant.parse("2014-08-22T18:00:00.1234567Z").plusSeconds(i), "Bytes", new byte[] { (byte) i, 0, -1 });
	}

	@Test
	void importsWhatWasExported() {
		List<TableRow> rows = rows();
		List<TransferProgress> exported = new ArrayList<>();
		TransferReport report = new TableExport(source(), SMALL).export(List.of(table()), location(), exported::add);
		assertThat(report.rows()).isEqualTo(rows.size());
		assertThat(report.begin()).isBeforeOrEqualTo(report.end());
		assertThat(exported.get(exported.size() - 1).done()).isEqualTo(1);
		assertThat(exported.get(exported.size() - 1).rows()).isEqualTo(rows.size());
		assertThat(exported).isSortedAccordingTo((one, other) -> Long.compare(one.rows(), other.rows()));
		List<TransferProgress> imported = new ArrayList<>();
		TableImport load = new TableImport(target(), SMALL);
		assertThat(load.load(location(), ImportMode.INSERT, null, imported::add)).isEqualTo(report);
		assertThat(imported.size()).as("files").isGreaterThan(4);
		assertThat(imported.get(imported.size() - 1).done()).isEqualTo(1);
		assertThat(load.verify(location())).isEmpty();
		assertThat(load.content(table())).isEqualTo(report.tables().get(0));
		for (TableRow row : rows.subList(0, 20)) {
			assertThat(read(target(), row.key())).isEqualTo(row);
		}
		assertThat(read(target(), rows.get(rows.size() - 1).key())).isEqualTo(rows.get(rows.size() - 1));
	}

	private @Nullable TableRow read(TableGateway gateway, TableKey key) {
		TableRow row = gateway.read(table(), key, null, RowReader.rows());
		return (row != null) ? TableRow.of(row.key(), row.properties()) : null;
	}

	@Test
	void showsADifference() {
		rows();
		new TableExport(source(), SMALL).export(List.of(table()), location(), (progress) -> {
		});
		TableImport load = new TableImport(target(), SMALL);
		load.load(location(), ImportMode.INSERT);
		TableKey key = new TableKey("part000", "row00000");
		TableRow row = read(target(), key);
		assertThat(row).isNotNull();
		target().write(table(), new RowWrite.InsertOrReplace(row.with("Large", row.get("Number"))));
		assertThat(load.verify(location())).singleElement().satisfies((found) -> {
			assertThat(found.table()).isEqualTo(table());
			assertThat(found.rows()).isEqualTo(1_752);
		});
	}

	@Test
	void goesOnWithAnExportThatWasStopped() {
		List<TableRow> rows = rows();
		FailingGateway failing = new FailingGateway(source());
		failing.page = 20;
		int stops = 0;
		TransferReport report = null;
		while (report == null) {
			failing.left.set(40 + stops);
			try {
				report = new TableExport(failing, SMALL).export(List.of(table()), location(), (progress) -> {
				});
			}
			catch (TransientDataAccessResourceException ex) {
				stops++;
				assertThat(this.directory.resolve("manifest.json")).doesNotExist();
				assertThatExceptionOfType(InvalidDataAccessResourceUsageException.class)
					.isThrownBy(() -> new TableImport(target()).load(location(), ImportMode.REPLACE))
					.withMessageContaining("no complete export");
			}
		}
		assertThat(stops).isGreaterThan(1);
		assertThat(report.tables().get(0)).isEqualTo(new TableImport(source()).content(table()));
		assertThat(report.rows()).isEqualTo(rows.size());
	}

	@Test
	void readsNothingTwiceThatIsInAFile() {
		rows();
		FailingGateway gateway = new FailingGateway(source());
		TableExport export = new TableExport(gateway, SMALL);
		export.export(List.of(table()), location(), (progress) -> {
		});
		int all = gateway.requests.get();
		assertThat(all).as("pages, and the division").isLessThanOrEqualTo(4 * 8 + 4 + 4);
		delete("manifest.json");
		gateway.requests.set(0);
		export.export(List.of(table()), location(), (progress) -> {
		});
		assertThat(gateway.requests).hasValue(0);
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> export.export(List.of(table()), location(), (progress) -> {
			}))
			.withMessageContaining("complete export");
		delete("manifest.json");
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> export.export(List.of("Others"), location(), (progress) -> {
			}))
			.withMessageContaining(table());
	}

	private void delete(String file) {
		try {
			Files.delete(this.directory.resolve(file));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Test
	void goesOnWithAnImportThatWasStopped() {
		rows();
		TransferReport report = new TableExport(source(), SMALL).export(List.of(table()), location(), (progress) -> {
		});
		FailingGateway failing = new FailingGateway(target());
		String position = null;
		int stops = 0;
		boolean done = false;
		while (!done) {
			failing.left.set(25);
			List<TransferProgress> seen = new ArrayList<>();
			try {
				new TableImport(failing, SMALL).load(location(), ImportMode.INSERT, position, seen::add);
				done = true;
			}
			catch (TransientDataAccessResourceException ex) {
				stops++;
				position = seen.isEmpty() ? position : seen.get(seen.size() - 1).position();
			}
		}
		assertThat(stops).isGreaterThan(1);
		assertThat(new TableImport(target()).content(table())).isEqualTo(report.tables().get(0));
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class).isThrownBy(() -> new TableImport(target())
			.load(location(), ImportMode.INSERT, "1-0123456789abcdef", (progress) -> {
			})).withMessageContaining("not one of this export");
	}

	@Test
	void packsRowsIntoTransactions() {
		source().createTable(table());
		List<RowWrite> batch = new ArrayList<>();
		for (int i = 0; i < 1_000; i++) {
			batch.add(new RowWrite.InsertOrReplace(
					TableRow.of(new TableKey("p" + i / 500, "r%04d".formatted(i)), Map.of())));
			if (batch.size() == 100) {
				source().submit(new AtomicBatch(table(), batch));
				batch.clear();
			}
		}
		new TableExport(source(), SMALL.withSliceBytes(1_000_000)).export(List.of(table()), location(), (progress) -> {
		});
		FailingGateway gateway = new FailingGateway(target());
		new TableImport(gateway, SMALL).load(location(), ImportMode.REPLACE);
		assertThat(gateway.requests).hasValue(10);
	}

	@Test
	void refusesADamagedExportBeforeItWrites() throws IOException {
		rows();
		new TableExport(source(), SMALL).export(List.of(table()), location(), (progress) -> {
		});
		FailingGateway gateway = new FailingGateway(target());
		TableImport load = new TableImport(gateway, SMALL);
		List<Path> files;
		try (Stream<Path> all = Files.walk(this.directory)) {
			files = all.filter((file) -> file.toString().endsWith(".gz")).sorted().toList();
		}
		Path last = files.get(files.size() - 1);
		byte[] content = Files.readAllBytes(last);
		Files.write(last, Arrays.copyOf(content, content.length - 10));
		assertRefused(load, DataIntegrityViolationException.class, last.getFileName().toString());
		byte[] changed = content.clone();
		changed[content.length / 2] ^= 1;
		Files.write(last, changed);
		assertRefused(load, DataIntegrityViolationException.class, "not the one that was exported");
		Files.delete(last);
		assertRefused(load, DataIntegrityViolationException.class, "is not there");
		Files.write(last, content);
		Path manifest = this.directory.resolve("manifest.json");
		String text = Files.readString(manifest);
		Files.writeString(manifest, text.replace("\"version\" : 1", "\"version\" : 2"));
		assertRefused(load, InvalidDataAccessResourceUsageException.class, "version 2");
		Files.writeString(manifest, text.replace("\"file\" : \"" + table(), "\"file\" : \"../" + table()));
		assertRefused(load, InvalidDataAccessResourceUsageException.class, "not one of its table");
		Files.writeString(manifest, text.replaceFirst("(?s)\"tables\".*", "\"tables\" : null }"));
		assertRefused(load, InvalidDataAccessResourceUsageException.class, "names no tables");
		Files.writeString(manifest, text.substring(0, text.length() / 2));
		assertRefused(load, InvalidDataAccessResourceUsageException.class, "cannot be read");
		assertThat(gateway.requests).hasValue(0);
		assertThat(gateway.tables).hasValue(0);
		Files.writeString(manifest, text);
		load.load(location(), ImportMode.INSERT);
		assertThat(load.verify(location())).isEmpty();
	}

	private void assertRefused(TableImport load, Class<? extends Exception> type, String message) {
		assertThatExceptionOfType(type).isThrownBy(() -> load.load(location(), ImportMode.REPLACE))
			.withMessageContaining(message);
	}

	@Test
	void leavesOrReplacesRowsThatAreThere() {
		rows();
		new TableExport(source(), SMALL).export(List.of(table()), location(), (progress) -> {
		});
		target().createTable(table());
		TableRow other = TableRow.of(new TableKey("part042", "s00500"), Map.of("Number", -1));
		TableRow more = TableRow.of(new TableKey("part042", "t"), Map.of("Number", -1));
		target().write(table(), new RowWrite.InsertOrReplace(other));
		target().write(table(), new RowWrite.InsertOrReplace(more));
		TableImport load = new TableImport(target(), SMALL);
		assertThatExceptionOfType(DuplicateKeyException.class)
			.isThrownBy(() -> load.load(location(), ImportMode.INSERT))
			.withMessageContaining(table())
			.withMessageContaining("REPLACE");
		assertThat(read(target(), other.key())).isEqualTo(other);
		load.load(location(), ImportMode.REPLACE);
		assertThat(read(target(), other.key())).isEqualTo(read(source(), other.key()));
		assertThat(read(target(), more.key())).isEqualTo(more);
		target().write(table(), new RowWrite.Delete(more.key(), RowWrite.ANY));
		assertThat(load.verify(location())).isEmpty();
		load.load(location(), ImportMode.INSERT);
		assertThat(load.verify(location())).isEmpty();
	}

	@Test
	void copiesATable() {
		rows();
		TableCopy copy = new TableCopy(source(), target(), SMALL);
		List<TransferProgress> progress = new ArrayList<>();
		String to = table() + "Copy";
		TransferReport report = copy.copy(table(), to, ImportMode.INSERT, progress::add);
		assertThat(report.rows()).isEqualTo(1_752);
		assertThat(report.tables().get(0).digest()).isEqualTo(new TableImport(source()).content(table()).digest());
		assertThat(new TableImport(target()).content(to)).isEqualTo(report.tables().get(0));
		assertThat(progress.get(progress.size() - 1).done()).isEqualTo(1);
		assertThat(copy.copy(table(), to, ImportMode.INSERT, progress::add).tables()).isEqualTo(report.tables());
		target().deleteTable(to);
	}

	@Test
	void exportsAnEmptyTable() {
		source().createTable(table());
		assertThat(new TableExport(source()).export(List.of(table()), location(), (progress) -> {
		}).rows()).isZero();
		TableImport load = new TableImport(target());
		load.load(location(), ImportMode.INSERT);
		assertThat(load.verify(location())).isEmpty();
	}

	@Test
	void importsEntitiesWithTheirIndexRows() {
		source().createTable(table());
		TableMappingContext context = new TableMappingContext(new TableCustomConversions());
		TableConverter converter = new TableConverter(context);
		TableTemplate from = new TableTemplate(source(), converter).in((type, name) -> table());
		TableTemplate to = new TableTemplate(target(), converter).in((type, name) -> table());
		from.saveAll(IntStream.range(0, 60).mapToObj((i) -> Employee.of("Dept" + i % 7, i, "Name" + i, 30)).toList());
		source().write(table(), new RowWrite.Insert(TableRow.of(new TableKey("Dept1", "other"), Map.of())));
		TransferReport report = new TableExport(source(), SMALL).export(from, Employee.class, location(),
				(progress) -> {
				});
		assertThat(report.rows()).isEqualTo(60);
		target().createTable(table());
		to.insert(Employee.of("Dept1", 1, "Old", 99));
		TableImport load = new TableImport(target(), SMALL);
		load.load(location(), to, Employee.class, ImportMode.REPLACE, (progress) -> {
		});
		assertThat(to.find(TableQuery.all().allowScan(), Employee.class)).hasSize(60)
			.usingRecursiveFieldByFieldElementComparatorIgnoringFields("etag")
			.containsExactlyElementsOf(from.find(TableQuery.all().allowScan(), Employee.class));
		IndexAdministration indexes = new IndexAdministration(target(), context,
				IndexOptions.DEFAULTS.withTableNames((type, name) -> table()));
		assertThat(indexes.verify(Employee.class, "email").isClean()).isTrue();
		assertThat(to.find(
				TableQuery
					.of(Criteria.where("department").is("Dept1").and(Criteria.where("email").is("name1@contoso.com"))),
				Employee.class))
			.hasSizeLessThan(2);
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> load.load(location(), to, String.class, ImportMode.REPLACE, (progress) -> {
			}))
			.withMessageContaining("String");
	}

	/**
	 * Counts requests, and fails when there were so many.
	 */
	static final class FailingGateway extends ForwardingTableGateway {

		private final AtomicInteger left = new AtomicInteger(Integer.MAX_VALUE);

		private final AtomicInteger requests = new AtomicInteger();

		private final AtomicInteger tables = new AtomicInteger();

		private int page = 1_000;

		FailingGateway(TableGateway target) {
			super(target);
		}

		private void count() {
			this.requests.incrementAndGet();
			if (this.left.getAndDecrement() <= 0) {
				throw new TransientDataAccessResourceException("stopped");
			}
		}

		@Override
		public <T> RowPage<T> read(RowRequest request, RowReader<T> reader) {
			count();
			return super.read(request.withTop(Math.min(this.page, request.top())), reader);
		}

		@Override
		public @Nullable String write(String table, RowWrite write) {
			count();
			return super.write(table, write);
		}

		@Override
		public List<@Nullable String> submit(AtomicBatch batch) {
			count();
			return super.submit(batch);
		}

		@Override
		public boolean createTable(String table) {
			this.tables.incrementAndGet();
			return super.createTable(table);
		}

	}

	static TableGateway embedded() {
		return new EmbeddedTableGateway();
	}

}
