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

package io.azuretables.operations;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.atomic.AtomicBoolean;

import com.azure.core.http.HttpPipelineCallContext;
import com.azure.core.http.HttpPipelineNextPolicy;
import com.azure.core.http.HttpPipelineNextSyncPolicy;
import com.azure.core.http.HttpResponse;
import com.azure.core.http.policy.HttpPipelinePolicy;
import reactor.core.publisher.Mono;

/**
 * Loses the answers to some transactions after these were applied.
 */
final class LostAnswers implements HttpPipelinePolicy {

	private final AtomicBoolean losing = new AtomicBoolean();

	/**
	 * Loses the answer to the next transaction.
	 */
	void next() {
		this.losing.set(true);
	}

	/**
	 * Whether the answer was lost.
	 */
	boolean isLost() {
		return !this.losing.get();
	}

	@Override
	public Mono<HttpResponse> process(HttpPipelineCallContext context, HttpPipelineNextPolicy next) {
		return Mono.error(new UnsupportedOperationException());
	}

	@Override
	public HttpResponse processSync(HttpPipelineCallContext context, HttpPipelineNextSyncPolicy next) {
		HttpResponse response = next.processSync();
		boolean transaction = context.getHttpRequest().getUrl().getPath().endsWith("$batch");
		if (transaction && this.losing.compareAndSet(true, false)) {
			response.getBodyAsByteArray().block();
			throw new UncheckedIOException(new IOException("The answer was lost"));
		}
		return response;
	}

}
