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

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Answers a query with an empty first page and a continuation. With a continuation that
 * the proxy takes out of the next request.
 */
final class EmptyPage {

	private static final String MARK = "NextPartitionKey=nothing-yet";

	private static final Pattern QUERY = Pattern.compile("\\w+\\(\\)\\?");

	private EmptyPage() {
	}

	static boolean isPossible(HttpMessage request) {
		Matcher query = QUERY.matcher(request.target());
		return request.method().equals("GET") && query.find() && !request.target().contains("NextPartitionKey");
	}

	static HttpMessage answer(HttpMessage request) {
		return HttpMessage.answer("200 OK", Map.of("content-type", "application/json;odata=minimalmetadata",
				"x-ms-request-id", "1", "x-ms-continuation-nextpartitionkey", "nothing-yet"), "{\"value\":[]}");
	}

	/**
	 * The request as the service shall see it.
	 */
	static String without(String first) {
		return first.replace("&" + MARK, "").replace("?" + MARK + "&", "?").replace("?" + MARK, "?");
	}

}
