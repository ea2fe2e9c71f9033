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

import java.math.BigDecimal;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.UnaryOperator;

import io.azuretables.internal.codec.BuiltInCodecs;
import io.azuretables.internal.codec.StoredValues;
import io.azuretables.internal.codec.ValueCodec;
import io.azuretables.internal.codec.ValueCodec.Order;
import io.azuretables.internal.codec.ValueRuleException;
import io.azuretables.internal.key.KeyLayout;
import io.azuretables.internal.model.PropertyConversion;
import io.azuretables.internal.model.ValueLimits;
import io.azuretables.internal.time.Ticks;
import io.azuretables.row.UnstorableValueException;
import org.jspecify.annotations.Nullable;

/**
 * Converts the values of one property for rows and keys, by the codec for its Java type.
 *
 * @since 0.1
 */
public final class CodecConversion implements PropertyConversion {

	private final String property;

	private final Class<?> type;

	private final ValueCodec codec;

	private final Source source;

	private final Class<?> storedType;

	/**
	 * Gives the value for a stored one; {@code null} for values that are stored as they
	 * are.
	 */
	private final @Nullable Function<Object, Object> reader;

	/**
	 * Gives the stored value; {@code null} for values that are stored as they are.
	 */
	private final @Nullable Function<Object, Object> writer;

	private final boolean standsForItself;

	/**
	 * Whether the text of a value is JSON, which may be spelled in several ways.
	 */
	private final boolean json;

	/**
	 * A conversion.
	 * @param property the property, for error messages
	 * @param type the boxed type of its values
	 * @param codec how they are stored
	 * @param source where the codec comes from
	 */
	public CodecConversion(String property, Class<?> type, ValueCodec codec, Source source) {
		this.property = property;
		this.type = type;
		this.codec = codec;
		this.source = source;
		this.storedType = codec.storedType();
		this.reader = (codec.reader() != ValueCodec.SAME) ? codec.reader() : null;
		this.writer = (codec.writer() != ValueCodec.SAME) ? codec.writer() : null;
		this.json = source.builtIn() && codec.order() == Order.NONE;
		this.standsForItself = source.builtIn() && !this.json && KeyLayout.supports(type);
	}

	@Override
	public Class<?> storedType() {
		return this.storedType;
	}

	@Override
	public Object coerce(Object value) {
		return this.type.isInstance(value) ? value : converted(value);
	}

	/**
	 * Takes a stored value too, such as the text of a date in a declared query.
	 */
	private Object converted(Object value) {
		try {
			return this.source.coercion().apply(value);
		}
		catch (IllegalArgumentException ex) {
			try {
				return read(value);
			}
			catch (UnstorableValueException unreadable) {
				throw ex;
			}
		}
	}

	@Override
	public Object write(Object value) {
		try {
			return (this.writer != null) ? this.writer.apply(value) : value;
		}
		catch (RuntimeException ex) {
			throw failure("", ex);
		}
	}

	@Override
	public Object read(Object stored) {
		try {
			Object exact = this.storedType.isInstance(stored) ? stored : StoredValues.as(this.storedType, stored);
			return (this.reader != null) ? this.reader.apply(exact) : exact;
		}
		catch (RuntimeException ex) {
			throw failure("a row cannot be read as " + this.type.getName() + ": ", ex);
		}
	}

	/**
	 * Names the rule if it is one of ours. What else went wrong may quote the value in
	 * its message: it is left out, but for the exception of a converter of the
	 * application, which is kept as the cause.
	 */
	private UnstorableValueException failure(String what, RuntimeException ex) {
		if (ex instanceof ValueRuleException) {
			return new UnstorableValueException(this.property, what + ex.getMessage());
		}
		if (this.source.builtIn()) {
			return new UnstorableValueException(this.property, what + "the stored " + storedType().getSimpleName()
					+ " cannot be read as " + this.type.getSimpleName());
		}
		UnstorableValueException failure = new UnstorableValueException(this.property,
				what + "its converter failed with " + ex.getClass().getName());
		failure.initCause(ex);
		return failure;
	}

	@Override
	public Class<?> keyType() {
		boolean named = this.json || (this.source.builtIn() && !KeyLayout.supports(this.storedType));
		return (this.standsForItself || named) ? this.type : this.storedType;
	}

	@Override
	public boolean isOrderedInKeys() {
		return this.standsForItself || isOrdered();
	}

	@Override
	public boolean hasOneForm() {
		boolean decimal = this.source.builtIn() && this.type == BigDecimal.class && this.storedType == String.class;
		return !this.json && !decimal;
	}

	@Override
	public Object toKey(Object value) {
		return this.standsForItself ? value : write(value);
	}

	@Override
	public Object fromKey(Object keyValue) {
		return this.standsForItself ? keyValue : read(keyValue);
	}

	@Override
	public boolean isOrdered() {
		return this.codec.order() == Order.STORED;
	}

	@Override
	public @Nullable ValueLimits limits() {
		return this.source.builtIn() ? BuiltInCodecs.limits(this.type, this.storedType) : null;
	}

	@Override
	public Object comparable(Object value) {
		if (value instanceof OffsetDateTime time) {
			return Ticks.truncate(time.toInstant());
		}
		if (value instanceof Instant time) {
			return Ticks.truncate(time);
		}
		if (isOrdered()) {
			return write(value);
		}
		if (this.json) {
			return new Compared(value, value);
		}
		if (this.source.builtIn() || value instanceof String) {
			return value;
		}
		return (this.codec.order() == Order.NATURAL) ? new Compared(write(value), value) : write(value);
	}

	/**
	 * A value that equals another one by something else than it is sorted by.
	 *
	 * @param identity what it is equal by: for values that a converter of the application
	 * turns into others, what is stored, as the service compares them. The object itself
	 * for JSON, as one object has several texts and may be read as another class
	 * @param value what it is sorted by
	 */
	private record Compared(Object identity, Object value) implements Comparable<Compared> {

		@Override
		@SuppressWarnings("unchecked") // the type of the property is comparable
		public int compareTo(Compared other) {
			return ((Comparable<Object>) this.value).compareTo(other.value);
		}

		@Override
		public boolean equals(Object other) {
			return other instanceof Compared that && Objects.deepEquals(this.identity, that.identity);
		}

		@Override
		public int hashCode() {
			return Compared.class.hashCode();
		}

	}

	/**
	 * Where a codec comes from.
	 *
	 * @param builtIn whether the type is one that this module knows, and not one that the
	 * application converts
	 * @param coercion converts parameters of similar types
	 */
	public record Source(boolean builtIn, UnaryOperator<Object> coercion) {

	}

}
