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

package io.azuretables.repository.config;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.context.annotation.Import;

/**
 * Enables Spring Data auditing: sets the creation and change properties of entities
 * before they are written. An entity counts as new as long as its version, or the
 * property for its creation, is {@code null}.
 *
 * @since 0.1
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@Import(TableAuditingRegistrar.class)
public @interface EnableTableAuditing {

	/**
	 * The name of the bean that knows the current user.
	 */
	String auditorAwareRef() default "";

	/**
	 * Whether dates are set.
	 */
	boolean setDates() default true;

	/**
	 * Whether creation counts as a change.
	 */
	boolean modifyOnCreate() default true;

	/**
	 * The name of the bean that knows the time.
	 */
	String dateTimeProviderRef() default "";

}
