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

package io.azuretables.azurite;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * Tests for {@link Azurite} as it is installed here.
 */
class AzuriteIntegrationTests {

	@BeforeEach
	void skipWithoutAzurite() {
		assumeTrue(Azurite.isAvailable() || Boolean.parseBoolean(System.getenv("CI")), Azurite.advice());
	}

	@Test
	void startsOncePerJvm() throws IOException {
		String endpoint = Azurite.endpoint();
		assertThat(server(endpoint + "/Tables")).startsWith("Azurite-Table/");
		assertThat(Azurite.endpoint()).isEqualTo(endpoint);
		assertThat(Azurite.connectionString()).contains("TableEndpoint=" + endpoint + ";");
		assertThat(Azurite.log()).contains("Azurite Table service");
	}

	@Test
	void startsQueuesAndBlobsToo() throws IOException {
		assertThatQueuesAndBlobsAnswer(Azurite.connectionString());
	}

	private static void assertThatQueuesAndBlobsAnswer(String connectionString) throws IOException {
		for (String part : connectionString.split(";")) {
			if (part.startsWith("QueueEndpoint=")) {
				assertThat(server(part.substring(part.indexOf('=') + 1) + "?comp=list")).startsWith("Azurite-Queue/");
			}
			if (part.startsWith("BlobEndpoint=")) {
				assertThat(server(part.substring(part.indexOf('=') + 1) + "?comp=list")).startsWith("Azurite-Blob/");
			}
		}
	}

	@Test
	void keepsRowsInAFolderOfItsOwn(@TempDir Path folder) throws IOException {
		try (Azurite azurite = Azurite.start(folder)) {
			assertThat(azurite.tableEndpoint()).isNotEqualTo(Azurite.endpoint());
			assertThat(server(azurite.tableEndpoint() + "/Tables")).startsWith("Azurite-Table/");
			assertThat(azurite.storageConnectionString()).contains("TableEndpoint=" + azurite.tableEndpoint() + ";");
			assertThatQueuesAndBlobsAnswer(azurite.storageConnectionString());
			assertThat(Files.exists(folder.resolve("__azurite_db_table__.json"))).isTrue();
		}
	}

	private static String server(String address) throws IOException {
		HttpURLConnection connection = (HttpURLConnection) URI.create(address).toURL().openConnection();
		return connection.getHeaderField("Server");
	}

}
