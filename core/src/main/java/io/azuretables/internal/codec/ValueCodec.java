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

package io.azuretables.internal.codec;

import java.util.function.Function;

/**
 * Converts the values of one Java type to a data type of the table service, and back.
 *
 * @param storedType the class of the stored value
 * @param writer gives the stored value
 * @param reader gives the value for a stored one of exactly that class
 * @param order how values compare
 * @since 0.1
 */
public record ValueCodec(Class<?> storedType, Function<Object, Object> writer, Function<Object, Object> reader,
		Order order) {

	/**
	 * For values that are stored as they are.
	 */
	public static final Function<Object, Object> SAME = Function.identity();

	/**
	 * Throws {@link IllegalArgumentException} with the rule that a value breaks.
	 */
	public Object write(Object value) {
		return (this.writer != SAME) ? this.writer.apply(value) : value;
	}

	public Object read(Object stored) {
		return (this.reader != SAME) ? this.reader.apply(stored) : stored;
	}

	public static <J, S> ValueCodec of(Class<S> storedType, Function<J, S> writer, Function<S, J> reader, Order order) {
		return new ValueCodec(storedType, unchecked(writer), unchecked(reader), order);
	}

	@SuppressWarnings("unchecked") // callers pass values of the types the codec was made
									// for
	private static Function<Object, Object> unchecked(Function<?, ?> function) {
		return (Function<Object, Object>) function;
	}

	/**
	 * How values compare.
	 */
	public enum Order {

		/**
		 * Stored values compare as the values do.
		 */
		STORED,

		/**
		 * Values have a natural order, but their stored form has, or may have, another
		 * one.
		 */
		NATURAL,

		/**
		 * Neither values nor their stored form have an order that could be relied on.
		 */
		NONE;

		/**
		 * How values compare that a converter of the application turns into others.
		 * @param type the boxed type of the values
		 * @param stored how the others are stored
		 * @param preserved whether the converter keeps their order
		 */
		public static Order converted(Class<?> type, ValueCodec stored, boolean preserved) {
			boolean natural = Comparable.class.isAssignableFrom(type);
			if (stored.order() == STORED && (preserved || !natural)) {
				return STORED;
			}
			return natural ? NATURAL : NONE;
		}

	}

}
