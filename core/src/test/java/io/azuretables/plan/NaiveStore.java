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

package io.azuretables.plan;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

import io.azuretables.convert.FindingReader;
import io.azuretables.convert.Found;
import io.azuretables.convert.TableConverter;
import io.azuretables.convert.VerifyingReader;
import io.azuretables.index.IndexRows;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.IndexMapping;
import io.azuretables.mapping.TablePersistentEntity;
import io.azuretables.odata.ODataFilter;
import io.azuretables.plan.QueryPlan.Leg;
import io.azuretables.plan.QueryPlan.Points;
import io.azuretables.plan.QueryPlan.Ranges;
import io.azuretables.plan.QueryPlan.Reading;
import io.azuretables.query.Criteria;
import io.azuretables.row.RowReader;
import io.azuretables.row.TableRow;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Executes plans over a map of rows, with nothing but their key ranges and filter texts.
 */
class NaiveStore {

	private final TableConverter converter;

	private final TreeMap<TableKey, TableRow> rows = new TreeMap<>();

	private final Map<String, TableRow> last = new HashMap<>();

	private int rowsRead;

	NaiveStore(TableConverter converter) {
		this.converter = converter;
	}

	/**
	 * Adds an entity and its index rows, unless one of the keys is taken.
	 */
	boolean add(Object entity) {
		TablePersistentEntity<?> type = this.converter.entity(entity.getClass());
		Map<TableKey, TableRow> added = new TreeMap<>();
		TableRow row = this.converter.write(entity);
		added.put(row.key(), row);
		for (IndexMapping index : type.model().indexes()) {
			IndexRows writer = new IndexRows(type.model(), index);
			TableRow indexRow = index.isIntraPartition() ? writer.rowFor(row) : writer.rowFor(row, "now");
			if (indexRow != null) {
				added.put(indexRow.key(), indexRow);
			}
			if (indexRow != null && index.isWriteOnce()) {
				addOutdated(index, indexRow, added);
			}
		}
		if (added.keySet().stream().anyMatch(this.rows::containsKey)) {
			return false;
		}
		this.rows.putAll(added);
		return true;
	}

	/**
	 * A row that the entity would have left if it had once had the key of the one before,
	 * and what that one has besides.
	 */
	private void addOutdated(IndexMapping index, TableRow indexRow, Map<TableKey, TableRow> added) {
		TableRow before = this.last.put(index.name(), indexRow);
		if (before != null) {
			TableRow outdated = before.with(IndexMapping.ENTITY_ROW_KEY, indexRow.get(IndexMapping.ENTITY_ROW_KEY))
				.with(IndexMapping.ENTITY_PARTITION_KEY, indexRow.get(IndexMapping.ENTITY_PARTITION_KEY));
			String rowKey = index.withoutToken(before.key().rowKey()) + "old" + this.rows.size();
			added.put(new TableKey(before.key().partitionKey(), rowKey),
					outdated.withKey(new TableKey(before.key().partitionKey(), rowKey)));
		}
	}

	int rowsRead() {
		return this.rowsRead;
	}

	<T> List<Found<T>> execute(QueryPlan plan, Class<T> type) {
		List<Found<T>> found = new ArrayList<>();
		if (plan instanceof Points points) {
			List<TableRow> hits = points.keys().stream().filter(this.rows::containsKey).map(this.rows::get).toList();
			hits.forEach((row) -> find(plan, points.reading(), row, type, found));
		}
		else if (plan instanceof Ranges ranges) {
			for (Leg leg : ranges.legs()) {
				List<TableRow> rows = rows(leg);
				assertThat(plan.outline().order() != RowOrder.ROW_KEY || isMergeable(rows)).as(plan::explain).isTrue();
				rows.forEach((row) -> find(plan, ranges.reading(), row, type, found));
			}
		}
		return ordered(plan, found);
	}

	/**
	 * Only what is sorted can be merged while it is read.
	 */
	private static boolean isMergeable(List<TableRow> rows) {
		List<String> keys = rows.stream().map((row) -> row.key().rowKey()).toList();
		return keys.equals(keys.stream().sorted().toList());
	}

	private <T> List<Found<T>> ordered(QueryPlan plan, List<Found<T>> found) {
		switch (plan.outline().order()) {
			case KEY -> {
			}
			case ROW_KEY -> found.sort((one, other) -> one.row().rowKey().compareTo(other.row().rowKey()));
			case MEMORY -> found.sort(SortOrder.of(plan.outline().query().sort()));
		}
		return found.subList(0, Math.min(found.size(), plan.outline().query().limit()));
	}

	private List<TableRow> rows(Leg leg) {
		Criteria filter = (leg.filter() != null) ? ODataFilter.parse(leg.filter()) : Criteria.ALL;
		List<TableRow> matching = this.rows.values()
			.stream()
			.filter((row) -> filter.matches((column) -> value(row, column)))
			.toList();
		assertThat(matching.stream()
			.allMatch((row) -> leg.partitions().contains(row.key().partitionKey())
					&& leg.rows().contains(row.key().rowKey())))
			.as("the filter says the ranges too")
			.isTrue();
		this.rowsRead += matching.size();
		return matching;
	}

	private static Object value(TableRow row, String column) {
		return switch (column) {
			case "PartitionKey" -> row.key().partitionKey();
			case "RowKey" -> row.key().rowKey();
			default -> row.get(column);
		};
	}

	private <T> void find(QueryPlan plan, Reading reading, TableRow row, Class<T> type, List<Found<T>> found) {
		boolean index = plan.outline().index().isPresent();
		TableRow source = selected(row, plan.outline().rowSelect(reading.select()));
		RowReader<T> reader = index ? this.converter.indexReader(type) : this.converter.reader(type);
		if (plan.outline().fetchesEntities()) {
			String partitionKey = (String) source.get(IndexMapping.ENTITY_PARTITION_KEY);
			String rowKey = (String) Objects.requireNonNull(source.get(IndexMapping.ENTITY_ROW_KEY));
			source = selected(
					this.rows
						.get(new TableKey(Objects.requireNonNullElse(partitionKey, row.key().partitionKey()), rowKey)),
					reading.select());
			reader = this.converter.reader(type);
		}
		RowReader<Found<T>> finding = new FindingReader<>(reader, plan.outline().watch(reading.residual()));
		if (plan.outline().verifiesEntities() && read(source, new VerifyingReader<>(finding,
				plan.outline().entity().model(), plan.outline().index().orElseThrow(), row.key())) == null) {
			return;
		}
		Found<T> one = read(source, finding);
		if (one != null) {
			found.add(new Found<>(one.value(), row.key(), one.entity(), one.sort()));
		}
	}

	private static <S> S read(TableRow source, RowReader<S> reader) {
		RowReader.Assembler<S> assembler = reader.begin();
		source.forEach(assembler::property);
		return assembler.end(source.key(), null, null);
	}

	private static TableRow selected(TableRow row, List<String> select) {
		Map<String, Object> properties = new LinkedHashMap<>();
		row.forEach((name, value) -> {
			if (select == null || select.contains(name)) {
				properties.put(name, value);
			}
		});
		return TableRow.of(row.key(), properties);
	}

}
