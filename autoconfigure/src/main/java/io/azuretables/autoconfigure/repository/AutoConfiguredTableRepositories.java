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

package io.azuretables.autoconfigure.repository;

import java.lang.annotation.Annotation;

import io.azuretables.repository.config.EnableTableRepositories;
import io.azuretables.repository.config.TableRepositoryConfigurationExtension;

import org.springframework.boot.autoconfigure.data.AbstractRepositoryConfigurationSourceSupport;
import org.springframework.data.repository.config.RepositoryConfigurationExtension;

/**
 * Registers the Spring Data repositories in the packages of the application, as
 * {@code @EnableTableRepositories} would.
 */
class AutoConfiguredTableRepositories extends AbstractRepositoryConfigurationSourceSupport {

	@Override
	protected Class<? extends Annotation> getAnnotation() {
		return EnableTableRepositories.class;
	}

	@Override
	protected Class<?> getConfiguration() {
		return Enabled.class;
	}

	@Override
	protected RepositoryConfigurationExtension getRepositoryConfigurationExtension() {
		return new TableRepositoryConfigurationExtension();
	}

	@EnableTableRepositories
	private static final class Enabled {

	}

}
