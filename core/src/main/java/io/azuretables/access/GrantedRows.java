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

package io.azuretables.access;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import io.azuretables.convert.TableMappingContext;
import io.azuretables.gateway.AccessGrant.Rows;
import io.azuretables.internal.key.KeyLayout;
import io.azuretables.internal.model.EntityModel;
import io.azuretables.internal.model.IndexMapping;
import io.azuretables.internal.model.KeyMapping;
import io.azuretables.internal.model.LeafProperty;
import io.azuretables.key.KeyRange;
import io.azuretables.mapping.TablePersistentEntity;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.data.domain.Range;

/**
 * Computes the key ranges of the rows that a shared access signature covers. Pure
 * computation.
 */
final class GrantedRows {

	private final TableMappingContext context;

	private final TablePersistentEntity<?> entity;

	private final @Nullable IndexMapping index;

	private final KeyMapping keys;

	GrantedRows(TableMappingContext context, TablePersistentEntity<?> entity, @Nullable IndexMapping index) {
		this.context = context;
		this.entity = entity;
		this.index = index;
		this.keys = (index != null) ? index.keys() : EntityModel.of(entity).keys();
	}

	/**
	 * The rows, one range for each partition.
	 * @param partition the values of leading parts of the partition key
	 * @param rows the values of leading parts of the row key
	 * @param bounds bounds the part behind them, or {@code null} for no bounds
	 * @param whole whether all rows of the partition are meant
	 */
	List<Rows> of(List<@Nullable Object> partition, List<@Nullable Object> rows, @Nullable Bounds bounds,
			boolean whole) {
		if (whole && (!rows.isEmpty() || bounds != null)) {
			throw refused("is given by wholePartition() and by row keys at once; leave one out");
		}
		if (!whole && this.index == null && !EntityModel.of(this.entity).parts().names().isEmpty()) {
			throw refused("has properties with @Part, whose rows are not among those of its keys; call "
					+ "wholePartition()");
		}
		List<Object> leading = keyValues("rows", this.keys.row(), this.keys.rowLeaves(), rows);
		List<Object> given = keyValues("partition", this.keys.partition(), this.keys.partitionLeaves(), partition);
		if (!whole) {
			checkBuckets(given.size(), leading.size());
		}
		KeyRange range = whole ? KeyRange.all() : range(leading, bounds);
		if (range.isEmpty()) {
			throw refused("has no row in the range; its end is before its start");
		}
		List<Rows> granted = new ArrayList<>();
		for (String key : partitionKeys(given, leading)) {
			if (!whole) {
				checkOthers(key, range);
			}
			checkEmpty(key, range);
			granted.add(new Rows(key, range.firstKey(), range.lastKey()));
		}
		return granted;
	}

	private List<Object> keyValues(String method, KeyLayout layout, List<LeafProperty> leaves,
			List<@Nullable Object> values) {
		if (values.size() > layout.size()) {
			throw refused("is given by " + values.size() + " values in " + method + "(...), and its key has "
					+ layout.size() + " properties: \"" + layout.template() + "\"");
		}
		List<Object> converted = new ArrayList<>();
		for (int i = 0; i < values.size(); i++) {
			converted.add(keyValue(method, layout, leaves.get(i), values.get(i)));
		}
		return converted;
	}

	private Object keyValue(String method, KeyLayout layout, LeafProperty leaf, @Nullable Object value) {
		if (value == null) {
			throw refused("is given by null for " + leaf.name() + " in " + method + "(...)");
		}
		try {
			return leaf.conversion().toKey(leaf.conversion().coerce(value));
		}
		catch (IllegalArgumentException ex) {
			throw refused("is given in " + method + "(...) by a value of " + value.getClass().getName() + " for "
					+ leaf.name() + ", which it cannot have; the values are those of the template \""
					+ layout.template() + "\" in its order");
		}
	}

	/**
	 * Refuses a value that is hashed and stands nowhere else in the keys: rows of other
	 * values lie among its own.
	 */
	private void checkBuckets(int partitions, int rows) {
		Set<LeafProperty> exact = new HashSet<>();
		Set<LeafProperty> hashed = new HashSet<>();
		for (int i = 0; i < partitions; i++) {
			(isHashed(this.keys.partition(), i) ? hashed : exact).add(this.keys.partitionLeaves().get(i));
		}
		for (int i = 0; i < rows; i++) {
			(isHashed(this.keys.row(), i) ? hashed : exact).add(this.keys.rowLeaves().get(i));
		}
		hashed.removeAll(exact);
		if (!hashed.isEmpty()) {
			throw refused("is given by " + names(hashed) + ", of which keys have a hash only, so that rows of other "
					+ "values are given away, too; give its value in rows(...), if the row key begins with it, or call "
					+ "wholePartition()");
		}
	}

	private static boolean isHashed(KeyLayout layout, int part) {
		return layout.part(part).buckets() > 0;
	}

	private static List<String> names(Set<LeafProperty> leaves) {
		return leaves.stream().map(LeafProperty::name).sorted().toList();
	}

	private KeyRange range(List<Object> leading, @Nullable Bounds bounds) {
		KeyLayout layout = this.keys.row();
		if (bounds != null) {
			return bounds.of(this, leading);
		}
		boolean open = this.index != null && this.index.isWriteOnce() && leading.size() == layout.size();
		return open ? KeyRange.prefix(layout.encode(leading.toArray())) : layout.range(leading);
	}

	private List<String> partitionKeys(List<Object> given, List<Object> rows) {
		KeyLayout layout = this.keys.partition();
		List<List<Object>> keys = List.of(given);
		for (int i = given.size(); i < layout.size(); i++) {
			List<Object> values = values(i, rows);
			keys = keys.stream().flatMap((key) -> values.stream().map((value) -> with(key, value))).toList();
		}
		return keys.stream().map((key) -> layout.encode(key.toArray())).toList();
	}

	private static List<Object> with(List<Object> values, Object value) {
		List<Object> more = new ArrayList<>(values);
		more.add(value);
		return more;
	}

	/**
	 * The values of a part of the partition key that has none: the one that the row key
	 * has, or all buckets.
	 */
	private List<Object> values(int part, List<Object> rows) {
		KeyLayout layout = this.keys.partition();
		LeafProperty leaf = this.keys.partitionLeaves().get(part);
		for (int i = 0; i < rows.size(); i++) {
			if (this.keys.rowLeaves().get(i).equals(leaf)) {
				return List.of(rows.get(i));
			}
		}
		if (isHashed(layout, part)) {
			return layout.buckets(part);
		}
		throw refused("is given without " + leaf.name() + " of the partition key \"" + layout.template()
				+ "\", and a signature is for one partition; give it in partition(...), or call wholeTable()");
	}

	private void checkOthers(String partitionKey, KeyRange range) {
		String name = (this.index != null) ? this.index.name() : "";
		List<String> others = this.context.othersIn(this.entity, name, partitionKey, range);
		if (!others.isEmpty()) {
			throw refused("cannot be given alone: among its rows may lie " + String.join(", ", others)
					+ "; narrow it by rows(...), begin its row key with a literal of its own, or call wholePartition()");
		}
	}

	/**
	 * Refuses a bound that a holder could leave out: in the text that is signed, an empty
	 * key and a missing one are the same.
	 */
	private void checkEmpty(String partitionKey, KeyRange range) {
		if (partitionKey.isEmpty()) {
			throw refused("is given by the empty partition key, which a signature does not tell from a missing one: a "
					+ "holder could leave it out and reach the whole table; let the application read and write there, "
					+ "or call wholeTable()");
		}
		if (range.lastKey().isEmpty()) {
			throw refused("is given by the empty row key, which a signature does not tell from a missing one: a holder "
					+ "could leave it out and reach the whole partition; call wholePartition()");
		}
	}

	private InvalidDataAccessApiUsageException refused(String why) {
		return refused(this.entity, why);
	}

	static InvalidDataAccessApiUsageException refused(TablePersistentEntity<?> entity, String why) {
		return new InvalidDataAccessApiUsageException("Access to " + entity.getType().getSimpleName() + " " + why);
	}

	/**
	 * The bounds of a part of the row key.
	 *
	 * @param property the name of its property
	 * @param range the values
	 */
	record Bounds(String property, Range<?> range) {

		private KeyRange of(GrantedRows rows, List<Object> leading) {
			KeyLayout layout = rows.keys.row();
			int part = leading.size();
			if (part == layout.size() || !rows.keys.rowLeaves().get(part).name().equals(this.property)) {
				throw rows.refused("is given by a range of " + this.property + ", which "
						+ ((part == layout.size()) ? "does not follow the values of rows(...)"
								: "is not " + rows.keys.rowLeaves().get(part).name())
						+ " in the row key \"" + layout.template() + "\"");
			}
			if (!layout.isSorted(part) || !layout.isReversible(part) || isHashed(layout, part)) {
				throw rows.refused("is given by a range of " + this.property
						+ ", by which keys are not sorted, so that rows outside of the range are given away, too");
			}
			LeafProperty leaf = rows.keys.rowLeaves().get(part);
			KeyRange keys = layout.range(leading);
			Optional<? extends Object> from = this.range.getLowerBound().getValue();
			if (from.isPresent()) {
				keys = keys.intersect(layout.above(leading, rows.keyValue("range", layout, leaf, from.get()),
						this.range.getLowerBound().isInclusive()));
			}
			Optional<? extends Object> to = this.range.getUpperBound().getValue();
			if (to.isPresent()) {
				keys = keys.intersect(layout.below(leading, rows.keyValue("range", layout, leaf, to.get()),
						this.range.getUpperBound().isInclusive()));
			}
			return keys;
		}

	}

}
