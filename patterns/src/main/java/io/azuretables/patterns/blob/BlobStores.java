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

package io.azuretables.patterns.blob;

import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.azuretables.client.TableConnection;

/**
 * Opens the blob containers of one storage account by name. With Spring Boot there is a
 * bean of it.
 *
 * @since 0.1
 */
@FunctionalInterface
public interface BlobStores {

	/**
	 * The container of a name. One in an account is created if it is not there.
	 */
	BlobStore container(String name);

	/**
	 * Containers in memory. The same name gives the same container.
	 */
	static BlobStores embedded(InstantSource clock) {
		Map<String, BlobStore> containers = new ConcurrentHashMap<>();
		return (name) -> containers.computeIfAbsent(name, (container) -> new EmbeddedBlobStore(clock));
	}

	/**
	 * The containers of an account.
	 */
	static BlobStores connect(String connectionString) {
		return (name) -> prepared(StorageBlobStore.connect(connectionString, name));
	}

	/**
	 * The containers of the account that has the tables, with the same credential.
	 * @throws IllegalArgumentException from {@link #container}, if the address of the
	 * tables is not of the form that has the name of the service in it
	 */
	static BlobStores connect(TableConnection tables) {
		return (name) -> prepared(StorageBlobStore.connect(tables, name));
	}

	private static BlobStore prepared(StorageBlobStore store) {
		store.prepare();
		return store;
	}

}
