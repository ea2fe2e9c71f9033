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

package io.azuretables.samples.guide;

import java.time.Duration;
import java.util.Objects;

import io.azuretables.gateway.TableGateway;
import io.azuretables.operations.TableTemplate;
import io.azuretables.patterns.index.IndexOptions;
import io.azuretables.patterns.index.IndexOptions.Times;
import io.azuretables.patterns.interpartition.IndexQueue;
import io.azuretables.patterns.interpartition.InterPartitionIndexTemplate;
import io.azuretables.patterns.queue.EventuallyConsistentQueueTemplate;
import io.azuretables.patterns.queue.message.QueueOptions;
import io.azuretables.patterns.queue.transport.QueueConnection;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.servlet.config.annotation.ResourceHandlerRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * Configures recording of the requests to queues and blobs, and of workers.
 */
@Configuration(proxyBeanMethods = false)
class GuideConfiguration implements WebMvcConfigurer {

	/**
	 * How long a worker leaves a write alone that changes an index elsewhere: short, so
	 * that a step need not wait.
	 */
	static final Duration GUARD = Duration.ofSeconds(3);

	@Bean
	static BeanPostProcessor recordedConnections(ObjectProvider<Recorder> recorder) {
		return new BeanPostProcessor() {

			@Override
			public Object postProcessAfterInitialization(Object bean, String name) {
				if (bean instanceof QueueConnection connection) {
					Recorder to = recorder.getObject();
					return new QueueConnection(to.decorate(connection.queue()), connection.poison(),
							to.decorate(Objects.requireNonNull(connection.blobs())));
				}
				return (bean instanceof IndexQueue queue)
						? new IndexQueue(recorder.getObject().decorate(queue.queue()), queue.poison()) : bean;
			}

		};
	}

	@Bean
	RecordedGateway recordedGateway(TableGateway gateway, Recorder recorder) {
		return new RecordedGateway(recorder.decorate(gateway));
	}

	@Bean
	MovableClock clock() {
		return new MovableClock();
	}

	@Bean
	IndexOptions indexOptions(MovableClock clock) {
		return IndexOptions.DEFAULTS.withClock(clock)
			.withTimes(new Times(Duration.ofSeconds(2), GUARD, Duration.ofMinutes(10), Duration.ofDays(1)));
	}

	@Bean
	InterPartitionIndexTemplate interPartitionIndexes(TableTemplate template, RecordedGateway recorded,
			IndexQueue queue, IndexOptions options) {
		return new InterPartitionIndexTemplate(template, recorded.gateway(), queue, options);
	}

	@Bean
	EventuallyConsistentQueueTemplate queueTemplate(TableTemplate template, RecordedGateway recorded,
			QueueConnection connection, QueueOptions options) {
		return new EventuallyConsistentQueueTemplate(template, recorded.gateway(), connection, options);
	}

	/**
	 * The script that draws rows is a resource of the Boot module. No application serves
	 * it unless it says so.
	 */
	@Override
	public void addResourceHandlers(ResourceHandlerRegistry registry) {
		registry.addResourceHandler("/rows.js").addResourceLocations("classpath:/io/azuretables/autoconfigure/web/");
	}

}
