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

package io.azuretables.client;

import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.http.HttpTimeoutException;
import java.util.List;
import java.util.concurrent.TimeoutException;

import javax.net.ssl.SSLException;

import com.azure.core.exception.ClientAuthenticationException;
import io.azuretables.client.internal.protocol.AttemptOutcome;
import io.azuretables.client.internal.protocol.AttemptOutcome.Foreign;
import io.azuretables.client.internal.protocol.AttemptOutcome.Lost;
import io.azuretables.client.internal.protocol.AttemptOutcome.Refused;
import io.azuretables.client.internal.protocol.AttemptOutcome.Unsent;
import io.azuretables.client.internal.protocol.RequestKind;
import io.azuretables.client.internal.protocol.ServiceError;
import io.azuretables.client.internal.protocol.TableRequest;
import io.azuretables.gateway.ForeignResponseException;
import io.azuretables.gateway.ServiceErrorException;
import io.azuretables.gateway.TableServiceUnreachableException;
import io.azuretables.internal.json.UnreadableResponseException;
import io.azuretables.row.RowWrite;

import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.dao.InvalidDataAccessResourceUsageException;
import org.springframework.dao.NonTransientDataAccessResourceException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.dao.PermissionDeniedDataAccessException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.dao.TransientDataAccessResourceException;

/**
 * Translates errors of the service into Spring's exceptions. The one table from its codes
 * and statuses to Spring's exceptions. Messages name the request and its table, and of a
 * transaction the write that failed; they show no keys or values.
 */
final class TableExceptionTranslator {

	/**
	 * The end of a message of a request that was given up early.
	 */
	static final String INTERRUPTED = "; the thread was interrupted";

	private TableExceptionTranslator() {
	}

	/**
	 * The exception for a request that did not succeed.
	 * @param writes what it was to write; empty for other requests
	 */
	static DataAccessException translate(TableRequest request, RequestResult<?> settled, List<RowWrite> writes) {
		AttemptOutcome<?> outcome = settled.outcome();
		if (outcome instanceof Unsent<?> unsent) {
			return unsent(request, unsent.cause());
		}
		String end = settled.interrupted() ? INTERRUPTED : "";
		if (outcome instanceof Lost<?> lost) {
			return lost(request, lost, end);
		}
		if (outcome instanceof Foreign<?> foreign) {
			return foreign(request, foreign.status(), end);
		}
		ServiceError error = ((Refused<?>) outcome).error();
		return refused(request, error, message(request, error, writes) + end);
	}

	private static DataAccessException unsent(TableRequest request, RuntimeException cause) {
		if (cause instanceof ClientAuthenticationException) {
			return new PermissionDeniedDataAccessException(
					"The " + request.words() + " was not sent: the credential got no token for it", cause);
		}
		return new NonTransientDataAccessResourceException(
				"The " + request.words() + " was not sent: the HTTP pipeline failed with "
						+ cause.getClass().getSimpleName() + "; check the policies that the application adds to it",
				cause);
	}

	private static DataAccessException lost(TableRequest request, Lost<?> lost, String end) {
		Exception cause = lost.cause();
		if (!lost.sent()) {
			return unconnected(request, cause, end);
		}
		if (cause instanceof UnreadableResponseException) {
			return new DataAccessResourceFailureException(
					"The answer to the " + request.words() + " cannot be read. " + cause.getMessage() + end, cause);
		}
		if (cause instanceof SocketTimeoutException || cause instanceof HttpTimeoutException
				|| cause instanceof TimeoutException) {
			return new QueryTimeoutException("The " + request.words() + " got no answer in time" + end, cause);
		}
		return new TransientDataAccessResourceException("The answer to the " + request.words() + " was lost" + end,
				cause);
	}

	private static DataAccessException foreign(TableRequest request, int status, String end) {
		String message = "The " + request.words() + " got no answer of a table service: HTTP " + status + " of "
				+ request.server() + " names no error as the service does. Check the endpoint, and what stands "
				+ "between it and the application, such as a proxy or a gateway" + end;
		UnreadableResponseException cause = new UnreadableResponseException(
				"HTTP " + status + " without x-ms-error-code and without a code in its body");
		return switch (status) {
			case 408, 504 -> new QueryTimeoutException(message, cause);
			case 429, 500, 502, 503 -> new TransientDataAccessResourceException(message, cause);
			default -> new ForeignResponseException(message, request.server(), cause);
		};
	}

	private static DataAccessException unconnected(TableRequest request, Exception cause, String end) {
		String message = "The " + request.words() + " was not sent";
		if (cause instanceof InterruptedException || !end.isEmpty()) {
			return new DataAccessResourceFailureException(message + end, cause);
		}
		String server = request.server();
		boolean handshake = cause instanceof SSLException;
		String reason = handshake ? ": the TLS handshake with " + server + " failed"
				: ": there is no connection to " + server;
		String words = (handshake || cause instanceof ConnectException) ? words(cause) : "";
		return new TableServiceUnreachableException(message + reason + words, server, handshake, cause);
	}

	private static String words(Exception cause) {
		return (cause.getMessage() != null) ? " (" + cause.getMessage() + ")" : "";
	}

	private static String message(TableRequest request, ServiceError error, List<RowWrite> writes) {
		StringBuilder message = new StringBuilder("The ").append(request.words()).append(" was refused: HTTP ");
		message.append(error.status());
		if (!error.code().isEmpty()) {
			message.append(' ').append(error.code());
		}
		int failed = error.failedWrite();
		if (request.kind() == RequestKind.BATCH && failed >= 0 && failed < writes.size()) {
			message.append(", ").append(position(writes, failed));
		}
		if (error.status() != 401 && error.status() != 403 && !error.reason().isEmpty()) {
			message.append(" (").append(error.reason()).append(')');
		}
		return message.toString();
	}

	/**
	 * Which write of a transaction it is.
	 */
	private static String position(List<RowWrite> writes, int index) {
		return "index " + index + ": the " + writes.get(index).getClass().getSimpleName() + ", write " + (index + 1)
				+ " of " + writes.size();
	}

	private static DataAccessException refused(TableRequest request, ServiceError error, String message) {
		ServiceErrorException cause = new ServiceErrorException(error.status(), error.code(), error.failedWrite());
		return switch (error.code()) {
			case "EntityAlreadyExists" -> new DuplicateKeyException(message, cause);
			case "UpdateConditionNotSatisfied", "ConditionNotMet" ->
				new OptimisticLockingFailureException(message, cause);
			case "TableNotFound" -> new InvalidDataAccessResourceUsageException(
					message + "; create it, or let the application create tables", cause);
			case "TableBeingDeleted" -> new InvalidDataAccessResourceUsageException(message, cause);
			case "EntityTooLarge", "PropertyValueTooLarge", "TooManyProperties", "KeyValueTooLarge",
					"RequestBodyTooLarge", "PropertyNameInvalid", "PropertyNameTooLong" ->
				new DataIntegrityViolationException(message, cause);
			case "AuthenticationFailed" -> new PermissionDeniedDataAccessException(message
					+ "; the service does not accept the key, signature or token: check that a key is a current one of "
					+ "the account, that a signature or token has not expired, and the clock of this machine", cause);
			case "OperationTimedOut" -> new QueryTimeoutException(message, cause);
			default -> byStatus(request, error, message, cause);
		};
	}

	private static DataAccessException byStatus(TableRequest request, ServiceError error, String message,
			ServiceErrorException cause) {
		if (error.isRowNotFound() && !request.kind().isRead()) {
			return new OptimisticLockingFailureException(message + "; there is no such row", cause);
		}
		return switch (error.status()) {
			case 401, 403 -> new PermissionDeniedDataAccessException(message + "; " + permission(request), cause);
			case 408, 504 -> new QueryTimeoutException(message, cause);
			case 409 -> conflict(request, message, cause);
			case 412 -> new OptimisticLockingFailureException(message, cause);
			case 413 -> new DataIntegrityViolationException(message, cause);
			case 429, 500, 502, 503 -> new TransientDataAccessResourceException(message, cause);
			default -> (error.status() == 404 || error.status() < 400)
					? new InvalidDataAccessResourceUsageException(message + "; is the endpoint right?", cause)
					: new InvalidDataAccessApiUsageException(message, cause);
		};
	}

	private static DataAccessException conflict(TableRequest request, String message, ServiceErrorException cause) {
		return (request.kind() == RequestKind.INSERT) ? new DuplicateKeyException(message, cause)
				: new InvalidDataAccessResourceUsageException(message, cause);
	}

	private static String permission(TableRequest request) {
		return request.kind().isRead()
				? "a token needs the role 'Storage Table Data Reader', a signature the permission to read, and a key "
						+ "must be a current one of the account"
				: "a token needs the role 'Storage Table Data Contributor', a signature the permission to write, and a "
						+ "key must be a current one of the account";
	}

}
