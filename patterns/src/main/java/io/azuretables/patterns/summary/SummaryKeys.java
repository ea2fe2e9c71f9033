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
import java.util.List;

import io.azuretables.internal.key.KeyLayout;
import io.azuretables.internal.key.KeyPart;
import io.azuretables.internal.key.KeyTemplate;
import io.azuretables.internal.model.EntityModel;
import io.azuretables.internal.model.IndexMapping;
import io.azuretables.internal.model.LeafProperty;
import io.azuretables.key.KeyRange;
import io.azuretables.key.TableKey;
import io.azuretables.query.Criteria;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.InvalidDataAccessApiUsageException;

/**
 * The keys of the rows in which a summary (counts and sums) is stored: one row, or one
 * for each bucket.
 */
final class SummaryKeys {

	/**
	 * What stands between the row key and the number of a bucket.
	 */
	private static final String SEPARATOR = "_";

	private final EntityModel model;

	private final String summary;

	private final String rowKey;

	/**
	 * Gives the row key for that of an entity; {@code null} where there is one row.
	 */
	private final @Nullable KeyLayout bucketed;

	private final List<String> rowKeys;

	private SummaryKeys(String summary, EntityModel model, String rowKey, int buckets) {
		this.summary = summary;
		this.model = model;
		this.rowKey = rowKey;
		List<String> all = new ArrayList<>();
		KeyLayout layout = null;
		if (buckets == 1) {
			all.add(rowKey);
		}
		else {
			layout = KeyLayout.of(summary, KeyTemplate.parse(rowKey + SEPARATOR + "{rowKey:bucket(" + buckets + ")}"),
					(property) -> String.class);
			for (Object bucket : layout.buckets(0)) {
				all.add(layout.encode(bucket));
			}
		}
		this.bucketed = layout;
		this.rowKeys = List.copyOf(all);
	}

	/**
	 * The keys of a summary.
	 * @param summary names the summary in messages
	 * @throws InvalidDataAccessApiUsageException if its rows cannot be in the partition
	 * of the entities, or could be taken for entities or index rows
	 */
	static SummaryKeys of(String summary, EntityModel model, String partitionKey, String rowKey, int buckets) {
		KeyLayout partition = model.keys().partition();
		if (!KeyTemplate.parse(partitionKey).equals(partition.template())) {
			throw new InvalidDataAccessApiUsageException(summary + " has the partition key \"" + partitionKey
					+ "\", and the entities have \"" + partition.template()
					+ "\". A summary changes in the transaction of the entity, so its rows are in the same partition; "
					+ "give it the partition key of the entities");
		}
		if (partition.template().parts().stream().anyMatch((part) -> part.buckets() > 0)) {
			throw new InvalidDataAccessApiUsageException(
					summary + " would be one for each bucket of the partition key \"" + partition.template()
							+ "\", whose buckets have no meaning; summarise entities with another key");
		}
		if (model.rolling() != null) {
			throw new InvalidDataAccessApiUsageException(summary
					+ " would be divided among the tables of a @RollingTable; summarise a class with one table");
		}
		List<KeyPart> parts = KeyTemplate.parse(rowKey).parts();
		if (rowKey.isEmpty() || !parts.isEmpty()) {
			throw new InvalidDataAccessApiUsageException(summary + " has the row key \"" + rowKey
					+ "\": it is a text without properties, such as \"sum_staff\"");
		}
		SummaryKeys keys = new SummaryKeys(summary, model, rowKey, buckets);
		keys.checkApart(model);
		return keys;
	}

	/**
	 * Checks that no row of the summary can be taken for an entity of a class or for one
	 * of its index rows.
	 * @param other a class in the same table
	 */
	void checkApart(EntityModel other) {
		checkApart(other.keys().row().prefix(), "an entity of " + other.type().getSimpleName());
		for (IndexMapping index : other.indexes()) {
			checkApart(index.keys().row().prefix(),
					"a row of the index '" + index.name() + "' of " + other.type().getSimpleName());
		}
		checkApart(IndexMapping.TOKEN_ROWS, "a row that indexes in other partitions need");
	}

	private void checkApart(String prefix, String what) {
		if (this.rowKey.startsWith(prefix) || prefix.startsWith(this.rowKey)) {
			throw new InvalidDataAccessApiUsageException(this.summary + " has rows whose row keys begin with \""
					+ this.rowKey + "\", and " + what + " in the same table has one that begins with \"" + prefix
					+ "\". Begin each with a literal of its own");
		}
	}

	/**
	 * Whether rows of both could have the same keys.
	 */
	boolean meet(SummaryKeys other) {
		return this.rowKey.equals(other.rowKey) || this.rowKey.startsWith(other.rowKey + SEPARATOR)
				|| other.rowKey.startsWith(this.rowKey + SEPARATOR);
	}

	/**
	 * The row that an entity counts in.
	 */
	TableKey keyFor(TableKey entity) {
		return new TableKey(entity.partitionKey(),
				(this.bucketed != null) ? this.bucketed.encode(entity.rowKey()) : this.rowKey);
	}

	/**
	 * The row keys of the rows, in their order.
	 */
	List<String> rowKeys() {
		return this.rowKeys;
	}

	/**
	 * The partition key for the values of its properties.
	 */
	String partitionKey(Object... values) {
		List<LeafProperty> leaves = this.model.keys().partitionLeaves();
		if (values.length != leaves.size()) {
			throw new InvalidDataAccessApiUsageException(
					this.summary + " is read with a value for each property of the partition key, " + leaves + ", not "
							+ values.length);
		}
		Object[] encoded = new Object[values.length];
		for (int i = 0; i < values.length; i++) {
			encoded[i] = leaves.get(i).conversion().toKey(values[i]);
		}
		return this.model.keys().partition().encode(encoded);
	}

	/**
	 * The condition of the rows of a partition that may be of the summary, with any
	 * number of buckets.
	 */
	Criteria rows(String partitionKey) {
		return in(partitionKey).and(rows());
	}

	/**
	 * The condition of all rows that may be of the summary, with any number of buckets.
	 */
	Criteria rows() {
		return Criteria.where("RowKey")
			.greaterThanOrEqual(this.rowKey)
			.and(Criteria.where("RowKey").lessThan(this.rowKey + (char) (SEPARATOR.charAt(0) + 1)));
	}

	/**
	 * The partitions that may have entities.
	 */
	KeyRange partitions() {
		return KeyRange.prefix(this.model.keys().partition().prefix());
	}

	/**
	 * The condition of all rows that may be of the summary, or entities.
	 */
	Criteria rowsAndEntities() {
		return entities().or(rows());
	}

	/**
	 * Whether a row has a key of an entity.
	 */
	boolean isEntity(TableKey key) {
		return key.rowKey().startsWith(this.model.keys().row().prefix());
	}

	/**
	 * Whether a row is of the summary, with some number of buckets.
	 */
	boolean isOfAnyBucket(TableKey key) {
		return key.rowKey().equals(this.rowKey) || (key.rowKey().startsWith(this.rowKey + SEPARATOR)
				&& key.rowKey().substring(this.rowKey.length() + 1).chars().allMatch((c) -> c >= '0' && c <= '9'));
	}

	/**
	 * The condition of the entities of a partition.
	 */
	Criteria entities(String partitionKey) {
		return in(partitionKey).and(entities());
	}

	private Criteria entities() {
		return Criteria.where("RowKey").startingWith(this.model.keys().row().prefix());
	}

	private static Criteria in(String partitionKey) {
		return Criteria.where("PartitionKey").is(partitionKey);
	}

}
