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

import com.azure.core.exception.ClientAuthenticationException;
import io.azuretables.client.ServiceErrorException;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.dao.PermissionDeniedDataAccessException;

/**
 * Says what the credential lacks when the service refuses it at start-up.
 */
class PermissionDeniedFailureAnalyzer extends AbstractFailureAnalyzer<PermissionDeniedDataAccessException> {

	@Override
	protected @Nullable FailureAnalysis analyze(Throwable rootFailure, PermissionDeniedDataAccessException cause) {
		Throwable reason = cause.getCause();
		if (reason instanceof ServiceErrorException) {
			return new FailureAnalysis(cause.getMessage() + ".", """
					Check azure.tables.account or azure.tables.connection-string. For tokens, assign the role to the \
					identity of the application; that takes effect after some minutes:

					    az role assignment create --role '<role>' --assignee <identity> --scope <storage account>""",
					cause);
		}
		if (reason instanceof ClientAuthenticationException) {
			return new FailureAnalysis(cause.getMessage() + ": " + reason.getMessage(),
					"Sign in on this machine with 'az login', or configure the identity of the application", cause);
		}
		return null;
	}

}
