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

package io.azuretables.autoconfigure.client;

import java.net.URI;

import io.azuretables.autoconfigure.internal.configuration.ConfigurationProblemException;
import io.azuretables.client.TableConnection;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Configuration properties of reads from the secondary region of the storage account.
 *
 * @param enabled Whether methods with ReadFrom may read from the secondary region. The
 * account must have read access to it.
 * @param endpoint Address of the table service in the secondary region. Derived from that
 * of the primary region by default.
 * @since 0.1
 */
@ConfigurationProperties("azure.tables.secondary")
public record TableSecondaryProperties(@DefaultValue("false") boolean enabled, @Nullable URI endpoint) {

	TableConnection connection(TableConnection primary) {
		try {
			return (this.endpoint != null) ? primary.withSecondary(this.endpoint) : primary.withSecondary();
		}
		catch (IllegalStateException | IllegalArgumentException ex) {
			throw new ConfigurationProblemException(
					"The secondary region is to be read, and its address cannot be used: " + ex.getMessage(),
					"Set azure.tables.secondary.endpoint, or remove azure.tables.secondary.enabled");
		}
	}

}
