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

package io.azuretables.autoconfigure.internal.configuration;

import java.util.LinkedHashMap;
import java.util.Map;

import com.azure.core.credential.TokenCredential;
import com.azure.identity.DefaultAzureCredentialBuilder;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.util.ClassUtils;

/**
 * Finds the Microsoft Entra {@link TokenCredential} for connections that have no key or
 * signature. It comes from the bean of the application; if there is none, from that of
 * Spring Cloud Azure, which is always there; and if there is none either, from what the
 * machine has to offer, provided that azure-identity is on the class path.
 *
 * @since 0.1
 */
public final class TokenCredentials {

	private static final String SPRING_CLOUD_AZURE = "springCloudAzureDefaultCredential";

	private final ListableBeanFactory beans;

	public TokenCredentials(ListableBeanFactory beans) {
		this.beans = beans;
	}

	/**
	 * The credential; {@code null} if there is none.
	 */
	public @Nullable TokenCredential find() {
		TokenCredential primary = this.beans.getBeanProvider(TokenCredential.class).getIfUnique();
		if (primary != null) {
			return primary;
		}
		Map<String, TokenCredential> credentials = new LinkedHashMap<>(
				this.beans.getBeansOfType(TokenCredential.class));
		credentials.remove(SPRING_CLOUD_AZURE);
		if (credentials.size() > 1) {
			throw new NoUniqueBeanDefinitionException(TokenCredential.class, credentials.keySet());
		}
		return credentials.values().stream().findFirst().orElseGet(TokenCredentials::ofMachine);
	}

	private static @Nullable TokenCredential ofMachine() {
		boolean identity = ClassUtils.isPresent("com.azure.identity.DefaultAzureCredentialBuilder",
				TokenCredentials.class.getClassLoader());
		return identity ? Identity.credential() : null;
	}

	/**
	 * Loaded only where azure-identity is there.
	 */
	private static final class Identity {

		static TokenCredential credential() {
			return new DefaultAzureCredentialBuilder().build();
		}

	}

}
