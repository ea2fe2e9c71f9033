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

import java.lang.reflect.Constructor;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.azuretables.autoconfigure.client.StorageConnectionDetails;
import io.azuretables.autoconfigure.client.TableConnectionDetails;
import io.azuretables.autoconfigure.internal.configuration.ConfigurationProblemException;
import io.azuretables.client.TableConnection;
import io.azuretables.client.TableCredential.SharedKey;
import org.junit.jupiter.api.Test;
import org.testcontainers.azure.AzuriteContainer;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.utility.DockerImageName;

import org.springframework.beans.BeanUtils;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.service.connection.ConnectionDetails;
import org.springframework.boot.autoconfigure.service.connection.ConnectionDetailsFactories;
import org.springframework.boot.docker.compose.core.ConnectionPorts;
import org.springframework.boot.docker.compose.core.ImageReference;
import org.springframework.boot.docker.compose.core.RunningService;
import org.springframework.boot.docker.compose.service.connection.DockerComposeConnectionSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.testcontainers.service.connection.ServiceConnection;
import org.springframework.boot.testcontainers.service.connection.ServiceConnectionAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.mock.env.MockEnvironment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.doReturn;
import static org.mockito.Mockito.mock;

/**
 * Tests for service connections, without a Docker engine.
 */
class AzuriteServiceConnectionTests {

	private static final String STORAGE = "DefaultEndpointsProtocol=http;AccountName=devstoreaccount1;AccountKey="
			+ ((SharedKey) TableConnection.azurite().credential()).key()
			+ ";BlobEndpoint=http://docker.local:40000/devstoreaccount1"
			+ ";QueueEndpoint=http://docker.local:40001/devstoreaccount1;";

	@Test
	void connectsToAnAzuriteContainer() {
		new ApplicationContextRunner().withUserConfiguration(OwnContainer.class).run((context) -> {
			TableConnection connection = context.getBean(TableConnectionDetails.class).getConnection();
			assertThat(connection.endpoint()).hasToString("http://docker.local:40002/devstoreaccount1");
			assertThat(connection.credential()).isEqualTo(TableConnection.azurite().credential());
			assertThat(context.getBean(TableConnectionDetails.class).getSslBundle()).isNull();
			assertThat(context.getBean(StorageConnectionDetails.class).getConnectionString()).isEqualTo(STORAGE);
		});
	}

	@Test
	void leavesQueuesToPropertiesWhereAContainerDoesNotExposeThem() {
		new ApplicationContextRunner().withUserConfiguration(ContainerOfImage.class)
			.run((context) -> assertThat(context.getBean(StorageConnectionDetails.class).getConnectionString())
				.isNull());
	}

	@Test
	void saysThatAContainerDoesNotExposeTables() {
		new ApplicationContextRunner().withUserConfiguration(ContainerOfBlobs.class)
			.run((context) -> assertThatExceptionOfType(ConfigurationProblemException.class)
				.isThrownBy(context.getBean(TableConnectionDetails.class)::getConnection)
				.withMessageContaining("the port of tables, 10002"));
	}

	@Test
	void takesQueuesAndBlobsOfAServiceOfDockerCompose() throws Exception {
		assertThat(composed(StorageConnectionDetails.class, "mcr.microsoft.com/azure-storage/azurite:3.35.0", 10000,
				10001, 10002))
			.get()
			.extracting(StorageConnectionDetails::getConnectionString)
			.isEqualTo(STORAGE);
		assertThat(composed(StorageConnectionDetails.class, "mcr.microsoft.com/azure-storage/azurite:3.35.0", 10002))
			.get()
			.extracting(StorageConnectionDetails::getConnectionString)
			.isNull();
	}

	@Test
	void connectsToAContainerOfTheImage() {
		new ApplicationContextRunner().withUserConfiguration(ContainerOfImage.class)
			.run((context) -> assertThat(context.getBean(TableConnectionDetails.class).getConnection().endpoint())
				.hasPort(40002));
	}

	@Test
	void connectsToAServiceOfDockerCompose() throws Exception {
		assertThat(composed(TableConnectionDetails.class, "mcr.microsoft.com/azure-storage/azurite:3.35.0", 10002))
			.isPresent()
			.get()
			.extracting((details) -> details.getConnection().endpoint().toString())
			.isEqualTo("http://docker.local:40002/devstoreaccount1");
		assertThat(composed(TableConnectionDetails.class, "redis:8", 10002)).isEmpty();
		assertThat(composed(TableConnectionDetails.class, "mcr.microsoft.com/azure-storage/azurite:3.35.0", 10000))
			.isEmpty();
	}

	private static <D extends ConnectionDetails> Optional<D> composed(Class<D> type, String image, int... published)
			throws Exception {
		RunningService service = mock();
		ConnectionPorts ports = mock();
		given(service.image()).willReturn(ImageReference.of(image));
		given(service.host()).willReturn("docker.local");
		given(service.ports()).willReturn(ports);
		given(service.labels()).willReturn(Map.of());
		given(ports.get(anyInt())).willThrow(new IllegalStateException("No host port mapping found"));
		for (int port : published) {
			doReturn(30000 + port).when(ports).get(port);
		}
		Constructor<DockerComposeConnectionSource> constructor = DockerComposeConnectionSource.class
			.getDeclaredConstructor(RunningService.class, Environment.class);
		DockerComposeConnectionSource source = BeanUtils.instantiateClass(constructor, service, new MockEnvironment());
		Map<Class<?>, ConnectionDetails> found = new ConnectionDetailsFactories(null).getConnectionDetails(source,
				false);
		return Optional.ofNullable(type.cast(found.get(type)));
	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration(ServiceConnectionAutoConfiguration.class)
	static class OwnContainer {

		@Bean
		@ServiceConnection
		AzuriteContainer azurite() {
			return new AzuriteContainer("mcr.microsoft.com/azure-storage/azurite:3.35.0") {

				@Override
				public void start() {
				}

				@Override
				public String getHost() {
					return "docker.local";
				}

				@Override
				public Integer getMappedPort(int port) {
					return 30000 + port;
				}

			};
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration(ServiceConnectionAutoConfiguration.class)
	static class ContainerOfImage {

		@Bean
		@ServiceConnection("azure-storage/azurite")
		GenericContainer<?> azurite() {
			return new Container(DockerImageName.parse("mcr.microsoft.com/azure-storage/azurite"), 10002);
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration(ServiceConnectionAutoConfiguration.class)
	static class ContainerOfBlobs {

		@Bean
		@ServiceConnection("azure-storage/azurite")
		GenericContainer<?> azurite() {
			return new Container(DockerImageName.parse("mcr.microsoft.com/azure-storage/azurite"), 10000);
		}

	}

	static final class Container extends GenericContainer<Container> {

		private final int exposed;

		Container(DockerImageName image, int exposed) {
			super(image);
			this.exposed = exposed;
		}

		@Override
		public void start() {
		}

		@Override
		public String getHost() {
			return "docker.local";
		}

		@Override
		public Integer getMappedPort(int port) {
			return 30000 + port;
		}

		@Override
		public List<Integer> getExposedPorts() {
			return List.of(this.exposed);
		}

	}

}
