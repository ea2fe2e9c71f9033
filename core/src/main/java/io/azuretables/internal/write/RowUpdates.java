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

package io.azuretables.internal.write;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.azuretables.internal.conversion.DecimalSums;
import io.azuretables.internal.model.EntityModel;
import io.azuretables.internal.model.EntityModel.Discriminator;
import io.azuretables.internal.model.LeafProperty;
import io.azuretables.internal.model.PropertyConversion;
import io.azuretables.internal.model.SeriesMapping;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.TablePersistentEntity;
import io.azuretables.query.Update;
import io.azuretables.query.Update.Change;
import io.azuretables.query.Update.Kind;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import io.azuretables.row.UnstorableValueException;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.util.ClassUtils;

/**
 * Applies the changes of an {@link Update}, such as an increment, to the row of an
 * entity.
 */
final class RowUpdates {

	private final TablePersistentEntity<?> entity;

	private final List<LeafChange> changes;

	private final OperationRing.@Nullable Entry operation;

	/**
	 * The columns of the properties that stand in the key and are stored beside it, where
	 * the row may have to be inserted.
	 */
	private final Map<String, Object> keyColumns;

	/**
	 * Whether rows have the token of their last write.
	 */
	private final boolean tokened;

	private RowUpdates(TablePersistentEntity<?> entity, Update update, boolean tokened,
			Map<String, Object> keyColumns) {
		this.entity = entity;
		this.changes = new ArrayList<>(update.changes().size());
		for (Change change : update.changes()) {
			List<LeafProperty> slots = EntityModel.of(entity).series().get(change.property());
			if (slots == null) {
				add(change);
			}
			else {
				slots(entity, slots, change).forEach(this::add);
			}
		}
		this.operation = (update.operation() != null) ? OperationRing.entry(update.operation()) : null;
		this.tokened = tokened || entity.hasVersionProperty();
		this.keyColumns = keyColumns;
	}

	private void add(Change change) {
		this.changes.add(new LeafChange(leaf(change.property()), change));
	}

	/**
	 * The changes of the slots, for one of a whole series.
	 */
	private static Stream<Change> slots(TablePersistentEntity<?> entity, List<LeafProperty> slots, Change change) {
		String name = entity.getType().getSimpleName() + "." + change.property();
		SeriesMapping series = Objects.requireNonNull(EntityModel.of(entity).seriesOf(change.property()));
		if (change.kind() == Kind.INCREMENT) {
			throw new InvalidDataAccessApiUsageException(
					name + " is a @Series; increment one of its slots, such as " + series.slotName(0));
		}
		Object value = change.value();
		if (value == null) {
			return (change.kind() == Kind.SET) ? Stream.of(change)
					: slots.stream().map((slot) -> new Change(slot.name(), Kind.REMOVE, null));
		}
		if (!ClassUtils.isAssignableValue(series.type(), value)) {
			throw new InvalidDataAccessApiUsageException(name + " is a @Series and takes a value of type "
					+ series.type().getTypeName() + ", not " + value.getClass().getTypeName());
		}
		String violation = series.violation(value);
		if (violation != null) {
			throw new UnstorableValueException(name, violation);
		}
		return IntStream.range(0, series.slots()).mapToObj((slot) -> {
			Object element = series.element(value, slot);
			return new Change(series.slotName(slot), (element != null) ? Kind.SET : Kind.REMOVE, element);
		});
	}

	/**
	 * Applies an update to a row that must be there.
	 * @param tokened whether other rows change with it, which need the token of the write
	 */
	static RowUpdates of(TablePersistentEntity<?> entity, Update update, boolean tokened) {
		return new RowUpdates(entity, update, tokened, Map.of());
	}

	/**
	 * Applies an update to a row that is inserted if it is not there.
	 * @param tokened whether other rows change with it, which need the token of the write
	 * @param identifier gives the values of the key properties
	 * @throws InvalidDataAccessApiUsageException if a new row could not be read as an
	 * entity, or the update needs the row as it was
	 */
	static RowUpdates orInsert(TablePersistentEntity<?> entity, Update update, boolean tokened,
			Function<LeafProperty, @Nullable Object> identifier) {
		String name = entity.getType().getSimpleName();
		if (entity.isAbstract()) {
			throw new InvalidDataAccessApiUsageException(
					name + " is abstract, and a new row cannot be one; call mergeOrInsert with one of its subtypes");
		}
		RowUpdates updates = new RowUpdates(entity, update, tokened, keyColumns(entity, identifier));
		for (LeafChange one : updates.changes) {
			if (!one.change().isBlind() && updates.operation == null) {
				throw new InvalidDataAccessApiUsageException("mergeOrInsert sets values without reading, and to remove "
						+ "or increment " + name + "." + one.leaf()
						+ " the row must be read; name the operation with Update.once, or call merge or "
						+ "updateWithRetry instead");
			}
		}
		updates.checkComplete();
		return updates;
	}

	private static Map<String, Object> keyColumns(TablePersistentEntity<?> entity,
			Function<LeafProperty, @Nullable Object> identifier) {
		Map<String, Object> columns = new LinkedHashMap<>();
		for (LeafProperty leaf : EntityModel.of(entity).keys().leaves()) {
			if (leaf.isWritten()) {
				Object value = identifier.apply(leaf);
				if (value == null) {
					throw new InvalidDataAccessApiUsageException(entity.getType().getSimpleName() + "." + leaf
							+ " is stored beside the key, and a TableKey does not tell its value; give the value of "
							+ "the property, or an object with the properties " + EntityModel.of(entity).keys().leaves()
							+ ", as the identifier");
				}
				columns.put(leaf.column(), leaf.conversion().write(value));
			}
		}
		return columns;
	}

	private void checkComplete() {
		if (EntityModel.of(this.entity).isCompleteByKey()) {
			return;
		}
		Set<LeafProperty> present = this.changes.stream()
			.filter((one) -> one.change().kind() != Kind.REMOVE)
			.map(LeafChange::leaf)
			.collect(Collectors.toSet());
		List<LeafProperty> missing = EntityModel.of(this.entity).missing(present);
		if (!missing.isEmpty()) {
			throw new InvalidDataAccessApiUsageException("A new " + this.entity.getType().getSimpleName()
					+ " would lack " + missing
					+ ", which are not nullable, if mergeOrInsert did not find its row; set them in the update, or "
					+ "make them nullable (a wrapper class instead of a primitive type)");
		}
	}

	/**
	 * Whether the row need not be read.
	 */
	boolean isBlind() {
		for (LeafChange one : this.changes) {
			if (!one.change().isBlind()) {
				return false;
			}
		}
		return this.operation == null;
	}

	/**
	 * Whether a row has the operation of the update already.
	 */
	boolean isIn(TableRow row) {
		return this.operation != null && this.operation.isIn(row);
	}

	/**
	 * Whether a write of the update may be tried again although nothing is known of the
	 * one before.
	 */
	boolean isRepeatable() {
		return this.operation != null;
	}

	/**
	 * The row of the changed properties alone, to be merged.
	 */
	TableRow partial(TableKey key) {
		return changed(new LinkedHashMap<>(), key, null);
	}

	/**
	 * The row of a new entity.
	 */
	TableRow inserted(TableKey key) {
		Discriminator type = EntityModel.of(this.entity).discriminator();
		TableRow row = partial(key);
		return (type != null) ? row.with(type.column(), type.values().get(0)) : row;
	}

	/**
	 * The whole row, changed.
	 */
	TableRow applied(TableRow row) {
		Map<String, Object> properties = row.properties();
		if (!properties.isEmpty()) {
			EntityModel.of(this.entity)
				.leaves()
				.values()
				.forEach((leaf) -> properties.computeIfPresent(leaf.column(),
						(column, value) -> typed(leaf, value, row.key())));
		}
		return changed(properties, row.key(), row.etag());
	}

	private TableRow changed(Map<String, Object> properties, TableKey key, @Nullable String etag) {
		properties.putAll(this.keyColumns);
		for (LeafChange one : this.changes) {
			apply(one.leaf(), one.change(), properties, key);
		}
		if (this.operation != null) {
			this.operation.addTo(properties);
		}
		if (this.tokened) {
			properties.put(RowWrite.TOKEN, WriteToken.next());
		}
		return TableRow.of(key, properties, etag, null);
	}

	private static void apply(LeafProperty leaf, Change change, Map<String, Object> properties, TableKey key) {
		Object value = switch (change.kind()) {
			case SET -> stored(leaf, change.value(), key);
			case REMOVE -> null;
			case INCREMENT -> incremented(leaf, properties.get(leaf.column()), change.value());
		};
		if (value == null) {
			properties.remove(leaf.column());
		}
		else {
			properties.put(leaf.column(), value);
		}
	}

	/**
	 * A value as its property is stored now. A row that is read says no types where its
	 * JSON suggests them, which loses that of whole numbers.
	 */
	private static Object typed(LeafProperty leaf, Object value, TableKey key) {
		PropertyConversion conversion = leaf.conversion();
		boolean typed = leaf.place() != LeafProperty.Place.COLUMN
				|| (conversion.storedType().isInstance(value) && conversion.isCurrent(value, key));
		return typed ? value : conversion.write(conversion.read(value, key), key);
	}

	private LeafProperty leaf(String name) {
		EntityModel model = EntityModel.of(this.entity);
		LeafProperty leaf = model.updatable().get(name);
		if (leaf == null) {
			throw model.leaf(name).isEmpty() ? unknown(name) : new InvalidDataAccessApiUsageException(this.entity
				.getType()
				.getSimpleName() + "." + name
					+ " stands in the key, or is the service's own, and cannot be updated; delete the entity and insert "
					+ "another one");
		}
		return leaf;
	}

	private InvalidDataAccessApiUsageException unknown(String name) {
		SeriesMapping series = EntityModel.of(this.entity).seriesOf(name);
		return new InvalidDataAccessApiUsageException(
				this.entity.getType().getSimpleName() + " has no property '" + name + "' to be updated"
						+ ((series != null) ? ": the slots of " + series.name() + " are " + series.range()
								: "; the properties are " + EntityModel.of(this.entity).names()));
	}

	private static Object stored(LeafProperty leaf, @Nullable Object given, TableKey key) {
		Object value = (given instanceof Optional<?> optional) ? optional.orElse(null) : given;
		if (value == null) {
			throw new InvalidDataAccessApiUsageException(
					"An update sets no nulls; remove '" + leaf.name() + "' instead");
		}
		return leaf.conversion().write(leaf.conversion().coerce(value), key);
	}

	private static Object incremented(LeafProperty leaf, @Nullable Object current, @Nullable Object by) {
		Class<?> type = leaf.conversion().storedType();
		if (type != Integer.class && type != Long.class && type != Double.class) {
			throw new InvalidDataAccessApiUsageException(
					"'" + leaf.name() + "' is not stored as a number and cannot be incremented");
		}
		BigDecimal step = decimal(leaf, Objects.requireNonNull(by));
		BigDecimal before = (current != null) ? decimal(leaf, current) : BigDecimal.ZERO;
		if (DecimalSums.isTooLong(before, step)) {
			throw new DataIntegrityViolationException("'" + leaf.name()
					+ "' cannot be incremented: the sum would have more than " + DecimalSums.MOST_DIGITS + " digits");
		}
		BigDecimal sum = before.add(step);
		try {
			Object stored = (type == Double.class) ? (Object) sum.doubleValue()
					: (type == Long.class) ? (Object) sum.longValueExact() : (Object) sum.intValueExact();
			leaf.conversion().read(stored);
			return stored;
		}
		catch (ArithmeticException | UnstorableValueException ex) {
			throw new DataIntegrityViolationException("'" + leaf.name() + "' cannot be incremented: "
					+ leaf.property().storedTypeInformation().getType().getSimpleName() + " does not hold the sum", ex);
		}
	}

	private static BigDecimal decimal(LeafProperty leaf, Object number) {
		try {
			return new BigDecimal(number.toString());
		}
		catch (NumberFormatException ex) {
			throw new InvalidDataAccessApiUsageException("'" + leaf.name() + "' or its increment is not finite", ex);
		}
	}

	/**
	 * A change, with the property that it changes.
	 */
	private record LeafChange(LeafProperty leaf, Change change) {

	}

}
