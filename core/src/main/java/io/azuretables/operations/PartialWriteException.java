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

package io.azuretables.operations;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import org.springframework.dao.DataAccessException;

/**
 * What was written of many entities, and what was not? An entity and its index rows are
 * written all or not at all.
 *
 * @since 0.1
 */
public class PartialWriteException extends DataAccessException {

	private final transient List<?> applied;

	private final transient List<?> failed;

	private final transient List<?> notAttempted;

	PartialWriteException(List<?> applied, List<?> failed, List<?> notAttempted, RuntimeException cause) {
		super(applied.size() + " entities were written, " + failed.size() + " were refused, " + notAttempted.size()
				+ " were not tried: " + cause.getMessage(), cause);
		this.applied = List.copyOf(applied);
		this.failed = List.copyOf(failed);
		this.notAttempted = List.copyOf(notAttempted);
	}

	/**
	 * This as a part of more: what was written before, and what would have come after.
	 */
	PartialWriteException within(List<?> before, List<?> after) {
		return new PartialWriteException(joined(before, this.applied), this.failed, joined(this.notAttempted, after),
				(RuntimeException) Objects.requireNonNull(getCause()));
	}

	private static List<Object> joined(List<?> one, List<?> other) {
		List<Object> joined = new ArrayList<>(one);
		joined.addAll(other);
		return joined;
	}

	/**
	 * The entities that were written, with their new versions. Of a stream, those that
	 * had not been handed over yet.
	 */
	public List<?> getApplied() {
		return this.applied;
	}

	/**
	 * The entities of the transactions that were refused, as they were given; some of an
	 * unknown outcome if the {@linkplain #getCause() cause} is a
	 * {@link io.azuretables.client.WriteOutcomeUnknownException}.
	 */
	public List<?> getFailed() {
		return this.failed;
	}

	/**
	 * The entities that no transaction was sent for. Of a stream, those that had been
	 * taken from it.
	 */
	public List<?> getNotAttempted() {
		return this.notAttempted;
	}

}
