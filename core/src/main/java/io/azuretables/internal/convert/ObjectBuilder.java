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

package io.azuretables.internal.convert;

import java.lang.reflect.Array;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

import io.azuretables.internal.convert.EntityReader.RowContent;
import io.azuretables.internal.model.EntityModel;
import io.azuretables.internal.model.MappedEntity;
import io.azuretables.internal.model.SeriesMapping;
import io.azuretables.mapping.TablePersistentEntity;
import io.azuretables.mapping.TablePersistentProperty;
import org.jspecify.annotations.Nullable;

import org.springframework.core.KotlinDetector;
import org.springframework.data.core.TypeInformation;
import org.springframework.data.mapping.InstanceCreatorMetadata;
import org.springframework.data.mapping.Parameter;
import org.springframework.data.mapping.PersistentPropertyAccessor;
import org.springframework.data.mapping.context.MappingContext;
import org.springframework.data.mapping.model.ParameterValueProvider;
import org.springframework.util.ClassUtils;

/**
 * Creates an object from the values of a row: by its constructor, then by fields, setters
 * or withers. What is absent keeps its default.
 *
 * @param <T> the class of the object
 * @since 0.1
 */
public final class ObjectBuilder<T> {

	/**
	 * The types of a property for the time of the service.
	 */
	private static final Set<Class<?>> TIMES = Set.of(Instant.class, OffsetDateTime.class);

	private final TablePersistentEntity<T> entity;

	private final Map<String, Source> sources = new LinkedHashMap<>();

	private final List<Populated> populated = new ArrayList<>();

	private final Argument[] arguments;

	/**
	 * The parameters of the arguments.
	 */
	private final Parameter<?, TablePersistentProperty>[] parameters;

	/**
	 * The slots of the arguments, -1 for those that have none: a class may have hundreds
	 * of arguments, and all are looked at for each row.
	 */
	private final int[] slots;

	/**
	 * What the arguments get that are absent.
	 */
	private final @Nullable Object[] absent;

	/**
	 * A builder of objects.
	 * @param entity the class: an entity, an object nested in one, or a projection of one
	 * @param prefix what stands before the names of its properties in the entity
	 * @param slots where values are found
	 */
	public ObjectBuilder(TablePersistentEntity<T> entity, String prefix, Slots slots) {
		List<String> problems = MappedEntity.of(entity).constructorProblems();
		if (!problems.isEmpty()) {
			throw new IllegalArgumentException(String.join("; ", problems));
		}
		this.entity = entity;
		for (TablePersistentProperty property : entity) {
			Source source = source(property, prefix + property.getName(), slots);
			this.sources.put(property.getName(), source);
			if (MappedEntity.of(entity).populated().contains(property)) {
				this.populated.add(new Populated(property, source));
			}
		}
		this.arguments = arguments();
		this.parameters = parameters(this.arguments);
		this.slots = Arrays.stream(this.arguments)
			.mapToInt((one) -> (one.source() instanceof Slot slot) ? slot.number() : -1)
			.toArray();
		this.absent = Arrays.stream(this.arguments).map(Argument::absent).toArray();
	}

	@SuppressWarnings("unchecked") // arrays have no type arguments
	private static Parameter<?, TablePersistentProperty>[] parameters(Argument[] arguments) {
		return Arrays.stream(arguments).map(Argument::parameter).toArray(Parameter[]::new);
	}

	private Argument[] arguments() {
		InstanceCreatorMetadata<TablePersistentProperty> creator = this.entity.getInstanceCreatorMetadata();
		List<Argument> inOrder = new ArrayList<>();
		if (creator != null) {
			for (Parameter<Object, TablePersistentProperty> parameter : creator.getParameters()) {
				inOrder.add(argument(parameter));
			}
		}
		return inOrder.toArray(Argument[]::new);
	}

	/**
	 * An argument of the constructor. Kotlin replaces {@code null} by the default of the
	 * parameter, or by zero for a primitive one that has none.
	 */
	private Argument argument(Parameter<?, TablePersistentProperty> parameter) {
		Class<?> type = parameter.getRawType();
		boolean zero = type.isPrimitive() && !KotlinDetector.isKotlinType(this.entity.getType());
		Object absent = zero ? Array.get(Array.newInstance(type, 1), 0) : null;
		Source known = this.sources.get(parameter.getName());
		return new Argument(parameter, (known != null) ? known : (content) -> null, absent);
	}

	private static Source source(TablePersistentProperty property, String name, Slots slots) {
		Source special = special(property, slots.entity().getPersistentProperty(name));
		Source source = (special != null) ? special : content(property, name, slots);
		return (property.getType() == Optional.class) ? (content) -> Optional.ofNullable(source.valueIn(content))
				: source;
	}

	private static @Nullable Source special(TablePersistentProperty property,
			@Nullable TablePersistentProperty origin) {
		if (origin == null
				|| !(origin.isVersionProperty() || origin.isServerTimestamp() || origin.isOtherProperties())) {
			return null;
		}
		if (!origin.isServerTimestamp() || !TIMES.contains(valueType(property))) {
			checkType(property, origin);
		}
		if (origin.isVersionProperty()) {
			return (content) -> content.etag();
		}
		if (origin.isServerTimestamp()) {
			return (content) -> timestamp(content.timestamp(), property);
		}
		return (content) -> (content.others() != null) ? content.others() : new LinkedHashMap<>();
	}

	private static Source content(TablePersistentProperty property, String name, Slots slots) {
		Integer slot = slots.byName().get(name);
		if (slot != null) {
			checkType(property, slots.entity().getPersistentProperty(name));
			return new Slot(slot);
		}
		SeriesMapping series = EntityModel.of(slots.entity()).seriesOf(name);
		if (series != null) {
			return series(property, series, slots);
		}
		int[] below = slots.below(name);
		TypeInformation<?> type = property.getTypeInformation();
		TablePersistentEntity<?> nested = slots.context()
			.getPersistentEntity((type.getType() == Optional.class) ? type.getTypeArguments().get(0) : type);
		if (below.length == 0 || nested == null) {
			throw new IllegalArgumentException(property.getOwner().getType().getName() + " has the property '"
					+ property.getName() + "', and " + slots.entity().getType().getName() + " has none to fill it");
		}
		return nested(new ObjectBuilder<>(nested, name + ".", slots), below);
	}

	private static Source series(TablePersistentProperty property, SeriesMapping series, Slots slots) {
		if (property.getType() != series.type()) {
			throw new IllegalArgumentException(property.getOwner().getType().getName() + "." + property.getName()
					+ " is of type " + property.getType().getName() + ", and the @Series that is to fill it of type "
					+ series.type().getName() + "; give it that type");
		}
		int[] numbers = IntStream.range(0, series.slots())
			.map((slot) -> Objects.requireNonNull(slots.byName().get(series.slotName(slot))))
			.toArray();
		return (content) -> series.of((slot) -> content.values()[numbers[slot]]);
	}

	private static void checkType(TablePersistentProperty property, @Nullable TablePersistentProperty origin) {
		if (origin != null && !ClassUtils.isAssignable(valueType(property), valueType(origin))) {
			throw new IllegalArgumentException(property.getOwner().getType().getName() + "." + property.getName()
					+ " is of type " + property.getType().getName() + ", and " + origin.getOwner().getType().getName()
					+ "." + origin.getName() + ", which is to fill it, of type " + origin.getType().getName()
					+ "; give it that type");
		}
	}

	private static Class<?> valueType(TablePersistentProperty property) {
		return (property.getType() == Optional.class) ? property.getActualType() : property.getType();
	}

	private static @Nullable Object timestamp(@Nullable Instant timestamp, TablePersistentProperty property) {
		return (timestamp != null && valueType(property) == OffsetDateTime.class) ? timestamp.atOffset(ZoneOffset.UTC)
				: timestamp;
	}

	private static Source nested(ObjectBuilder<?> builder, int[] slots) {
		return (content) -> Arrays.stream(slots).mapToObj((slot) -> content.values()[slot]).anyMatch(Objects::nonNull)
				? builder.build(content) : null;
	}

	public T build(RowContent content) {
		T instance = MappedEntity.of(this.entity).instantiate(new Arguments(content));
		if (this.populated.isEmpty()) {
			return instance;
		}
		PersistentPropertyAccessor<T> accessor = this.entity.getPropertyAccessor(instance);
		for (Populated one : this.populated) {
			Object value = one.source().valueIn(content);
			if (value != null) {
				accessor.setProperty(one.property(), value);
			}
		}
		return accessor.getBean();
	}

	/**
	 * The values of the properties by their names, instead of an object. A caller that
	 * shows them wraps them as he likes.
	 */
	public Map<String, Object> values(RowContent content) {
		Map<String, Object> values = new LinkedHashMap<>();
		this.sources.forEach((name, source) -> {
			Object value = source.valueIn(content);
			Object present = (value instanceof Optional<?> optional) ? optional.orElse(null) : value;
			if (present != null) {
				values.put(name, present);
			}
		});
		return values;
	}

	/**
	 * Where the value of a property comes from.
	 */
	private interface Source {

		@Nullable Object valueIn(RowContent content);

	}

	/**
	 * The value of a leaf property.
	 *
	 * @param number where it lies
	 */
	private record Slot(int number) implements Source {

		@Override
		public @Nullable Object valueIn(RowContent content) {
			return content.values()[this.number];
		}

	}

	/**
	 * A property that the constructor does not set.
	 */
	private record Populated(TablePersistentProperty property, Source source) {

	}

	/**
	 * A parameter of the constructor.
	 *
	 * @param parameter the parameter
	 * @param source where its value comes from
	 * @param absent what it gets when there is none
	 */
	private record Argument(Parameter<?, TablePersistentProperty> parameter, Source source, @Nullable Object absent) {

		@Nullable Object valueIn(RowContent content) {
			Object value = this.source.valueIn(content);
			return (value != null) ? value : this.absent;
		}

	}

	/**
	 * Gives the arguments, for which it is asked in the order of the parameters.
	 */
	private final class Arguments implements ParameterValueProvider<TablePersistentProperty> {

		private final RowContent content;

		private final @Nullable Object[] values;

		private int next;

		Arguments(RowContent content) {
			this.content = content;
			this.values = content.values();
		}

		@Override
		@SuppressWarnings("unchecked") // the value was converted to the type of the
										// property
		public <V> @Nullable V getParameterValue(Parameter<V, TablePersistentProperty> parameter) {
			int index = this.next++;
			boolean expected = index < ObjectBuilder.this.parameters.length
					&& ObjectBuilder.this.parameters[index] == parameter;
			int slot = expected ? ObjectBuilder.this.slots[index] : -1;
			if (slot >= 0) {
				Object value = this.values[slot];
				return (V) ((value != null) ? value : ObjectBuilder.this.absent[index]);
			}
			Argument argument = expected ? ObjectBuilder.this.arguments[index] : argument(parameter);
			return (V) argument.valueIn(this.content);
		}

	}

	/**
	 * In which slot the value of a leaf property lies.
	 *
	 * @param entity the class of the entities that are read
	 * @param byName the slots by the names of the leaves
	 * @param context knows the nested classes
	 */
	public record Slots(TablePersistentEntity<?> entity, Map<String, Integer> byName,
			MappingContext<TablePersistentEntity<?>, TablePersistentProperty> context) {

		int[] below(String name) {
			return this.byName.entrySet()
				.stream()
				.filter((entry) -> entry.getKey().startsWith(name + "."))
				.mapToInt(Map.Entry::getValue)
				.toArray();
		}

	}

}
