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
 * Stores a property in an additional row, for entities with more than 252 properties or
 * more than 1 MiB. All properties with the same name of a part share one row; on a
 * {@link Flattened} object, a {@link Series} or {@link OtherProperties} it holds for all
 * that is in it.
 * <p>
 * The entity is written in one transaction and read as one object: one request more for
 * each part, unless only properties outside of it are selected. The properties of a part
 * do not stand in keys, indexes, conditions or sort orders.
 *
 * @since 0.1
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ ElementType.FIELD, ElementType.METHOD, ElementType.ANNOTATION_TYPE })
public @interface Part {

	/**
	 * The name of the part, which ends the row key of its row: up to 32 letters, digits
	 * and underscores.
	 */
	String value();

}
