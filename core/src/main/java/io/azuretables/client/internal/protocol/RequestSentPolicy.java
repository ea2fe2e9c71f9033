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

package io.azuretables.client.internal.protocol;

import java.util.concurrent.atomic.AtomicBoolean;

import com.azure.core.http.HttpPipelineCallContext;
import com.azure.core.http.HttpPipelineNextPolicy;
import com.azure.core.http.HttpPipelineNextSyncPolicy;
import com.azure.core.http.HttpResponse;
import com.azure.core.http.policy.HttpPipelinePolicy;
import com.azure.core.util.Context;
import reactor.core.publisher.Mono;

/**
 * The last policy of the HTTP pipeline: marks a request as sent when it is passed to the
 * HTTP client. Where an earlier policy or a credential fails, nothing was sent.
 */
public final class RequestSentPolicy implements HttpPipelinePolicy {

	private static final String DEPARTED = "spring-data-azure-tables-departed";

	/**
	 * The context of a request that is to be noted.
	 */
	static Context note(AtomicBoolean departed, Context context) {
		return context.addData(DEPARTED, departed);
	}

	@Override
	public HttpResponse processSync(HttpPipelineCallContext context, HttpPipelineNextSyncPolicy next) {
		depart(context);
		return next.processSync();
	}

	@Override
	public Mono<HttpResponse> process(HttpPipelineCallContext context, HttpPipelineNextPolicy next) {
		return Mono.defer(() -> {
			depart(context);
			return next.process();
		});
	}

	private static void depart(HttpPipelineCallContext context) {
		if (context.getData(DEPARTED).orElse(null) instanceof AtomicBoolean departed) {
			departed.set(true);
		}
	}

}
