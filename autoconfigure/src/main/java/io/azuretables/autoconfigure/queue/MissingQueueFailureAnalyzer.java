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

package io.azuretables.autoconfigure.queue;

import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;

/**
 * Reports at start-up that a bean needs a message queue but none is configured, and how
 * to configure one. Says it before Spring Boot says that a bean is missing. Types go by
 * their names: they may not be on the class path.
 */
final class MissingQueueFailureAnalyzer extends AbstractFailureAnalyzer<NoSuchBeanDefinitionException>
		implements Ordered {

	private static final Set<String> BEANS = Set.of("io.azuretables.patterns.queue.EventuallyConsistentQueueTemplate",
			"io.azuretables.patterns.queue.IdempotentSteps", "io.azuretables.patterns.queue.transport.QueueConnection");

	@Override
	protected @Nullable FailureAnalysis analyze(Throwable rootFailure, NoSuchBeanDefinitionException cause) {
		Class<?> missing = cause.getBeanType();
		if (missing == null || cause instanceof NoUniqueBeanDefinitionException || !BEANS.contains(missing.getName())) {
			return null;
		}
		return new FailureAnalysis(
				"There is no bean of type %s, since no queue is configured.".formatted(missing.getName()),
				"""
						Do one of these:

						    set azure.tables.queue.name, with com.azure:azure-storage-queue and \
						com.azure:azure-storage-blob on the class path; next to the embedded store it takes the name alone
						    name one of azure.tables.queue.queues in a @Qualifier at the place that asks for the bean, if there are any
						    define the bean""",
				cause);
	}

	@Override
	public int getOrder() {
		return -1;
	}

}
