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

package io.azuretables.patterns.denormalization;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

import io.azuretables.convert.TableConverter;
import io.azuretables.gateway.TableGateway;
import io.azuretables.internal.execution.ParallelCalls;
import io.azuretables.internal.execution.ScanPosition;
import io.azuretables.internal.execution.SegmentedScan;
import io.azuretables.internal.model.EntityModel;
import io.azuretables.internal.model.KeyMapping;
import io.azuretables.key.InvalidKeyException;
import io.azuretables.key.KeyRange;
import io.azuretables.key.TableKey;
import io.azuretables.operations.TableTemplate;
import io.azuretables.patterns.denormalization.CopyMessage.Copies;
import io.azuretables.patterns.index.DerivedRows;
import io.azuretables.patterns.index.IndexFinding;
import io.azuretables.patterns.index.IndexFinding.Kind;
import io.azuretables.patterns.index.IndexOptions;
import io.azuretables.patterns.index.IndexProgress;
import io.azuretables.patterns.index.IndexReport;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableScrollPosition;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowReader.Assembler;
import io.azuretables.row.RowRequest;
import io.azuretables.row.TableRow;
import io.azuretables.row.UnstorableValueException;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.InvalidDataAccessApiUsageException;

/**
 * Compares denormalised copies with the entities that they are copied from, and corrects
 * them, for {@code IndexAdministration}. Holders are read page by page, and their sources
 * a hundred holders at a time; a holder whose copies differ is read again.
 *
 * @param template names the tables
 * @param mapping the copies
 * @param writer reads sources and holders, and corrects a holder
 */
record DerivedCopies(TableTemplate template, CopyMapping mapping, CopyWriter writer) implements DerivedRows {

	/**
	 * So many holders are compared at once.
	 */
	private static final int CHUNK = 100;

	@Override
	public Class<?> type() {
		return this.mapping.holderType();
	}

	@Override
	public String name() {
		return "copies:" + this.mapping.copies().name();
	}

	@Override
	public String kind() {
		return "copies";
	}

	@Override
	public String table() {
		return this.template.query(type()).table();
	}

	@Override
	public boolean isInTransaction() {
		return this.mapping.isInPartition();
	}

	@Override
	public IndexReport verify(TableGateway gateway, IndexOptions options, Consumer<IndexFinding> findings,
			Consumer<IndexReport> progress) {
		Tally tally = new Tally();
		DerivedCopies here = here();
		here.run(gateway, options, null, tally, findings, (key) -> {
			Object holder = here.writer.holders().findById(this.mapping.holderType(), key).orElse(null);
			TableKey source = (holder != null) ? this.mapping.sourceOf(holder) : null;
			if (holder != null && here.isDifferent(holder, here.writer.source(this.mapping, source))) {
				tally.count(Kind.STALE, () -> findings.accept(new IndexFinding(Kind.STALE, source, key)));
			}
		}, (done) -> progress.accept(tally.report()));
		return tally.report();
	}

	/**
	 * The same in the tables of the caller: other threads read segments, and the resolver
	 * of table names may know a tenant only in that of the caller.
	 */
	private DerivedCopies here() {
		return new DerivedCopies(this.template, this.mapping,
				Copies.of(this.mapping, this.template).writer(this.template));
	}

	@Override
	public IndexReport rebuild(TableGateway gateway, IndexOptions options, @Nullable TableScrollPosition from,
			Consumer<IndexProgress> progress) {
		Tally tally = new Tally();
		ScanPosition position = ScanPosition.of("rebuild " + table() + ' ' + label(), from, label());
		if (position.isEnd()) {
			return tally.report();
		}
		DerivedCopies here = here();
		here.run(gateway, options, position.after(), tally, (finding) -> {
		}, (key) -> {
			if (here.writer.settle(this.mapping, key, () -> {
			})) {
				tally.count(Kind.STALE);
			}
		}, (done) -> progress.accept(new IndexProgress(position.behind(done), tally.report())));
		progress.accept(new IndexProgress(position.end(), tally.report()));
		return tally.report();
	}

	@Override
	public long drop(TableGateway gateway, IndexOptions options) {
		throw new InvalidDataAccessApiUsageException("The " + this.mapping.copies() + " are properties of "
				+ type().getSimpleName() + " and no rows, so that there is nothing to drop; remove the properties");
	}

	private void run(TableGateway gateway, IndexOptions options, @Nullable TableKey after, Tally tally,
			Consumer<IndexFinding> findings, Consumer<TableKey> suspect, Consumer<@Nullable TableKey> done) {
		IndexOptions.Reading reading = options.reading();
		KeyMapping keys = EntityModel.of(this.template.converter().entity(type())).keys();
		RowReader<Object> reader = this.template.converter().reader(this.mapping.holderType());
		new SegmentedScan(gateway, new ParallelCalls(reading.concurrency(), reading.threads()),
				RowRequest.of(table(), null).withTop(reading.pageSize()),
				Criteria.where("RowKey").startingWith(keys.row().prefix()), KeyRange.prefix(keys.partition().prefix()))
			.run(after, (rows) -> {
				List<TableKey> suspects = new ArrayList<>();
				List<Object> holders = holders(rows, reader, suspects);
				tally.entities().addAndGet(holders.size() + suspects.size());
				for (int i = 0; i < holders.size(); i += CHUNK) {
					suspects.addAll(suspects(holders.subList(i, Math.min(i + CHUNK, holders.size()))));
				}
				suspects.forEach((key) -> compare(key, suspect, tally, findings));
			}, (last) -> done.accept(last));
	}

	/**
	 * Compares a suspect by itself. One that cannot be read, or whose source cannot, is
	 * reported, and the others are compared.
	 */
	private static void compare(TableKey key, Consumer<TableKey> suspect, Tally tally,
			Consumer<IndexFinding> findings) {
		try {
			suspect.accept(key);
		}
		catch (InvalidKeyException | UnstorableValueException ex) {
			tally.count(Kind.REFUSED, () -> findings.accept(new IndexFinding(Kind.REFUSED, null, key)));
		}
	}

	/**
	 * The holders in some rows.
	 * @param suspects takes the keys of rows that cannot be read
	 */
	private static List<Object> holders(List<TableRow> rows, RowReader<Object> reader, List<TableKey> suspects) {
		List<Object> holders = new ArrayList<>();
		for (TableRow row : rows) {
			try {
				Assembler<Object> assembler = reader.begin();
				row.forEach(assembler::property);
				Object holder = assembler.end(row.key(), row.etag(), row.timestamp());
				if (holder != null) {
					holders.add(holder);
				}
			}
			catch (InvalidKeyException | UnstorableValueException ex) {
				suspects.add(row.key());
			}
		}
		return holders;
	}

	/**
	 * The keys of holders that may have to be corrected: all, if a source cannot be read.
	 */
	private List<TableKey> suspects(List<Object> holders) {
		try {
			return differing(holders);
		}
		catch (InvalidKeyException | UnstorableValueException ex) {
			return holders.stream().map(this.template.converter()::key).toList();
		}
	}

	/**
	 * The keys of holders whose copies seem to differ from their sources.
	 */
	private List<TableKey> differing(List<Object> holders) {
		TableConverter converter = this.template.converter();
		Set<TableKey> keys = new LinkedHashSet<>();
		holders.forEach((holder) -> {
			TableKey key = this.mapping.sourceOf(holder);
			if (key != null) {
				keys.add(key);
			}
		});
		Map<TableKey, Object> sources = new HashMap<>();
		this.writer.sources()
			.findAllById(this.mapping.sourceType(), keys)
			.forEach((source) -> sources.put(converter.key(source), source));
		return holders.stream()
			.filter((holder) -> isDifferent(holder, sources.get(this.mapping.sourceOf(holder))))
			.map(converter::key)
			.toList();
	}

	private boolean isDifferent(Object holder, @Nullable Object source) {
		CopiedValues before = this.mapping.copiesIn(holder);
		return !this.writer.isSame(this.mapping, before, this.mapping.copied(source, holder));
	}

}
