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

package io.azuretables.autoconfigure.client;

import io.azuretables.gateway.ForeignResponseException;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Reports that a proxy or web server, and not a table service, answered at start-up, and
 * which settings to check.
 */
class ForeignResponseFailureAnalyzer extends AbstractFailureAnalyzer<ForeignResponseException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, ForeignResponseException cause) {
		return new FailureAnalysis(cause.getMessage() + ".",
				"""
						Check, in this order:

						    - that azure.tables.connection-string or azure.tables.endpoint names a table service, and not a web site
						    - that no proxy or gateway on the way answers by itself, such as with a page to log in;
						      azure.tables.client.proxy sets the proxy to use
						    - that the port is that of tables (the emulator's is 10002)""",
				cause);
	}

}
