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

/**
 * Sets the discriminator value that rows of this class have in their table. Makes a
 * hierarchy of classes readable by its base.
 *
 * @since 0.1
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface EntityType {

	/**
	 * The {@link #property()} of a class whose rows its keys tell from others: the column
	 * holds the {@link #version()} alone. A row without the column has version 1.
	 */
	String BY_KEY = "_t";

	/**
	 * The value; the simple name of the class where it is empty.
	 */
	String value() default "";

	/**
	 * The version of the properties that the class has, from 1 on; 0 for a class without
	 * versions. {@code Employee} with version 3 is stored as {@code Employee.3}; a row
	 * {@code Employee} has version 1. Rows of older versions are read through the
	 * {@link EntityUpgrade upgrades} of the class, one for each older version. What
	 * becomes of rows of newer versions is said by {@link NewerTypes}.
	 */
	int version() default 0;

	/**
	 * The property that holds the value, the same for a whole hierarchy.
	 */
	String property() default "EntityType";

}
