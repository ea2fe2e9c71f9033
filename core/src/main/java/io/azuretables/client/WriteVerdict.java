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

import java.util.EnumSet;
import java.util.List;
import java.util.Set;

import io.azuretables.client.internal.protocol.AttemptOutcome;
import io.azuretables.client.internal.protocol.AttemptOutcome.Ambiguity;
import io.azuretables.client.internal.protocol.RequestKind;
import io.azuretables.client.internal.protocol.ServiceError;

/**
 * Whether a write whose response was lost was applied: yes, no, or not known before its
 * row is read back. It follows from three facts: what the last answer refused, whether an
 * attempt may have been applied, and what the row says that was read back.
 */
enum WriteVerdict {

	/**
	 * The row has to be read back.
	 */
	OPEN,

	/**
	 * It was applied. For a transaction, this also decides about rows that are
	 * {@link #OVERWRITTEN}.
	 */
	PROVED,

	/**
	 * It was applied.
	 */
	APPLIED,

	/**
	 * It was applied if another row of the same transaction is {@link #PROVED}.
	 */
	OVERWRITTEN,

	/**
	 * It was not applied, unless another row of the same transaction was: then another
	 * writer has deleted this one.
	 */
	MISSING,

	/**
	 * It was not applied and cannot be any more.
	 */
	REFUTED,

	/**
	 * It cannot be told.
	 */
	UNKNOWN;

	private static final Set<RowTrace> ANY_TRACE = EnumSet.allOf(RowTrace.class);

	private static final Set<Ambiguity> ANY_AMBIGUITY = EnumSet.allOf(Ambiguity.class);

	private static final Set<Refusal> ANY_REFUSAL = EnumSet.allOf(Refusal.class);

	/**
	 * The decision table. The first rule that fits decides.
	 */
	private static final List<Rule> RULES = List.of(
			// nothing was applied before the last attempt, and that one was refused
			new Rule(ANY_TRACE, Set.of(Ambiguity.NONE), ANY_REFUSAL, REFUTED),
			// what is wrong in itself was so in every attempt
			new Rule(ANY_TRACE, ANY_AMBIGUITY, Set.of(Refusal.REQUEST), REFUTED),
			// a delete that finds nothing to delete is done
			new Rule(ANY_TRACE, ANY_AMBIGUITY, Set.of(Refusal.NOTHING_TO_DELETE), APPLIED),
			new Rule(Set.of(RowTrace.UNREAD), ANY_AMBIGUITY, ANY_REFUSAL, OPEN),
			new Rule(Set.of(RowTrace.OWN), ANY_AMBIGUITY, ANY_REFUSAL, PROVED),
			new Rule(Set.of(RowTrace.APPLIED), ANY_AMBIGUITY, ANY_REFUSAL, APPLIED),
			new Rule(Set.of(RowTrace.OVERWRITTEN), ANY_AMBIGUITY, ANY_REFUSAL, OVERWRITTEN),
			// an attempt whose answer was lost may arrive late
			new Rule(Set.of(RowTrace.UNTOUCHED), Set.of(Ambiguity.ANSWERED), ANY_REFUSAL, REFUTED),
			new Rule(Set.of(RowTrace.OLDER), Set.of(Ambiguity.ANSWERED), ANY_REFUSAL, REFUTED),
			// but the service refuses it then by the state of the row
			new Rule(Set.of(RowTrace.OLDER), ANY_AMBIGUITY, Set.of(Refusal.STATE), REFUTED),
			// a refusal would mean that there was a row, maybe the one that was inserted
			new Rule(Set.of(RowTrace.ABSENT), Set.of(Ambiguity.ANSWERED), Set.of(Refusal.NONE), MISSING),
			new Rule(ANY_TRACE, ANY_AMBIGUITY, ANY_REFUSAL, UNKNOWN));

	/**
	 * Looks a verdict up in the decision table.
	 */
	static WriteVerdict of(RowTrace trace, Ambiguity ambiguity, Refusal refusal) {
		return RULES.stream()
			.filter((rule) -> rule.fits(trace, ambiguity, refusal))
			.map(Rule::verdict)
			.findFirst()
			.orElseThrow();
	}

	/**
	 * The verdict on a transaction, whose rows are written all or none.
	 * @param rows the verdicts on its rows; for a single write, the one
	 */
	static WriteVerdict ofAll(Set<WriteVerdict> rows) {
		if (rows.contains(REFUTED)) {
			return REFUTED;
		}
		Set<WriteVerdict> others = EnumSet.copyOf(rows);
		boolean applied = others.removeAll(EnumSet.of(PROVED, APPLIED));
		if (others.isEmpty() || (rows.contains(PROVED) && others.equals(EnumSet.of(OVERWRITTEN)))) {
			return APPLIED;
		}
		return (rows.contains(MISSING) && !applied) ? REFUTED : UNKNOWN;
	}

	/**
	 * What the last answer to a write refused.
	 */
	enum Refusal {

		/**
		 * Nothing for good: there was no answer, it may be another the next time, or it
		 * concerns permissions, which may have changed since the attempt before.
		 */
		NONE,

		/**
		 * The state of the row or table. After an attempt that may have been applied, it
		 * may be the state that this write has caused.
		 */
		STATE,

		/**
		 * A delete, because there is no row.
		 */
		NOTHING_TO_DELETE,

		/**
		 * The request, which is wrong in itself, or the table is not there.
		 */
		REQUEST;

		static Refusal of(RequestKind kind, ServiceError error) {
			int status = error.status();
			if (AttemptOutcome.PASSING.contains(status)) {
				return NONE;
			}
			if (error.is("TableNotFound")) {
				return REQUEST;
			}
			if (error.isConflict()) {
				return (kind == RequestKind.DELETE && error.isRowNotFound()) ? NOTHING_TO_DELETE : STATE;
			}
			return (status == 401 || status == 403 || status >= 500) ? NONE : REQUEST;
		}

	}

	/**
	 * A line of the decision table.
	 */
	private record Rule(Set<RowTrace> traces, Set<Ambiguity> ambiguities, Set<Refusal> refusals, WriteVerdict verdict) {

		boolean fits(RowTrace trace, Ambiguity ambiguity, Refusal refusal) {
			return this.traces.contains(trace) && this.ambiguities.contains(ambiguity)
					&& this.refusals.contains(refusal);
		}

	}

}
