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

import java.util.Locale;

import com.azure.core.exception.ClientAuthenticationException;
import io.azuretables.gateway.ServiceErrorException;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.env.Environment;
import org.springframework.dao.PermissionDeniedDataAccessException;
import org.springframework.util.StringUtils;

/**
 * Reports that the service refused the credential at start-up, and which permission it
 * lacks.
 */
class PermissionDeniedFailureAnalyzer extends AbstractFailureAnalyzer<PermissionDeniedDataAccessException> {

	private final Environment environment;

	PermissionDeniedFailureAnalyzer(Environment environment) {
		this.environment = environment;
	}

	@Override
	protected @Nullable FailureAnalysis analyze(Throwable rootFailure, PermissionDeniedDataAccessException cause) {
		Throwable reason = cause.getCause();
		if (reason instanceof ServiceErrorException) {
			return new FailureAnalysis(cause.getMessage() + ".", action(), cause);
		}
		if (reason instanceof ClientAuthenticationException) {
			return new FailureAnalysis(cause.getMessage() + ": " + reason.getMessage(),
					"Sign in on this machine with 'az login', or configure the identity of the application", cause);
		}
		return null;
	}

	/**
	 * What to do, by the credential that the properties stand for.
	 */
	private String action() {
		String text = this.environment.getProperty("azure.tables.connection-string", "");
		if (contains(text, "AccountKey=") || contains(text, "UseDevelopmentStorage=")
				|| (text.isBlank() && isSet("azure.tables.account.key"))) {
			return """
					Compare account and key with those of the portal, or of

					    az storage account keys list --account-name <account>

					Both stand in azure.tables.connection-string, or in azure.tables.account.name and \
					azure.tables.account.key. Where they are right, the account may forbid keys, or this network.""";
		}
		if (contains(text, "SharedAccessSignature=") || (text.isBlank() && isSet("azure.tables.account.sas-token"))) {
			return "Make a new shared access signature for the table service, with the permissions that the application "
					+ "needs, and set it in azure.tables.account.sas-token or azure.tables.connection-string. Where it "
					+ "is right, its range of addresses or the account may exclude this network";
		}
		return """
				Assign the role to the identity of the application; that takes effect after some minutes:

				    az role assignment create --role '<role>' --assignee <identity> --scope <storage account>

				With a key or signature, check azure.tables.account or azure.tables.connection-string.""";
	}

	private boolean isSet(String property) {
		return StringUtils.hasText(this.environment.getProperty(property));
	}

	private static boolean contains(String text, String setting) {
		return text.toLowerCase(Locale.ROOT).contains(setting.toLowerCase(Locale.ROOT));
	}

}
