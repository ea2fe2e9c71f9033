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

package io.azuretables.internal.conversion;

import io.azuretables.internal.codec.BuiltInCodecs;
import io.azuretables.internal.codec.ValueCodec;
import io.azuretables.internal.codec.ValueCodec.Order;
import io.azuretables.internal.codec.ValueRuleException;
import io.azuretables.mapping.TablePersistentProperty;
import org.jspecify.annotations.Nullable;

import org.springframework.core.ResolvableType;
import org.springframework.data.convert.PropertyValueConverter;
import org.springframework.data.convert.ValueConversionContext;

/**
 * Converts the values of one property by its own Spring Data property value converter.
 *
 * @since 0.1
 */
public final class PropertyValueCodec {

	private PropertyValueCodec() {
	}

	/**
	 * A codec that calls the converter of a property.
	 * @param type the boxed type of its values
	 * @param ordered whether the converter keeps the order of the values
	 * @throws IllegalArgumentException if it converts to what the service does not know
	 */
	public static ValueCodec of(TablePersistentProperty property, Class<?> type,
			PropertyValueConverter<Object, Object, ValueConversionContext<TablePersistentProperty>> converter,
			boolean ordered) {
		Class<?> target = ResolvableType.forClass(PropertyValueConverter.class, converter.getClass())
			.getGeneric(1)
			.resolve(Object.class);
		ValueCodec stored = BuiltInCodecs.of(target);
		if (stored == null) {
			throw new IllegalArgumentException("has the converter " + converter.getClass().getName() + " to "
					+ target.getName() + ", which the service does not know");
		}
		ValueConversionContext<TablePersistentProperty> context = () -> property;
		Order order = Order.converted(type, stored, ordered);
		return new ValueCodec(stored.storedType(), (value) -> stored.write(present(converter.write(value, context))),
				(value) -> present(converter.read(stored.read(value), context)), order);
	}

	private static Object present(@Nullable Object value) {
		if (value == null) {
			throw new ValueRuleException("its converter gave null");
		}
		return value;
	}

}
