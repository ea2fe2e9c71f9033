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

package io.azuretables.autoconfigure.observation;

import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpPipelineCallContext;
import com.azure.core.http.HttpPipelineNextPolicy;
import com.azure.core.http.HttpPipelineNextSyncPolicy;
import com.azure.core.http.HttpRequest;
import com.azure.core.http.HttpResponse;
import com.azure.core.http.policy.HttpPipelinePolicy;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.transport.RequestReplySenderContext;
import reactor.core.publisher.Mono;

/**
 * Makes a Micrometer observation of every HTTP attempt, so that a tracer can put the
 * trace into its headers. The status is a tag, and no error.
 */
final class TracePropagation implements HttpPipelinePolicy {

	private static final String NAME = "azure.tables.http";

	private final ObservationRegistry registry;

	TracePropagation(ObservationRegistry registry) {
		this.registry = registry;
	}

	@Override
	public HttpResponse processSync(HttpPipelineCallContext context, HttpPipelineNextSyncPolicy next) {
		Observation observation = observation(context.getHttpRequest());
		try (Observation.Scope scope = observation.start().openScope()) {
			HttpResponse response = next.processSync();
			status(observation, response);
			return response;
		}
		catch (RuntimeException ex) {
			observation.error(ex);
			throw ex;
		}
		finally {
			observation.stop();
		}
	}

	@Override
	public Mono<HttpResponse> process(HttpPipelineCallContext context, HttpPipelineNextPolicy next) {
		return Mono.defer(() -> {
			Observation observation = observation(context.getHttpRequest()).start();
			return next.process()
				.doOnNext((response) -> status(observation, response))
				.doOnError(observation::error)
				.doFinally((signal) -> observation.stop());
		});
	}

	private Observation observation(HttpRequest request) {
		RequestReplySenderContext<HttpRequest, HttpResponse> context = new RequestReplySenderContext<>(
				(carrier, name, value) -> {
					if (carrier != null) {
						carrier.setHeader(HttpHeaderName.fromString(name), value);
					}
				});
		context.setCarrier(request);
		return Observation.createNotStarted(NAME, () -> context, this.registry)
			.contextualName("HTTP " + request.getHttpMethod())
			.lowCardinalityKeyValue("method", request.getHttpMethod().toString())
			.lowCardinalityKeyValue("status", "none");
	}

	private static void status(Observation observation, HttpResponse response) {
		observation.lowCardinalityKeyValue("status", String.valueOf(response.getStatusCode()));
	}

}
