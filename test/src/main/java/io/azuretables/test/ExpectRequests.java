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
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Limits how many requests a test makes, and how many rows its queries read without
 * returning them. The test fails if it makes more, or reads more. Set-up methods do not
 * count, nor do retries and the creation of tables, nor messages, and what their workers
 * do.
 *
 * @since 0.1
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@ExtendWith(RequestBudget.class)
public @interface ExpectRequests {

	/**
	 * The most requests; by default any number.
	 */
	int max() default Integer.MAX_VALUE;

	/**
	 * The least share of the rows that were read, or that the embedded store has looked
	 * at, for which queries return an entity: 0 to 1.
	 * @see RequestCounter#density()
	 */
	double minDensity() default 0;

}
