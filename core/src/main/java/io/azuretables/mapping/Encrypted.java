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
 * Encrypts the values of a property before they are sent, by AES-256-GCM. For properties
 * of all types that are stored in one column, {@link Json @Json} and
 * {@link Compressed @Compressed} included. Needs a
 * {@code io.azuretables.encryption.KeyEncryption}.
 * <p>
 * Encrypted values have the type Binary. Each belongs to its table, its row and its
 * column: one that is put elsewhere, or is changed, cannot be read. Keys, conditions and
 * orders of queries refuse the property, but for {@code IsNull} and {@code IsNotNull}.
 * <p>
 * On a property whose class is {@link ExternalContent @ExternalContent}, such as a large
 * value, the content is encrypted, and the columns of the row are not.
 *
 * @since 0.1
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ ElementType.FIELD, ElementType.METHOD, ElementType.ANNOTATION_TYPE })
public @interface Encrypted {

	/**
	 * Whether equal values are encrypted equally, so that queries can compare for
	 * equality and keys of indexes can contain the property. Everyone who reads the table
	 * sees which rows have the same value, and how often there is each; a value can be
	 * moved to another row of the same column. Choose it for what has many different
	 * values.
	 */
	boolean deterministic() default false;

}
