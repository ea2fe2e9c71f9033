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

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.StreamSupport;

import io.azuretables.mapping.EntityType;
import io.azuretables.mapping.HotPartitions;
import io.azuretables.mapping.Table;
import io.azuretables.mapping.TableMappingException;
import io.azuretables.mapping.TablePersistentEntity;
import io.azuretables.mapping.TablePersistentProperty;
import org.jspecify.annotations.Nullable;

import org.springframework.core.NativeDetector;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.data.annotation.CreatedBy;
import org.springframework.data.annotation.CreatedDate;
import org.springframework.data.annotation.Transient;
import org.springframework.data.core.TypeInformation;
import org.springframework.data.expression.ValueExpression;
import org.springframework.data.expression.ValueExpressionParser;
import org.springframework.data.mapping.InstanceCreatorMetadata;
import org.springframework.data.mapping.Parameter;
import org.springframework.data.mapping.PersistentPropertyAccessor;
import org.springframework.data.mapping.model.BasicPersistentEntity;
import org.springframework.data.mapping.model.ClassGeneratingPropertyAccessorFactory;
import org.springframework.data.mapping.model.EntityInstantiator;
import org.springframework.data.mapping.model.EntityInstantiators;
import org.springframework.data.mapping.model.MappingInstantiationException;
import org.springframework.data.mapping.model.ParameterValueProvider;
import org.springframework.data.support.IsNewStrategy;
import org.springframework.data.util.Lazy;
import org.springframework.util.ReflectionUtils;
import org.springframework.util.StringUtils;

/**
 * Implements Spring Data's persistent entity for a class stored in a table, with its
 * keys, columns and indexes.
 *
 * @param <T> the class
 * @since 0.1
 */
public final class MappedEntity<T> extends BasicPersistentEntity<T, TablePersistentProperty>
		implements TablePersistentEntity<T> {

	private static final String VALUE_CLASS = " has a constructor with a parameter of a Kotlin value class, which is "
			+ "not supported; declare the property with the type of the value";

	private static final ClassGeneratingPropertyAccessorFactory READERS = new ClassGeneratingPropertyAccessorFactory();

	private static final ValueExpressionParser EXPRESSIONS = ValueExpressionParser.create();

	private static final EntityInstantiators INSTANTIATORS = new EntityInstantiators();

	private final EntityModels models;

	private final Lazy<EntityModel> model;

	private final Lazy<IdMapping> ids = Lazy.of(() -> new IdMapping(this, models()));

	private final Lazy<EntityInstantiator> instantiator = Lazy.of(() -> INSTANTIATORS.getInstantiatorFor(this));

	private final Lazy<Boolean> generated = Lazy.of(() -> !NativeDetector.inNativeImage() && READERS.isSupported(this));

	private final Lazy<TablePersistentProperty> others = Lazy
		.of(() -> propertyWith(TablePersistentProperty::isOtherProperties));

	private final Lazy<List<TablePersistentProperty>> populated = Lazy
		.of(() -> StreamSupport.stream(spliterator(), false)
			.filter((property) -> !isCreatorArgument(property) && property.isReadable())
			.toList());

	private final Lazy<ValueExpression> tableName = Lazy.of(() -> EXPRESSIONS.parse(declaredTableName()));

	MappedEntity(TypeInformation<T> type, EntityModels models) {
		super(type);
		this.models = models;
		this.model = Lazy.of(() -> models.build(this));
	}

	/**
	 * What stands behind an entity of a mapping context: there is no other kind.
	 */
	public static <T> MappedEntity<T> of(TablePersistentEntity<T> entity) {
		return (MappedEntity<T>) entity;
	}

	private EntityModels models() {
		return this.models;
	}

	/**
	 * Makes an object of the class.
	 * @param values the values of the constructor's parameters
	 * @throws DataIntegrityViolationException if the constructor fails. The message names
	 * the parameters that have no value, and shows no value
	 */
	public T instantiate(ParameterValueProvider<TablePersistentProperty> values) {
		try {
			return this.instantiator.get().createInstance(this, values);
		}
		catch (MappingInstantiationException ex) {
			Throwable cause = NestedExceptionUtils.getRootCause(ex);
			List<String> absent = absent(values);
			throw new DataIntegrityViolationException(
					"A row cannot be read as " + getType().getName() + ": the constructor failed"
							+ ((cause != null) ? " with " + cause.getClass().getName() : "")
							+ (absent.isEmpty() ? "" : "; the row has no value for " + String.join(", ", absent)),
					cause);
		}
	}

	private List<String> absent(ParameterValueProvider<TablePersistentProperty> values) {
		InstanceCreatorMetadata<TablePersistentProperty> creator = getInstanceCreatorMetadata();
		return (creator == null) ? List.of()
				: creator.getParameters()
					.stream()
					.filter((parameter) -> values.getParameterValue(parameter) == null)
					.map((parameter) -> String.valueOf(parameter.getName()))
					.toList();
	}

	@Override
	public boolean isTable() {
		return isAnnotationPresent(Table.class);
	}

	@Override
	public boolean hasFixedTableName() {
		return this.tableName.get().isLiteral();
	}

	@Override
	public String tableName() {
		ValueExpression name = this.tableName.get();
		if (name.isLiteral()) {
			return name.getExpressionString();
		}
		Object resolved;
		try {
			resolved = name.evaluate(getValueEvaluationContext(null));
		}
		catch (RuntimeException ex) {
			throw unresolved(name, String.valueOf(ex.getMessage()));
		}
		if (resolved == null) {
			throw unresolved(name, "it gives nothing");
		}
		return resolved.toString();
	}

	private TableMappingException unresolved(ValueExpression name, String reason) {
		return new TableMappingException(List.of(getType().getName() + " has @Table(\"" + name.getExpressionString()
				+ "\"), which cannot be resolved: " + reason));
	}

	private String declaredTableName() {
		Table table = getRequiredAnnotation(Table.class);
		return StringUtils.hasText(table.name()) ? table.name() : tableClass().getSimpleName();
	}

	/**
	 * The class that declares the table: a hierarchy shares the table of its base.
	 */
	private Class<?> tableClass() {
		Object declaring = MergedAnnotations.from(getType(), SearchStrategy.TYPE_HIERARCHY)
			.get(Table.class)
			.getSource();
		return (declaring instanceof Class<?> type) ? type : getType();
	}

	/**
	 * Whether the class is annotated with {@link EntityType}, so that its rows differ
	 * from those of other classes in the table.
	 */
	boolean hasEntityType() {
		return findAnnotation(EntityType.class) != null;
	}

	boolean hasTypeVersion() {
		EntityType type = findAnnotation(EntityType.class);
		return type != null && type.version() != 0;
	}

	@Override
	public boolean isAbstract() {
		return Modifier.isAbstract(getType().getModifiers());
	}

	/**
	 * By the version; without one, by the properties that say when and by whom an entity
	 * was created: it is new as long as they have no value. Keys are set before an entity
	 * is first written, and tell nothing.
	 */
	@Override
	protected IsNewStrategy getFallbackIsNewStrategy() {
		if (hasVersionProperty()) {
			return (entity) -> getPropertyAccessor(entity).getProperty(getRequiredVersionProperty()) == null;
		}
		List<LeafProperty> created = model().leaves()
			.values()
			.stream()
			.filter((leaf) -> leaf.property().isAnnotationPresent(CreatedDate.class)
					|| leaf.property().isAnnotationPresent(CreatedBy.class))
			.toList();
		return (entity) -> !created.isEmpty()
				&& created.stream().allMatch((leaf) -> isUnset(leaf.valueIn(getPropertyAccessor(entity))));
	}

	private static boolean isUnset(@Nullable Object value) {
		return value == null || value.equals(0L);
	}

	/**
	 * What the properties of an object hold, to be read and not to be set: by way of a
	 * generated class where there can be one, without the layers that setting needs.
	 */
	public PersistentPropertyAccessor<?> values(Object bean) {
		return this.generated.get() ? READERS.getPropertyAccessor(this, bean) : getPropertyAccessor(bean);
	}

	/**
	 * Why no objects can be made of what is read; nothing for an abstract class, of which
	 * there are none.
	 */
	public List<String> constructorProblems() {
		if (isAbstract()) {
			return List.of();
		}
		InstanceCreatorMetadata<TablePersistentProperty> creator = getInstanceCreatorMetadata();
		if (creator == null) {
			return List.of(getType().getName() + " has several constructors, and none says that it makes what is read; "
					+ "annotate one with @PersistenceCreator");
		}
		return creator.getParameters()
			.stream()
			.filter((parameter) -> !creator.isParentParameter(parameter))
			.filter((parameter) -> parameter.hasValueExpression() || !isFilled(parameter.getName()))
			.map((parameter) -> getType().getName()
					+ (takesValueClass(creator) ? VALUE_CLASS : parameterProblem(parameter)))
			.distinct()
			.toList();
	}

	private boolean isFilled(@Nullable String parameter) {
		return parameter != null && (getPersistentProperty(parameter) != null || isTransientField(parameter));
	}

	private boolean isTransientField(String name) {
		Field field = ReflectionUtils.findField(getType(), name);
		return field != null && AnnotatedElementUtils.hasAnnotation(field, Transient.class);
	}

	/**
	 * Whether a constructor has a parameter of a Kotlin value class: what Kotlin makes of
	 * it has no names, and ends with a marker.
	 */
	private static boolean takesValueClass(InstanceCreatorMetadata<?> creator) {
		return creator.getParameters()
			.stream()
			.anyMatch((parameter) -> parameter.getName() == null
					&& parameter.getRawType().getName().equals("kotlin.jvm.internal.DefaultConstructorMarker"));
	}

	private static String parameterProblem(Parameter<?, ?> parameter) {
		String name = parameter.getName();
		if (parameter.hasValueExpression()) {
			return " has a constructor with @Value on the parameter '" + name + "', which no row has a value for; "
					+ "compute it in the constructor, or let another one make what is read with @PersistenceCreator";
		}
		return (name == null) ? " has a constructor whose parameters have no names; compile it with -parameters"
				: " has a constructor with the parameter '" + name + "' and no such property to fill it; name it like "
						+ "the property, or let another constructor make what is read with @PersistenceCreator";
	}

	/**
	 * The properties that are set after the constructor, which does not set them.
	 */
	public List<TablePersistentProperty> populated() {
		return this.populated.get();
	}

	/**
	 * The model, made when it is first asked for.
	 * @throws TableMappingException with all that is wrong with the class
	 */
	public EntityModel model() {
		return this.model.get();
	}

	/**
	 * How identifiers of the entity and its keys become each other.
	 */
	public IdMapping ids() {
		return this.ids.get();
	}

	@Override
	public Optional<HotPartitions> hotPartitions() {
		return PartitionSpread.hotPartitions(this);
	}

	@Nullable TablePersistentProperty propertyWith(Function<TablePersistentProperty, Boolean> condition) {
		for (TablePersistentProperty property : this) {
			if (condition.apply(property)) {
				return property;
			}
		}
		return null;
	}

	@Override
	public @Nullable TablePersistentProperty timestampProperty() {
		return propertyWith(TablePersistentProperty::isServerTimestamp);
	}

	@Override
	public @Nullable TablePersistentProperty otherProperties() {
		return this.others.getNullable();
	}

}
