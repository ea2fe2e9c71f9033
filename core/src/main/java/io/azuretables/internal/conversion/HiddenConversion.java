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

import io.azuretables.internal.model.PropertyConversion;
import io.azuretables.internal.model.ValueLimits;
import org.jspecify.annotations.Nullable;

/**
 * The base of conversions that store values as compressed or encrypted bytes. Neither the
 * service nor keys can compare them.
 */
interface HiddenConversion extends PropertyConversion {

	/**
	 * The conversion without this one.
	 */
	PropertyConversion plain();

	@Override
	Hidden hidden();

	@Override
	default Class<?> storedType() {
		return byte[].class;
	}

	@Override
	default Object coerce(Object value) {
		return plain().coerce(value);
	}

	@Override
	default Object comparable(Object value) {
		return plain().comparable(value);
	}

	@Override
	default @Nullable ValueLimits limits() {
		return plain().limits();
	}

	@Override
	default Class<?> keyType() {
		return byte[].class;
	}

	@Override
	default Object toKey(Object value) {
		throw new UnsupportedOperationException(hidden().by() + " properties do not stand in keys");
	}

	@Override
	default Object fromKey(Object keyValue) {
		throw new UnsupportedOperationException(hidden().by() + " properties do not stand in keys");
	}

	@Override
	default boolean isOrderedInKeys() {
		return false;
	}

	@Override
	default boolean hasOneForm() {
		return false;
	}

	@Override
	default boolean isOrdered() {
		return false;
	}

}
