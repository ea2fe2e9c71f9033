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

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.azuretables.encryption.ContentEncryption;
import io.azuretables.encryption.PropertyEncryption;
import io.azuretables.internal.codec.BuiltInCodecs;
import io.azuretables.internal.codec.JsonCodec;
import io.azuretables.internal.codec.StoredValues;
import io.azuretables.internal.codec.ValueCodec;
import io.azuretables.internal.codec.ValueCodec.Order;
import io.azuretables.internal.codec.ValueRuleException;
import io.azuretables.internal.conversion.CodecConversion;
import io.azuretables.internal.conversion.CodecConversion.Source;
import io.azuretables.internal.conversion.CompressedConversion;
import io.azuretables.internal.conversion.EncryptedConversion;
import io.azuretables.internal.conversion.PropertyValueCodec;
import io.azuretables.internal.model.PropertyConversion;
import io.azuretables.internal.model.PropertyConversions;
import io.azuretables.internal.model.StoredColumn;
import io.azuretables.mapping.Compressed;
import io.azuretables.mapping.Encrypted;
import io.azuretables.mapping.TablePersistentProperty;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.BeansException;
import org.springframework.core.ResolvableType;
import org.springframework.core.convert.ConversionException;
import org.springframework.core.convert.converter.Converter;
import org.springframework.core.convert.converter.ConverterFactory;
import org.springframework.core.convert.converter.GenericConverter;
import org.springframework.core.convert.converter.GenericConverter.ConvertiblePair;
import org.springframework.core.convert.support.DefaultConversionService;
import org.springframework.data.convert.CustomConversions;
import org.springframework.data.convert.PropertyValueConverter;
import org.springframework.data.convert.ValueConversionContext;
import org.springframework.data.core.TypeInformation;
import org.springframework.data.mapping.model.SimpleTypeHolder;
import org.springframework.data.util.Lazy;
import org.springframework.util.ClassUtils;

/**
 * Holds the converters of property types: built-in ones and those of the application. One
 * answer for writing, reading, keys, query parameters and identifiers.
 * <p>
 * For a property the first of these counts: a property-level
 * {@link org.springframework.data.convert.ValueConverter @ValueConverter}, a registered
 * converter for its type, {@link io.azuretables.mapping.Json @Json}, the built-in types.
 *
 * @since 0.1
 */
public final class TableCustomConversions extends CustomConversions {

	private static final SimpleTypeHolder STORED_TYPES = new SimpleTypeHolder(Set.of(String.class, Integer.class,
			Long.class, Double.class, Boolean.class, UUID.class, byte[].class, Instant.class), false) {
		@Override
		public boolean isSimpleType(Class<?> type) {
			return BuiltInCodecs.of(ClassUtils.resolvePrimitiveIfNecessary(type)) != null || super.isSimpleType(type);
		}
	};

	private final DefaultConversionService conversionService = new DefaultConversionService();

	private Supplier<Object> jsonMapper;

	private final boolean ownJsonMapper;

	/**
	 * The types whose writing converters keep the order of their values.
	 */
	private final List<Class<?>> orderPreserving;

	private @Nullable PropertyEncryption encryption;

	public TableCustomConversions() {
		this(List.of());
	}

	/**
	 * Conversions with converters of the application.
	 */
	public TableCustomConversions(Collection<?> converters) {
		this(converters, null);
	}

	/**
	 * Conversions with converters and the mapper of the application.
	 * @param jsonMapper a {@code JsonMapper} of Jackson 3 for {@code @Json}, or
	 * {@code null} for the one of {@link #setJsonMapper}
	 */
	public TableCustomConversions(Collection<?> converters, @Nullable Object jsonMapper) {
		super(new ConverterConfiguration(StoreConversions.of(STORED_TYPES), List.copyOf(converters), (pair) -> false));
		// no method reference, which would load Jackson although it may not be there
		this.jsonMapper = (jsonMapper != null) ? () -> jsonMapper : Lazy.of(() -> JsonCodec.defaultMapper());
		this.ownJsonMapper = jsonMapper != null;
		this.orderPreserving = converters.stream()
			.filter((converter) -> converter.getClass().isAnnotationPresent(OrderPreserving.class))
			.flatMap(TableCustomConversions::writtenTypes)
			.toList();
		registerConvertersIn(this.conversionService);
	}

	/**
	 * The types that a converter converts to what is stored.
	 */
	private static Stream<Class<?>> writtenTypes(Object converter) {
		if (converter instanceof GenericConverter generic) {
			Set<ConvertiblePair> pairs = generic.getConvertibleTypes();
			return (pairs != null) ? pairs.stream()
				.filter((pair) -> STORED_TYPES.isSimpleType(pair.getTargetType()))
				.map(ConvertiblePair::getSourceType) : Stream.empty();
		}
		Class<?> kind = (converter instanceof ConverterFactory) ? ConverterFactory.class : Converter.class;
		return Stream.ofNullable(ResolvableType.forClass(kind, converter.getClass()).getGeneric(0).resolve());
	}

	/**
	 * Sets what encrypts properties; {@code null} for nothing. Call it before entities
	 * are mapped.
	 */
	public void setEncryption(@Nullable PropertyEncryption encryption) {
		this.encryption = encryption;
	}

	/**
	 * Sets the mapper for {@code @Json}, unless the constructor was given one. Without
	 * either, these conversions have a mapper of their own. Call it before entities are
	 * mapped.
	 * @param jsonMapper a {@code JsonMapper} of Jackson 3
	 */
	public void setJsonMapper(Object jsonMapper) {
		if (!this.ownJsonMapper) {
			this.jsonMapper = () -> jsonMapper;
		}
	}

	/**
	 * The table of data keys; {@code null} without keys.
	 */
	@Nullable String keyTable() {
		return (this.encryption != null) ? this.encryption.options().keyTable() : null;
	}

	/**
	 * The conversions of single properties.
	 */
	PropertyConversions properties() {
		return new OfProperties();
	}

	/**
	 * Encryption of the contents that a property names; {@code null} without keys.
	 */
	@Nullable ContentEncryption content(StoredColumn column) {
		return (this.encryption != null)
				? this.encryption.content(column.name(), column.entity()::tableName, column.column()) : null;
	}

	private static TypeInformation<?> valueType(TablePersistentProperty property) {
		TypeInformation<?> type = property.storedTypeInformation();
		if (type.getType() == Optional.class) {
			return type.getTypeArguments().get(0);
		}
		Class<?> boxed = ClassUtils.resolvePrimitiveIfNecessary(type.getType());
		return (boxed != type.getType()) ? TypeInformation.of(boxed) : type;
	}

	private Object coerce(String property, Object value, Class<?> type) {
		try {
			// The conversion service would take the first of several values
			Object coerced = (isSeveral(value.getClass()) != isSeveral(type)) ? null
					: this.conversionService.convert(value, type);
			if (coerced != null && !(value instanceof Number given && coerced instanceof Number number
					&& !StoredValues.isSame(given, number))) {
				return coerced;
			}
		}
		catch (ConversionException ex) {
			// answered below
		}
		throw new IllegalArgumentException("A value of type " + value.getClass().getName() + " does not fit " + property
				+ ", which is of type " + type.getName());
	}

	private static boolean isSeveral(Class<?> type) {
		return type.isArray() || Collection.class.isAssignableFrom(type) || Stream.class.isAssignableFrom(type);
	}

	private ValueCodec codec(TablePersistentProperty property, Class<?> type) {
		Class<?> storedType = ClassUtils.resolvePrimitiveIfNecessary(property.columnType());
		ValueCodec codec = declared(property, type);
		if (codec == null) {
			codec = (storedType == void.class) ? BuiltInCodecs.of(type) : BuiltInCodecs.of(type, storedType);
		}
		if (codec != null && (storedType == void.class || storedType == codec.storedType())) {
			return codec;
		}
		if (storedType != void.class) {
			throw new IllegalArgumentException("is of type " + type.getName() + ", which is not stored as "
					+ storedType.getSimpleName() + "; leave the type out of @Column");
		}
		throw new IllegalArgumentException(
				unknown(property, type) + ". Types that are known: " + BuiltInCodecs.typeNames() + " and enums");
	}

	/**
	 * The codec that the application declares by a converter or by {@code @Json};
	 * {@code null} for a type that is stored as this module does.
	 */
	private @Nullable ValueCodec declared(TablePersistentProperty property, Class<?> type) {
		if (hasValueConverter(property)) {
			PropertyValueConverter<Object, Object, ValueConversionContext<TablePersistentProperty>> converter = Objects
				.requireNonNull(getPropertyValueConversions())
				.getValueConverter(property);
			return PropertyValueCodec.of(property, type, converter,
					converter.getClass().isAnnotationPresent(OrderPreserving.class));
		}
		Class<?> target = getCustomWriteTarget(type).orElse(null);
		if (target != null) {
			return registered(type, target);
		}
		if (property.isJson()) {
			checkJackson();
			return JsonCodec.of(valueType(property).toTypeDescriptor().getResolvableType(), this.jsonMapper.get());
		}
		return null;
	}

	private static String unknown(TablePersistentProperty property, Class<?> type) {
		return property.isSeries()
				? "is a @Series of " + type.getName() + ", which the service does not know; register a converter"
				: "is of type " + type.getName() + ", which the service does not know; annotate it with @Json, with "
						+ "@Flattened if it is an object of its own, with @Transient if it is not to be stored, or "
						+ "register a converter";
	}

	private static void checkJackson() {
		if (!ClassUtils.isPresent("tools.jackson.databind.json.JsonMapper", null)) {
			throw new IllegalArgumentException("is annotated with @Json, and Jackson 3 is not on the class path; "
					+ "add tools.jackson.core:jackson-databind, which azure-tables-spring-boot-starter brings unless it "
					+ "is excluded");
		}
	}

	private ValueCodec registered(Class<?> type, Class<?> target) {
		ValueCodec stored = BuiltInCodecs.of(ClassUtils.resolvePrimitiveIfNecessary(target));
		if (stored == null) {
			throw new IllegalArgumentException(
					"has a converter to " + target.getName() + ", which the service does not know either");
		}
		if (!this.conversionService.canConvert(target, type)) {
			throw new IllegalArgumentException(
					"has a converter to " + target.getName() + " and none back; register a @ReadingConverter too");
		}
		Order order = Order.converted(type, stored, isOrderPreserving(type));
		return new ValueCodec(stored.storedType(), (value) -> stored.write(converted(value, target)),
				(value) -> converted(stored.read(value), type), order);
	}

	private boolean isOrderPreserving(Class<?> type) {
		return this.orderPreserving.stream().anyMatch((source) -> source.isAssignableFrom(type));
	}

	private Object converted(Object value, Class<?> type) {
		Object converted = this.conversionService.convert(value, type);
		if (converted == null) {
			throw new ValueRuleException("its converter gave null");
		}
		return converted;
	}

	/**
	 * The conversions of single properties, as the mapping asks for them.
	 */
	private final class OfProperties implements PropertyConversions {

		@Override
		public SimpleTypeHolder simpleTypes() {
			return new SimpleTypeHolder(Set.of(), getSimpleTypeHolder()) {
				@Override
				public boolean isSimpleType(Class<?> type) {
					return type.getName().startsWith("java.") || super.isSimpleType(type);
				}
			};
		}

		@Override
		public PropertyConversion of(TablePersistentProperty property, StoredColumn column) {
			String name = column.name();
			Class<?> type = valueType(property).getType();
			try {
				boolean converted = hasValueConverter(property) || getCustomWriteTarget(type).isPresent();
				PropertyConversion plain = new CodecConversion(name, type, codec(property, type),
						new Source(!converted, (value) -> coerce(name, value, type)));
				Compressed compressed = property.compressed();
				PropertyConversion stored = (compressed != null) ? CompressedConversion.of(name, plain, compressed)
						: plain;
				return property.isSeries() ? stored : EncryptedConversion.of(column, stored, property.encrypted(),
						TableCustomConversions.this.encryption);
			}
			catch (BeansException ex) {
				throw new IllegalArgumentException("has a converter that cannot be made: " + ex.getMessage(), ex);
			}
		}

		@Override
		public void checkContent(Encrypted encrypted) {
			if (TableCustomConversions.this.encryption == null) {
				throw new IllegalArgumentException(EncryptedConversion.NO_KEY);
			}
			if (encrypted.deterministic()) {
				throw new IllegalArgumentException(
						"is @Encrypted(deterministic = true), and its content is not compared; leave out deterministic");
			}
		}

	}

}
