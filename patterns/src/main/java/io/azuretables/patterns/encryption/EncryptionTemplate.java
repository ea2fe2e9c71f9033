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
import java.util.Objects;
import java.util.function.Consumer;

import io.azuretables.encryption.DecryptionException;
import io.azuretables.encryption.PropertyEncryption;
import io.azuretables.gateway.TableGateway;
import io.azuretables.internal.execution.ParallelCalls;
import io.azuretables.internal.execution.PlanExecutor;
import io.azuretables.internal.execution.ScanPosition;
import io.azuretables.internal.execution.SegmentedScan;
import io.azuretables.internal.model.EntityModel;
import io.azuretables.internal.model.EntityModel.Discriminator;
import io.azuretables.internal.model.EntityModel.Match;
import io.azuretables.internal.model.LeafProperty;
import io.azuretables.internal.time.ConflictRetries;
import io.azuretables.key.KeyRange;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.Encrypted;
import io.azuretables.mapping.PartialEntityException;
import io.azuretables.mapping.TablePersistentEntity;
import io.azuretables.operations.TableTemplate;
import io.azuretables.patterns.encryption.EncryptionReport.Failure;
import io.azuretables.patterns.index.IndexOptions.Reading;
import io.azuretables.patterns.largevalue.LargeValueTemplate;
import io.azuretables.patterns.largevalue.MissingContentException;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableScrollPosition;
import io.azuretables.row.RowPage;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.TableRow;
import io.azuretables.row.UnstorableValueException;
import io.azuretables.write.EntityMovingException;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.dao.OptimisticLockingFailureException;

/**
 * Rotates data keys, and verifies and re-encrypts stored entities in the background,
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

	/**
	 * So many wide entities are read at a time: each may have 4 MiB.
	 */
	private static final int WIDE = 32;

	private static final ConflictRetries RETRIES = new ConflictRetries(20);

	private static final Consumer<EncryptionReport> IGNORED = (progress) -> {
	};

	private final TableTemplate template;

	private final TableGateway gateway;

	private final PropertyEncryption encryption;

	private final Reading reading;

	/**
	 * Reads rows with their parts.
	 */
	private final PlanExecutor executor;

	/**
	 * A template with {@linkplain Reading#DEFAULTS default options}.
	 * @see #EncryptionTemplate(TableTemplate, TableGateway, PropertyEncryption, Reading)
	 */
	public EncryptionTemplate(TableTemplate template, TableGateway gateway, PropertyEncryption encryption) {
		this(template, gateway, encryption, Reading.DEFAULTS);
	}

	/**
	 * A template for the classes of another one.
	 * @param template writes the rows, and names their tables
	 * @param gateway reads them
	 * @param encryption has the data keys
	 * @param reading how many rows a page has, and how many segments of a large table are
	 * read and rewritten at the same time; of wide entities a page has 32 at most, and
	 * one page is read at a time
	 */
	public EncryptionTemplate(TableTemplate template, TableGateway gateway, PropertyEncryption encryption,
			Reading reading) {
		this.template = template;
		this.gateway = gateway;
		this.encryption = encryption;
		this.reading = reading;
		this.executor = new PlanExecutor(gateway, new ParallelCalls(reading.concurrency(), reading.threads()));
	}

	/**
	 * Makes a new data key for the table of a class, as
	 * {@link PropertyEncryption#rotate}. Call {@link #reencrypt} for all classes in the
	 * table when all instances of the application know the key, which is after
	 * {@link io.azuretables.encryption.EncryptionOptions#refresh()}.
	 */
	public void rotate(Class<?> type) {
		this.encryption.rotate(encrypted(type).tableName());
	}

	/**
	 * Wraps the data keys of the table of a class with the current key of
	 * {@link io.azuretables.encryption.KeyEncryption}, as
	 * {@link PropertyEncryption#rewrap}. No value changes.
	 * @return how many data keys were wrapped with another key
	 */
	public int rewrap(Class<?> type) {
		return this.encryption.rewrap(encrypted(type).tableName());
	}

	/**
	 * Decrypts all values of a class, and writes nothing. One request for each 1,000
	 * rows; with parts one for each 32, and those of the parts. More than ten pages are
	 * read in segments of partitions, several at the same time, as in all runs of this
	 * template.
	 */
	public EncryptionReport verify(Class<?> type) {
		return run(new Run(type, this.template.onlyTable(type), EntityModel.of(entity(type)), null, false), null,
				IGNORED);
	}

	/**
	 * Decrypts all contents of a property, and writes nothing. One request for each 1,000
	 * rows, and for each content two, and those of
	 * {@link io.azuretables.patterns.blob.BlobStore#open}.
	 */
	public EncryptionReport verify(LargeValueTemplate<?> contents) {
		return run(run(contents, false), null, IGNORED);
	}

	/**
	 * Rewrites the rows of a class that have a value without the current data key, also a
	 * plain one, each with its index rows in one transaction and only if it has not
	 * changed since it was read; one that has is read again. An
	 * {@link io.azuretables.encryption.EncryptionResolver} is asked for each row: a value
	 * that it leaves plain there is stored plain. It can be stopped at any request.
	 * Entity callbacks are not called. A row whose entity is moving to another key stays
	 * as it is, and is a failure of the report.
	 * <p>
	 * The key of an index row follows from the stored value. If a property in the key of
	 * an index has become encrypted, call
	 * {@code io.azuretables.patterns.index.IndexAdministration.rebuild} for the index
	 * afterwards: until then it keeps rows with plain values, and queries by the property
	 * can miss entities.
	 * <p>
	 * One request for each 1,000 rows that the service looks at, or with parts for each
	 * 32 entities, those of the parts, and one for each transaction of up to 100 rows of
	 * a partition. Contents in blobs are another matter: see
	 * {@link #reencrypt(LargeValueTemplate, TableScrollPosition, Consumer)}.
	 * @param from where an earlier run stopped, or {@code null} for the beginning
	 * @param progress is called after each page, by one thread at a time; its position is
	 * where to go on: everything before it is done, and what was done ahead of it is
	 * looked at once more
	 */
	public EncryptionReport reencrypt(Class<?> type, @Nullable TableScrollPosition from,
			Consumer<EncryptionReport> progress) {
		return run(new Run(type, this.template.onlyTable(type), EntityModel.of(entity(type)), null, true), from,
				progress);
	}

	/**
	 * Rewrites the contents of a property that are not encrypted with the current data
	 * key, also plain ones: each is written to a new blob, then the row and its index
	 * rows with the name of that blob, if it has not changed since it was read, and then
	 * the old blob is deleted. It can be stopped at any request: each row names a blob
	 * that is there, and what is left over is deleted by the worker of the queue of the
	 * contents, or by {@link LargeValueTemplate#sweep}. Entity callbacks are not called.
	 * <p>
	 * One request for each 1,000 rows that the service looks at, one for each content,
	 * and for one that is rewritten those of {@link LargeValueTemplate#save}, and of
	 * reading it.
	 * @param contents has the queue of the contents, if their writers have one
	 * @param from where an earlier run stopped, or {@code null} for the beginning
	 * @param progress is called after each page, by one thread at a time; its position is
	 * where to go on: everything before it is done, and what was done ahead of it is
	 * looked at once more
	 */
	public EncryptionReport reencrypt(LargeValueTemplate<?> contents, @Nullable TableScrollPosition from,
			Consumer<EncryptionReport> progress) {
		return run(run(contents, true), from, progress);
	}

	private Run run(LargeValueTemplate<?> contents, boolean write) {
		Class<?> type = contents.type();
		if (!contents.isEncrypted()) {
			throw new InvalidDataAccessApiUsageException(
					type.getName() + "." + contents.property() + " is not encrypted; annotate it with @Encrypted");
		}
		String table = this.template.onlyTable(type);
		return new Run(type, table, EntityModel.of(this.template.converter().entity(type)), contents.in(table), write);
	}

	private EncryptionReport run(Run run, @Nullable TableScrollPosition from, Consumer<EncryptionReport> progress) {
		ScanPosition position = ScanPosition.of(run.query(), from, run.what() + " in the table '" + run.table() + "'");
		Found found = new Found();
		scan(run, found).run(position.after(), (page) -> work(run, page, found),
				(done) -> progress.accept(found.report(position.behind(done))));
		EncryptionReport report = found.report(null);
		progress.accept(report);
		return report;
	}

	private void work(Run run, List<TableRow> page, Found found) {
		List<TableRow> rows = page.stream().filter((row) -> isOf(run.model(), row)).toList();
		LargeValueTemplate<?> contents = run.contents();
		Counts counts = (contents != null) ? contents(run, contents, rows, found) : values(run, rows, found);
		found.add(rows.size(), counts);
	}

	private Counts values(Run run, List<TableRow> rows, Found found) {
		List<TableRow> outdated = rows.stream()
			.filter((row) -> isSound(run.model(), row, found) && isOutdated(run.model(), row))
			.toList();
		long rewritten = (run.write() && !outdated.isEmpty())
				? this.template.upgrade(run.type(), run.table(), outdated, (key) -> found.fail(key, MOVING)) : 0;
		return new Counts(outdated.size(), rewritten);
	}

	/**
	 * Reads wide entities one by one, where not all can be read: one whose rows are not
	 * of one write is a failure of its own.
	 */
	private List<TableRow> whole(Run run, List<TableRow> mains, Found found) {
		List<TableRow> whole = new ArrayList<>();
		for (TableRow main : mains) {
			TableRow row = wholeRow(run, main.key(), found);
			if (row != null) {
				whole.add(row);
			}
		}
		return whole;
	}

	/**
	 * The row of an entity with all its columns; {@code null} if it is not there or not
	 * whole, which is a failure.
	 */
	private @Nullable TableRow wholeRow(Run run, TableKey key, Found found) {
		try {
			return this.executor.read(run.table(), key, null, RowReader.rows(run.model().parts()));
		}
		catch (PartialEntityException ex) {
			found.fail(key, String.valueOf(ex.getMessage()));
			return null;
		}
	}

	private Counts contents(Run run, LargeValueTemplate<?> contents, List<TableRow> rows, Found found) {
		long outdated = 0;
		long rewritten = 0;
		for (TableRow row : rows) {
			Content content = content(run, contents, row, found);
			outdated += (content == Content.OUTDATED || content == Content.REWRITTEN) ? 1 : 0;
			rewritten += (content == Content.REWRITTEN) ? 1 : 0;
		}
		return new Counts(outdated, rewritten);
	}

	/**
	 * Verifies a content or encrypts it again, and does so again if another writer has
	 * changed the row meanwhile.
	 */
	private Content content(Run run, LargeValueTemplate<?> contents, TableRow row, Found found) {
		TableRow current = row;
		for (int attempt = 1;; attempt++) {
			try {
				return content(run, contents, current);
			}
			catch (EntityMovingException ex) {
				found.fail(row.key(), MOVING);
				return Content.OUTDATED;
			}
			catch (MissingContentException | DecryptionException | InvalidDataAccessApiUsageException
					| OptimisticLockingFailureException ex) {
				TableRow again = wholeRow(run, row.key(), found);
				if (again == null || !isOf(run.model(), again)) {
					return Content.UNKNOWN;
				}
				if (Objects.equals(again.etag(), current.etag()) || !RETRIES.again(attempt)) {
					found.fail(row.key(), String.valueOf(ex.getMessage()));
					return Content.UNKNOWN;
				}
				current = again;
			}
		}
	}

	private static Content content(Run run, LargeValueTemplate<?> contents, TableRow row) {
		if (!run.write()) {
			contents.verify(row);
		}
		if (contents.isCurrent(row)) {
			return Content.CURRENT;
		}
		if (run.write()) {
			contents.reencrypt(row);
			return Content.REWRITTEN;
		}
		return Content.OUTDATED;
	}

	/**
	 * A scan of rows, each with the columns of its parts. Wide entities are read page
	 * after page, since each segment would hold a page of up to 128 MiB.
	 */
	private SegmentedScan scan(Run run, Found found) {
		boolean wide = !run.model().parts().names().isEmpty();
		RowRequest request = RowRequest.of(run.table(), null)
			.withTop(wide ? Math.min(WIDE, this.reading.pageSize()) : this.reading.pageSize());
		ParallelCalls segments = new ParallelCalls(wide ? 1 : this.reading.concurrency(), this.reading.threads());
		return new SegmentedScan(this.gateway, segments, request,
				Criteria.where("RowKey").startingWith(run.model().keys().row().prefix()),
				KeyRange.prefix(run.model().keys().partition().prefix()))
			.withReader((page) -> page(run, page, found));
	}

	private RowPage<TableRow> page(Run run, RowRequest request, Found found) {
		try {
			return this.executor.page(request, RowReader.rows(run.model().parts()));
		}
		catch (PartialEntityException ex) {
			RowPage<TableRow> mains = this.gateway.read(request, RowReader.rows());
			return new RowPage<>(whole(run, mains.rows(), found), mains.rowsRead(), mains.continuation());
		}
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

	private static boolean isSound(EntityModel model, TableRow row, Found found) {
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
			found.fail(row.key(), String.valueOf(ex.getMessage()));
			return false;
		}
	}

	private static boolean isOutdated(EntityModel model, TableRow row) {
		for (LeafProperty leaf : model.hidden()) {
			Object stored = row.get(leaf.column());
			if (stored != null && !leaf.conversion().isCurrent(stored, row.key())) {
				return true;
			}
		}
		return false;
	}

	/**
	 * A class that has encrypted values in its rows.
	 */
	private TablePersistentEntity<?> entity(Class<?> type) {
		TablePersistentEntity<?> entity = encrypted(type);
		if (EntityModel.of(entity).hidden().isEmpty()) {
			throw new InvalidDataAccessApiUsageException(type.getName()
					+ " has encrypted contents in blobs only; call the method with their LargeValueTemplate");
		}
		return entity;
	}

	/**
	 * A class that has encrypted values in its rows, or encrypted contents in blobs.
	 */
	private TablePersistentEntity<?> encrypted(Class<?> type) {
		TablePersistentEntity<?> entity = this.template.converter().entity(type);
		if (EntityModel.of(entity).hidden().isEmpty() && entity.getPersistentProperty(Encrypted.class) == null) {
			throw new InvalidDataAccessApiUsageException(
					type.getName() + " has no encrypted property; annotate one with @Encrypted");
		}
		return entity;
	}

	/**
	 * What became of a content.
	 */
	private enum Content {

		CURRENT, OUTDATED, REWRITTEN, UNKNOWN

	}

	/**
	 * What a run has found so far, in several segments at the same time.
	 */
	private static final class Found {

		private final List<Failure> failures = new ArrayList<>();

		private long rows;

		private long outdated;

		private long rewritten;

		synchronized void add(long more, Counts counts) {
			this.rows += more;
			this.outdated += counts.outdated();
			this.rewritten += counts.rewritten();
		}

		synchronized void fail(TableKey key, String reason) {
			if (this.failures.size() < FAILURES) {
				this.failures.add(new Failure(key, reason));
			}
		}

		synchronized EncryptionReport report(@Nullable TableScrollPosition position) {
			return new EncryptionReport(position, this.rows, this.outdated, this.rewritten, this.failures);
		}

	}

	/**
	 * How many rows of a page were outdated, and how many of those were rewritten.
	 */
	private record Counts(long outdated, long rewritten) {

	}

	/**
	 * A run through the rows of a class.
	 *
	 * @param type the class
	 * @param table its table
	 * @param model its mapping
	 * @param contents the contents that the run is about; {@code null} for the values in
	 * the rows
	 * @param write whether something is rewritten
	 */
	private record Run(Class<?> type, String table, EntityModel model, @Nullable LargeValueTemplate<?> contents,
			boolean write) {

		/**
		 * What positions belong to.
		 */
		String query() {
			return "encrypt " + this.table + ' ' + this.type.getName() + property();
		}

		String what() {
			return this.type.getSimpleName() + property();
		}

		private String property() {
			return (this.contents != null) ? "." + this.contents.property() : "";
		}

	}

}
