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

package io.azuretables.convert;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

import io.azuretables.encryption.ContentEncryption;
import io.azuretables.internal.conversion.IndexVersion;
import io.azuretables.internal.convert.EntityReader;
import io.azuretables.internal.convert.EntityReader.RowContent;
import io.azuretables.internal.convert.EntityWriter;
import io.azuretables.internal.convert.ObjectBuilder;
import io.azuretables.internal.convert.ObjectBuilder.Slots;
import io.azuretables.internal.convert.PolymorphicReader;
import io.azuretables.internal.convert.VersionedRowReader;
import io.azuretables.internal.model.EntityModel;
import io.azuretables.internal.model.EntityModel.Discriminator;
import io.azuretables.internal.model.MappedEntity;
import io.azuretables.internal.model.StoredColumn;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.TableMappingException;
import io.azuretables.mapping.TablePersistentEntity;
import io.azuretables.mapping.TablePersistentProperty;
import io.azuretables.row.RowReader;
import io.azuretables.row.TableRow;
import io.azuretables.row.UnstorableValueException;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.data.mapping.PersistentPropertyAccessor;
import org.springframework.util.ClassUtils;

/**
 * Converts entities to rows and back. One writer and one reader for each class, made when
 * the class is first met.
 *
 * @since 0.1
 */
public final class TableConverter {

	private final TableMappingContext context;

	private final Map<Class<?>, TablePersistentEntity<?>> entities = new ConcurrentHashMap<>();

	private final Map<Class<?>, EntityWriter> writers = new ConcurrentHashMap<>();

	private final Map<Class<?>, RowReader<?>> readers = new ConcurrentHashMap<>();

	private final UnknownTypes unknownTypes;

	public TableConverter(TableMappingContext context) {
		this.context = context;
		this.unknownTypes = new UnknownTypes(context);
	}

	public TableMappingContext mappingContext() {
		return this.context;
	}

	/**
	 * The types of rows that were read and left out, since no mapped class stands for
	 * them; at most 20 types are counted. A query asks the service for the types that it
	 * knows, and does not meet others.
	 */
	public List<UnknownType> unknownTypes() {
		return this.unknownTypes.counted();
	}

	/**
	 * Encryption of the contents that a property names; {@code null} if the property is
	 * not {@code @Encrypted}.
	 * @param column the column that names the contents
	 */
	public @Nullable ContentEncryption contentEncryption(TablePersistentEntity<?> entity,
			TablePersistentProperty property, String column) {
		boolean encrypted = property.encrypted() != null;
		return encrypted ? this.context.conversions().content(new StoredColumn(entity, property.getName(), column))
				: null;
	}

	/**
	 * The key of an entity.
	 * @throws io.azuretables.key.InvalidKeyException naming the property and the rule
	 */
	public TableKey key(Object entity) {
		return writer(entity).key(MappedEntity.of(entity(entity.getClass())).values(entity));
	}

	/**
	 * The row of an entity.
	 * @throws io.azuretables.key.InvalidKeyException if it has no valid key
	 * @throws UnstorableValueException naming the property that cannot be stored
	 */
	public TableRow write(Object entity) {
		return writer(entity).write(entity, null).row();
	}

	/**
	 * The row of an entity, with what tells this write from others where the class has a
	 * version or an index.
	 */
	public TableRow write(Object entity, String token) {
		return writer(entity).write(entity, token).row();
	}

	private EntityWriter writer(Object entity) {
		EntityWriter writer = this.writers.get(entity.getClass());
		if (writer == null) {
			writer = new EntityWriter(entity(entity.getClass()));
			this.writers.put(entity.getClass(), writer);
		}
		return writer;
	}

	/**
	 * Reads rows as entities; rows of other types are left out where a property tells
	 * them.
	 */
	@SuppressWarnings("unchecked") // put in under the same class
	public <T> RowReader<T> reader(Class<T> type) {
		RowReader<?> reader = this.readers.get(type);
		if (reader == null) {
			reader = newReader((TablePersistentEntity<T>) entity(type));
			this.readers.put(type, reader);
		}
		return (RowReader<T>) reader;
	}

	/**
	 * Reads rows of several classes, and tells for each row which one it is of.
	 */
	public RowReader<RelatedRow> relatedReader(List<Class<?>> types) {
		return new RelatedRowReader(types.stream().<RelatedRowReader.Kind<?>>map(this::kind).toList());
	}

	private <T> RelatedRowReader.Kind<T> kind(Class<T> type) {
		EntityModel model = EntityModel.of(entity(type));
		return new RelatedRowReader.Kind<>(type, model.keys().row().prefix(), model.discriminator(), reader(type));
	}

	/**
	 * Reads index rows as the entities that they stand for.
	 */
	public <T> RowReader<T> indexReader(Class<T> type) {
		return IndexVersion.reader(reader(type));
	}

	/**
	 * Reads rows of a class as objects of another one that has some of its properties.
	 * @throws IllegalArgumentException if it has others too, or none
	 */
	@SuppressWarnings("unchecked") // the entity of the class
	public <P> RowReader<P> projectionReader(Class<?> type, Class<P> projection) {
		TablePersistentEntity<P> target = (TablePersistentEntity<P>) this.context
			.getRequiredPersistentEntity(projection);
		if (!target.iterator().hasNext()) {
			throw new IllegalArgumentException(projection.getName() + " has no properties, and so is no projection of "
					+ type.getName() + "; name a class with some of its properties");
		}
		return typed(type, (slots) -> new ObjectBuilder<>(target, "", slots)::build);
	}

	/**
	 * Reads rows of a class as the values of its properties by their names.
	 */
	public RowReader<Map<String, Object>> valuesReader(Class<?> type) {
		TablePersistentEntity<?> entity = entity(type);
		return typed(type, (slots) -> new ObjectBuilder<>(entity, "", slots)::values);
	}

	/**
	 * Reads rows of a class and its subtypes, all in the same way, and no others.
	 */
	private <T> RowReader<T> typed(Class<?> type, Function<Slots, Function<RowContent, T>> builders) {
		return readerOfTypes(entity(type), (subtype) -> new EntityReader<>(subtype, this.context, builders));
	}

	/**
	 * Reads index rows as those of the entities that they stand for.
	 */
	public static <T> RowReader<T> indexReader(RowReader<T> reader) {
		return IndexVersion.reader(reader);
	}

	/**
	 * The value of an entity's version, {@code null} also where it has none.
	 */
	public @Nullable String version(Object entity) {
		TablePersistentEntity<?> type = entity(entity.getClass());
		TablePersistentProperty version = type.getVersionProperty();
		return (version != null) ? (String) MappedEntity.of(type).values(entity).getProperty(version) : null;
	}

	/**
	 * The entity with another version: itself, or a copy where it is immutable.
	 */
	public <T> T withVersion(T entity, @Nullable String etag) {
		TablePersistentEntity<?> type = entity(entity.getClass());
		TablePersistentProperty version = type.getVersionProperty();
		if (version == null) {
			return entity;
		}
		return with(entity, version, etag);
	}

	/**
	 * The entity with another value of a property: itself, or a copy where it is
	 * immutable.
	 */
	public <T> T with(T entity, TablePersistentProperty property, @Nullable Object value) {
		TablePersistentEntity<?> type = entity(entity.getClass());
		PersistentPropertyAccessor<T> accessor = type.getPropertyAccessor(entity);
		accessor.setProperty(property, value);
		T copy = accessor.getBean();
		return (copy == entity || MappedEntity.of(type).populated().isEmpty()) ? copy
				: populated(type, copy, entity, property);
	}

	/**
	 * A copy that came out of a constructor, with what the constructor does not set.
	 */
	private static <T> T populated(TablePersistentEntity<?> type, T copy, T original, TablePersistentProperty changed) {
		PersistentPropertyAccessor<T> accessor = type.getPropertyAccessor(copy);
		for (TablePersistentProperty property : MappedEntity.of(type).populated()) {
			if (!property.equals(changed)) {
				accessor.setProperty(property, MappedEntity.of(type).values(original).getProperty(property));
			}
		}
		return accessor.getBean();
	}

	private <T> RowReader<T> newReader(TablePersistentEntity<T> entity) {
		return readerOfTypes(entity, (subtype) -> {
			checkParts(entity, subtype);
			return subtypeReader(entity.getType(), subtype);
		});
	}

	/**
	 * Reads the rows of each type by a reader of its own, as what is a property of one is
	 * not one of all.
	 */
	private <T> RowReader<T> readerOfTypes(TablePersistentEntity<?> entity,
			Function<TablePersistentEntity<?>, RowReader<T>> reader) {
		Discriminator discriminator = EntityModel.of(entity).discriminator();
		if (discriminator == null) {
			return reader.apply(entity);
		}
		Map<String, RowReader<? extends T>> readers = new LinkedHashMap<>();
		for (TablePersistentEntity<?> subtype : this.context.subtypes(entity)) {
			Discriminator own = Objects.requireNonNull(EntityModel.of(subtype).discriminator());
			readers.put(own.values().get(0), reader.apply(subtype));
		}
		return VersionedRowReader.of(
				new PolymorphicReader<>(discriminator.column(), readers,
						(value) -> this.unknownTypes.met(entity, discriminator.column(), value)),
				EntityModel.of(entity));
	}

	private static void checkParts(TablePersistentEntity<?> entity, TablePersistentEntity<?> subtype) {
		if (subtype != entity && !EntityModel.of(subtype).parts().names().isEmpty()) {
			throw new TableMappingException(List
				.of(subtype.getType().getName() + " has properties with @Part and extends " + entity.getType().getName()
						+ ", as which it could not be read; leave out @Part, or give the "
						+ "classes tables or keys of their own"));
		}
	}

	@SuppressWarnings("unchecked") // a subtype, as the context says
	private <T> RowReader<T> subtypeReader(Class<T> base, TablePersistentEntity<?> subtype) {
		return EntityReader.of((TablePersistentEntity<T>) subtype, this.context);
	}

	/**
	 * The entity of a class.
	 */
	public TablePersistentEntity<?> entity(Class<?> type) {
		TablePersistentEntity<?> known = this.entities.get(type);
		if (known == null) {
			known = this.context.getPersistentEntity(ClassUtils.getUserClass(type));
			if (known == null || !known.isTable()) {
				throw new InvalidDataAccessApiUsageException(
						type.getName() + " is not an entity; annotate it with @Table");
			}
			this.entities.put(type, known);
		}
		return known;
	}

}
