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

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;

import io.azuretables.client.internal.protocol.RequestKind;
import io.azuretables.client.internal.protocol.TableRequests;
import io.azuretables.internal.time.Ticks;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

/**
 * Whether a row that was read back shows that a write was applied whose response was
 * lost.
 */
enum RowTrace {

	/**
	 * The row has not been read back.
	 */
	UNREAD,

	/**
	 * The row carries the token of the write, which no other has.
	 */
	OWN,

	/**
	 * The row is as the write leaves it.
	 */
	APPLIED,

	/**
	 * The row is as it was before the write, which may still be to come.
	 */
	UNTOUCHED,

	/**
	 * The row was last written so long before that the write cannot have been, nor be
	 * still to come.
	 */
	OLDER,

	/**
	 * There is no row where one was to be inserted: it never was, or another writer has
	 * deleted it.
	 */
	ABSENT,

	/**
	 * The row is another, which an unconditional write neither minds nor prevents.
	 */
	OVERWRITTEN,

	/**
	 * Another writer has written the row, before or after.
	 */
	UNCLEAR;

	/**
	 * What the service takes for a request, twice: a timestamp is when a request began.
	 */
	private static final Duration MARGIN = Duration.ofMinutes(1);

	/**
	 * Compares a write with the row that was read back.
	 * @param began when the first attempt of the write began, by the service's clock
	 */
	static RowTrace of(RowWrite write, @Nullable TableRow found, @Nullable Instant began) {
		if (found == null) {
			return ofAbsence(write);
		}
		String etag = String.valueOf(found.etag());
		if (etag.equals(write.ifMatch())) {
			return UNTOUCHED;
		}
		TableRow row = write.row();
		Object token = (row != null) ? row.get(RowWrite.TOKEN) : null;
		if (token != null && token.equals(found.get(RowWrite.TOKEN))) {
			return OWN;
		}
		boolean older = isOlder(found, began);
		if (row != null && token == null && isSame(write, row, found) && (isUnconditional(write) || !older)) {
			return APPLIED;
		}
		return ofAnother(write, older);
	}

	private static RowTrace ofAbsence(RowWrite write) {
		if (write instanceof RowWrite.Delete) {
			return APPLIED;
		}
		return (write instanceof RowWrite.Insert) ? ABSENT : ofAnother(write, false);
	}

	private static RowTrace ofAnother(RowWrite write, boolean older) {
		if (isUnconditional(write)) {
			return older ? UNTOUCHED : OVERWRITTEN;
		}
		return older ? OLDER : UNCLEAR;
	}

	private static boolean isOlder(TableRow found, @Nullable Instant began) {
		Instant written = found.timestamp();
		return written != null && began != null && written.isBefore(began.minus(MARGIN));
	}

	private static boolean isUnconditional(RowWrite write) {
		String condition = write.ifMatch();
		return (condition != null) ? condition.equals(RowWrite.ANY) : !(write instanceof RowWrite.Insert);
	}

	private static boolean isSame(RowWrite write, TableRow row, TableRow found) {
		Map<String, Object> written = row.properties();
		boolean merges = TableRequests.kind(write) == RequestKind.MERGE;
		return (merges || written.size() == found.properties().size()) && written.entrySet()
			.stream()
			.allMatch((property) -> isSame(property.getValue(), found.get(property.getKey())));
	}

	private static boolean isSame(Object written, @Nullable Object found) {
		if (written instanceof byte[] bytes) {
			return found instanceof byte[] others && Arrays.equals(bytes, others);
		}
		if (written instanceof Instant instant) {
			return Ticks.truncate(instant).equals(found);
		}
		if (written instanceof Number number && found instanceof Number other) {
			boolean same = number.doubleValue() == other.doubleValue() || number.equals(other);
			return same && (!(number instanceof Long) || number.longValue() == other.longValue());
		}
		return written.equals(found);
	}

}
