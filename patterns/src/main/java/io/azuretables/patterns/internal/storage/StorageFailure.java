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

package io.azuretables.patterns.internal.storage;

import com.azure.core.exception.ClientAuthenticationException;
import com.azure.core.exception.HttpResponseException;

import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.dao.InvalidDataAccessResourceUsageException;
import org.springframework.dao.PermissionDeniedDataAccessException;
import org.springframework.dao.TransientDataAccessResourceException;

/**
 * Translates errors of Azure Queue Storage and Blob Storage into Spring's data access
 * exceptions.
 */
public final class StorageFailure {

	private StorageFailure() {
	}

	/**
	 * The error as Spring knows it. One that the service has not answered with passes, as
	 * far as one can tell, unless the credential has got no token.
	 */
	public static DataAccessException of(String action, RuntimeException ex) {
		if (ex instanceof DataAccessException known) {
			return known;
		}
		for (Throwable cause = ex; cause != null; cause = cause.getCause()) {
			if (cause instanceof ClientAuthenticationException) {
				return new PermissionDeniedDataAccessException(
						"Nothing was sent when " + action + ": the credential got no token", ex);
			}
		}
		if (ex instanceof HttpResponseException refused && refused.getResponse() != null) {
			return of(action, refused.getResponse().getStatusCode(), ex);
		}
		return new TransientDataAccessResourceException("There was no answer when " + action, ex);
	}

	private static DataAccessException of(String action, int status, RuntimeException ex) {
		String message = "The service answered with status " + status + " when " + action;
		return switch (status) {
			case 401, 403 -> new PermissionDeniedDataAccessException(
					message + "; the roles are 'Storage Queue Data Contributor' and 'Storage Blob Data Contributor'",
					ex);
			case 404 -> new InvalidDataAccessResourceUsageException(message + ": it does not exist", ex);
			case 413 -> new DataIntegrityViolationException(message, ex);
			case 408, 409, 412, 429 -> new TransientDataAccessResourceException(message, ex);
			default -> (status >= 500) ? new TransientDataAccessResourceException(message, ex)
					: new InvalidDataAccessApiUsageException(message, ex);
		};
	}

}
