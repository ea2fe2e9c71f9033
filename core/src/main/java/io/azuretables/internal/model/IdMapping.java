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

package io.azuretables.internal.model;

import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;

import io.azuretables.key.InvalidKeyException;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.TablePersistentEntity;
import io.azuretables.mapping.TablePersistentProperty;
import io.azuretables.row.ServiceLimits;
import org.jspecify.annotations.Nullable;

import org.springframework.data.mapping.Parameter;
import org.springframework.data.mapping.PersistentPropertyAccessor;
import org.springframework.data.mapping.model.ParameterValueProvider;
import org.springframework.util.ClassUtils;

/**
 * Converts the identifier of an entity to its partition key and row key, and back. An
 * identifier is a {@link TableKey}; or the value of the property that alone feeds both
 * keys; or an object whose properties have the names of those that do.
 *
 * @since 0.1
 */
public final class IdMapping {

	private final MappedEntity<?> entity;

	private final EntityModels context;

	/**
	 * How the values of the key properties are found in identifiers of a class.
	 */
	private final Map<Class<?>, Function<Object, Function<LeafProperty, @Nullable Object>>> sources = new ConcurrentHashMap<>();

	IdMapping(MappedEntity<?> entity, EntityModels context) {
		this.entity = entity;
		this.context = context;
	}

	/**
	 * The identifiers of a mapped class.
	 */
	public static IdMapping of(TablePersistentEntity<?> entity) {
		return ((MappedEntity<?>) entity).ids();
	}

	/**
	 * The key for an identifier.
	 * @throws io.azuretables.key.InvalidKeyException if a value cannot stand in the key,
	 * or the key is not one of this entity, but of an index or of another one
	 * @throws IllegalArgumentException if the identifier lacks a property of the key
	 */
	public TableKey toKey(Object id) {
		if (id instanceof TableKey key) {
			return checked(key);
		}
		return this.entity.model().keys().encode(source(id));
	}

	/**
	 * The values of the key properties in an identifier; {@code null} for those that it
	 * does not tell as an entity would have them. A {@link TableKey} tells those that its
	 * texts give back exactly.
	 */
	public Function<LeafProperty, @Nullable Object> toValues(Object id) {
		if (!(id instanceof TableKey key)) {
			return source(id);
		}
		KeyMapping keys = this.entity.model().keys();
		Map<LeafProperty, Object> values = new HashMap<>();
		keys.decode(key, values::put);
		return (leaf) -> keys.givesBack(leaf) ? values.get(leaf) : null;
	}

	/**
	 * The value of a property in an identifier, be it one of the key or one that the
	 * class of the identifier has besides; {@code null} if it does not tell.
	 */
	public @Nullable Object valueOf(LeafProperty leaf, Object id) {
		if (this.entity.model().keys().leaves().contains(leaf)) {
			return toValues(id).apply(leaf);
		}
		boolean tells = !(id instanceof TableKey) && !isValue(id.getClass())
				&& composite(id.getClass()).getPersistentProperty(leaf.property().getName()) != null;
		return tells ? source(id).apply(leaf) : null;
	}

	private Function<LeafProperty, @Nullable Object> source(Object id) {
		Function<Object, Function<LeafProperty, @Nullable Object>> source = this.sources.get(id.getClass());
		if (source == null) {
			source = newSource(id.getClass());
			this.sources.put(id.getClass(), source);
		}
		return source.apply(id);
	}

	/**
	 * A key that may have been made of any texts.
	 */
	private TableKey checked(TableKey key) {
		if (key.partitionKey() == null || key.rowKey() == null) {
			throw new InvalidKeyException(this.entity.getType().getSimpleName(),
					"a TableKey has only one of its two texts, as one does that is read from a row with one of the two "
							+ "columns of a link; give both");
		}
		try {
			this.entity.model().keys().decode(key);
			return key;
		}
		catch (InvalidKeyException ex) {
			throw ex.advising(advice());
		}
	}

	private String advice() {
		Collection<LeafProperty> leaves = this.entity.model().keys().leaves();
		String values = (leaves.size() == 1) ? "the value of " + leaves
				: "an object with the properties " + leaves + ", such as a record,";
		return "A TableKey holds the texts of both keys as they lie in the table; give " + values
				+ " as the identifier, and the key is made of it, or take the key of an entity from TableConverter.key";
	}

	/**
	 * The key for an identifier that is looked for; {@code null} where no entity can have
	 * it, as one of its values cannot stand in the key, or the key is too long.
	 * @throws io.azuretables.key.InvalidKeyException if a value is {@code null}, or the
	 * key is not one of this entity
	 * @throws IllegalArgumentException if the identifier lacks a property of the key
	 */
	public @Nullable TableKey toKnownKey(Object id) {
		try {
			TableKey key = toKey(id);
			boolean fits = Math.max(key.partitionKey().length(), key.rowKey().length()) <= ServiceLimits.KEY_LENGTH;
			return fits ? key : null;
		}
		catch (InvalidKeyException ex) {
			if (id instanceof TableKey || ex.isMissing()) {
				throw ex;
			}
			return null;
		}
	}

	private Function<Object, Function<LeafProperty, @Nullable Object>> newSource(Class<?> idType) {
		if (isValue(idType)) {
			return (id) -> (leaf) -> leaf.conversion().coerce(id);
		}
		MappedEntity<?> type = composite(idType);
		return (id) -> {
			PersistentPropertyAccessor<?> accessor = type.values(id);
			return (leaf) -> {
				Object value = accessor.getProperty(property(type, leaf));
				return (value != null) ? leaf.conversion().coerce(value) : null;
			};
		};
	}

	/**
	 * The identifier of a class for the values of an entity.
	 */
	public Object toId(Class<?> idType, Function<LeafProperty, @Nullable Object> values) {
		KeyMapping keys = this.entity.model().keys();
		if (idType == TableKey.class) {
			return keys.encode(values);
		}
		if (isValue(idType)) {
			LeafProperty leaf = keys.leaves().iterator().next();
			Object value = values.apply(leaf);
			if (value == null) {
				throw new IllegalArgumentException(
						"The identifier of " + name() + " is not set: '" + leaf + "' is null");
			}
			return value;
		}
		return instantiate(composite(idType), values);
	}

	/**
	 * Checks that identifiers of a class have all that the keys need.
	 * @throws IllegalArgumentException if they have not, naming what is missing
	 */
	public void check(Class<?> idType) {
		if (idType == TableKey.class) {
			return;
		}
		Collection<LeafProperty> leaves = this.entity.model().keys().leaves();
		if (leaves.size() == 1 && this.context.isSimple(idType)) {
			LeafProperty leaf = leaves.iterator().next();
			Class<?> type = leaf.property().getType();
			if (!ClassUtils.isAssignable(type, idType)) {
				throw new IllegalArgumentException(
						"An identifier of type " + idType.getName() + " is not the " + type.getName() + " that '" + leaf
								+ "' is, which the keys of " + name() + " are made of; use that type, or a TableKey");
			}
		}
		else if (!isValue(idType)) {
			checkNames();
			Map<String, Class<?>> components = components(idType);
			leaves.forEach((leaf) -> {
				Class<?> type = components.get(leaf.property().getName());
				checkType(idType, leaf, (type != null) ? type : property(composite(idType), leaf).getType());
			});
		}
	}

	/**
	 * The components of a record. A record that has all is mapped when it is first used,
	 * and not when the application starts: to map it takes a tenth of what making a
	 * repository takes.
	 */
	private static Map<String, Class<?>> components(Class<?> idType) {
		return idType.isRecord() ? Arrays.stream(idType.getRecordComponents())
			.collect(Collectors.toMap(RecordComponent::getName, RecordComponent::getType)) : Map.of();
	}

	private void checkType(Class<?> idType, LeafProperty leaf, Class<?> type) {
		Class<?> expected = leaf.property().getType();
		if (!ClassUtils.isAssignable(expected, type) && !ClassUtils.isAssignable(type, expected)) {
			throw new IllegalArgumentException("The identifier type " + idType.getName() + " has '"
					+ leaf.property().getName() + "' of type " + type.getName() + ", and in " + name()
					+ " it is of type " + expected.getName() + "; use that type");
		}
	}

	private boolean isValue(Class<?> idType) {
		KeyMapping keys = this.entity.model().keys();
		if (keys.leaves().size() != 1) {
			return false;
		}
		Class<?> type = keys.leaves().iterator().next().property().getType();
		return ClassUtils.isAssignable(type, idType) || this.context.isSimple(idType);
	}

	/**
	 * Checks that the key properties have different names. Those of two nested objects of
	 * one class have equal ones, and an identifier could not tell them apart.
	 */
	private void checkNames() {
		Collection<LeafProperty> leaves = this.entity.model().keys().leaves();
		if (leaves.stream().map((leaf) -> leaf.property().getName()).distinct().count() < leaves.size()) {
			throw new IllegalArgumentException("The keys of " + name() + " are made of " + leaves
					+ ", of which an identifier would have several under one name; use a TableKey");
		}
	}

	private MappedEntity<?> composite(Class<?> idType) {
		checkNames();
		Optional<MappedEntity<?>> type = this.context.isSimple(idType) ? Optional.empty()
				: Optional.ofNullable(this.context.entity(idType));
		return type.orElseThrow(() -> new IllegalArgumentException("An identifier of type " + idType.getName()
				+ " cannot give " + this.entity.model().keys().leaves() + ", which the keys of " + name()
				+ " are made of; use a TableKey, or a record with components of these names"));
	}

	private TablePersistentProperty property(MappedEntity<?> type, LeafProperty leaf) {
		TablePersistentProperty property = type.getPersistentProperty(leaf.property().getName());
		if (property == null) {
			throw new IllegalArgumentException("The identifier type " + type.getType().getName() + " has no '"
					+ leaf.property().getName() + "', which the keys of " + name() + " are made of");
		}
		return property;
	}

	private Object instantiate(MappedEntity<?> type, Function<LeafProperty, @Nullable Object> values) {
		Map<String, LeafProperty> leaves = this.entity.model()
			.keys()
			.leaves()
			.stream()
			.collect(Collectors.toMap((leaf) -> leaf.property().getName(), Function.identity(), (one, other) -> one));
		Object id = type.instantiate(new Arguments(leaves, values));
		PersistentPropertyAccessor<?> accessor = type.getPropertyAccessor(id);
		for (TablePersistentProperty property : type) {
			LeafProperty leaf = leaves.get(property.getName());
			if (leaf != null && !type.isCreatorArgument(property)) {
				accessor.setProperty(property, values.apply(leaf));
			}
		}
		return accessor.getBean();
	}

	private String name() {
		return this.entity.getType().getSimpleName();
	}

	private record Arguments(Map<String, LeafProperty> leaves, Function<LeafProperty, @Nullable Object> values)
			implements
				ParameterValueProvider<TablePersistentProperty> {

		@Override
		@SuppressWarnings("unchecked") // the property of the identifier has the type of
										// the entity's
		public <V> @Nullable V getParameterValue(Parameter<V, TablePersistentProperty> parameter) {
			LeafProperty leaf = this.leaves.get(parameter.getName());
			return (leaf != null) ? (V) this.values.apply(leaf) : null;
		}

	}

}
