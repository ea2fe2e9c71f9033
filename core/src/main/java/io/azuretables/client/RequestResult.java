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

import io.azuretables.client.AttemptOutcome.Ambiguity;
import io.azuretables.client.AttemptOutcome.Refused;

/**
 * The result of a request after all its attempts.
 *
 * @param <R> what a good answer was read as
 * @param outcome how the last attempt ended
 * @param doubt whether a write may have been applied by any attempt that failed
 * @param deadline how long there is to find out
 * @param interrupted whether it was not tried again because the thread was interrupted
 */
record RequestResult<R>(AttemptOutcome<R> outcome, Ambiguity doubt, Deadline deadline, boolean interrupted) {

	/**
	 * Whether the outcome is what happened. After an attempt in doubt, a conflict may be
	 * with ourselves; a request that is wrong in itself was so in every attempt.
	 */
	boolean isCertain() {
		if (this.doubt == Ambiguity.NONE) {
			return true;
		}
		return this.outcome instanceof Refused<R> refused && !refused.isRetryable()
				&& (refused.error().is("TableNotFound") || !isOpen(refused.error()));
	}

	private static boolean isOpen(ServiceError error) {
		return error.isConflict() || error.status() == 401 || error.status() == 403 || error.status() >= 500;
	}

	/**
	 * Whether the service refused because of the row's state.
	 */
	boolean isConflict() {
		return this.outcome instanceof Refused<R> refused && refused.error().isConflict();
	}

}
