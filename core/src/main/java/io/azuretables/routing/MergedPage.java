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

import java.util.ArrayList;
import java.util.List;

import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.routing.AccountRouting.Router;
import io.azuretables.routing.KeyedRowReader.KeyedRow;
import io.azuretables.row.RowPage;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.ServiceLimits;
import org.jspecify.annotations.Nullable;

/**
 * Reads one page of the rows of several accounts, merged in the order of their keys. It
 * reads one page of each account that may have rows of the answer, or two where the first
 * one ends with a partition. What is read and lies behind the end of the answer is read
 * again for the next one, and nothing before it.
 *
 * @param <T> what a row becomes
 */
final class MergedPage<T> {

	/**
	 * The least that each account is asked for of a full page, however many there are.
	 */
	private static final int LEAST_SHARE = 100;

	private final RowRequest request;

	private final RowReader<T> reader;

	private final Router router;

	private final List<Source> sources = new ArrayList<>();

	/**
	 * The last key up to which all rows are known; {@code null} if there is no bound.
	 */
	private @Nullable TableKey bound;

	/**
	 * Whether an account has answered without a row, and may have some.
	 */
	private boolean blind;

	private int rowsRead;

	MergedPage(RowRequest request, RowReader<T> reader, List<TableGateway> accounts, Router router) {
		this.request = request;
		this.reader = reader;
		this.router = router;
		List<AccountPosition> positions = AccountPosition.read(request.from(), accounts.size());
		for (int i = 0; i < accounts.size(); i++) {
			this.sources.add(new Source(i, accounts.get(i), positions.get(i)));
		}
	}

	RowPage<T> read() {
		for (Source source = nextUnread(); source != null; source = nextUnread()) {
			read(source);
		}
		List<T> rows = new ArrayList<>();
		int taken = 0;
		for (Source first = first(); first != null && taken < this.request.top(); first = first()) {
			KeyedRow row = first.take();
			if (this.router.account(this.request.table(), row.key().partitionKey()) != first.index) {
				continue; // a copy that was left behind in another account
			}
			taken++;
			T value = row.read(this.reader);
			if (value != null) {
				rows.add(value);
			}
		}
		return new RowPage<>(rows, this.rowsRead, AccountPosition
			.write(this.sources.stream().map((source) -> source.position(this.request.filter())).toList()));
	}

	/**
	 * The account to read next: the one whose rows may come first, among those that may
	 * have rows up to the bound.
	 */
	private @Nullable Source nextUnread() {
		Source first = null;
		for (Source source : this.sources) {
			if (source.isUnread() && isWithin(source.from.next())
					&& (first == null || isBefore(source.from.next(), first.from.next()))) {
				first = source;
			}
		}
		return first;
	}

	private boolean isWithin(@Nullable TableKey key) {
		return key == null || (!this.blind && (this.bound == null || key.compareTo(this.bound) <= 0));
	}

	private static boolean isBefore(@Nullable TableKey one, @Nullable TableKey other) {
		return other != null && (one == null || one.compareTo(other) < 0);
	}

	private void read(Source source) {
		int share = Math.max(LEAST_SHARE, (ServiceLimits.PAGE_SIZE + this.sources.size() - 1) / this.sources.size());
		this.rowsRead += source.read(this.request.withTop(Math.min(this.request.top(), share)),
				new KeyedRowReader(this.reader));
		if (source.rest.ended()) {
			return;
		}
		TableKey last = source.last();
		if (last == null) {
			this.blind = true;
			return;
		}
		this.bound = (this.bound == null || last.compareTo(this.bound) < 0) ? last : this.bound;
	}

	/**
	 * The account with the first row that is left, if no other account may have one
	 * before it.
	 */
	private @Nullable Source first() {
		Source first = null;
		for (Source source : this.sources) {
			if (!source.isEmpty() && (first == null || source.head().compareTo(first.head()) < 0)) {
				first = source;
			}
		}
		return (first != null && !this.blind && isWithin(first.head())) ? first : null;
	}

	/**
	 * The page of one account.
	 */
	private static final class Source {

		private final int index;

		private final TableGateway account;

		private final AccountPosition from;

		private boolean read;

		private final List<KeyedRow> rows = new ArrayList<>();

		/**
		 * How many rows of the page have been taken, by this answer or by earlier ones.
		 */
		private int taken;

		/**
		 * Where the account goes on behind the rows.
		 */
		private AccountPosition rest;

		Source(int index, TableGateway account, AccountPosition from) {
			this.index = index;
			this.account = account;
			this.from = from;
			this.rest = from;
		}

		boolean isUnread() {
			return !this.read && !this.from.ended();
		}

		int read(RowRequest request, RowReader<KeyedRow> reader) {
			this.read = true;
			int rowsRead = 0;
			boolean more = true;
			while (more) {
				int top = Math.min(ServiceLimits.PAGE_SIZE, this.rest.skipped() + request.top() - this.rows.size());
				RowPage<KeyedRow> page = this.account.read(this.rest.request(request.withTop(top)), reader);
				rowsRead += page.rowsRead();
				this.rows.addAll(page.rows());
				this.rest = this.rest.after(page.continuation());
				more = page.continuation() == null && !this.rest.ended() && this.rows.size() < request.top();
			}
			TableKey next = this.from.next();
			while (next != null && !isEmpty() && head().compareTo(next) < 0) {
				this.taken++;
			}
			return rowsRead;
		}

		boolean isEmpty() {
			return this.taken == this.rows.size();
		}

		TableKey head() {
			return this.rows.get(this.taken).key();
		}

		/**
		 * The last key that is known; {@code null} if the page brought nothing new.
		 */
		@Nullable TableKey last() {
			return isEmpty() ? null : this.rows.get(this.rows.size() - 1).key();
		}

		KeyedRow take() {
			return this.rows.get(this.taken++);
		}

		/**
		 * Where the next page of this account begins.
		 * @param filter the filter of the query
		 */
		AccountPosition position(@Nullable String filter) {
			if (isEmpty()) {
				return this.rest;
			}
			TableKey head = head();
			boolean first = this.taken > 0
					&& !this.rows.get(this.taken - 1).key().partitionKey().equals(head.partitionKey());
			return this.from.at(head, filter, first, this.taken);
		}

	}

}
