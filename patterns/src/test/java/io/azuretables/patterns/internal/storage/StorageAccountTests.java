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

package io.azuretables.patterns.internal.storage;

import java.net.URI;
import java.util.List;

import io.azuretables.client.TableConnection;
import io.azuretables.client.TableCredential.Sas;
import io.azuretables.client.TableCredential.SharedKey;
import io.azuretables.client.TableCredential.Token;
import io.azuretables.client.TableCredential;
import io.azuretables.patterns.queue.transport.MessageKeys;
import io.azuretables.patterns.queue.transport.QueueConnection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Queues and blobs are found by the address of the tables.
 */
class StorageAccountTests {

	@Test
	void namesTheOtherServicesOfTheAccount() {
		StorageAccount account = account("https://contoso.table.core.windows.net", new SharedKey("contoso", "a2V5"));
		assertThat(account.endpoint("queue")).isEqualTo("https://contoso.queue.core.windows.net");
		assertThat(account.endpoint("blob")).isEqualTo("https://contoso.blob.core.windows.net");
		assertThat(account("https://contoso.table.core.chinacloudapi.cn/", new Sas("sig=a")).endpoint("blob"))
			.isEqualTo("https://contoso.blob.core.chinacloudapi.cn/");
	}

	@Test
	void takesEveryCredential() {
		List<TableCredential> credentials = List.of(new SharedKey("contoso", "a2V5"), new Sas("sv=1&sig=a"),
				new Token((context) -> Mono.empty()));
		for (TableCredential credential : credentials) {
			StorageAccount account = account("https://contoso.table.core.windows.net", credential);
			assertThat(account.queue("work")).isNotNull();
			assertThat(account.container("work")).isNotNull();
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "http://127.0.0.1:10002/devstoreaccount1", "https://contoso.table.cosmos.azure.com",
			"https://tables.contoso.com" })
	void refusesAddressesThatDoNotTell(String address) {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> QueueConnection.connect(new TableConnection(URI.create(address), new Sas("sig=a")),
					"work", MessageKeys.unsigned()))
			.withMessageContaining("cannot be derived");
	}

	private static StorageAccount account(String address, TableCredential credential) {
		return new StorageAccount(new TableConnection(URI.create(address), credential));
	}

}
