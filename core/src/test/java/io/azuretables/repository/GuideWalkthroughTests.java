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

import java.util.List;

import io.azuretables.client.TableGateway;

/**
 * The guide's examples on the embedded store.
 */
class GuideWalkthroughTests extends GuideWalkthrough {

	private final RecordingTableGateway gateway = new RecordingTableGateway();

	@Override
	protected TableGateway gateway() {
		return this.gateway;
	}

	@Override
	protected List<String> requests() {
		return this.gateway.requests().stream().map(GuideWalkthroughTests::asSent).toList();
	}

	private static String asSent(String request) {
		return request.replaceFirst("^get (\\S*) ", "GET $1/")
			.replaceFirst("^query ", "GET \\$filter=")
			.replace(" $select=", " $select=PartitionKey,RowKey,")
			.replaceFirst("^batch of .*", "POST \\$batch")
			.replaceFirst("^Merge (\\S*) ", "MERGE $1/")
			.replaceFirst("^Replace (\\S*) ", "PUT $1/");
	}

}
