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

package io.azuretables.internal.commit;

import java.time.Instant;

import io.azuretables.row.TableRow;

/**
 * The outcome of a write, committed or cancelled for good, as a row in its partition
 * (token row) records it.
 *
 * @param row the token row, with the facts that the transaction put into it
 * @since 0.1
 */
public record CommitOutcome(TableRow row) {

	static final String STATE = "state";

	static final String AT = "at";

	static final String UNTIL = "until";

	static final String COMMITTED = "C";

	static final String FENCED = "A";

	/**
	 * Whether the write was committed; otherwise it never will be.
	 */
	public boolean isCommitted() {
		return COMMITTED.equals(this.row.get(STATE));
	}

	/**
	 * Since when that is so.
	 */
	public Instant at() {
		return (this.row.get(AT) instanceof Instant at) ? at : Instant.EPOCH;
	}

	/**
	 * Whether no writer can come any more whom the fence would have to stop.
	 */
	boolean isFenceOver(Instant now) {
		return this.row.get(UNTIL) instanceof Instant until && until.isBefore(now);
	}

}
