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

package io.azuretables.autoconfigure.connection;

import java.net.URI;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import io.azuretables.autoconfigure.blob.TableBlobAutoConfiguration;
import io.azuretables.autoconfigure.client.TableClientAutoConfiguration;
import io.azuretables.autoconfigure.employees.Employee;
import io.azuretables.autoconfigure.queue.TableQueueAutoConfiguration;
import io.azuretables.autoconfigure.queue.TableQueuesAutoConfiguration;
import io.azuretables.autoconfigure.template.TableTemplateAutoConfiguration;
import io.azuretables.client.Azurite;
import io.azuretables.operations.TableOperations;
import io.azuretables.patterns.blob.BlobStore;
import io.azuretables.patterns.blob.BlobStores;
import io.azuretables.patterns.queue.EventuallyConsistentQueueTemplate;
import io.azuretables.patterns.queue.message.QueueMessage;
import io.azuretables.patterns.queue.message.TableQueueHandler;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testcontainers.azure.AzuriteContainer;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.junit.jupiter.EnabledIfDockerAvailable;

import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.boot.autoconfigure.AutoConfigurationPackages;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.testcontainers.service.connection.ServiceConnection;
import org.springframework.boot.testcontainers.service.connection.ServiceConnectionAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tables, several queues and blobs of one container, without a property that says where
 * they are. The container is the emulator of this machine, or a real one where there is a
 * Docker engine.
 */
@ExtendWith(Azurite.LogOfFailures.class)
class AzuriteContainerQueueIntegrationTests {

	private static final String IMAGE = "mcr.microsoft.com/azure-storage/azurite:3.35.0";

	private final String run = UUID.randomUUID().toString();

	private final ApplicationContextRunner application = new ApplicationContextRunner()
		.withConfiguration(
				AutoConfigurations.of(ServiceConnectionAutoConfiguration.class, TableClientAutoConfiguration.class,
						TableTemplateAutoConfiguration.class, TableQueueAutoConfiguration.class,
						TableQueuesAutoConfiguration.class, TableBlobAutoConfiguration.class))
		.withInitializer((context) -> AutoConfigurationPackages
			.register((BeanDefinitionRegistry) context.getBeanFactory(), Employee.class.getPackageName()))
		.withPropertyValues("azure.tables.table-name-prefix=T" + this.run.replace("-", ""),
				"azure.tables.schema=create-on-start", "azure.tables.queue.name=" + this.run,
				"azure.tables.queue.queues.mail.name=m" + this.run,
				"azure.tables.queue.queues.mail.worker.poll-interval=1s", "azure.tables.queue.worker.poll-interval=1s");

	@Test
	void usesTablesQueuesAndBlobsOfTheContainer() {
		check(Emulator.class);
	}

	@Nested
	@EnabledIfDockerAvailable
	class WithDocker {

		@Test
		void usesTablesQueuesAndBlobsOfTheImage() {
			check(Image.class);
		}

	}

	private void check(Class<?> container) {
		this.application.withUserConfiguration(container).run((context) -> {
			Handlers handlers = context.getBean(Handlers.class);
			context.getBean(TableOperations.class).save(Employee.of("Sales", 1, "Hall"));
			context.getBean(EventuallyConsistentQueueTemplate.class).send(QueueMessage.of("badge", "1"));
			assertThat(handlers.handled.poll(1, TimeUnit.MINUTES)).isEqualTo("badge 1");
			context.getBean("mailQueueTemplate", EventuallyConsistentQueueTemplate.class)
				.send(QueueMessage.of("mail", "2"));
			assertThat(handlers.handled.poll(1, TimeUnit.MINUTES)).isEqualTo("mail 2");
			BlobStore blobs = context.getBean(BlobStores.class).container("b" + this.run);
			assertThat(blobs.putIfAbsent("one", new byte[] { 1 }, Map.of())).isTrue();
			assertThat(context.getBean(BlobStores.class).container("b" + this.run).list("")).hasSize(1);
		});
	}

	@Configuration(proxyBeanMethods = false)
	static class Handlers {

		private final BlockingQueue<String> handled = new LinkedBlockingQueue<>();

		@TableQueueHandler("badge")
		void badge(String payload) {
			this.handled.add("badge " + payload);
		}

		@TableQueueHandler(value = "mail", queue = "mail")
		void mail(String payload) {
			this.handled.add("mail " + payload);
		}

	}

	@Configuration(proxyBeanMethods = false)
	@Import(Handlers.class)
	static class Emulator {

		@Bean
		@ServiceConnection
		AzuriteContainer azurite() {
			return new AzuriteContainer(IMAGE) {

				@Override
				public void start() {
				}

				@Override
				public String getHost() {
					return "127.0.0.1";
				}

				@Override
				public Integer getMappedPort(int port) {
					String endpoint = Map.of(10000, "Blob", 10001, "Queue", 10002, "Table").get(port) + "Endpoint=";
					String text = Azurite.storageConnectionString();
					return URI.create(text.substring(text.indexOf(endpoint) + endpoint.length()).split(";")[0])
						.getPort();
				}

			};
		}

	}

	@Configuration(proxyBeanMethods = false)
	@Import(Handlers.class)
	static class Image {

		// tag::container[]
		@Bean
		@ServiceConnection("azure-storage/azurite")
		GenericContainer<?> azurite() {
			return new GenericContainer<>("mcr.microsoft.com/azure-storage/azurite:3.35.0")
				.withExposedPorts(10000, 10001, 10002)
				.withCommand("azurite", "--blobHost", "0.0.0.0", "--queueHost", "0.0.0.0", "--tableHost", "0.0.0.0",
						"--skipApiVersionCheck")
				.waitingFor(Wait.forListeningPorts(10000, 10001, 10002));
		}
		// end::container[]

	}

}
