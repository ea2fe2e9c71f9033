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

import org.testcontainers.containers.Container;

import org.springframework.boot.autoconfigure.service.connection.ConnectionDetails;
import org.springframework.boot.testcontainers.service.connection.ContainerConnectionDetailsFactory;
import org.springframework.boot.testcontainers.service.connection.ContainerConnectionSource;
import org.springframework.util.ClassUtils;

/**
 * Provides the connection details of an Azurite container of Testcontainers: an
 * {@code AzuriteContainer}, or any container of the image of Azurite.
 *
 * @param <D> the details of the connection
 */
abstract class AzuriteContainers<D extends ConnectionDetails>
		extends ContainerConnectionDetailsFactory<Container<?>, D> {

	private static final String AZURITE_CONTAINER = "org.testcontainers.azure.AzuriteContainer";

	AzuriteContainers() {
		super(AzuriteConnection.IMAGE);
	}

	@Override
	protected boolean sourceAccepts(ContainerConnectionSource<Container<?>> source, Class<?> containerType,
			Class<?> detailsType) {
		return super.sourceAccepts(source, containerType, detailsType) || isAzurite(source, detailsType);
	}

	private static boolean isAzurite(ContainerConnectionSource<Container<?>> source, Class<?> detailsType) {
		ClassLoader classLoader = AzuriteContainers.class.getClassLoader();
		return ClassUtils.isPresent(AZURITE_CONTAINER, classLoader) && source.accepts(ANY_CONNECTION_NAME,
				ClassUtils.resolveClassName(AZURITE_CONTAINER, classLoader), detailsType);
	}

}
