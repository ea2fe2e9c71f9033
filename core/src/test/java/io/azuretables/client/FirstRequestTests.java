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

package io.azuretables.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

import io.azuretables.client.LoopbackServer.Reply;
import io.azuretables.client.TableCredential.SharedKey;
import io.azuretables.key.TableKey;
import io.azuretables.row.RowReader;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Which classes the first request of an application loads.
 */
class FirstRequestTests {

	/**
	 * {@code BinaryData} of the SDK loads Jackson, with hundreds of classes.
	 */
	@Test
	void readsARowWithoutJackson() throws Exception {
		try (LoopbackServer server = LoopbackServer
			.replying(Reply.of(200, "{\"PartitionKey\":\"p\",\"RowKey\":\"r\"}"))) {
			OwnClassLoader loader = new OwnClassLoader();
			read(loader).accept(server.connection().endpoint());
			assertThat(server.requests()).hasSize(1);
			assertThat(loader.loaded).contains(HttpTableGateway.class.getName())
				.noneMatch((name) -> name.startsWith("com.fasterxml.jackson."));
		}
	}

	@SuppressWarnings("unchecked") // the same class of another class loader
	private static Consumer<URI> read(ClassLoader loader) throws ReflectiveOperationException {
		return (Consumer<URI>) loader.loadClass(Read.class.getName()).getDeclaredConstructor().newInstance();
	}

	/**
	 * Reads a row, over the default client.
	 */
	public static final class Read implements Consumer<URI> {

		@Override
		public void accept(URI endpoint) {
			HttpTableGateway
				.connect(TableClientOptions.of(new TableConnection(endpoint, new SharedKey("account", "c2VjcmV0"))))
				.read("Things", TableKey.of("p", "r"), null, RowReader.rows());
		}

	}

	/**
	 * Loads all classes but those of the JDK itself, and notes their names.
	 */
	private static final class OwnClassLoader extends ClassLoader {

		private final Set<String> loaded = ConcurrentHashMap.newKeySet();

		OwnClassLoader() {
			super(getPlatformClassLoader());
		}

		@Override
		protected Class<?> findClass(String name) throws ClassNotFoundException {
			try (@Nullable
			InputStream file = getSystemResourceAsStream(name.replace('.', '/') + ".class")) {
				if (file == null) {
					throw new ClassNotFoundException(name);
				}
				byte[] bytes = file.readAllBytes();
				this.loaded.add(name);
				return defineClass(name, bytes, 0, bytes.length);
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}

	}

}
