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

package io.azuretables.repository;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.azure.core.http.HttpPipelineCallContext;
import com.azure.core.http.HttpPipelineNextPolicy;
import com.azure.core.http.HttpPipelineNextSyncPolicy;
import com.azure.core.http.HttpPipelinePosition;
import com.azure.core.http.HttpRequest;
import com.azure.core.http.HttpResponse;
import com.azure.core.http.policy.HttpPipelinePolicy;
import io.azuretables.client.Azurite;
import io.azuretables.client.HttpTableGateway;
import io.azuretables.client.TableClientOptions;
import io.azuretables.client.TableGateway;
import org.junit.jupiter.api.extension.ExtendWith;
import reactor.core.publisher.Mono;

/**
 * The guide's examples over HTTP: what is asserted are the requests as they are sent.
 */
@ExtendWith(Azurite.LogOfFailures.class)
class GuideWalkthroughIntegrationTests extends GuideWalkthrough {

	private static final Pattern ROW = Pattern.compile(".*\\(PartitionKey='(.*)',RowKey='(.*)'\\)");

	private final RequestLog log = new RequestLog();

	private final TableGateway gateway = HttpTableGateway
		.connect(TableClientOptions.of(Azurite.connectionString()).withPolicies(List.of(this.log)));

	@Override
	protected TableGateway gateway() {
		return this.gateway;
	}

	@Override
	protected List<String> requests() {
		List<String> requests = List.copyOf(this.log.requests);
		this.log.requests.clear();
		return requests;
	}

	/**
	 * Notes the requests for rows.
	 */
	private static final class RequestLog implements HttpPipelinePolicy {

		private final List<String> requests = new CopyOnWriteArrayList<>();

		@Override
		public HttpPipelinePosition getPipelinePosition() {
			return HttpPipelinePosition.PER_RETRY;
		}

		@Override
		public HttpResponse processSync(HttpPipelineCallContext context, HttpPipelineNextSyncPolicy next) {
			note(context.getHttpRequest());
			return next.processSync();
		}

		@Override
		public Mono<HttpResponse> process(HttpPipelineCallContext context, HttpPipelineNextPolicy next) {
			note(context.getHttpRequest());
			return next.process();
		}

		private void note(HttpRequest request) {
			String path = decoded(request.getUrl().getPath());
			if (path.endsWith("/Tables")) {
				return;
			}
			String verb = request.getHttpMethod().name().replace("PATCH", "MERGE");
			Matcher row = ROW.matcher(path);
			if (row.matches()) {
				this.requests.add(verb + " " + row.group(1) + "/" + row.group(2));
			}
			else {
				this.requests.add(verb + " " + (path.endsWith("$batch") ? "$batch" : query(request)));
			}
		}

		private static String query(HttpRequest request) {
			String query = String.valueOf(request.getUrl().getQuery());
			String filter = "";
			String select = "";
			for (String parameter : query.split("&")) {
				String text = decoded(parameter);
				filter = text.startsWith("$filter=") ? text : filter;
				select = text.startsWith("$select=") ? " " + text : select;
			}
			return filter + select;
		}

		private static String decoded(String text) {
			return URLDecoder.decode(text, StandardCharsets.UTF_8);
		}

	}

}
