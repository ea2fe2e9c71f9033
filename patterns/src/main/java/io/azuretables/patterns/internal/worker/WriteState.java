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

import io.azuretables.internal.commit.CommitOutcome;
import io.azuretables.internal.commit.CommitProtocol;
import io.azuretables.internal.commit.CommitToken;
import io.azuretables.patterns.internal.message.Envelope;
import io.azuretables.patterns.internal.message.Envelope.Origin;
import io.azuretables.patterns.internal.message.Envelope.OriginKind;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of the write that a message belongs to: committed, abandoned or still open.
 *
 * @param envelope the message
 * @param outcome what became of the write; {@code null} if there is none, or the outcome
 * is no longer known
 */
record WriteState(Envelope envelope, @Nullable CommitOutcome outcome) {

	/**
	 * Finds out whether the write happened that a message goes with, and makes that
	 * final. Where it has, the message says so from now on, wherever it goes: when its
	 * token row is gone, a copy of it has been handled, and must not be mistaken for one
	 * whose write never happened. One request, and another one for a write that did not
	 * happen.
	 */
	static WriteState of(Envelope envelope, CommitProtocol commits) {
		Origin origin = envelope.header().origin();
		CommitToken token = envelope.header().token();
		if (origin == null || token == null || envelope.isHandled()) {
			return new WriteState(envelope, null);
		}
		if (origin.kind() == OriginKind.COMMITTED) {
			return new WriteState(envelope, commits.find(token).orElse(null));
		}
		CommitOutcome outcome = commits.settle(token);
		boolean isOwn = outcome.isCommitted() && origin.kind() == OriginKind.GUARDED;
		return new WriteState(isOwn ? envelope.committed() : envelope, outcome);
	}

	@Nullable TableRow tokenRow() {
		return (this.outcome != null) ? this.outcome.row() : null;
	}

	/**
	 * Whether it is a copy of a message that was handled long ago.
	 */
	boolean isForgotten() {
		return this.envelope.header().origin() != null && this.outcome == null;
	}

	/**
	 * Whether the message is to be handled, and not abandoned.
	 */
	boolean isCommitted() {
		return this.outcome == null || this.outcome.isCommitted();
	}

}
