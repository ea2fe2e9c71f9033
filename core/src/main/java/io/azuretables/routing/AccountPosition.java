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

package io.azuretables.routing;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

import io.azuretables.gateway.ServiceErrorException;
import io.azuretables.internal.odata.ODataFilter;
import io.azuretables.internal.odata.ODataSyntaxException;
import io.azuretables.key.TableKey;
import io.azuretables.query.Criteria;
import io.azuretables.row.RowPage.Continuation;
import io.azuretables.row.RowRequest;
import io.azuretables.row.ServiceLimits;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.InvalidDataAccessApiUsageException;

/**
 * The position in one account from which a query over several accounts continues: a key,
 * or a row of a page.
 *
 * @param token where the account's page begins, {@code null} for its first one
 * @param next the first key that is not returned yet, or {@code null} if it is not known;
 * rows before it are left out
 * @param rows which rows the account is asked for
 * @param skipped how many rows of the page were returned before
 * @param ended whether the account has no more rows
 */
record AccountPosition(@Nullable Continuation token, @Nullable TableKey next, Rows rows, int skipped, boolean ended) {

	static final AccountPosition BEGIN = new AccountPosition(null, null, Rows.ALL, 0, false);

	static final AccountPosition END = new AccountPosition(null, null, Rows.ALL, 0, true);

	private static final String VERSION = "r2!";

	private static final String ENDED = "x";

	private static final String NOTHING = "-";

	private static final String TEXT = "=";

	/**
	 * The position of a row that was read and is not returned yet. Its account is asked
	 * for rows from there on. Where a filter has no room for that, it is asked for the
	 * same page again.
	 * @param filter the filter of the query
	 * @param first whether it may be the first row of its partition
	 * @param skipped how many rows of the page are before it
	 */
	AccountPosition at(TableKey row, @Nullable String filter, boolean first, int skipped) {
		if (!takesBounds(filter)) {
			return new AccountPosition(this.token, row, this.rows, skipped, false);
		}
		return new AccountPosition(null, row, first ? Rows.PARTITIONS : Rows.PARTITION, 0, false);
	}

	/**
	 * Whether a filter has room for two more comparisons.
	 */
	private static boolean takesBounds(@Nullable String filter) {
		if (filter == null) {
			return true;
		}
		try {
			return ODataFilter.comparisons(ODataFilter.parse(filter)) + 2 <= ServiceLimits.COMPARISONS;
		}
		catch (ODataSyntaxException ex) {
			return false;
		}
	}

	/**
	 * The position after a page.
	 * @param goesOn what the account has said about the next page
	 */
	AccountPosition after(@Nullable Continuation goesOn) {
		if (goesOn != null) {
			return new AccountPosition(goesOn, this.next, this.rows, 0, false);
		}
		return (this.rows != Rows.PARTITION) ? END
				: new AccountPosition(null, this.next, Rows.LATER_PARTITIONS, 0, false);
	}

	/**
	 * A request for the rows of a query from here on.
	 */
	RowRequest request(RowRequest query) {
		if (this.rows == Rows.ALL || this.next == null) {
			return query.from(this.token);
		}
		String bounds = ODataFilter.write(this.rows.bounds(this.next));
		String filter = query.filter();
		return new RowRequest(query.table(), (filter != null) ? "(" + filter + ") and " + bounds : bounds, query.top(),
				this.token, query.select());
	}

	/**
	 * The positions in all accounts as one continuation.
	 * @return {@code null} if all have ended
	 */
	static @Nullable Continuation write(List<AccountPosition> positions) {
		if (positions.stream().allMatch(AccountPosition::ended)) {
			return null;
		}
		List<String> texts = new ArrayList<>();
		positions.forEach((position) -> texts.add(position.text()));
		return new Continuation(VERSION + String.join("!", texts), null);
	}

	private String text() {
		if (this.ended) {
			return ENDED;
		}
		List<String> parts = new ArrayList<>();
		parts.add(encoded((this.token != null) ? this.token.nextPartitionKey() : null));
		parts.add(encoded((this.token != null) ? this.token.nextRowKey() : null));
		parts.add(encoded((this.next != null) ? this.next.partitionKey() : null));
		parts.add(encoded((this.next != null) ? this.next.rowKey() : null));
		parts.add(this.rows.name());
		parts.add(Integer.toString(this.skipped));
		return String.join(".", parts);
	}

	/**
	 * Reads positions in a number of accounts.
	 */
	static List<AccountPosition> read(@Nullable Continuation continuation, int accounts) {
		List<AccountPosition> positions = new ArrayList<>(accounts);
		if (continuation == null) {
			for (int i = 0; i < accounts; i++) {
				positions.add(BEGIN);
			}
			return positions;
		}
		String text = continuation.nextPartitionKey();
		String[] texts = text.startsWith(VERSION) ? text.substring(VERSION.length()).split("!") : new String[0];
		if (texts.length != accounts) {
			throw unreadable();
		}
		try {
			for (String one : texts) {
				positions.add(one.equals(ENDED) ? END : read(one.split("\\.")));
			}
			return positions;
		}
		catch (IllegalArgumentException ex) {
			throw unreadable();
		}
	}

	private static AccountPosition read(String[] parts) {
		if (parts.length != 6) {
			throw unreadable();
		}
		String tokenPartition = decoded(parts[0]);
		String nextPartition = decoded(parts[2]);
		String nextRow = decoded(parts[3]);
		return new AccountPosition(
				(tokenPartition != null) ? new Continuation(tokenPartition, decoded(parts[1])) : null,
				(nextPartition != null && nextRow != null) ? new TableKey(nextPartition, nextRow) : null,
				Rows.valueOf(parts[4]), Math.max(0, Integer.parseInt(parts[5])), false);
	}

	private static String encoded(@Nullable String text) {
		return (text != null)
				? TEXT + Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8))
				: NOTHING;
	}

	private static @Nullable String decoded(String text) {
		if (text.equals(NOTHING)) {
			return null;
		}
		if (!text.startsWith(TEXT)) {
			throw new IllegalArgumentException("A text begins with " + TEXT);
		}
		return new String(Base64.getUrlDecoder().decode(text.substring(1)), StandardCharsets.UTF_8);
	}

	private static InvalidDataAccessApiUsageException unreadable() {
		return new InvalidDataAccessApiUsageException(
				"The continuation is not one of a query over these accounts; begin with page one",
				new ServiceErrorException(400, "InvalidInput", -1));
	}

	/**
	 * The rows that an account is asked for, in the order of keys.
	 */
	enum Rows {

		/**
		 * All rows.
		 */
		ALL {

			@Override
			Criteria bounds(TableKey from) {
				return Criteria.ALL;
			}

		},

		/**
		 * The partition of a key, and those behind it.
		 */
		PARTITIONS {

			@Override
			Criteria bounds(TableKey from) {
				return Criteria.where("PartitionKey").greaterThanOrEqual(from.partitionKey());
			}

		},

		/**
		 * The partition of a key from the key on. One comparison for both keys would be a
		 * scan.
		 */
		PARTITION {

			@Override
			Criteria bounds(TableKey from) {
				return Criteria.where("PartitionKey")
					.is(from.partitionKey())
					.and(Criteria.where("RowKey").greaterThanOrEqual(from.rowKey()));
			}

		},

		/**
		 * The partitions behind that of a key.
		 */
		LATER_PARTITIONS {

			@Override
			Criteria bounds(TableKey from) {
				return Criteria.where("PartitionKey").greaterThan(from.partitionKey());
			}

		};

		abstract Criteria bounds(TableKey from);

	}

}
