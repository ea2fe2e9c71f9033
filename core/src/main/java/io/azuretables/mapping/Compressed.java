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
 * Compresses the values of a property before they are stored, by DEFLATE. For properties
 * that are stored as text, {@link Json @Json} included, or as bytes.
 * <p>
 * A value below the {@link #threshold()}, and one that would not become smaller, is
 * stored as it would be without the annotation. Reading takes both forms, so that the
 * annotation can be added to a class with stored entities: a value is compressed when it
 * is written the next time.
 * <p>
 * Compressed values have the type Binary. Neither the service nor keys can compare them:
 * keys, conditions and orders of queries refuse the property, but for {@code IsNull} and
 * {@code IsNotNull}. The limit of 64 KiB applies to the compressed value; a value is at
 * most 4 MiB long before.
 *
 * @since 0.1
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ ElementType.FIELD, ElementType.METHOD, ElementType.ANNOTATION_TYPE })
public @interface Compressed {

	/**
	 * The least length of a value that is compressed: characters of a text, or bytes.
	 */
	int threshold() default 1024;

}
