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

import io.azuretables.gateway.TableServiceUnreachableException;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Reports that the service could not be reached at start-up, and which settings to check.
 */
class UnreachableServiceFailureAnalyzer extends AbstractFailureAnalyzer<TableServiceUnreachableException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, TableServiceUnreachableException cause) {
		return new FailureAnalysis(cause.getMessage() + ".", cause.isHandshakeFailure() ? """
				Check the certificates on both sides:

				    - name an SSL bundle that trusts the certificate of the server in azure.tables.client.ssl.bundle
				    - check that the endpoint has the name that the certificate is for
				    - check whether a proxy on the way replaces certificates""" : """
				Check, in this order:

				    - that azure.tables.connection-string or azure.tables.endpoint names the right host and port
				    - that the server runs (for the emulator: 'npx azurite-table')
				    - that DNS, firewalls and the network rules of the account let this machine through

				An application that may start without the service leaves azure.tables.schema at create-on-use.""",
				cause);
	}

}
