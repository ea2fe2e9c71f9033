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

package io.azuretables.client.internal.protocol;

import java.time.Duration;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * The outcome of one attempt to send a request: the response of the service, or why there
 * is none.
 *
 * @param <R> what a good answer is read as
 */
public sealed interface AttemptOutcome<R> {

	/**
	 * The statuses of failures that may pass.
	 */
	Set<Integer> PASSING = Set.of(408, 429, 500, 502, 503, 504);

	/**
	 * How an answer ended an attempt that is none of a success. Only the service names
	 * its errors.
	 */
	static <R> AttemptOutcome<R> ofFailure(TableResponse answer) {
		return ofError(ServiceError.of(answer));
	}

	/**
	 * The same for a request that needs its table and no row.
	 */
	static <R> AttemptOutcome<R> ofFailureWithoutRow(TableResponse answer) {
		return ofError(ServiceError.of(answer).withoutRow());
	}

	private static <R> AttemptOutcome<R> ofError(ServiceError error) {
		return error.code().isEmpty() ? new Foreign<>(error.status(), error.retryAfter()) : new Refused<>(error);
	}

	/**
	 * Whether another attempt may end better.
	 */
	boolean isRetryable();

	/**
	 * Whether a write may have been applied although the attempt failed, and when.
	 */
	Ambiguity doubt();

	/**
	 * How long to wait before another attempt, where the answer says it.
	 */
	default @Nullable Duration retryAfter() {
		return null;
	}

	/**
	 * The service did it.
	 *
	 * @param <R> what the answer was read as
	 * @param value what it said
	 */
	record Success<R>(@Nullable R value) implements AttemptOutcome<R> {

		@Override
		public boolean isRetryable() {
			return false;
		}

		@Override
		public Ambiguity doubt() {
			return Ambiguity.NONE;
		}

	}

	/**
	 * The service answered that it did not; with some statuses it may have all the same.
	 *
	 * @param <R> what a good answer is read as
	 * @param error what the service said
	 */
	record Refused<R>(ServiceError error) implements AttemptOutcome<R> {

		private static final Set<Integer> THROTTLED = Set.of(429, 503);

		@Override
		public boolean isRetryable() {
			return PASSING.contains(this.error.status());
		}

		@Override
		public Ambiguity doubt() {
			if (!isRetryable()) {
				return Ambiguity.NONE;
			}
			return THROTTLED.contains(this.error.status()) ? Ambiguity.ANSWERED : Ambiguity.LOST;
		}

		@Override
		public @Nullable Duration retryAfter() {
			return this.error.retryAfter();
		}

	}

	/**
	 * Something else than the service answered, such as a proxy, a gateway or a server
	 * that is no table service. It may have passed the request on before. A redirect or a
	 * refusal would be the same the next time; a gateway's failure may pass.
	 *
	 * @param <R> what a good answer is read as
	 * @param status the status of the answer
	 * @param retryAfter how long it asks to wait
	 */
	record Foreign<R>(int status, @Nullable Duration retryAfter) implements AttemptOutcome<R> {

		@Override
		public boolean isRetryable() {
			return PASSING.contains(this.status);
		}

		@Override
		public Ambiguity doubt() {
			return Ambiguity.LOST;
		}

	}

	/**
	 * There was no answer, or none that could be read.
	 *
	 * @param <R> what a good answer is read as
	 * @param cause why
	 * @param sent whether the request may have reached the service
	 */
	record Lost<R>(Exception cause, boolean sent) implements AttemptOutcome<R> {

		@Override
		public boolean isRetryable() {
			return true;
		}

		@Override
		public Ambiguity doubt() {
			return this.sent ? Ambiguity.LOST : Ambiguity.NONE;
		}

	}

	/**
	 * The request was not sent, nor would be the next time: a policy of the pipeline
	 * failed, or the credential has no token.
	 *
	 * @param <R> what a good answer is read as
	 * @param cause why
	 */
	record Unsent<R>(RuntimeException cause) implements AttemptOutcome<R> {

		@Override
		public boolean isRetryable() {
			return false;
		}

		@Override
		public Ambiguity doubt() {
			return Ambiguity.NONE;
		}

	}

	/**
	 * How uncertain it is whether a write was applied.
	 */
	enum Ambiguity {

		/**
		 * It is certain.
		 */
		NONE,

		/**
		 * It may have been applied before the answer came.
		 */
		ANSWERED,

		/**
		 * It may have been applied, and it may yet be.
		 */
		LOST;

		public Ambiguity or(Ambiguity other) {
			return (compareTo(other) >= 0) ? this : other;
		}

	}

}
