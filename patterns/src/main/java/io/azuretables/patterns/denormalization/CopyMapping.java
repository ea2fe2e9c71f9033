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
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import io.azuretables.convert.TableConverter;
import io.azuretables.internal.key.KeyLayout;
import io.azuretables.internal.key.KeyPart;
import io.azuretables.internal.model.EntityModel.Discriminator;
import io.azuretables.internal.model.EntityModel;
import io.azuretables.internal.model.KeyMapping;
import io.azuretables.internal.model.LeafProperty;
import io.azuretables.internal.model.MappedEntity;
import io.azuretables.key.InvalidKeyException;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.IndexConsistency;
import io.azuretables.mapping.TablePersistentEntity;
import io.azuretables.mapping.TablePersistentProperty;
import io.azuretables.operations.TableQueries;
import io.azuretables.operations.TableTemplate;
import io.azuretables.patterns.denormalization.DenormalizedCopies.OnDelete;
import io.azuretables.plan.QueryOutline;
import io.azuretables.plan.UnsupportedQueryException;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import io.azuretables.query.TableQuery.Placeholder;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.data.mapping.PersistentPropertyAccessor;
import org.springframework.util.ClassUtils;

/**
 * Finds the entities between which one {@link DenormalizedCopies} declaration copies
 * properties, and makes the copies. Checked when it is made; sends nothing.
 */
final class CopyMapping {

	private final DenormalizedCopies<?, ?> copies;

	private final TableConverter converter;

	private final TablePersistentEntity<?> source;

	private final TablePersistentEntity<?> holder;

	private final List<Reference> references = new ArrayList<>();

	private final List<CopiedProperty> copied = new ArrayList<>();

	private final TableQuery holders;

	private final boolean inPartition;

	/**
	 * The properties of the reference that become {@code null} with the copies.
	 */
	private final List<TablePersistentProperty> cleared;

	private CopyMapping(DenormalizedCopies<?, ?> copies, TableTemplate template) {
		this.copies = copies;
		this.converter = template.converter();
		this.source = entity(copies.source());
		this.holder = entity(copies.holder());
		addReferences();
		addCopied();
		this.holders = planned(template);
		this.inPartition = isSameTable(template) && hasSamePartition();
		if (copies.onDelete() == OnDelete.REFUSE && !this.inPartition) {
			throw refused("cannot refuse the deletion of a source: a holder in another partition may be written "
					+ "at the same time. Use OnDelete.CLEAR or KEEP, or put both into one partition");
		}
		boolean clears = this.inPartition && copies.onDelete() == OnDelete.CLEAR;
		this.cleared = clears ? nullableReference() : List.of();
		if (clears && this.cleared.isEmpty()) {
			throw refused("cannot clear the reference of a holder when its source is deleted: "
					+ "none of its properties outside the key can be null. Make one nullable, or use OnDelete.REFUSE");
		}
	}

	/**
	 * The mapping of a declaration.
	 * @throws InvalidDataAccessApiUsageException if the copies cannot be kept
	 */
	static CopyMapping of(DenormalizedCopies<?, ?> copies, TableTemplate template) {
		return new CopyMapping(copies, template);
	}

	private TablePersistentEntity<?> entity(Class<?> type) {
		TablePersistentEntity<?> entity = this.converter.entity(type);
		if (!entity.hasVersionProperty()) {
			throw refused("need a version: nothing else tells that a " + type.getSimpleName()
					+ " was changed meanwhile. Add a @Version property of type String to it");
		}
		if (entity.isAbstract()) {
			throw refused("name the class " + type.getSimpleName()
					+ ", which is abstract. Declare copies for each of its subclasses");
		}
		if (EntityModel.of(entity).rolling() != null) {
			throw refused("name the class " + type.getSimpleName()
					+ ", which is divided among the tables of a @RollingTable. Use classes with one table");
		}
		if (!EntityModel.of(entity).parts().names().isEmpty()) {
			throw refused("name the class " + type.getSimpleName()
					+ ", which has a @Part: its rows are not counted in transactions of copies. Use classes with one row");
		}
		Discriminator types = EntityModel.of(entity).discriminator();
		if (types != null && types.hidesNewer()) {
			// a source that is skipped would be taken for a deleted one
			throw refused("name the class " + type.getSimpleName() + ", whose newer versions this process does not "
					+ "read as they are. Set azure.tables.newer-types to fail, or leave copies to newer processes");
		}
		return entity;
	}

	private InvalidDataAccessApiUsageException refused(String reason) {
		return new InvalidDataAccessApiUsageException("The " + this.copies + " " + reason);
	}

	private void addReferences() {
		KeyMapping keys = EntityModel.of(this.source).keys();
		Map<String, String> left = new HashMap<>(this.copies.references());
		for (LeafProperty leaf : keys.leaves()) {
			String name = left.remove(leaf.name());
			if (name == null) {
				throw refused("do not say which property of the holder has the '" + leaf.name()
						+ "' of its source, which is in its key. Add reference(…, \"" + leaf.name() + "\")");
			}
			if (!isReadBack(keys, leaf)) {
				throw refused("cannot find holders by '" + leaf.name()
						+ "': the key of the source does not hold its exact value. Use a key format that does");
			}
			LeafProperty own = EntityModel.of(this.holder)
				.leaf(name)
				.orElseThrow(() -> refused("refer to a source by '" + name + "', which the holder does not have"));
			if (!type(own.property()).equals(type(leaf.property()))) {
				throw refused(
						"refer to '" + leaf.name() + "' by '" + name + "', whose type differs. Use the same type");
			}
			this.references.add(new Reference(own, leaf));
		}
		if (!left.isEmpty()) {
			throw refused("refer to " + left.keySet() + ", which the key of the source does not have. Refer to "
					+ keys.leaves() + " only");
		}
	}

	private static Class<?> type(TablePersistentProperty property) {
		return ClassUtils.resolvePrimitiveIfNecessary(property.getType());
	}

	private static boolean isReadBack(KeyMapping keys, LeafProperty leaf) {
		return isReadBack(keys.partition(), keys.partitionLeaves(), leaf)
				|| isReadBack(keys.row(), keys.rowLeaves(), leaf);
	}

	private static boolean isReadBack(KeyLayout layout, List<LeafProperty> leaves, LeafProperty leaf) {
		for (int i = 0; i < leaves.size(); i++) {
			if (leaves.get(i).equals(leaf) && layout.isExact(i)) {
				return true;
			}
		}
		return false;
	}

	private void addCopied() {
		if (this.copies.copies().isEmpty()) {
			throw refused("copy nothing. Add copy(holderProperty, sourceProperty)");
		}
		this.copies.copies().forEach((to, from) -> {
			TablePersistentProperty own = property(this.holder, to);
			TablePersistentProperty others = property(this.source, from);
			if (isInKey(own) || own.isVersionProperty()
					|| this.references.stream().anyMatch((one) -> one.holder().path().get(0).equals(own))) {
				throw refused("copy into '" + to
						+ "', which is in the key of the holder, its version, or its reference. Copy into another property");
			}
			if (!ClassUtils.isAssignable(own.getType(), others.getType())) {
				throw refused("copy '" + from + "' into '" + to + "', whose type differs. Use the same type");
			}
			CopiedProperty copied = new CopiedProperty(own, others);
			String obstacle = copied.obstacle();
			if (obstacle != null) {
				throw refused(obstacle);
			}
			if (this.copies.onDelete() == OnDelete.CLEAR && !isNullable(own)) {
				throw refused("cannot clear '" + to
						+ "' when a source is deleted: it cannot be null. Make it nullable, or use OnDelete.KEEP");
			}
			this.copied.add(copied);
		});
	}

	private TablePersistentProperty property(TablePersistentEntity<?> entity, String name) {
		TablePersistentProperty property = entity.getPersistentProperty(name);
		if (property == null) {
			throw refused(
					"name the property '" + name + "', which " + entity.getType().getSimpleName() + " does not have");
		}
		return property;
	}

	private boolean isInKey(TablePersistentProperty property) {
		return EntityModel.of(this.holder)
			.keys()
			.leaves()
			.stream()
			.anyMatch((leaf) -> leaf.path().get(0).equals(property));
	}

	private boolean isNullable(TablePersistentProperty property) {
		return !property.getType().isPrimitive()
				&& CopiedProperty.leaves(property).stream().allMatch(LeafProperty::isNullable);
	}

	private List<TablePersistentProperty> nullableReference() {
		return this.references.stream()
			.filter((one) -> one.holder().path().size() == 1)
			.map((one) -> one.holder().property())
			.filter((property) -> !isInKey(property) && isNullable(property))
			.toList();
	}

	/**
	 * The query for the holders of a source, with a place for each property of its key.
	 */
	private TableQuery planned(TableTemplate template) {
		List<Criteria> conditions = new ArrayList<>();
		for (Reference reference : this.references) {
			conditions.add(Criteria.where(reference.holder().name()).is(Placeholder.of(conditions.size())));
		}
		TableQuery query = TableQuery.of(Criteria.allOf(conditions));
		QueryOutline outline;
		try {
			outline = template.query(this.copies.holder()).outline(query);
		}
		catch (UnsupportedQueryException ex) {
			throw new InvalidDataAccessApiUsageException("The " + this.copies
					+ " need a query for the holders of a source that reads no more than these. Declare a @SecondaryIndex of "
					+ this.copies.holder().getSimpleName() + " whose keys begin with "
					+ this.references.stream().map((one) -> one.holder().name()).toList() + ": " + ex.getMessage(), ex);
		}
		if (outline.indexName()
			.flatMap(EntityModel.of(this.holder)::index)
			.filter((index) -> !index.isIntraPartition() && index.consistency() == IndexConsistency.EVENTUAL)
			.isPresent()) {
			throw refused("would find their holders by an index that is EVENTUAL, which may miss one. Make it STRONG");
		}
		if (!outline.hasPositions()) {
			throw refused(
					"would find their holders by a query that cannot be read in parts. Declare a @SecondaryIndex of "
							+ this.copies.holder().getSimpleName() + " whose keys begin with the reference");
		}
		return query;
	}

	/**
	 * Whether both classes are in one table, as far as the resolver of table names says
	 * so. It may need a tenant, which is not known when the application starts; then the
	 * declared names count.
	 */
	private boolean isSameTable(TableTemplate template) {
		TableQueries<?> sources = template.query(this.copies.source());
		TableQueries<?> holders = template.query(this.copies.holder());
		try {
			return sources.table().equalsIgnoreCase(holders.table());
		}
		catch (RuntimeException ex) {
			return this.source.tableName().equalsIgnoreCase(this.holder.tableName());
		}
	}

	/**
	 * Whether a holder is always in the partition of its source.
	 */
	private boolean hasSamePartition() {
		KeyMapping own = EntityModel.of(this.holder).keys();
		KeyMapping others = EntityModel.of(this.source).keys();
		List<KeyPart> parts = formats(own.partition());
		if (!own.partition().template().literals().equals(others.partition().template().literals())
				|| !parts.equals(formats(others.partition()))) {
			return false;
		}
		for (int i = 0; i < parts.size(); i++) {
			if (!this.references
				.contains(new Reference(own.partitionLeaves().get(i), others.partitionLeaves().get(i)))) {
				return false;
			}
		}
		return true;
	}

	private static List<KeyPart> formats(KeyLayout layout) {
		return layout.template()
			.parts()
			.stream()
			.map((part) -> new KeyPart("", part.digits(), part.style(), part.buckets()))
			.toList();
	}

	DenormalizedCopies<?, ?> copies() {
		return this.copies;
	}

	Class<Object> sourceType() {
		return objects(this.source.getType());
	}

	Class<Object> holderType() {
		return objects(this.holder.getType());
	}

	@SuppressWarnings("unchecked") // an entity is an object
	private static Class<Object> objects(Class<?> type) {
		return (Class<Object>) type;
	}

	/**
	 * Whether all holders of a source are in its partition, and written in its
	 * transaction.
	 */
	boolean isInPartition() {
		return this.inPartition;
	}

	/**
	 * Whether the copies of one declaration are sources of the other one.
	 */
	boolean feeds(CopyMapping other) {
		return this.holder.equals(other.source) && other.copied.stream()
			.anyMatch((two) -> this.copied.stream().anyMatch((one) -> one.holder().equals(two.source())));
	}

	/**
	 * The key of the source that a holder refers to; {@code null} if it refers to none,
	 * or to one that cannot be there.
	 */
	@Nullable TableKey sourceOf(Object entity) {
		PersistentPropertyAccessor<?> values = MappedEntity.of(this.holder).values(entity);
		Map<LeafProperty, Object> key = new HashMap<>();
		for (Reference reference : this.references) {
			Object value = reference.holder().valueIn(values);
			if (value == null) {
				return null;
			}
			key.put(reference.source(), value);
		}
		try {
			KeyMapping keys = EntityModel.of(this.source).keys();
			return keys.encode(keys.parts().stream().map(key::get).toArray());
		}
		catch (InvalidKeyException ex) {
			return null;
		}
	}

	/**
	 * The query for the holders of a source.
	 */
	TableQuery holdersOf(TableKey key) {
		Map<LeafProperty, Object> values = new HashMap<>();
		EntityModel.of(this.source).keys().decode(key, values::put);
		return this.holders
			.with(this.references.stream().map((one) -> Objects.requireNonNull(values.get(one.source()))).toList());
	}

	/**
	 * The holder with copies of its source. Where copies of a deleted source are kept, a
	 * holder that refers to one that is not there keeps those that it has.
	 * @param from the source; {@code null} if there is none
	 */
	<T> T copied(@Nullable Object from, T entity) {
		if (from == null) {
			return (this.copies.onDelete() == OnDelete.KEEP && sourceOf(entity) != null) ? entity : emptied(entity);
		}
		PersistentPropertyAccessor<?> values = MappedEntity.of(this.source).values(from);
		T result = entity;
		for (CopiedProperty one : this.copied) {
			result = this.converter.with(result, one.holder(), values.getProperty(one.source()));
		}
		return result;
	}

	/**
	 * The holder without copies; those that cannot be {@code null} stay. In one
	 * partition, a holder does not go on to refer to a source that was deleted: an insert
	 * under the same key that was planned before would not know it.
	 */
	<T> T emptied(T entity) {
		T result = entity;
		for (CopiedProperty one : this.copied) {
			if (isNullable(one.holder())) {
				result = this.converter.with(result, one.holder(), null);
			}
		}
		for (TablePersistentProperty property : this.cleared) {
			result = this.converter.with(result, property, null);
		}
		return result;
	}

	/**
	 * The copies that a holder has now. {@link #copied} may change it, if it is mutable.
	 */
	CopiedValues copiesIn(Object entity) {
		return CopiedValues.of(this.holder, entity, this.copied.stream().map(CopiedProperty::holder).toList());
	}

	/**
	 * The values that a source has now in the properties that are copied.
	 */
	CopiedValues copiedFrom(Object entity) {
		return CopiedValues.of(this.source, entity, this.copied.stream().map(CopiedProperty::source).toList());
	}

	/**
	 * Checks declarations together.
	 */
	static void checkTogether(List<CopyMapping> all) {
		Set<String> names = new HashSet<>();
		for (CopyMapping one : all) {
			if (!names.add(one.copies.name())) {
				throw one.refused("have the name of other copies. Give each a name of its own");
			}
		}
		for (CopyMapping one : all) {
			for (CopyMapping other : all) {
				if (one.feeds(other)) {
					throw one.refused(
							"make copies that the " + other.copies + " copy again. Copy from the first source in both");
				}
				if (one != other && one.holder.equals(other.holder)
						&& one.copied.stream()
							.anyMatch((first) -> other.copied.stream()
								.anyMatch((second) -> first.holder().equals(second.holder())))) {
					throw one.refused("copy into a property that the " + other.copies + " copy into, too");
				}
			}
		}
	}

	/**
	 * A property of the holder that has the value of a property of the key of its source.
	 *
	 * @param holder the property of the holder
	 * @param source the property of the source
	 */
	private record Reference(LeafProperty holder, LeafProperty source) {

	}

}
