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

package io.azuretables.write;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import org.springframework.dao.DataAccessException;

/**
 * Thrown when only some of many entities were written; says which. Each of them was
 * written, refused, perhaps written, or not tried: it is in one of four lists. An entity
 * and its index rows are written all or not at all.
 *
 * @since 0.1
 */
public class PartialWriteException extends DataAccessException {

	private final transient Outcome outcome;

	private final long handedOver;

	public PartialWriteException(Outcome outcome, RuntimeException cause) {
		this(outcome, 0, cause);
	}

	private PartialWriteException(Outcome outcome, long handedOver, RuntimeException cause) {
		super(((handedOver > 0) ? "After " + handedOver + " that were written and handed over, " : "") + outcome + ": "
				+ cause.getMessage(), cause);
		this.outcome = outcome;
		this.handedOver = handedOver;
	}

	/**
	 * This behind others of a stream.
	 * @param before how many more were written and handed over
	 */
	public PartialWriteException after(long before) {
		return new PartialWriteException(this.outcome, before + this.handedOver,
				(RuntimeException) Objects.requireNonNull(getCause()));
	}

	/**
	 * This as a part of more: what was written before, and what would have come after.
	 */
	public PartialWriteException within(List<?> before, List<?> after) {
		return new PartialWriteException(this.outcome.within(before, after),
				(RuntimeException) Objects.requireNonNull(getCause()));
	}

	/**
	 * The entities that were written, with their new versions. Of a stream, those that
	 * had not been handed over yet; if the consumer has failed, the one it failed for is
	 * the first.
	 */
	public List<?> getApplied() {
		return this.outcome.applied();
	}

	/**
	 * The entities that were not written, as they were given: their transaction was
	 * refused or did not get through.
	 */
	public List<?> getRefused() {
		return this.outcome.refused();
	}

	/**
	 * The entities that may have been written or not, as they were given: the answer to
	 * their transaction was lost, and it could not be found out in time. Read them to
	 * know. If there are any, the {@linkplain #getCause() cause} is a
	 * {@link io.azuretables.gateway.WriteOutcomeUnknownException}.
	 */
	public List<?> getUnknown() {
		return this.outcome.unknown();
	}

	/**
	 * The entities that were not written because no transaction was sent for them. Of a
	 * stream, those that had been taken from it.
	 */
	public List<?> getNotAttempted() {
		return this.outcome.notAttempted();
	}

	/**
	 * How many entities of a stream were written and handed over, which are in none of
	 * the lists: they are the first ones of the stream.
	 * @return the number, 0 if the entities were not a stream
	 */
	public long getHandedOver() {
		return this.handedOver;
	}

	/**
	 * What became of entities.
	 *
	 * @param applied those that were written
	 * @param refused those that were refused
	 * @param unknown those that may have been written
	 * @param notAttempted those that were not tried
	 */
	public record Outcome(List<?> applied, List<?> refused, List<?> unknown, List<?> notAttempted) {

		public Outcome {
			applied = List.copyOf(applied);
			refused = List.copyOf(refused);
			unknown = List.copyOf(unknown);
			notAttempted = List.copyOf(notAttempted);
		}

		Outcome within(List<?> before, List<?> after) {
			return new Outcome(joined(before, this.applied), this.refused, this.unknown,
					joined(this.notAttempted, after));
		}

		private static List<Object> joined(List<?> one, List<?> other) {
			List<Object> joined = new ArrayList<>(one);
			joined.addAll(other);
			return joined;
		}

		@Override
		public String toString() {
			return this.applied.size() + " entities were written, " + this.refused.size() + " were refused, "
					+ (this.unknown.isEmpty() ? ""
							: this.unknown.size() + " may have been written or not, as the answer was lost, ")
					+ this.notAttempted.size() + " were not tried";
		}

	}

}
