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

package io.azuretables.mapping;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.core.annotation.AliasFor;

/**
 * Sets the column name and the type of a property. A property that stands in a key is
 * stored besides when it has this annotation.
 *
 * @since 0.1
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ ElementType.FIELD, ElementType.METHOD, ElementType.ANNOTATION_TYPE })
public @interface Column {

	/**
	 * The name in the table; that of the property where it is empty.
	 */
	@AliasFor("name")
	String value() default "";

	/**
	 * The name in the table, as {@link #value()}.
	 */
	@AliasFor("value")
	String name() default "";

	/**
	 * The type in the table: for a {@code BigDecimal}, {@code Double} instead of text,
	 * and for a {@code BigInteger}, {@code Long}. A value that does not come back equal
	 * is refused.
	 */
	Class<?> type() default void.class;

}
