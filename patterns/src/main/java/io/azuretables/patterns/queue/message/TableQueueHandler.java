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

package io.azuretables.patterns.queue.message;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a method of a bean that handles the queue messages of one type. It takes the
 * payload, and a {@link MessageContext} if it wants one; see {@link MessageHandler} for
 * what it must be like.
 *
 * @since 0.1
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface TableQueueHandler {

	/**
	 * The type of the messages.
	 */
	String value();

	/**
	 * The name of the queue in {@code azure.tables.queue.queues}, or an empty text for
	 * the queue that has no other name than {@code azure.tables.queue.name}.
	 */
	String queue() default "";

}
