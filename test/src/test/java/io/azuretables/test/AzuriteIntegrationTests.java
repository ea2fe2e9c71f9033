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

package io.azuretables.test;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The emulator as it is installed here.
 */
@AzuriteTest
class AzuriteIntegrationTests {

	@Test
	void startsOncePerJvm() throws IOException {
		String endpoint = Azurite.endpoint();
		HttpURLConnection connection = (HttpURLConnection) URI.create(endpoint + "/Tables").toURL().openConnection();
		assertThat(connection.getHeaderField("Server")).startsWith("Azurite-Table/");
		assertThat(Azurite.endpoint()).isEqualTo(endpoint);
		assertThat(Azurite.connectionString()).contains("TableEndpoint=" + endpoint + ";");
	}

}
