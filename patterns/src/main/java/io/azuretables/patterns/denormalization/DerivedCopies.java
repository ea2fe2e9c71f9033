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
import io.azuretables.key.KeyRange;
import io.azuretables.key.TableKey;
import io.azuretables.operations.TableTemplate;
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
import org.jspecify.annotations.Nullable;

import org.springframework.dao.InvalidDataAccessApiUsageException;

/**
 * Compares denormalised copies with the entities that they are copied from, and corrects
 * them, for {@code IndexAdministration}. Holders are read page by page, and their sources
 * a hundred holders at a time; a holder whose copies differ is read again.
 *
 * @param template reads sources and holders
 * @param mapping the copies
 * @param writer corrects a holder
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
		run(gateway, options, null, tally, (key) -> {
			Object holder = this.template.findById(this.mapping.holderType(), key).orElse(null);
			TableKey source = (holder != null) ? this.mapping.sourceOf(holder) : null;
			if (holder != null && isDifferent(holder, this.writer.source(this.mapping, source))) {
				tally.count(Kind.STALE, () -> findings.accept(new IndexFinding(Kind.STALE, source, key)));
			}
		}, (done) -> progress.accept(tally.report()));
		return tally.report();
	}

	@Override
	public IndexReport rebuild(TableGateway gateway, IndexOptions options, @Nullable TableScrollPosition from,
			Consumer<IndexProgress> progress) {
		Tally tally = new Tally();
		ScanPosition position = ScanPosition.of("rebuild " + table() + ' ' + label(), from, label());
		if (position.isEnd()) {
			return tally.report();
		}
		run(gateway, options, position.after(), tally, (key) -> {
			if (this.writer.settle(this.mapping, key, () -> {
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
			Consumer<TableKey> suspect, Consumer<@Nullable TableKey> done) {
		IndexOptions.Reading reading = options.reading();
		KeyMapping keys = EntityModel.of(this.template.converter().entity(type())).keys();
		RowReader<Object> reader = this.template.converter().reader(this.mapping.holderType());
		new SegmentedScan(gateway, new ParallelCalls(reading.concurrency(), reading.threads()),
				RowRequest.of(table(), null).withTop(reading.pageSize()),
				Criteria.where("RowKey").startingWith(keys.row().prefix()), KeyRange.prefix(keys.partition().prefix()))
			.run(after, (rows) -> {
				List<Object> holders = holders(rows, reader);
				tally.entities().addAndGet(holders.size());
				for (int i = 0; i < holders.size(); i += CHUNK) {
					differing(holders.subList(i, Math.min(i + CHUNK, holders.size()))).forEach(suspect);
				}
			}, (last) -> done.accept(last));
	}

	private static List<Object> holders(List<TableRow> rows, RowReader<Object> reader) {
		List<Object> holders = new ArrayList<>();
		for (TableRow row : rows) {
			Assembler<Object> assembler = reader.begin();
			row.forEach(assembler::property);
			Object holder = assembler.end(row.key(), row.etag(), row.timestamp());
			if (holder != null) {
				holders.add(holder);
			}
		}
		return holders;
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
		this.template.findAllById(this.mapping.sourceType(), keys)
			.forEach((source) -> sources.put(converter.key(source), source));
		return holders.stream()
			.filter((holder) -> isDifferent(holder, sources.get(this.mapping.sourceOf(holder))))
			.map(converter::key)
			.toList();
	}

	private boolean isDifferent(Object holder, @Nullable Object source) {
		CopiedValues before = this.mapping.copiesIn(holder);
		return !before.isSame(this.mapping.copiesIn(this.mapping.copied(source, holder)));
	}

}
