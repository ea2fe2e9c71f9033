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

package io.azuretables.patterns.internal.worker;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.ObjectStreamException;
import java.io.UTFDataFormatException;
import java.io.UnsupportedEncodingException;
import java.net.MalformedURLException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.FileSystemException;
import java.sql.SQLTransientException;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.zip.ZipException;

import io.azuretables.mapping.NewerVersionException;
import io.azuretables.patterns.queue.message.HandlingStoppedException;
import io.azuretables.patterns.queue.message.PermanentMessageException;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.PermissionDeniedDataAccessException;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.dao.TransientDataAccessException;

/**
 * Classifies why the handling of a message failed, such as a conflict, a timeout or an
 * unavailable service.
 */
enum FailureKind {

	/**
	 * The message is such that it never can be.
	 */
	PERMANENT,

	/**
	 * Another worker was faster.
	 */
	CONFLICT,

	/**
	 * The worker is stopped, or has the message no more.
	 */
	STOPPED,

	/**
	 * A service is unavailable now, or denies access.
	 */
	TRANSIENT,

	/**
	 * The instance's, which does not know a type, a table or a version of a class that
	 * another one knows.
	 */
	UNKNOWN,

	/**
	 * The time of the handler has passed. The handler may be too slow, or the machine, or
	 * a service.
	 */
	OVERDUE,

	/**
	 * The handler's, as far as one can tell.
	 */
	HANDLER;

	/**
	 * The failures of input that say something about a file, a content or an address, and
	 * nothing about a service.
	 */
	private static final List<Class<? extends IOException>> OF_CONTENT = List.of(FileNotFoundException.class,
			FileSystemException.class, CharacterCodingException.class, UnsupportedEncodingException.class,
			UTFDataFormatException.class, ObjectStreamException.class, ZipException.class, MalformedURLException.class);

	/**
	 * How the names of the exceptions of Jackson 2 begin, which may be missing here.
	 */
	private static final String JACKSON = "com.fasterxml.jackson.";

	/**
	 * Returns the kind of the first failure in the chain of causes that has one.
	 */
	static FailureKind of(Throwable failure) {
		for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
			FailureKind kind = kindOf(cause);
			if (kind != null) {
				return kind;
			}
		}
		return HANDLER;
	}

	private static @Nullable FailureKind kindOf(Throwable failure) {
		if (failure instanceof PermanentMessageException) {
			return PERMANENT;
		}
		if (failure instanceof ConcurrencyFailureException) {
			return CONFLICT;
		}
		if (failure instanceof LeaseLostException || failure instanceof InterruptedException) {
			return STOPPED;
		}
		if (failure instanceof HandlingStoppedException) {
			return OVERDUE;
		}
		if (failure instanceof UnknownTypeException || failure instanceof UnknownTableException
				|| failure instanceof NewerVersionException) {
			return UNKNOWN;
		}
		return isPassing(failure) ? TRANSIENT : null;
	}

	private static boolean isPassing(Throwable failure) {
		return failure instanceof TransientDataAccessException || failure instanceof RecoverableDataAccessException
				|| failure instanceof DataAccessResourceFailureException
				|| failure instanceof PermissionDeniedDataAccessException || failure instanceof SQLTransientException
				|| failure instanceof TimeoutException || (failure instanceof IOException && !isOfContent(failure));
	}

	private static boolean isOfContent(Throwable failure) {
		return failure.getClass().getName().startsWith(JACKSON)
				|| OF_CONTENT.stream().anyMatch((type) -> type.isInstance(failure));
	}

}
