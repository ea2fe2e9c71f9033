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

package io.azuretables.gateway;

import java.time.Duration;
import java.util.List;

/**
 * A CORS rule of the table service: which pages may send requests to it from a browser.
 * It holds for all tables of the account, and gives no access by itself.
 *
 * @param origins the origins of the pages, such as {@code https://www.contoso.com};
 * {@code *} for any
 * @param methods the HTTP methods, such as {@code GET}
 * @param allowedHeaders the headers that requests may have
 * @param exposedHeaders the headers of responses that pages may read
 * @param maxAge how long browsers may remember the rule
 * @since 0.1
 */
public record CorsRule(List<String> origins, List<String> methods, List<String> allowedHeaders,
		List<String> exposedHeaders, Duration maxAge) {

	/**
	 * How many rules the service can have.
	 */
	public static final int MAX_COUNT = 5;

	public CorsRule {
		if (origins.isEmpty() || methods.isEmpty()) {
			throw new IllegalArgumentException("A CORS rule needs at least one origin and one method");
		}
		origins = List.copyOf(origins);
		methods = List.copyOf(methods);
		allowedHeaders = List.copyOf(allowedHeaders);
		exposedHeaders = List.copyOf(exposedHeaders);
	}

	/**
	 * A rule for pages that read rows: {@code GET} with any headers, remembered for an
	 * hour. Pages can read all headers of responses, those of continuations among them.
	 */
	public static CorsRule reading(String... origins) {
		return new CorsRule(List.of(origins), List.of("GET"), List.of("*"), List.of("*"), Duration.ofHours(1));
	}

	/**
	 * Checks how many there are.
	 * @throws IllegalArgumentException if they are more than the service takes
	 */
	public static void checkCount(List<CorsRule> rules) {
		if (rules.size() > MAX_COUNT) {
			throw new IllegalArgumentException("The service takes " + MAX_COUNT + " CORS rules, not " + rules.size());
		}
	}

}
