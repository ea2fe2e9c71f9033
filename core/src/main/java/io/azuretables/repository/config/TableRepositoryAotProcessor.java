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

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.data.repository.aot.generate.RepositoryContributor;
import org.springframework.data.repository.config.AotRepositoryContext;
import org.springframework.data.repository.config.RepositoryRegistrationAotProcessor;

/**
 * Registers native-image hints of repositories during AOT processing, and collects the
 * repositories to plan their methods.
 *
 * @since 0.1
 */
public class TableRepositoryAotProcessor extends RepositoryRegistrationAotProcessor {

	private final List<AotRepositoryContext> repositories = new ArrayList<>();

	/**
	 * The repositories that were processed by now.
	 */
	public List<AotRepositoryContext> repositories() {
		return List.copyOf(this.repositories);
	}

	@Override
	protected @Nullable RepositoryContributor contributeAotRepository(AotRepositoryContext repository) {
		this.repositories.add(repository);
		return null;
	}

}
