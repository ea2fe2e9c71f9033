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

package io.azuretables.patterns.summary;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import io.azuretables.gateway.WriteOutcomeUnknownException;
import io.azuretables.internal.convert.RowValues;
import io.azuretables.internal.model.EntityModel;
import io.azuretables.internal.time.ConflictRetries;
import io.azuretables.key.InvalidKeyException;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.TablePersistentEntity;
import io.azuretables.operations.RowTemplate;
import io.azuretables.operations.TableNameResolver;
import io.azuretables.operations.TableTemplate;
import io.azuretables.patterns.index.DerivedRows;
import io.azuretables.patterns.index.IndexAdministration;
import io.azuretables.patterns.index.IndexFinding;
import io.azuretables.patterns.index.IndexFinding.Kind;
import io.azuretables.plan.ReadableIndexes;
import io.azuretables.row.AtomicBatch;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.dao.OptimisticLockingFailureException;

/**
 * Reads, verifies and recounts summaries: counts and sums over the entities of a
 * partition. Makes a {@link TableTemplate} keep them with each write. Safe for concurrent
 * use.
 *
 * @since 0.1
 */
public final class SummaryTemplate implements DerivedRows.Source {

	/**
	 * How often a partition is counted while others write to it.
	 */
	private static final ConflictRetries RETRIES = new ConflictRetries(10);

	private final TableTemplate template;

	private final RowTemplate rows;

	private final TableNameResolver names;

	private final Map<Summary<?>, SummaryRows> summaries;

	private volatile ReadableIndexes readable = (type, summary) -> true;

	/**
	 * Creates a template for some summaries.
	 * @see #SummaryTemplate(TableTemplate, RowTemplate, TableNameResolver, Collection)
	 */
	public SummaryTemplate(TableTemplate template, RowTemplate rows, TableNameResolver names, Summary<?>... summaries) {
		this(template, rows, names, List.of(summaries));
	}

	/**
	 * Creates a template for some summaries, and registers them: from now on, each write
	 * of their entities by the table template updates them. Create it before the template
	 * is used.
	 * @param template writes the entities
	 * @param rows reads and writes rows of the same account
	 * @param names the names of tables, the same as those of the template
	 * @throws InvalidDataAccessApiUsageException if a summary cannot be kept
	 */
	public SummaryTemplate(TableTemplate template, RowTemplate rows, TableNameResolver names,
			Collection<? extends Summary<?>> summaries) {
		this.template = template;
		this.rows = rows;
		this.names = names;
		Map<Summary<?>, SummaryRows> all = new LinkedHashMap<>();
		for (Summary<?> summary : summaries) {
			checkName(summary, all.keySet());
			SummaryRows own = summary.rows(EntityModel.of(template.converter().entity(summary.type())));
			checkApart(summary, own, all);
			all.put(summary, own);
		}
		this.summaries = Collections.unmodifiableMap(all);
		all.keySet().forEach(template::addCompanions);
	}

	private SummaryTemplate(SummaryTemplate shared, TableNameResolver names) {
		this.template = shared.template;
		this.rows = shared.rows;
		this.names = names;
		this.summaries = shared.summaries;
	}

	/**
	 * The same summaries, whose entities are in one table.
	 */
	SummaryTemplate in(String table) {
		return new SummaryTemplate(this, TableNameResolver.constant(table));
	}

	/**
	 * Checks that a summary can be administered by its name.
	 */
	private static void checkName(Summary<?> summary, Collection<Summary<?>> others) {
		if (others.stream()
			.anyMatch((other) -> other.type().equals(summary.type()) && other.name().equals(summary.name()))) {
			throw new InvalidDataAccessApiUsageException(
					"The " + summary + " has the name of another one of the class. Give each a name of its own");
		}
	}

	/**
	 * Checks that rows of a summary can be told from all others in its table, as far as
	 * the classes are known.
	 */
	private void checkApart(Summary<?> summary, SummaryRows own, Map<Summary<?>, SummaryRows> others) {
		TablePersistentEntity<?> type = this.template.converter().entity(summary.type());
		this.template.converter()
			.mappingContext()
			.getPersistentEntities()
			.stream()
			.filter((other) -> other.isTable() && !other.isAbstract() && isSameTable(type, other))
			.forEach((other) -> own.keys().checkApart(EntityModel.of(other)));
		others.forEach((other, otherRows) -> {
			if (isSameTable(type, this.template.converter().entity(other.type()))
					&& own.keys().meet(otherRows.keys())) {
				throw new InvalidDataAccessApiUsageException(
						summary + " and " + other + " could have the same rows; give each a row key of its own");
			}
		});
	}

	private static boolean isSameTable(TablePersistentEntity<?> one, TablePersistentEntity<?> other) {
		return one.tableName().equalsIgnoreCase(other.tableName());
	}

	/**
	 * Sets which summaries can be read, see {@link IndexAdministration#readable()}.
	 */
	public void setReadableIndexes(ReadableIndexes readable) {
		this.readable = readable;
	}

	/**
	 * Returns the summaries for the {@link IndexAdministration}.
	 */
	@Override
	public List<DerivedRows> derivedRows() {
		List<DerivedRows> rows = new ArrayList<>();
		this.summaries.forEach((summary, own) -> rows.add(new DerivedSummary(this, summary, own)));
		return rows;
	}

	/**
	 * Reads the totals of a summary. One request. They include each write that was
	 * completed before, whole, since an entity counts in one row. Zero where no entity
	 * was written.
	 * @param partition the values of the properties in the partition key
	 * @throws InvalidDataAccessApiUsageException if the summary is new to data that is
	 * there already and was not filled yet, or if it was withdrawn
	 */
	public SummaryValues read(Summary<?> summary, Object... partition) {
		SummaryRows own = own(summary);
		if (!this.readable.isReadable(summary.type(), DerivedSummary.name(summary))) {
			throw new InvalidDataAccessApiUsageException("The " + summary + " is not complete, or is withdrawn: it "
					+ "would not say what is there. Fill it by IndexAdministration.backfill, and read it when its "
					+ "state is READABLE");
		}
		return stored(own, read(summary, own, own.keys().partitionKey(partition)));
	}

	/**
	 * Compares a summary with the entities of its partition, and changes nothing. Reads
	 * the rows of the summary twice and the entities once; starts over if the summary has
	 * changed meanwhile.
	 * @param partition the values of the properties in the partition key
	 * @throws DataIntegrityViolationException if a property of an entity cannot be read
	 * @throws ConcurrencyFailureException if entities were written during each of ten
	 * counts
	 */
	public SummaryReport verify(Summary<?> summary, Object... partition) {
		SummaryRows own = own(summary);
		return compared(summary, own, own.keys().partitionKey(partition)).complete().report(own);
	}

	/**
	 * Compares the rows of a partition.
	 */
	Compared compared(Summary<?> summary, SummaryRows own, String partitionKey) {
		Map<TableKey, TableRow> before = read(summary, own, partitionKey);
		int attempt = 0;
		do {
			attempt++;
			Compared compared = count(summary, own, partitionKey, before);
			Map<TableKey, TableRow> after = read(summary, own, partitionKey);
			if (etags(before).equals(etags(after))) {
				return compared;
			}
			before = after;
		}
		while (RETRIES.again(attempt));
		throw busy(summary, null);
	}

	/**
	 * Recounts a summary from the entities of its partition, while others go on writing.
	 * Reads the rows of the summary, then the entities, and writes the totals in one
	 * transaction, on the condition that no row of the summary has changed since; starts
	 * over if one has. Call it when a summary is new, when its columns or the number of
	 * its buckets have changed, and after a program wrote the entities that does not know
	 * the summary. Can be repeated.
	 * @param partition the values of the properties in the partition key
	 * @return what was written
	 * @throws DataIntegrityViolationException if a property of an entity cannot be read;
	 * the summary is as it was
	 * @throws ConcurrencyFailureException if entities were written during each of ten
	 * counts; the summary is as it was
	 */
	public SummaryValues recount(Summary<?> summary, Object... partition) {
		SummaryRows own = own(summary);
		String partitionKey = own.keys().partitionKey(partition);
		return total(own, recounted(summary, own, partitionKey, Compared::complete).counted());
	}

	/**
	 * Counts a partition again.
	 * @param check is called before each write
	 * @return what was there before, and what was counted and written
	 */
	Compared recounted(Summary<?> summary, SummaryRows own, String partitionKey, UnaryOperator<Compared> check) {
		for (int attempt = 1;; attempt++) {
			Map<TableKey, TableRow> before = read(summary, own, partitionKey);
			Compared compared = check.apply(count(summary, own, partitionKey, before));
			List<RowWrite> writes = writes(own, before, compared.counted());
			if (writes.isEmpty()) {
				return compared;
			}
			try {
				this.rows.submit(new AtomicBatch(table(summary), writes));
				return compared;
			}
			catch (OptimisticLockingFailureException | DuplicateKeyException | WriteOutcomeUnknownException ex) {
				if (!RETRIES.again(attempt)) {
					throw busy(summary, ex);
				}
			}
		}
	}

	/**
	 * The writes of all rows, also of those that seem to be right: only a row that is
	 * written is checked. Rows of another number of buckets are deleted.
	 */
	private static List<RowWrite> writes(SummaryRows own, Map<TableKey, TableRow> before,
			Map<TableKey, Map<String, Number>> counted) {
		Map<String, Object> token = Map.of(RowWrite.TOKEN, UUID.randomUUID().toString());
		Map<TableKey, Map<String, Number>> totals = new TreeMap<>(counted);
		List<RowWrite> writes = new ArrayList<>();
		before.forEach((key, row) -> {
			if (own.keys().rowKeys().contains(key.rowKey())) {
				totals.putIfAbsent(key, own.zero());
			}
			else {
				writes.add(new RowWrite.Delete(key, Objects.requireNonNull(row.etag())));
			}
		});
		totals.forEach((key, values) -> {
			TableRow row = before.get(key);
			writes.add(own.write(key, values, token, (row != null) ? row.etag() : null));
		});
		return writes;
	}

	private static Map<TableKey, String> etags(Map<TableKey, TableRow> rows) {
		Map<TableKey, String> etags = new HashMap<>();
		rows.forEach((key, row) -> etags.put(key, Objects.requireNonNull(row.etag())));
		return etags;
	}

	private SummaryRows own(Summary<?> summary) {
		SummaryRows own = this.summaries.get(summary);
		if (own == null) {
			throw new InvalidDataAccessApiUsageException(summary
					+ " is not registered with this template; give it to the constructor, or declare it as a bean");
		}
		return own;
	}

	/**
	 * The table of a summary, as the service knows it.
	 */
	String table(Summary<?> summary) {
		return this.names.resolve(summary.type(), this.template.converter().entity(summary.type()).tableName());
	}

	/**
	 * The rows of the summary that are there.
	 */
	private Map<TableKey, TableRow> read(Summary<?> summary, SummaryRows own, String partitionKey) {
		Map<TableKey, TableRow> found = new TreeMap<>();
		try (Stream<TableRow> stream = this.rows.stream(table(summary), own.keys().rows(partitionKey))) {
			stream.filter((row) -> own.keys().isOfAnyBucket(row.key())).forEach((row) -> found.put(row.key(), row));
		}
		return found;
	}

	static SummaryValues stored(SummaryRows own, Map<TableKey, TableRow> rows) {
		Map<String, Number> totals = own.zero();
		rows.values()
			.stream()
			.filter((row) -> own.keys().rowKeys().contains(row.key().rowKey()))
			.forEach((row) -> own.addStored(totals, row));
		return new SummaryValues(totals);
	}

	/**
	 * What the entities say, for each row that one of them counts in.
	 * @param stored the rows of the summary
	 */
	private Compared count(Summary<?> summary, SummaryRows own, String partitionKey, Map<TableKey, TableRow> stored) {
		Map<TableKey, Map<String, Number>> counted = new TreeMap<>();
		List<TableKey> refused = new ArrayList<>();
		DataAccessException cause = null;
		try (Stream<TableRow> stream = this.rows.stream(table(summary), own.keys().entities(partitionKey))) {
			for (TableRow row : (Iterable<TableRow>) stream::iterator) {
				RowValues entity = own.entity(row);
				if (entity == null) {
					continue;
				}
				try {
					own.addEntity(counted.computeIfAbsent(own.keys().keyFor(row.key()), (key) -> own.zero()), entity);
				}
				catch (InvalidKeyException | DataIntegrityViolationException ex) {
					refused.add(row.key());
					cause = (cause != null) ? cause : ex;
				}
			}
		}
		return new Compared(partitionKey, stored, counted, refused, cause);
	}

	static SummaryValues total(SummaryRows own, Map<TableKey, Map<String, Number>> counted) {
		Map<String, Number> totals = own.zero();
		counted.values().forEach((some) -> own.addTotals(totals, some));
		return new SummaryValues(totals);
	}

	private static ConcurrencyFailureException busy(Summary<?> summary, @Nullable DataAccessException cause) {
		return new ConcurrencyFailureException("The " + summary + " was not counted: entities of its partition were "
				+ "written during each of " + RETRIES.attempts() + " counts. Count again when less is written", cause);
	}

	/**
	 * The rows of a summary in a partition, and what its entities say.
	 *
	 * @param partitionKey the partition
	 * @param stored the rows of the summary
	 * @param counted what the entities say, for each row that one of them counts in
	 * @param refused the entities that were not counted
	 * @param cause why the first one was not; {@code null} if all were counted
	 */
	record Compared(String partitionKey, Map<TableKey, TableRow> stored, Map<TableKey, Map<String, Number>> counted,
			List<TableKey> refused, @Nullable DataAccessException cause) {

		/**
		 * The same, if all entities were counted.
		 * @throws DataAccessException if one was not
		 */
		Compared complete() {
			if (this.cause != null) {
				throw this.cause;
			}
			return this;
		}

		SummaryReport report(SummaryRows own) {
			return new SummaryReport(SummaryTemplate.stored(own, this.stored), total(own, this.counted));
		}

		/**
		 * What is wrong with the totals; {@code null} where nothing is.
		 */
		private @Nullable Kind fault(SummaryRows own) {
			SummaryValues counted;
			try {
				counted = total(own, this.counted);
			}
			catch (DataIntegrityViolationException ex) {
				// the sum of all buckets is too large
				return Kind.REFUSED;
			}
			boolean same;
			try {
				same = SummaryTemplate.stored(own, this.stored).isSameAs(counted);
			}
			catch (DataIntegrityViolationException ex) {
				// a row has something else than a number
				same = false;
			}
			boolean missing = own.keys()
				.rowKeys()
				.stream()
				.noneMatch((row) -> this.stored.containsKey(new TableKey(this.partitionKey, row)));
			return same ? null : missing ? Kind.MISSING : Kind.STALE;
		}

		/**
		 * Which entities were not counted, and which rows are wrong.
		 */
		List<IndexFinding> findings(SummaryRows own) {
			List<IndexFinding> findings = new ArrayList<>();
			this.refused.forEach((entity) -> findings.add(new IndexFinding(Kind.REFUSED, entity, null)));
			this.stored.keySet()
				.stream()
				.filter((key) -> !own.keys().rowKeys().contains(key.rowKey()))
				.forEach((key) -> findings.add(new IndexFinding(Kind.ORPHANED, null, key)));
			Kind fault = fault(own);
			if (fault != null) {
				findings
					.add(new IndexFinding(fault, null, new TableKey(this.partitionKey, own.keys().rowKeys().get(0))));
			}
			return findings;
		}

	}

}
