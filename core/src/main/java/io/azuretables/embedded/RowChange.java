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

package io.azuretables.embedded;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.azuretables.gateway.ServiceErrorException;
import io.azuretables.row.LimitViolation;
import io.azuretables.row.RowWrite;
import io.azuretables.row.RowWrite.Insert;
import io.azuretables.row.RowWrite.InsertOrMerge;
import io.azuretables.row.RowWrite.Merge;
import io.azuretables.row.ServiceLimits;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataIntegrityViolationException;

/**
 * Applies one write to a row of the in-memory store. The result is the row that follows,
 * or the service's refusal.
 *
 * @param write the write
 * @param index which write of a transaction it is, or {@link Refusal#NO_INDEX}
 * @param place where it stands, for messages; these show no keys and no values
 */
record RowChange(RowWrite write, int index, String place) {

	/**
	 * Refuses what no state of the table could make right.
	 */
	void checkLimits() {
		TableRow given = this.write.row();
		checkLimits((given != null) ? given : TableRow.of(this.write.key(), Map.of()));
	}

	/**
	 * The row after the write, or {@code null} when there is none any more.
	 * @param current the row before, or {@code null} when there is none
	 */
	@Nullable TableRow apply(@Nullable TableRow current, VersionSequence versions) {
		checkCondition(current);
		TableRow given = this.write.row();
		if (given == null) {
			return null;
		}
		VersionSequence.Version version = versions.next();
		TableRow next = TableRow.of(given.key(), properties(current, given), version.etag(), version.timestamp());
		if (current != null) {
			checkLimits(next);
		}
		return next;
	}

	private void checkCondition(@Nullable TableRow current) {
		String ifMatch = this.write.ifMatch();
		if (this.write instanceof Insert && current != null) {
			throw refusal(Refusal.ROW_EXISTS, "a row with this key exists already");
		}
		if (ifMatch == null) {
			return;
		}
		if (!ifMatch.equals(RowWrite.ANY) && !ServiceLimits.isEtag(ifMatch)) {
			throw refusal(Refusal.INVALID, "the condition is not an ETag");
		}
		if (current == null) {
			throw refusal(Refusal.ROW_MISSING, "the row does not exist");
		}
		if (!ifMatch.equals(RowWrite.ANY) && !ifMatch.equals(current.etag())) {
			throw refusal(Refusal.ROW_CHANGED, "the row has changed since it was read");
		}
	}

	private Map<String, Object> properties(@Nullable TableRow current, TableRow given) {
		boolean merges = this.write instanceof Merge || this.write instanceof InsertOrMerge;
		Map<String, Object> properties = new LinkedHashMap<>();
		if (merges && current != null) {
			current.forEach(properties::put);
		}
		given.forEach((name, value) -> properties.put(name, StoredValue.in(value)));
		return properties;
	}

	private void checkLimits(TableRow row) {
		List<LimitViolation> violations = ServiceLimits.violations(row);
		if (!violations.isEmpty()) {
			throw new DataIntegrityViolationException(message(LimitViolation.messages(violations)),
					new ServiceErrorException(400, violations.get(0).code(), this.index));
		}
	}

	private DataAccessException refusal(Refusal refusal, String problem) {
		return refusal.because(message(problem), this.index);
	}

	private String message(String problem) {
		return this.write.getClass().getSimpleName() + " " + this.place + ": " + problem;
	}

}
