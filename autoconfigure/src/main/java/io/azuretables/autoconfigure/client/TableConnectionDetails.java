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

import io.azuretables.client.TableConnection;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.autoconfigure.service.connection.ConnectionDetails;
import org.springframework.boot.ssl.SslBundle;

/**
 * Connection details of the table service: endpoint and credential, such as those of an
 * Azurite container. They are made of properties, unless there is a bean of this type,
 * such as that of a container.
 *
 * @since 0.1
 */
public interface TableConnectionDetails extends ConnectionDetails {

	/**
	 * Endpoint and credential.
	 */
	TableConnection getConnection();

	/**
	 * The certificates to trust and to show, or {@code null} for those of the JVM.
	 */
	default @Nullable SslBundle getSslBundle() {
		return null;
	}

}
