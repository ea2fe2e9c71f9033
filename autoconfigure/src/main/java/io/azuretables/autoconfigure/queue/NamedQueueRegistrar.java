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

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

import io.azuretables.autoconfigure.internal.configuration.ConfigurationProblemException;
import io.azuretables.autoconfigure.queue.TableQueueProperties.Queue;
import io.azuretables.patterns.queue.EventuallyConsistentQueueTemplate;
import io.azuretables.patterns.queue.IdempotentSteps;
import io.azuretables.patterns.queue.QueueSweeper;
import io.azuretables.patterns.queue.QueueWorker;
import io.azuretables.patterns.queue.transport.QueueConnection;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.config.RuntimeBeanReference;
import org.springframework.beans.factory.support.AutowireCandidateQualifier;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;
import org.springframework.util.StringUtils;

/**
 * Registers the beans of each queue of {@code azure.tables.queue.queues}, unless the
 * application has beans of the same names. They are injected by their qualifier only.
 */
final class NamedQueueRegistrar implements ImportBeanDefinitionRegistrar {

	static final String QUEUES = "namedTableQueues";

	static final String WORKER = "QueueWorker";

	private static final String PREFIX = "azure.tables.queue";

	private static final String INDEX = "azure.tables.index.queue";

	/**
	 * How the name of a poison queue ends.
	 */
	private static final String POISON = "-poison";

	/**
	 * How the names of the beans of the queue begin that has no name in {@code queues}.
	 */
	private static final String OWN = "table";

	private final Environment environment;

	NamedQueueRegistrar(Environment environment) {
		this.environment = environment;
	}

	@Override
	public void registerBeanDefinitions(AnnotationMetadata metadata, BeanDefinitionRegistry registry) {
		Binder binder = Binder.get(this.environment);
		TableQueueProperties properties = binder.bindOrCreate(PREFIX, TableQueueProperties.class);
		refuseSharing(binder, UnaryOperator.identity());
		if (properties.queues().isEmpty()) {
			return;
		}
		refuseOwnName(properties);
		if (isThere(registry, QUEUES)) {
			return;
		}
		registry.registerBeanDefinition(QUEUES, new RootBeanDefinition(NamedQueues.class));
		properties.queues().keySet().forEach((name) -> register(registry, name, properties.queue(name)));
	}

	/**
	 * The beans of a queue of this name would have the names of those of the queue that
	 * has none. And health and metrics call that queue by the name that it has in the
	 * service.
	 */
	private static void refuseOwnName(TableQueueProperties properties) {
		String name = properties.name();
		if (StringUtils.hasText(name) && properties.queues().containsKey(name)) {
			throw new ConfigurationProblemException(
					PREFIX + ".name is '" + name + "', and health and metrics would confuse it with the queue of "
							+ PREFIX + ".queues." + name,
					"Give the queue another name below " + PREFIX + ".queues; " + PREFIX
							+ ".queues.<name>.name is its name in the service");
		}
		if (properties.queues().containsKey(OWN)) {
			throw new ConfigurationProblemException(
					"A queue is configured by " + PREFIX + ".queues." + OWN + ", and the beans of " + PREFIX
							+ ".name have names that begin with '" + OWN + "'",
					"Give the queue another name below " + PREFIX + ".queues; " + PREFIX
							+ ".queues.<name>.name may be '" + OWN + "'");
		}
	}

	/**
	 * Two workers of one queue would take messages from each other that only one of them
	 * has handlers for. A worker of a poison queue would handle what another one has
	 * given up.
	 * @param account gives the account of a connection string, or of an empty text
	 */
	static void refuseSharing(Binder binder, UnaryOperator<String> account) {
		TableQueueProperties properties = binder.bindOrCreate(PREFIX, TableQueueProperties.class);
		Map<String, String> owners = new HashMap<>();
		own(owners, PREFIX, properties.name(), properties.connectionString(), account);
		properties.queues().keySet().forEach((name) -> {
			Queue queue = properties.queue(name);
			own(owners, PREFIX + ".queues." + name, queue.name(), queue.connectionString(), account);
		});
		own(owners, INDEX, binder.bind(INDEX + ".name", String.class).orElse(null),
				binder.bind(INDEX + ".connection-string", String.class).orElse(null), account);
	}

	private static void own(Map<String, String> owners, String owner, @Nullable String name,
			@Nullable String connectionString, UnaryOperator<String> accounts) {
		if (!StringUtils.hasText(name)) {
			return;
		}
		String account = accounts.apply(StringUtils.hasText(connectionString) ? connectionString : "");
		for (String queue : List.of(name, name + POISON)) {
			String other = owners.put(queue + ' ' + account, owner);
			if (other != null) {
				throw new ConfigurationProblemException(
						"The queue '" + queue + "' is configured twice, by " + other + " and by " + owner
								+ ": each has a poison queue, too, with the suffix '" + POISON + "'",
						"Give one of them another name");
			}
		}
	}

	private static void register(BeanDefinitionRegistry registry, String queue, Queue properties) {
		RuntimeBeanReference connection = new RuntimeBeanReference(queue + "QueueConnection");
		RuntimeBeanReference template = new RuntimeBeanReference(queue + "QueueTemplate");
		register(registry, queue, "QueueConnection", QueueConnection.class, "connection");
		register(registry, queue, "QueueTemplate", EventuallyConsistentQueueTemplate.class, "template", connection);
		register(registry, queue, "QueueSteps", IdempotentSteps.class, "steps", connection);
		register(registry, queue, "QueueSweeper", QueueSweeper.class, "sweeper", template);
		if (properties.worker().enabled()) {
			register(registry, queue, WORKER, QueueWorker.class, "worker", template);
		}
	}

	/**
	 * Whether there is a bean of that name, also in a parent context.
	 */
	private static boolean isThere(BeanDefinitionRegistry registry, String name) {
		return (registry instanceof BeanFactory beans) ? beans.containsBean(name)
				: registry.containsBeanDefinition(name);
	}

	private static void register(BeanDefinitionRegistry registry, String queue, String suffix, Class<?> type,
			String method, Object... references) {
		if (isThere(registry, queue + suffix)) {
			return;
		}
		RootBeanDefinition definition = new RootBeanDefinition();
		definition.setTargetType(type);
		definition.setFactoryBeanName(QUEUES);
		definition.setUniqueFactoryMethodName(method);
		definition.getConstructorArgumentValues().addIndexedArgumentValue(0, queue);
		for (int i = 0; i < references.length; i++) {
			definition.getConstructorArgumentValues().addIndexedArgumentValue(i + 1, references[i]);
		}
		definition.setDefaultCandidate(false);
		definition.addQualifier(new AutowireCandidateQualifier(Qualifier.class, queue));
		registry.registerBeanDefinition(queue + suffix, definition);
	}

}
