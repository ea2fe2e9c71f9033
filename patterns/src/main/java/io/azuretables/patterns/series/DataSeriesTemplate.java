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

package io.azuretables.patterns.series;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

import io.azuretables.internal.key.KeyLayout;
import io.azuretables.internal.model.EntityModel;
import io.azuretables.internal.model.KeyMapping;
import io.azuretables.internal.model.LeafProperty;
import io.azuretables.internal.model.SeriesMapping;
import io.azuretables.operations.TableOperations;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import io.azuretables.query.Update;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.data.domain.Sort;
import org.springframework.util.Assert;

/**
 * Writes single elements of a property with {@code @Series}, and reads the whole series
 * of a row in one request. A row need not be there: the first write inserts it. Safe for
 * concurrent use.
 *
 * @param <T> the entity
 * @since 0.1
 */
public final class DataSeriesTemplate<T> {

	private final TableOperations operations;

	private final Class<T> type;

	private final SeriesMapping series;

	private final List<String> slots;

	/**
	 * Creates a template for one series of a class.
	 * @param property the property that is annotated with {@code @Series}
	 * @throws InvalidDataAccessApiUsageException if it is not, or if a row of the class
	 * needs other properties than its key
	 */
	public DataSeriesTemplate(TableOperations operations, Class<T> type, String property) {
		this.operations = operations;
		this.type = type;
		EntityModel model = EntityModel.of(operations.converter().entity(type));
		SeriesMapping mapping = model.series().containsKey(property) ? model.seriesOf(property) : null;
		if (mapping == null) {
			throw new InvalidDataAccessApiUsageException(type.getSimpleName() + "." + property
					+ " is not a @Series; the series of the class are " + model.series().keySet());
		}
		this.series = mapping;
		this.slots = IntStream.range(0, mapping.slots()).mapToObj(mapping::slotName).toList();
		List<LeafProperty> missing = model.missing(Set.of());
		if (!missing.isEmpty()) {
			throw new InvalidDataAccessApiUsageException("A slot of " + type.getSimpleName() + "." + property
					+ " can be the first that is written of a row, and the row would lack " + missing
					+ ", which are not nullable; make them nullable (a wrapper class instead of a primitive type), or "
					+ "put them into the key");
		}
	}

	/**
	 * Sets the value of a slot, by one request without a condition; it does not matter
	 * whether the row is there. Writers of other slots are not disturbed. Of two writers
	 * of the same slot the last one wins; a request whose answer was lost is sent again,
	 * and may arrive late: do not put and {@link #add} to the same slot. Where the class
	 * has an index or an {@code @EntityType}, two requests.
	 * @param id a {@code TableKey}, the value of the only key property, or an object with
	 * the key properties
	 * @throws InvalidDataAccessApiUsageException if there is no such slot
	 */
	public void put(Object id, int slot, Object value) {
		this.operations.mergeOrInsert(this.type, id, Update.update(slotName(slot), value));
	}

	/**
	 * Sets the values of several slots, as {@link #put} sets one: all or none, by one
	 * request. Without values, no request is made.
	 */
	public void putAll(Object id, Map<Integer, ?> values) {
		if (values == null) {
			throw new InvalidDataAccessApiUsageException("The values of " + this.type.getSimpleName() + "."
					+ this.series.name() + " must not be null; without values, give an empty map");
		}
		Update update = Update.none();
		for (Map.Entry<Integer, ?> value : values.entrySet()) {
			Integer slot = value.getKey();
			if (slot == null) {
				throw new InvalidDataAccessApiUsageException("The values of " + this.type.getSimpleName() + "."
						+ this.series.name() + " have one without a slot; the slots are " + this.series.range());
			}
			update = update.set(slotName(slot), value.getValue());
		}
		if (!values.isEmpty()) {
			this.operations.mergeOrInsert(this.type, id, update);
		}
	}

	/**
	 * Adds to the number in a slot, exactly once for each operation: a second call with
	 * the same operation and slot has no effect. Two requests, and two more for each time
	 * that another writer changes the row in between.
	 * <p>
	 * The row remembers its last 128 operations: an operation that is repeated after 128
	 * others counts twice. A whole entity that is saved without a version forgets them,
	 * and so does one that is moved.
	 * @param by the number to add, or to subtract if it is negative
	 * @param operation tells this addition from all others to the slot, such as the
	 * identifier of the message that is counted
	 * @throws org.springframework.dao.OptimisticLockingFailureException if other writers
	 * were faster each time; call it again with the same operation
	 * @throws io.azuretables.gateway.WriteOutcomeUnknownException if the answer was lost
	 * each time; call it again with the same operation
	 */
	public void add(Object id, int slot, Number by, String operation) {
		Assert.hasText(operation, "The operation must have text");
		String name = slotName(slot);
		this.operations.mergeOrInsert(this.type, id, Update.none().increment(name, by).once(name + ' ' + operation));
	}

	/**
	 * Reads an entity with all slots. One request.
	 */
	public Optional<T> read(Object id) {
		return this.operations.findById(this.type, id);
	}

	/**
	 * Reads the entities of an owner whose row keys come first: the newest, where the row
	 * key has a descending time. One request for up to 1,000.
	 * @param owner the values of the properties in the partition key, and of those before
	 * the descending part of the row key
	 * @throws InvalidDataAccessApiUsageException if the row key has no descending part
	 */
	public List<T> latest(int count, Object... owner) {
		KeyMapping keys = EntityModel.of(this.operations.converter().entity(this.type)).keys();
		LeafProperty descending = null;
		Set<LeafProperty> owners = new LinkedHashSet<>(keys.partitionLeaves());
		KeyLayout row = keys.row();
		for (int i = 0; i < row.size(); i++) {
			LeafProperty leaf = keys.rowLeaves().get(i);
			if (descending == null && row.part(i).isDescending()) {
				descending = leaf;
			}
			if (descending == null) {
				owners.add(leaf);
			}
			else {
				owners.remove(leaf);
			}
		}
		return this.operations.find(newest(descending, new ArrayList<>(owners), owner).limit(count), this.type);
	}

	/**
	 * The name of a slot in updates; they refuse one that is not there.
	 */
	private String slotName(int slot) {
		return (slot >= 0 && slot < this.slots.size()) ? this.slots.get(slot) : this.series.slotName(slot);
	}

	private TableQuery newest(@Nullable LeafProperty descending, List<LeafProperty> owners, Object... values) {
		if (descending == null) {
			throw new InvalidDataAccessApiUsageException("The row key of " + this.type.getSimpleName()
					+ " has no descending part, so that its newest rows are not the first; declare one, such as "
					+ "\"{day:desc}\"");
		}
		if (values.length != owners.size()) {
			throw new InvalidDataAccessApiUsageException("The series of " + this.type.getSimpleName()
					+ " takes a value for each of " + owners + ", and the call gives " + values.length);
		}
		Criteria criteria = Criteria.ALL;
		for (int i = 0; i < values.length; i++) {
			criteria = criteria.and(Criteria.where(owners.get(i).name()).is(values[i]));
		}
		return TableQuery.of(criteria).orderBy(Sort.by(Sort.Direction.DESC, descending.name()));
	}

}
