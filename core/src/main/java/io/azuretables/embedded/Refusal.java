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

package io.azuretables.embedded;

import java.util.function.BiFunction;

import io.azuretables.gateway.ServiceErrorException;

import org.springframework.dao.DataAccessException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.dao.InvalidDataAccessResourceUsageException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.dao.PermissionDeniedDataAccessException;
import org.springframework.dao.TransientDataAccessResourceException;

/**
 * The errors with which the in-memory store refuses requests, with their status, code and
 * Spring exception.
 */
enum Refusal {

	ROW_EXISTS(409, "EntityAlreadyExists", DuplicateKeyException::new),

	ROW_MISSING(404, "ResourceNotFound", OptimisticLockingFailureException::new),

	ROW_CHANGED(412, "UpdateConditionNotSatisfied", OptimisticLockingFailureException::new),

	TABLE_BEING_DELETED(409, "TableBeingDeleted", InvalidDataAccessResourceUsageException::new),

	TABLE_MISSING(404, "TableNotFound", InvalidDataAccessResourceUsageException::new),

	BUSY(503, "ServerBusy", TransientDataAccessResourceException::new),

	AUTHENTICATION(403, "AuthenticationFailed", PermissionDeniedDataAccessException::new),

	AUTHORIZATION(403, "AuthorizationFailure", PermissionDeniedDataAccessException::new),

	INVALID(400, "InvalidInput", InvalidDataAccessApiUsageException::new);

	/**
	 * What stands for the index of a write that is not part of a transaction.
	 */
	static final int NO_INDEX = -1;

	private final int status;

	private final String code;

	private final BiFunction<String, Throwable, DataAccessException> exception;

	Refusal(int status, String code, BiFunction<String, Throwable, DataAccessException> exception) {
		this.status = status;
		this.code = code;
		this.exception = exception;
	}

	DataAccessException because(String message) {
		return because(message, NO_INDEX);
	}

	DataAccessException because(String message, int failedWrite) {
		return this.exception.apply(message, new ServiceErrorException(this.status, this.code, failedWrite));
	}

}
