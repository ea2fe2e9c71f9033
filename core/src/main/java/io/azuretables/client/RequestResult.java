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

import io.azuretables.client.WriteVerdict.Refusal;
import io.azuretables.client.internal.protocol.AttemptOutcome;
import io.azuretables.client.internal.protocol.AttemptOutcome.Ambiguity;
import io.azuretables.client.internal.protocol.AttemptOutcome.Refused;
import io.azuretables.client.internal.protocol.RequestKind;

/**
 * The final outcome of a request to the table service after all retries: its response, or
 * the error of the last attempt.
 *
 * @param <R> what a good answer was read as
 * @param outcome how the last attempt ended
 * @param doubt whether a write may have been applied by any attempt that failed
 * @param budget how long there is to find out
 * @param interrupted whether it was not tried again because the thread was interrupted
 */
record RequestResult<R>(AttemptOutcome<R> outcome, Ambiguity doubt, TimeBudget budget, boolean interrupted) {

	/**
	 * The verdict on a write that did not succeed.
	 * @param kind the kind of the request
	 * @param trace what the row says that was read back
	 */
	WriteVerdict verdict(RequestKind kind, RowTrace trace) {
		Refusal refusal = (this.outcome instanceof Refused<R> refused) ? Refusal.of(kind, refused.error())
				: Refusal.NONE;
		return WriteVerdict.of(trace, this.doubt, refusal);
	}

}
