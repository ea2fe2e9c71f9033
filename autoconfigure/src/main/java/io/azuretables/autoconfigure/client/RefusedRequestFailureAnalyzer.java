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

import io.azuretables.gateway.ServiceErrorException;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanCreationException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.dao.InvalidDataAccessResourceUsageException;
import org.springframework.dao.TransientDataAccessResourceException;

/**
 * Reports that the service did not accept a request that a bean made at start-up, such as
 * the creation of a table, and what to check. Conflicts of entities, and requests after
 * the creation of beans, are left to the application.
 */
class RefusedRequestFailureAnalyzer extends AbstractFailureAnalyzer<ServiceErrorException> {

	@Override
	protected @Nullable FailureAnalysis analyze(Throwable rootFailure, ServiceErrorException cause) {
		DataAccessException refused = findCause(rootFailure, DataAccessException.class);
		if (!(refused instanceof InvalidDataAccessResourceUsageException
				|| refused instanceof InvalidDataAccessApiUsageException
				|| refused instanceof TransientDataAccessResourceException)
				|| findCause(rootFailure, BeanCreationException.class) == null) {
			return null;
		}
		return new FailureAnalysis(refused.getMessage() + ".",
				"""
						Check, in this order:

						    - that azure.tables.connection-string or azure.tables.endpoint is the address of a table service; the emulator \
						has tables at port 10002, blobs at 10000 and queues at 10001
						    - what the error says that the service refuses
						    - that the service is not busy

						An application that may start without tables leaves azure.tables.schema at create-on-use.""",
				cause);
	}

}
