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

package io.azuretables.patterns.faults;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.azure.core.http.HttpClient;
import com.azure.storage.blob.BlobContainerClientBuilder;
import com.azure.storage.common.policy.RequestRetryOptions;
import com.azure.storage.common.policy.RetryPolicyType;
import com.azure.storage.queue.QueueClientBuilder;
import com.azure.storage.queue.QueueMessageEncoding;
import io.azuretables.client.Azurite;
import io.azuretables.client.HttpTableGateway;
import io.azuretables.client.TableClientOptions;
import io.azuretables.http.ApacheHttpClient;
import io.azuretables.http.ApacheHttpClientOptions;
import io.azuretables.http.TimeoutOptions;
import io.azuretables.patterns.blob.StorageBlobStore;
import io.azuretables.patterns.queue.transport.MessageKeys;
import io.azuretables.patterns.queue.transport.StorageMessageTransport;

/**
 * The emulator's tables, queues and blobs through proxies.
 */
final class Services implements Closeable {

	private final String direct;

	private final Duration patience;

	private final Duration hold;

	/**
	 * The time of a try is not watched by synchronous clients of queues.
	 */
	private final HttpClient impatient;

	private final FaultProxy tables;

	private final FaultProxy queues;

	private final FaultProxy blobs;

	/**
	 * Clients that wait so long that an emulator on a busy machine answers in time, and
	 * give up requests that are late.
	 */
	Services() {
		this(Azurite.storageConnectionString(), Duration.ofSeconds(4), Duration.ofMinutes(1));
	}

	/**
	 * @param direct how to connect to an emulator
	 * @param patience how long clients wait for an answer
	 * @param hold how long they wait at most for an answer to a request that is late
	 */
	Services(String direct, Duration patience, Duration hold) {
		this.direct = direct;
		this.hold = hold;
		this.tables = proxy("TableEndpoint");
		this.queues = proxy("QueueEndpoint");
		this.blobs = proxy("BlobEndpoint");
		this.patience = patience;
		this.impatient = new ApacheHttpClient(
				ApacheHttpClientOptions.DEFAULTS.withTimeouts(TimeoutOptions.DEFAULTS.withResponse(patience)));
	}

	private FaultProxy proxy(String endpoint) {
		try {
			return new FaultProxy(find(endpoint), this.hold);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private String find(String endpoint) {
		Matcher matcher = Pattern.compile(endpoint + "=([^;]*)").matcher(this.direct);
		if (!matcher.find()) {
			throw new IllegalStateException("The emulator has no " + endpoint);
		}
		return matcher.group(1);
	}

	/**
	 * How to connect through the proxies.
	 */
	String connectionString() {
		return this.direct.replace(find("TableEndpoint"), this.tables.endpoint())
			.replace(find("QueueEndpoint"), this.queues.endpoint())
			.replace(find("BlobEndpoint"), this.blobs.endpoint());
	}

	HttpTableGateway gateway() {
		TableClientOptions options = TableClientOptions.of(connectionString());
		return HttpTableGateway.connect(options.withTimeouts(options.timeouts().withResponse(this.patience))
			.withRetry(options.retry()
				.withAttempts(4)
				.withBackoff(Duration.ofMillis(5), Duration.ofMillis(50))
				.withQuota(1_000_000)));
	}

	/**
	 * A queue whose client tries once: what fails is seen.
	 */
	StorageMessageTransport queue(String name) {
		return new StorageMessageTransport(new QueueClientBuilder().connectionString(connectionString())
			.queueName(name)
			.messageEncoding(QueueMessageEncoding.NONE)
			.httpClient(this.impatient)
			.retryOptions(once())
			.buildClient(), MessageKeys.ofAccount(connectionString()));
	}

	/**
	 * Blobs whose client tries once, too.
	 */
	StorageBlobStore blobs(String name) {
		return new StorageBlobStore(new BlobContainerClientBuilder().connectionString(connectionString())
			.containerName(name)
			.httpClient(this.impatient)
			.retryOptions(once())
			.buildClient());
	}

	private RequestRetryOptions once() {
		return new RequestRetryOptions(RetryPolicyType.FIXED, 1, this.patience, Duration.ofMillis(1),
				Duration.ofMillis(2), null);
	}

	FaultProxy blobs() {
		return this.blobs;
	}

	FaultProxy tables() {
		return this.tables;
	}

	FaultProxy queues() {
		return this.queues;
	}

	void injectAtRandom(int percent) {
		all().forEach((proxy) -> proxy.injectAtRandom(percent));
	}

	void injectNothing() {
		all().forEach(FaultProxy::injectNothing);
	}

	/**
	 * Lets the services do the requests that were late.
	 */
	void releaseLate() {
		all().forEach(FaultProxy::releaseLate);
	}

	List<FaultProxy> all() {
		return List.of(this.tables, this.queues, this.blobs);
	}

	long requests() {
		return all().stream().mapToLong(FaultProxy::requests).sum();
	}

	/**
	 * How many faults of each kind there were.
	 */
	Map<NetworkFault, Long> faults() {
		Map<NetworkFault, Long> sum = new TreeMap<>();
		for (FaultProxy proxy : all()) {
			proxy.faults().forEach((fault, count) -> sum.merge(fault, count.sum(), Long::sum));
		}
		return sum;
	}

	@Override
	public void close() {
		try {
			this.tables.close();
			this.queues.close();
			this.blobs.close();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
