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

package io.azuretables.repository;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.data.annotation.QueryAnnotation;

/**
 * Sets the condition of a repository method as an OData filter. An OData filter over the
 * properties of the entity, with parameters as {@code :name} or {@code ?0} and SpEL
 * expressions as <code>:#{…}</code>. It is read when the repository is made, and planned
 * like any other query: over keys and indexes where the properties stand in them.
 *
 * @since 0.1
 */
@Documented
@QueryAnnotation
@Retention(RetentionPolicy.RUNTIME)
@Target({ ElementType.METHOD, ElementType.ANNOTATION_TYPE })
public @interface Query {

	/**
	 * The filter.
	 */
	String value() default "";

	/**
	 * Whether the method counts what is found. Only one of count, exists and delete can
	 * be true.
	 */
	boolean count() default false;

	/**
	 * Whether the method asks if anything is found.
	 */
	boolean exists() default false;

	/**
	 * Whether the method deletes what is found.
	 */
	boolean delete() default false;

}
