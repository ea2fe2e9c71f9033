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

import com.azure.core.client.traits.AzureNamedKeyCredentialTrait;
import com.azure.core.client.traits.AzureSasCredentialTrait;
import com.azure.core.client.traits.TokenCredentialTrait;
import com.azure.core.credential.AzureNamedKeyCredential;
import com.azure.core.credential.AzureSasCredential;
import com.azure.storage.blob.BlobContainerClient;
import com.azure.storage.blob.BlobContainerClientBuilder;
import com.azure.storage.queue.QueueClient;
import com.azure.storage.queue.QueueClientBuilder;
import com.azure.storage.queue.QueueMessageEncoding;
import io.azuretables.client.TableConnection;
import io.azuretables.client.TableCredential.Sas;
import io.azuretables.client.TableCredential.SharedKey;
import io.azuretables.client.TableCredential.Token;
import io.azuretables.client.TableCredential;

/**
 * Derives the endpoints of queues and blobs from the connection of the tables. They
 * differ in the name of the service only, and use the same credential.
 *
 * @param tables the connection of the tables
 */
public record StorageAccount(TableConnection tables) {

	private static final String TABLE = ".table.";

	/**
	 * A client of a queue that passes messages as they are.
	 */
	public QueueClient queue(String name) {
		QueueClientBuilder builder = new QueueClientBuilder().endpoint(endpoint("queue"))
			.queueName(name)
			.messageEncoding(QueueMessageEncoding.NONE)
			.httpClient(StorageRequests.CLIENT)
			.retryOptions(StorageRequests.RETRIES);
		return authenticated(builder).buildClient();
	}

	/**
	 * A client of a container of blobs.
	 */
	public BlobContainerClient container(String name) {
		BlobContainerClientBuilder builder = new BlobContainerClientBuilder().endpoint(endpoint("blob"))
			.containerName(name)
			.httpClient(StorageRequests.CLIENT)
			.retryOptions(StorageRequests.RETRIES);
		return authenticated(builder).buildClient();
	}

	private <B extends AzureNamedKeyCredentialTrait<B> & AzureSasCredentialTrait<B> & TokenCredentialTrait<B>> B authenticated(
			B builder) {
		TableCredential credential = this.tables.credential();
		if (credential instanceof SharedKey key) {
			return builder.credential(new AzureNamedKeyCredential(key.account(), key.key()));
		}
		if (credential instanceof Sas sas) {
			return builder.credential(new AzureSasCredential(sas.signature()));
		}
		return (credential instanceof Token token) ? builder.credential(token.credential()) : builder;
	}

	/**
	 * The address of another service of the account.
	 */
	String endpoint(String service) {
		String address = this.tables.endpoint().toString();
		if (this.tables.isCosmos() || !this.tables.endpoint().getHost().contains(TABLE)) {
			throw new IllegalArgumentException(
					"The address of queues and blobs cannot be derived from that of the tables, " + address);
		}
		return address.replaceFirst("\\.table\\.", "." + service + ".");
	}

}
