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

package io.azuretables.autoconfigure;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How do requests travel?
 *
 * @param connectionLimit Most requests in flight at a time. Further ones wait.
 * @param retry How often and how long a request is tried.
 * @param timeout How long one attempt may take.
 * @param ssl Certificates.
 * @since 0.1
 */
@ConfigurationProperties("azure.tables.client")
public record TableClientProperties(@DefaultValue("200") int connectionLimit, @DefaultValue Retry retry,
		@DefaultValue Timeout timeout, @DefaultValue Ssl ssl) {

	/**
	 * How often and how long is a request tried?
	 *
	 * @param attempts Most attempts of one request, the first included.
	 * @param backoff Delays between attempts.
	 * @param deadline How long a request may take in all, retries included.
	 * @param quota How many retries all requests together may make in a row.
	 */
	public record Retry(@DefaultValue("4") int attempts, @DefaultValue Backoff backoff,
			@DefaultValue("30s") Duration deadline, @DefaultValue("100") int quota) {

	}

	/**
	 * How long to wait between attempts?
	 *
	 * @param base Most to wait before the first retry. Doubles with each further one.
	 * @param max Most to wait before any retry.
	 */
	public record Backoff(@DefaultValue("200ms") Duration base, @DefaultValue("5s") Duration max) {

	}

	/**
	 * How long may one attempt take?
	 *
	 * @param connect Until the connection stands.
	 * @param response Until the first bytes of the answer.
	 * @param read Between two parts of the answer.
	 */
	public record Timeout(@DefaultValue("5s") Duration connect, @DefaultValue("10s") Duration response,
			@DefaultValue("10s") Duration read) {

	}

	/**
	 * Which certificates are trusted and shown?
	 *
	 * @param bundle Name of the SSL bundle to use. Not used when the application brings
	 * its own HTTP client.
	 */
	public record Ssl(@Nullable String bundle) {

	}

}
