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

package io.azuretables.patterns.queue;

import java.io.IOException;
import java.util.concurrent.TimeoutException;

import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.dao.TransientDataAccessException;

/**
 * Whose fault is it that a message was not handled?
 */
enum FailureKind {

	/**
	 * The message is such that it never can be.
	 */
	PERMANENT,

	/**
	 * Somebody else was faster, or the worker is stopped.
	 */
	CONFLICT,

	/**
	 * A service is not to be had just now.
	 */
	TRANSIENT,

	/**
	 * The handler's, as far as one can tell.
	 */
	HANDLER;

	/**
	 * The first in the chain of causes that tells.
	 */
	static FailureKind of(Throwable failure) {
		for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
			FailureKind kind = told(cause);
			if (kind != HANDLER) {
				return kind;
			}
		}
		return HANDLER;
	}

	private static FailureKind told(Throwable failure) {
		if (failure instanceof PermanentMessageException) {
			return PERMANENT;
		}
		if (failure instanceof ConcurrencyFailureException || failure instanceof InterruptedException) {
			return CONFLICT;
		}
		boolean passing = failure instanceof TransientDataAccessException
				|| failure instanceof RecoverableDataAccessException || failure instanceof IOException
				|| failure instanceof TimeoutException;
		return passing ? TRANSIENT : HANDLER;
	}

}
