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

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.ForwardingTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.operations.RateOptions;
import io.azuretables.row.AtomicBatch;
import io.azuretables.row.RowPage;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.dao.CannotAcquireLockException;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.dao.InvalidDataAccessResourceUsageException;
import org.springframework.dao.TransientDataAccessResourceException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Exports and imports under bad conditions: files that others have changed, options and
 * names that do not fit, stores that change meanwhile, disks that are full.
 */
class DamagedTransferTests {

	private static final TransferOptions SMALL = TransferOptions.DEFAULTS.withConcurrency(2)
		.withSegments(2)
		.withSliceBytes(2_000);

	private final EmbeddedTableGateway source = EmbeddedTableGateway.withTables("Rows");

	private final EmbeddedTableGateway target = new EmbeddedTableGateway();

	@TempDir
	private Path directory;

	private TransferLocation location() {
		return TransferLocation.directory(this.directory);
	}

	private void write(TableGateway gateway, String partitionKey, String rowKey, Object value) {
		gateway.write("Rows",
				new RowWrite.InsertOrReplace(TableRow.of(new TableKey(partitionKey, rowKey), Map.of("Value", value))));
	}

	private void fill() {
		for (int i = 0; i < 200; i++) {
			write(this.source, "p" + i % 9, "r%03d".formatted(i), i);
		}
	}

	private TransferReport export(TransferOptions options) {
		return new TableExport(this.source, options).export(List.of("Rows"), location(), (progress) -> {
		});
	}

	private String manifest() {
		return text("manifest.json");
	}

	private String text(String file) {
		try {
			return Files.readString(this.directory.resolve(file));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private void write(String file, String text) {
		try {
			Files.writeString(this.directory.resolve(file), text);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Changes the lines of the first file, and the manifest with it.
	 */
	private void tamper(UnaryOperator<String> change) throws IOException {
		Path file;
		try (Stream<Path> files = Files.walk(this.directory)) {
			file = files.filter((one) -> one.toString().endsWith(".gz")).sorted().findFirst().orElseThrow();
		}
		byte[] before = Files.readAllBytes(file);
		String lines = new String(new GZIPInputStream(new ByteArrayInputStream(before)).readAllBytes(),
				StandardCharsets.UTF_8);
		ByteArrayOutputStream after = new ByteArrayOutputStream();
		try (GZIPOutputStream out = new GZIPOutputStream(after)) {
			out.write(change.apply(lines).getBytes(StandardCharsets.UTF_8));
		}
		tamper(file, before, after.toByteArray());
	}

	private void tamper(Path file, byte[] before, byte[] after) throws IOException {
		Files.write(file, after);
		write("manifest.json", manifest().replaceFirst("\"bytes\" : \\d+,(\\s+\"sha256\" : \")" + Slice.sha256(before),
				"\"bytes\" : " + after.length + ",$1" + Slice.sha256(after)));
	}

	private void load() {
		new TableImport(this.target, SMALL).load(location(), ImportMode.INSERT);
	}

	@ParameterizedTest
	@ValueSource(strings = { "no row\n", "{}\n", "[]\n", "{\"PartitionKey\":\"p\"}\n", "\n",
			"{\"PartitionKey\":\"p\",\"RowKey\":\"r\"", "{\"PartitionKey\":\"p\",\"RowKey\":\"r\"}{\"more\":1}\n" })
	void refusesLinesThatAreNoRows(String line) throws IOException {
		fill();
		export(SMALL);
		tamper((lines) -> line);
		assertThatExceptionOfType(DataIntegrityViolationException.class).isThrownBy(this::load)
			.withMessageContaining("jsonl.gz");
	}

	/**
	 * It has some kilobytes, and inflates to a hundred megabytes.
	 */
	@Test
	void refusesALineThatIsLongerThanAnyRow() throws IOException {
		fill();
		export(SMALL);
		String line = "{\"PartitionKey\":\"p\"," + " ".repeat(100 * 1024 * 1024);
		tamper((lines) -> line);
		assertThatExceptionOfType(DataIntegrityViolationException.class).isThrownBy(this::load)
			.withMessageContaining("jsonl.gz")
			.withMessageContaining("more than " + RowLines.LONGEST + " bytes");
	}

	@Test
	void refusesAFileThatIsNotCompressedOrCutOff() throws IOException {
		fill();
		export(SMALL);
		Path file = this.directory.resolve("Rows/0000-000000.jsonl.gz");
		byte[] content = Files.readAllBytes(file);
		tamper(file, content, "plain text".getBytes(StandardCharsets.UTF_8));
		assertThatExceptionOfType(DataIntegrityViolationException.class).isThrownBy(this::load)
			.withMessageContaining("inflated");
		byte[] half = Arrays.copyOf(content, content.length / 2);
		tamper(file, "plain text".getBytes(StandardCharsets.UTF_8), half);
		assertThatExceptionOfType(DataIntegrityViolationException.class).isThrownBy(this::load)
			.withMessageContaining("inflated");
	}

	@Test
	void importsARowThatIsThereTwiceAsOne() throws IOException {
		fill();
		export(SMALL);
		tamper((lines) -> lines + lines);
		load();
		assertThat(new TableImport(this.target).content("Rows"))
			.isEqualTo(new TableImport(this.source).content("Rows"));
	}

	/**
	 * It is faster after each transaction that was refused.
	 */
	@Test
	void importsTogetherWithAnotherImportOfTheSameExport() {
		fill();
		export(SMALL);
		this.target.createTable("Rows");
		write(this.target, "p0", "r000", 0);
		TableGateway shared = new ForwardingTableGateway(this.target) {

			private boolean refused;

			@Override
			public List<@Nullable String> submit(AtomicBatch batch) {
				if (this.refused) {
					load();
				}
				try {
					return super.submit(batch);
				}
				catch (DuplicateKeyException ex) {
					this.refused = true;
					throw ex;
				}
			}

		};
		new TableImport(shared, SMALL.withConcurrency(1)).load(location(), ImportMode.INSERT);
		assertThat(new TableImport(this.target).verify(location())).isEmpty();
	}

	@Test
	void refusesKeysThatTheServiceHasNot() throws IOException {
		fill();
		export(SMALL);
		tamper((lines) -> "{\"PartitionKey\":\"a/b\",\"RowKey\":\"r\"}\n");
		assertThatExceptionOfType(DataAccessException.class).isThrownBy(this::load);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "{", "null", "[]", "{}", "{\"begin\":\"now\"}",
			"{\"begin\":\"now\",\"fuzzy\":true,\"tables\":[{}]}" })
	void refusesAPlanThatIsNone(String plan) {
		fill();
		write("plan.json", plan);
		assertThatExceptionOfType(InvalidDataAccessResourceUsageException.class).isThrownBy(() -> export(SMALL))
			.withMessageContaining("plan.json");
	}

	@Test
	void refusesAManifestWithValuesThatAreNone() {
		fill();
		export(SMALL);
		String manifest = manifest();
		for (UnaryOperator<String> change : List.<UnaryOperator<String>>of(
				(text) -> text.replaceFirst("\"begin\" : \"[^\"]*\"", "\"begin\" : \"monday\""),
				(text) -> text.replaceFirst("\"digest\" : \"[^\"]*\"", "\"digest\" : \"xyz\""),
				(text) -> text.replaceFirst("\"digest\" : \"[^\"]*\"", "\"digest\" : null"),
				(text) -> text.replaceFirst("\"sha256\" : \"[^\"]*\"", "\"sha256\" : null"),
				(text) -> text.replace("\"type\" : \"\",", ""),
				(text) -> text.replaceFirst("\"rows\" : \\d+", "\"rows\" : -5"),
				(text) -> text.replaceFirst("\"rows\" : \\d+", "\"rows\" : \"many\""),
				(text) -> text.replace("\"table\" : \"Rows\"", "\"table\" : \"../Rows\""),
				(text) -> text.replace("\"table\" : \"Rows\"", "\"table\" : \"Others\""), (text) -> "null",
				(text) -> "[]", (text) -> "")) {
			write("manifest.json", change.apply(manifest));
			assertThatExceptionOfType(InvalidDataAccessResourceUsageException.class).isThrownBy(this::load)
				.withMessageContaining("manifest.json");
		}
		assertThat(this.target.tables()).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "-", "x", "1", "-1-", "99999999999999999999-", "\u0661-" })
	void refusesPositionsThatAreNone(String begin) {
		fill();
		export(SMALL);
		List<String> positions = new ArrayList<>();
		new TableImport(this.target).load(location(), ImportMode.INSERT, null, (one) -> positions.add(one.position()));
		String id = positions.get(0).substring(positions.get(0).indexOf('-') + 1);
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> new TableImport(this.target).load(location(), ImportMode.INSERT,
					begin.endsWith("-") ? begin + id : begin, (progress) -> {
					}))
			.withMessageContaining("a number, a hyphen and the identifier of the export")
			.withMessageContaining("begin without one");
	}

	@Test
	void exportsATableOnceWhateverTheCaseOfItsName() {
		fill();
		TransferReport report = new TableExport(this.source, SMALL).export(List.of("Rows", "ROWS", "rows"), location(),
				(progress) -> {
				});
		assertThat(report.tables()).singleElement().satisfies((table) -> assertThat(table.rows()).isEqualTo(200));
	}

	@ParameterizedTest
	@ValueSource(strings = { "../Rows", "/tmp/Rows", "Rows/../../x", "C:\\Rows", "", "a", "Rows\u0000", "Missing" })
	void writesNothingForATableThatIsNotThere(String table) throws IOException {
		assertThatExceptionOfType(DataAccessException.class)
			.isThrownBy(() -> new TableExport(this.source, SMALL).export(List.of(table), location(), (progress) -> {
			}));
		try (Stream<Path> files = Files.list(this.directory)) {
			assertThat(files).isEmpty();
		}
	}

	@Test
	void goesOnWithOtherSizesAndRefusesOtherMoments() throws IOException {
		fill();
		Files.createDirectories(this.directory.resolve("Rows"));
		TransferReport whole = export(SMALL);
		Files.delete(this.directory.resolve("manifest.json"));
		Path last;
		try (Stream<Path> files = Files.walk(this.directory)) {
			last = files.filter((one) -> one.toString().contains(".last.")).sorted().findFirst().orElseThrow();
		}
		Files.delete(last);
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> export(SMALL.withFuzzy(false)))
			.withMessageContaining("fuzzy=true");
		TransferReport report = export(SMALL.withSegments(7).withSliceBytes(300).withConcurrency(1));
		assertThat(report.tables()).isEqualTo(whole.tables());
		load();
		assertThat(new TableImport(this.target).verify(location())).isEmpty();
	}

	@Test
	void saysThatADirectoryCannotBeWritten() {
		fill();
		write("file", "");
		TransferLocation file = TransferLocation.directory(this.directory.resolve("file"));
		assertThatExceptionOfType(UncheckedIOException.class)
			.isThrownBy(() -> new TableExport(this.source, SMALL).export(List.of("Rows"), file, (progress) -> {
			}));
	}

	/**
	 * A disk that is full while a file is written leaves a part of it, which counts for
	 * nothing.
	 */
	@Test
	void goesOnAfterADiskWasFull() throws IOException {
		fill();
		TransferReport whole = export(SMALL);
		Files.delete(this.directory.resolve("manifest.json"));
		Path first = this.directory.resolve("Rows/0000-000000.jsonl.gz");
		byte[] content = Files.readAllBytes(first);
		try (Stream<Path> files = Files.list(this.directory.resolve("Rows"))) {
			for (Path file : files.filter((one) -> one.getFileName().toString().startsWith("0000-")).toList()) {
				Files.delete(file);
			}
		}
		Files.write(this.directory.resolve("Rows/0000-000000.jsonl.gz.part"), Arrays.copyOf(content, 50));
		assertThat(export(SMALL).tables()).isEqualTo(whole.tables());
	}

	@Test
	void keepsKeysAndValuesOfAnyKind() {
		List<String> texts = List.of("", " ", "'", "''", "\"", "a'b", "%20", "+", "&=", "\uD83D\uDE00", "東京", "é",
				"~|^", "$filter", "..", ".", "-", "0");
		for (String partition : texts) {
			for (String row : texts) {
				write(this.source, partition, row, partition + "\n\r\t\u0000\u2028" + row);
			}
		}
		write(this.source, "large", "r", "x".repeat(32_000));
		write(this.source, "large", "s", new byte[65_536]);
		TransferReport report = export(SMALL.withFuzzy(false));
		assertThat(report.rows()).isEqualTo(texts.size() * texts.size() + 2);
		load();
		assertThat(new TableImport(this.target).verify(location())).isEmpty();
	}

	@Test
	void importsIntoTablesWithOtherRowsAndOtherProperties() {
		fill();
		TransferReport report = export(SMALL);
		this.target.createTable("Rows");
		write(this.target, "other", "r", "text");
		load();
		assertThat(new TableImport(this.target).content("Rows").rows()).isEqualTo(report.rows() + 1);
		assertThat(new TableImport(this.target).verify(location())).singleElement();
	}

	/**
	 * Each pair of rows is changed in one transaction, and again and again while it is
	 * read.
	 */
	@Test
	void readsFilesUntilTheirRowsAreOfOneMoment() {
		for (int i = 0; i < 50; i++) {
			pair("p%02d".formatted(i), 0);
		}
		AtomicInteger requests = new AtomicInteger();
		TableGateway changing = new ForwardingTableGateway(this.source) {

			@Override
			public <T> RowPage<T> read(RowRequest request, RowReader<T> reader) {
				int number = requests.incrementAndGet();
				if (number < 60) {
					pair("p%02d".formatted(number % 50), number);
				}
				return super.read(request.withTop(Math.min(7, request.top())), reader);
			}

		};
		TransferOptions options = SMALL.withFuzzy(false).withConcurrency(1).withSliceBytes(600);
		TransferReport report = new TableExport(changing, options).export(List.of("Rows"), location(), (progress) -> {
		});
		assertThat(report.rows()).isEqualTo(100);
		load();
		for (int i = 0; i < 50; i++) {
			String partition = "p%02d".formatted(i);
			assertThat(value(partition, "b")).as(partition).isEqualTo(value(partition, "a"));
		}
	}

	/**
	 * An index row of the partition that a file ends with is replaced by one with a
	 * greater key, after that file was written.
	 */
	@Test
	void putsRowsOfAPartitionIntoOneFile() {
		for (String partition : List.of("p", "q", "r")) {
			write(this.source, partition, "entity", "x".repeat(700));
			write(this.source, partition, "index_m", 1);
		}
		TableGateway changing = new ForwardingTableGateway(this.source) {

			@Override
			public <T> RowPage<T> read(RowRequest request, RowReader<T> reader) {
				if (Files.exists(DamagedTransferTests.this.directory.resolve("Rows/0000-000000.partition.jsonl.gz"))
						&& DamagedTransferTests.this.source.read("Rows", new TableKey("p", "index_m"), null,
								RowReader.rows()) != null) {
					DamagedTransferTests.this.source
						.submit(new AtomicBatch("Rows", List.of(new RowWrite.Delete(new TableKey("p", "index_m"), null),
								new RowWrite.Insert(TableRow.of(new TableKey("p", "index_z"), Map.of("Value", 1))))));
				}
				return super.read(request, reader);
			}

		};
		TransferOptions options = SMALL.withFuzzy(false).withConcurrency(1).withSegments(1).withSliceBytes(600);
		TransferReport report = new TableExport(changing, options).export(List.of("Rows"), location(), (progress) -> {
		});
		assertThat(this.source.read("Rows", new TableKey("p", "index_z"), null, RowReader.rows())).isNotNull();
		assertThat(report.rows()).isEqualTo(6);
		load();
		assertThat(this.target.read("Rows", new TableKey("p", "index_m"), null, RowReader.rows())).isNotNull();
		assertThat(this.target.read("Rows", new TableKey("p", "index_z"), null, RowReader.rows())).isNull();
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, 1 })
	void refusesToGoOnWhereAFileIsMissing(int missing) throws IOException {
		fill();
		export(SMALL.withSegments(1));
		Files.delete(this.directory.resolve("manifest.json"));
		Files.delete(this.directory.resolve("Rows/0000-00000" + missing + ".jsonl.gz"));
		assertThatExceptionOfType(InvalidDataAccessResourceUsageException.class)
			.isThrownBy(() -> export(SMALL.withSegments(1)))
			.withMessageContaining("Rows/0000-00000" + missing)
			.withMessageContaining("is missing");
	}

	@Test
	void refusesAManifestThatNamesNotAllFiles() {
		fill();
		export(SMALL);
		write("manifest.json", manifest().replaceFirst("(?s)\\{\\s*\"file\"[^}]*},\\s*", ""));
		assertThatExceptionOfType(InvalidDataAccessResourceUsageException.class).isThrownBy(this::load)
			.withMessageContaining("manifest.json");
	}

	@Test
	void refusesAPositionBeyondTheLastFile() {
		fill();
		export(SMALL);
		List<String> positions = new ArrayList<>();
		new TableImport(this.target).load(location(), ImportMode.INSERT, null, (one) -> positions.add(one.position()));
		String id = positions.get(0).substring(positions.get(0).indexOf('-') + 1);
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> new TableImport(this.target).load(location(), ImportMode.REPLACE, "999-" + id, (one) -> {
			}))
			.withMessageContaining("begin without one");
	}

	private void pair(String partition, int value) {
		this.source.submit(new AtomicBatch("Rows", List.of(
				new RowWrite.InsertOrReplace(TableRow.of(new TableKey(partition, "a"), Map.of("Value", value))),
				new RowWrite.InsertOrReplace(TableRow.of(new TableKey(partition, "b"), Map.of("Value", value))))));
	}

	private Object value(String partition, String row) {
		return String
			.valueOf(this.target.read("Rows", new TableKey(partition, row), null, RowReader.rows()).get("Value"));
	}

	@Test
	void givesUpWhereRowsChangeAllTheTime() {
		fill();
		AtomicInteger requests = new AtomicInteger();
		TableGateway changing = new ForwardingTableGateway(this.source) {

			@Override
			public <T> RowPage<T> read(RowRequest request, RowReader<T> reader) {
				DamagedTransferTests.this.write(DamagedTransferTests.this.source, "p0", "r000",
						requests.incrementAndGet());
				return super.read(request, reader);
			}

		};
		assertThatExceptionOfType(TransientDataAccessResourceException.class)
			.isThrownBy(() -> new TableExport(changing, SMALL.withFuzzy(false)).export(List.of("Rows"), location(),
					(progress) -> {
					}))
			.withMessageContainingAll("'Rows'", "change faster");
		assertThat(this.directory.resolve("manifest.json")).doesNotExist();
		assertThat(export(SMALL.withFuzzy(false)).rows()).as("later").isEqualTo(200);
	}

	@Test
	void refusesASecondExportToTheSamePlaceAtTheSameTime() throws IOException {
		fill();
		List<Throwable> failures = new ArrayList<>();
		TableGateway gateway = new ForwardingTableGateway(this.source) {

			@Override
			public <T> RowPage<T> read(RowRequest request, RowReader<T> reader) {
				if (Files.exists(DamagedTransferTests.this.directory.resolve("plan.json"))) {
					failures.add(catchThrowable(() -> export(SMALL)));
				}
				return super.read(request, reader);
			}

		};
		new TableExport(gateway, SMALL.withConcurrency(1)).export(List.of("Rows"), location(), (progress) -> {
		});
		assertThat(failures).isNotEmpty()
			.allSatisfy((failure) -> assertThat(failure).isInstanceOf(CannotAcquireLockException.class)
				.hasMessageContaining(this.directory.toString()));
		load();
		assertThat(new TableImport(this.target).verify(location())).isEmpty();
	}

	@Test
	void refusesAnExportWhileAnotherProcessWritesToThePlace() throws IOException {
		fill();
		try (FileChannel other = FileChannel.open(this.directory.resolve("export.lock"), StandardOpenOption.CREATE,
				StandardOpenOption.WRITE)) {
			other.lock();
			assertThatExceptionOfType(CannotAcquireLockException.class).isThrownBy(() -> export(SMALL));
		}
		assertThat(export(SMALL).rows()).as("the other process has ended").isEqualTo(200);
	}

	/**
	 * Tables of days come and go while an export of all tables is stopped and repeated.
	 */
	@Test
	void goesOnWithTheTablesThatItBeganWith() {
		fill();
		for (String table : List.of("Day1", "Day2")) {
			this.source.createTable(table);
			for (int i = 0; i < 30; i++) {
				this.source.write(table, new RowWrite.Insert(TableRow.of(new TableKey("p" + i, "r"), Map.of())));
			}
		}
		AtomicInteger left = new AtomicInteger(6);
		TableGateway failing = new ForwardingTableGateway(this.source) {

			@Override
			public <T> RowPage<T> read(RowRequest request, RowReader<T> reader) {
				if (Files.exists(DamagedTransferTests.this.directory.resolve("plan.json"))
						&& left.decrementAndGet() < 0) {
					throw new TransientDataAccessResourceException("stopped");
				}
				return super.read(request.withTop(Math.min(10, request.top())), reader);
			}

		};
		TableExport export = new TableExport(failing, SMALL.withConcurrency(1).withSliceBytes(200));
		assertThatExceptionOfType(TransientDataAccessResourceException.class)
			.isThrownBy(() -> export.export(location(), (progress) -> {
			}));
		left.set(Integer.MAX_VALUE);
		this.source.createTable("Day3");
		this.source.deleteTable("Day1");
		this.source.deleteTable("Day2");
		TransferReport report = export.export(location(), (progress) -> {
		});
		assertThat(report.tables()).extracting(TransferReport.TableContent::table)
			.containsExactly("Day1", "Day2", "Rows");
		assertThat(report.tables().get(1).rows()).isLessThan(30);
		assertThat(report.tables().get(2).rows()).isEqualTo(200);
		new TableImport(this.target, SMALL).load(location(), ImportMode.INSERT);
		assertThat(new TableImport(this.target).verify(location())).isEmpty();
	}

	@Test
	void failsIfTheOnlyTableIsDeletedMeanwhile() {
		fill();
		TableGateway deleting = new ForwardingTableGateway(this.source) {

			@Override
			public <T> RowPage<T> read(RowRequest request, RowReader<T> reader) {
				if (Files.exists(DamagedTransferTests.this.directory.resolve("Rows/0000-000000.jsonl.gz"))) {
					deleteTable("Rows");
				}
				return super.read(request.withTop(Math.min(5, request.top())), reader);
			}

		};
		TableExport export = new TableExport(deleting, SMALL.withConcurrency(1).withSegments(1));
		assertThatExceptionOfType(InvalidDataAccessResourceUsageException.class)
			.isThrownBy(() -> export.export(List.of("Rows"), location(), (progress) -> {
			}));
		assertThat(this.directory.resolve("manifest.json")).doesNotExist();
	}

	/**
	 * Only rows under the keys of the import are read, however many are in between.
	 */
	@Test
	void readsNoMoreThanAPageOfTheRowsBetweenThoseThatAreThere() {
		write(this.source, "p", "a", 1);
		write(this.source, "p", "y", 2);
		write(this.source, "p", "z", 3);
		export(SMALL);
		this.target.createTable("Rows");
		write(this.target, "p", "a", 1);
		write(this.target, "p", "y", 2);
		for (int i = 0; i < 3_000; i++) {
			write(this.target, "p", "m%04d".formatted(i), i);
		}
		AtomicInteger pages = new AtomicInteger();
		TableGateway counting = new ForwardingTableGateway(this.target) {

			@Override
			public <T> RowPage<T> read(RowRequest request, RowReader<T> reader) {
				pages.incrementAndGet();
				return super.read(request, reader);
			}

		};
		new TableImport(counting).load(location(), ImportMode.INSERT);
		assertThat(pages).hasValue(1);
		assertThat(this.target.read("Rows", new TableKey("p", "z"), null, RowReader.rows())).isNotNull();
		write(this.target, "p", "y", 4);
		assertThatExceptionOfType(DuplicateKeyException.class).isThrownBy(this::load).withMessageContaining("REPLACE");
	}

	@Test
	void holdsImportsAndCopiesToRates() {
		for (int i = 0; i < 300; i++) {
			write(this.source, "p", "r%03d".formatted(i), i);
		}
		export(SMALL.withSliceBytes(1_000_000));
		TransferOptions paced = SMALL.withRate(RateOptions.DEFAULTS.withPartition(1).withPause((time) -> {
			throw new IllegalStateException("waited");
		}));
		assertThatExceptionOfType(IllegalStateException.class)
			.isThrownBy(() -> new TableImport(this.target, paced).load(location(), ImportMode.INSERT))
			.withMessage("waited");
		assertThat(new TableImport(this.target).content("Rows").rows()).isEqualTo(100);
		assertThatExceptionOfType(IllegalStateException.class)
			.isThrownBy(() -> new TableCopy(this.source, this.target, paced).copy("Rows", "Copy", ImportMode.INSERT,
					(progress) -> {
					}))
			.withMessage("waited");
		assertThat(new TableImport(this.target).content("Copy").rows()).isEqualTo(100);
	}

	@Test
	void showsHowFarACopyHasCome() {
		for (int i = 0; i < 6_000; i++) {
			write(this.source, "p" + i % 12, "r%04d".formatted(i), i);
		}
		List<Double> done = new ArrayList<>();
		new TableCopy(this.source, this.target, SMALL.withConcurrency(1).withSegments(6)).copy("Rows", "Copy",
				ImportMode.INSERT, (progress) -> done.add(progress.done()));
		assertThat(done).isSorted().endsWith(1.0);
		assertThat(done.get(done.size() - 2)).isGreaterThan(0.3).isLessThan(1);
	}

	@Test
	void writesValuesThatSpreadsheetsCannotTakeForFormulas() {
		List<String> texts = List.of("=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "a\nb", "a,b", "a\"b", "\"", "",
				"'");
		for (int i = 0; i < texts.size(); i++) {
			write(this.source, "=p" + i, "\"r\"", texts.get(i));
		}
		StringBuilder csv = new StringBuilder();
		assertThat(new CsvExport(this.source).write("Rows", List.of("Value", "no, such=\"column\"\n"), csv))
			.isEqualTo(texts.size());
		assertThat(csv.toString()).startsWith("PartitionKey,RowKey,Value,\"no, such=\"\"column\"\"\n\"\r\n")
			.contains("'=p0,\"\"\"r\"\"\",'=1+1,\r\n", ",'+1,\r\n", ",'-1,\r\n", ",'@SUM(A1),\r\n", ",'\t=1,\r\n",
					",\"'\r=1\",\r\n", ",\"a\nb\",\r\n", ",\"a,b\",\r\n", ",\"a\"\"b\",\r\n", ",\"\"\"\",\r\n");
	}

}
