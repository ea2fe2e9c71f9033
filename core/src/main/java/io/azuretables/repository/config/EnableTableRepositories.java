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

import io.azuretables.repository.support.TableRepositoryFactoryBean;

import org.springframework.beans.factory.support.BeanNameGenerator;
import org.springframework.context.annotation.ComponentScan.Filter;
import org.springframework.context.annotation.Import;
import org.springframework.data.repository.config.DefaultRepositoryBaseClass;
import org.springframework.data.repository.query.QueryLookupStrategy.Key;

/**
 * Enables Spring Data repositories for Azure tables. Looks for interfaces and makes beans
 * of them.
 *
 * @since 0.1
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@Import(TableRepositoriesRegistrar.class)
public @interface EnableTableRepositories {

	/**
	 * The packages to look in, as {@link #basePackages()}.
	 */
	String[] value() default {};

	/**
	 * The packages to look in; that of the annotated class where none is given.
	 */
	String[] basePackages() default {};

	/**
	 * Classes whose packages to look in.
	 */
	Class<?>[] basePackageClasses() default {};

	/**
	 * Which types to include.
	 */
	Filter[] includeFilters() default {};

	/**
	 * Which types to leave out.
	 */
	Filter[] excludeFilters() default {};

	/**
	 * What the names of custom implementations end with.
	 */
	String repositoryImplementationPostfix() default "Impl";

	/**
	 * Where named queries are found.
	 */
	String namedQueriesLocation() default "";

	/**
	 * Where the query of a method is looked for.
	 */
	Key queryLookupStrategy() default Key.CREATE_IF_NOT_FOUND;

	/**
	 * What makes the beans.
	 */
	Class<?> repositoryFactoryBeanClass() default TableRepositoryFactoryBean.class;

	/**
	 * What the repositories extend.
	 */
	Class<?> repositoryBaseClass() default DefaultRepositoryBaseClass.class;

	/**
	 * How the beans are named.
	 */
	Class<? extends BeanNameGenerator> nameGenerator() default BeanNameGenerator.class;

	/**
	 * Whether interfaces nested in classes count.
	 */
	boolean considerNestedRepositories() default false;

	/**
	 * The name of the template bean that the repositories go to.
	 */
	String tableOperationsRef() default "tableTemplate";

}
