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

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.azuretables.internal.change.CompanionRows;
import io.azuretables.internal.change.EntityChange;
import io.azuretables.internal.conversion.DecimalSums;
import io.azuretables.internal.convert.RowUpgrades;
import io.azuretables.internal.convert.RowValues;
import io.azuretables.internal.model.EntityModel;
import io.azuretables.internal.model.EntityModel.Discriminator;
import io.azuretables.internal.model.LeafProperty;
import io.azuretables.key.InvalidKeyException;
import io.azuretables.key.TableKey;
import io.azuretables.patterns.summary.Summary.Total;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.util.ClassUtils;

/**
 * Computes how the write of an entity changes the stored counts and sums of a summary.
 *
 * @param name the name of the summary
 * @param model the class of the entities
 * @param keys the keys of the rows
 * @param totals the columns of the rows
 */
record SummaryRows(String name, EntityModel model, SummaryKeys keys, List<Column> totals) implements CompanionRows {

	private static final Set<Class<?>> WHOLE = Set.of(Byte.class, Short.class, Integer.class, Long.class);

	static SummaryRows of(String name, EntityModel model, SummaryKeys keys, List<Total> declared) {
		List<Column> columns = new ArrayList<>();
		declared.forEach((total) -> columns.add(column(name, model, total)));
		return new SummaryRows(name, model, keys, List.copyOf(columns));
	}

	private static Column column(String name, EntityModel model, Total total) {
		if (total.property() == null) {
			return new Column(total.column(), null, false);
		}
		String type = model.type().getSimpleName();
		LeafProperty leaf = model.leaf(total.property())
			.orElseThrow(() -> new InvalidDataAccessApiUsageException("The summary '" + name + "' of " + type
					+ " adds up '" + total.property() + "', which is no property of it; these are " + model.names()));
		Class<?> number = ClassUtils.resolvePrimitiveIfNecessary(leaf.property().getType());
		boolean decimal = number == BigDecimal.class;
		if (!decimal && !WHOLE.contains(number)) {
			throw new InvalidDataAccessApiUsageException("The summary '" + name + "' of " + type + " adds up '"
					+ total.property() + "' of type " + number.getSimpleName()
					+ ". A sum that entities are added to and taken from is exact for whole numbers of up to 64 bits and "
					+ "for BigDecimal only; use one of these");
		}
		if (leaf.part() != null) {
			throw new InvalidDataAccessApiUsageException(
					"The summary '" + name + "' of " + type + " adds up '" + total.property()
							+ "' with a @Part, which is not read before an entity is written; leave out its @Part");
		}
		if (leaf.isEncrypted()) {
			throw new InvalidDataAccessApiUsageException("The summary '" + name + "' of " + type + " adds up '"
					+ total.property()
					+ "', which is @Encrypted, and the sum would be stored in the clear; leave out its @Encrypted, or add "
					+ "up what you read");
		}
		return new Column(total.column(), leaf, decimal);
	}

	/**
	 * The columns of the row as it was that the totals depend on. Without any, one that
	 * tells that the row was there.
	 */
	@Override
	public Set<String> columns() {
		Set<String> names = new LinkedHashSet<>();
		this.totals.forEach((column) -> {
			if (column.leaf() != null && column.leaf().isStored()) {
				names.add(column.leaf().column());
			}
		});
		return names.isEmpty() ? Set.of(RowWrite.TOKEN) : names;
	}

	@Override
	public boolean needPrevious() {
		return true;
	}

	@Override
	public Set<TableKey> reads(EntityChange change) {
		return Set.of(this.keys.keyFor(change.key()));
	}

	@Override
	public List<RowWrite> writes(EntityChange change, Map<TableKey, TableRow> read) {
		Map<String, Number> changes = new LinkedHashMap<>();
		for (Column column : this.totals) {
			Number by = column.minus(column.valueOf(change.after()), column.valueOf(change.before()), this.name);
			if (!column.isZero(by)) {
				changes.put(column.name(), by);
			}
		}
		if (changes.isEmpty()) {
			return List.of();
		}
		TableKey key = this.keys.keyFor(change.key());
		TableRow row = read.get(key);
		Map<String, Number> totals = new LinkedHashMap<>();
		this.totals.forEach((column) -> totals.put(column.name(), column.plus(column.stored(row, this.name),
				changes.getOrDefault(column.name(), column.zero()), this.name)));
		return List.of((row != null) ? write(row.key(), totals, row.properties(), row.etag())
				: write(key, totals, Map.of(), null));
	}

	/**
	 * The write of a row, on the condition that it is as it was read.
	 * @param others what the row has besides
	 * @param etag the version that was read; {@code null} if the row was not there
	 */
	RowWrite write(TableKey key, Map<String, Number> totals, Map<String, Object> others, @Nullable String etag) {
		TableRow row = TableRow.of(key, others);
		for (Map.Entry<String, Number> total : totals.entrySet()) {
			Number value = total.getValue();
			row = row.with(total.getKey(), (value instanceof BigDecimal) ? value.toString() : value);
		}
		return (etag != null) ? new RowWrite.Replace(row, etag) : new RowWrite.Insert(row);
	}

	/**
	 * The totals of no entities.
	 */
	Map<String, Number> zero() {
		Map<String, Number> totals = new LinkedHashMap<>();
		this.totals.forEach((column) -> totals.put(column.name(), column.zero()));
		return totals;
	}

	/**
	 * Adds what a row of the summary holds.
	 */
	void addStored(Map<String, Number> totals, TableRow row) {
		this.totals.forEach((column) -> totals.computeIfPresent(column.name(),
				(name, total) -> column.plus(total, column.stored(row, this.name), this.name)));
	}

	/**
	 * Adds other totals.
	 */
	void addTotals(Map<String, Number> totals, Map<String, Number> others) {
		this.totals.forEach((column) -> totals.computeIfPresent(column.name(),
				(name, total) -> column.plus(total, others.getOrDefault(name, column.zero()), this.name)));
	}

	/**
	 * Adds an entity; nothing of it if one of its values cannot be added.
	 * @param row a row whose key is that of an entity of the class
	 * @throws DataIntegrityViolationException if a value cannot be read, or a sum would
	 * be too large
	 * @throws InvalidKeyException if the key cannot be read
	 */
	void addEntity(Map<String, Number> totals, RowValues row) {
		Map<String, Number> sums = new LinkedHashMap<>(totals);
		this.totals.forEach((column) -> sums.computeIfPresent(column.name(),
				(name, total) -> column.plus(total, column.valueOf(row), this.name)));
		totals.putAll(sums);
	}

	/**
	 * The values of a row that is an entity of the class; {@code null} for one of another
	 * class with the same keys.
	 */
	@Nullable RowValues entity(TableRow row) {
		Discriminator type = this.model.discriminator();
		boolean own = type == null || type.isOwn(row.get(type.column()));
		return own ? RowValues.of(this.model, RowUpgrades.current(this.model, row)) : null;
	}

	/**
	 * A column of a summary.
	 *
	 * @param name its name
	 * @param leaf the property that is added up; {@code null} where entities are counted
	 * @param decimal whether the sum is decimal, and stored as text
	 */
	record Column(String name, @Nullable LeafProperty leaf, boolean decimal) {

		Number zero() {
			return this.decimal ? (Number) BigDecimal.ZERO : (Number) 0L;
		}

		boolean isZero(Number value) {
			return (value instanceof BigDecimal number) ? number.signum() == 0 : value.longValue() == 0;
		}

		/**
		 * What a row contributes.
		 */
		Number valueOf(@Nullable RowValues row) {
			if (row == null) {
				return zero();
			}
			if (this.leaf == null) {
				return 1L;
			}
			Number value = (Number) row.apply(this.leaf);
			return (value == null) ? zero() : this.decimal ? value : (Number) value.longValue();
		}

		/**
		 * What a row of the summary holds; zero if it lacks the column.
		 */
		Number stored(@Nullable TableRow row, String summary) {
			Object stored = (row != null) ? row.get(this.name) : null;
			if (stored == null) {
				return zero();
			}
			if (!this.decimal && (stored instanceof Long || stored instanceof Integer)) {
				return ((Number) stored).longValue();
			}
			try {
				if (this.decimal && stored instanceof String text) {
					return new BigDecimal(text);
				}
			}
			catch (NumberFormatException ex) {
				// refused below
			}
			throw new DataIntegrityViolationException("The summary '" + summary + "' has no number in its column '"
					+ this.name + "', so that nothing can be added to it; delete the row, and call recount");
		}

		Number plus(Number one, Number other, String summary) {
			if (one instanceof BigDecimal first && other instanceof BigDecimal second) {
				checkDigits(first, second, summary);
				return first.add(second);
			}
			try {
				return Math.addExact(one.longValue(), other.longValue());
			}
			catch (ArithmeticException ex) {
				throw overflow(summary, ex);
			}
		}

		Number minus(Number one, Number other, String summary) {
			if (one instanceof BigDecimal first && other instanceof BigDecimal second) {
				checkDigits(first, second, summary);
				return first.subtract(second);
			}
			try {
				return Math.subtractExact(one.longValue(), other.longValue());
			}
			catch (ArithmeticException ex) {
				throw overflow(summary, ex);
			}
		}

		private void checkDigits(BigDecimal one, BigDecimal other, String summary) {
			if (DecimalSums.isTooLong(one, other)) {
				throw new DataIntegrityViolationException("The sum '" + this.name + "' of the summary '" + summary
						+ "' would have more than " + DecimalSums.MOST_DIGITS
						+ " digits; limit the number of digits that the property may have");
			}
		}

		private DataIntegrityViolationException overflow(String summary, ArithmeticException cause) {
			return new DataIntegrityViolationException("The sum '" + this.name + "' of the summary '" + summary
					+ "' does not fit into 64 bits; let the property be a BigDecimal", cause);
		}

	}

}
