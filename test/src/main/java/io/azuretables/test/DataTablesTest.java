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

package io.azuretables.test;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.autoconfigure.OverrideAutoConfiguration;
import org.springframework.boot.test.context.filter.annotation.TypeExcludeFilters;
import org.springframework.context.annotation.ComponentScan.Filter;
import org.springframework.core.annotation.AliasFor;
import org.springframework.test.context.BootstrapWith;
import org.springframework.test.context.junit.jupiter.SpringExtension;

/**
 * Runs a Spring Boot test with repositories and template only (a test slice), on an
 * in-memory store. Starts repositories, template, entity callbacks and auditing, and
 * nothing else of the application.
 * <p>
 * The store is the embedded one, whatever the application configures, and empty before
 * each test; with {@link AzuriteTest &#064;AzuriteTest} it is the emulator, with a
 * service connection that one. The property {@code azure.tables.test.embedded=false}
 * leaves it to what the application configures.
 *
 * @since 0.1
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@BootstrapWith(DataTablesTestContextBootstrapper.class)
@ExtendWith(SpringExtension.class)
@OverrideAutoConfiguration(enabled = false)
@TypeExcludeFilters(DataTablesTypeExcludeFilter.class)
@AutoConfigureDataTables
@ImportAutoConfiguration
public @interface DataTablesTest {

	/**
	 * Properties to set, as {@code key=value}.
	 */
	String[] properties() default {};

	/**
	 * Whether the embedded store refuses requests beyond the published targets of a
	 * partition and an account, as the service does: see
	 * {@link io.azuretables.embedded.ServiceTargets#PUBLISHED}.
	 */
	boolean targets() default false;

	/**
	 * Whether the components of the application are left out, apart from those that
	 * belong to repositories.
	 */
	boolean useDefaultFilters() default true;

	/**
	 * Which components to include that would be left out.
	 */
	Filter[] includeFilters() default {};

	/**
	 * Which components to leave out.
	 */
	Filter[] excludeFilters() default {};

	/**
	 * Which auto-configurations to leave out.
	 */
	@AliasFor(annotation = ImportAutoConfiguration.class, attribute = "exclude")
	Class<?>[] excludeAutoConfiguration() default {};

}
