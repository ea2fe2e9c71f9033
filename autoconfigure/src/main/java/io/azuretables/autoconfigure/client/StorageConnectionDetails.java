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

import org.jspecify.annotations.Nullable;

import org.springframework.boot.autoconfigure.service.connection.ConnectionDetails;

/**
 * Connection details of Azure Queue Storage and Blob Storage, such as those of an Azurite
 * container. A container of the emulator has a bean of this type, which goes before
 * properties.
 *
 * @since 0.1
 */
public interface StorageConnectionDetails extends ConnectionDetails {

	/**
	 * The connection string of the account, or {@code null} if its queues and blobs
	 * cannot be reached in this way.
	 */
	@Nullable String getConnectionString();

}
