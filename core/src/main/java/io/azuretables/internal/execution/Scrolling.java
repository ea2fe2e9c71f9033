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

package io.azuretables.internal.execution;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.function.Predicate;

import io.azuretables.internal.execution.PlanExecutor.Readers;
import io.azuretables.internal.plan.QueryPlan;
import io.azuretables.internal.plan.QueryPlan.Points;
import io.azuretables.internal.plan.QueryPlan.Ranges;
import io.azuretables.internal.plan.QueryPlan.Reading;
import io.azuretables.key.RowParts;
import io.azuretables.key.TableKey;
import io.azuretables.plan.UnsupportedPageException;
import io.azuretables.plan.UnsupportedQueryException;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import io.azuretables.query.TableScrollPosition;
import io.azuretables.row.RowPage;
import io.azuretables.row.RowPage.Continuation;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowReader.Assembler;
import io.azuretables.row.RowRequest;
import io.azuretables.row.ServiceLimits;
import org.jspecify.annotations.Nullable;

import org.springframework.data.domain.ScrollPosition;
import org.springframework.data.domain.Window;

/**
 * Reads the result of a query window by window, each with the scroll position of the next
 * one. Each window ends at the service's own continuation, so that nothing is read twice
 * or left out.
 */
public final class Scrolling {

	private static final int FINGERPRINT_BYTES = 12;

	private final PlanExecutor executor;

	private final String table;

	private final String name;

	/**
	 * Reads one table.
	 * @param name identifies the table, perhaps together with others whose positions are
	 * those of the same query
	 */
	public Scrolling(PlanExecutor executor, String table, String name) {
		this.executor = executor;
		this.table = table;
		this.name = name;
	}

	public <T> Window<T> scroll(QueryPlan plan, @Nullable TableScrollPosition from, Readers<T> readers) {
		if (!plan.outline().isReadInOrder() && !(plan.outline().path().isPoint() && fits(plan))) {
			throw unordered(plan);
		}
		String fingerprint = fingerprint(plan);
		TableScrollPosition start = (from != null && !from.isInitial()) ? from
				: new TableScrollPosition(fingerprint, 0, null, null);
		if (!start.query().equals(fingerprint) || start.leg() > legs(plan)) {
			throw ofOtherQuery("The scroll position comes from another query than that for "
					+ plan.outline().entity().getType().getSimpleName());
		}
		if (plan instanceof Ranges ranges) {
			return new Part<T>(ranges, fingerprint).read(start, readers);
		}
		return (plan instanceof Points keys) ? points(keys, start, readers) : window(List.of(), null);
	}

	/**
	 * The refusal of a position that this query has not given.
	 * @param why how this is seen
	 */
	public static UnsupportedPageException ofOtherQuery(String why) {
		return new UnsupportedPageException(why + "; use a position with its own query",
				"The position belongs to another query: follow the links in the answers of this one");
	}

	public static UnsupportedQueryException unordered(QueryPlan plan) {
		return new UnsupportedQueryException("A query for " + plan.outline().entity().getType().getSimpleName()
				+ (plan.outline().findsLists() ? " that is answered by lists of ids"
						: " that is sorted in memory or merged from several partitions")
				+ " has no positions to scroll from; " + "use a list or a stream");
	}

	/**
	 * Whether all that a query can find fits into one window.
	 */
	private static boolean fits(QueryPlan plan) {
		return !(plan instanceof Points points) || points.keys().size() <= points.reading().limit();
	}

	/**
	 * The last leg that a position can be in.
	 */
	private static int legs(QueryPlan plan) {
		if (plan instanceof Ranges ranges) {
			return ranges.legs().size() - 1;
		}
		return (plan instanceof Points points) ? points.keys().size() : 0;
	}

	/**
	 * What identifies a query: where and what it reads, but not how much at a time. A
	 * position belongs to one query and means nothing to another.
	 */
	public String fingerprint(QueryPlan plan) {
		StringBuilder text = new StringBuilder(this.name).append('\n').append(plan.outline().identity());
		appendValues(plan.outline().query(), plan.outline().query().criteria(), text);
		if (plan instanceof Ranges ranges) {
			ranges.legs().forEach((leg) -> text.append('\n').append(leg.filter()));
		}
		else if (plan instanceof Points points) {
			points.keys().forEach((key) -> text.append('\n').append(key));
		}
		try {
			byte[] digest = MessageDigest.getInstance("SHA-256")
				.digest(text.toString().getBytes(StandardCharsets.UTF_8));
			return Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(digest, FINGERPRINT_BYTES));
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static void appendValues(TableQuery query, Criteria criteria, StringBuilder text) {
		if (criteria instanceof Criteria.And and) {
			and.conditions().forEach((condition) -> appendValues(query, condition, text));
		}
		else if (criteria instanceof Criteria.Or or) {
			or.conditions().forEach((condition) -> appendValues(query, condition, text));
		}
		else if (criteria instanceof Criteria.Leaf leaf) {
			text.append('\n').append(Arrays.deepToString(query.values(leaf.operands()).toArray()));
		}
	}

	/**
	 * Reads keys until there are enough entities: rows may be missing.
	 */
	private <T> Window<T> points(Points plan, TableScrollPosition from, Readers<T> readers) {
		List<TableKey> keys = plan.keys();
		List<T> found = new ArrayList<>();
		int next = from.leg();
		while (next < keys.size() && found.size() < plan.reading().limit()) {
			int end = (int) Math.min(keys.size(), (long) next + plan.reading().limit() - found.size());
			Points some = new Points(plan.outline(), keys.subList(next, end), plan.reading());
			this.executor.execute(some, this.table, readers).forEachRemaining(found::add);
			next = end;
		}
		boolean more = next < keys.size();
		return window(found, more ? new TableScrollPosition(from.query(), next, null, null) : null);
	}

	public static <T> Window<T> window(List<T> found, @Nullable TableScrollPosition next) {
		IntFunction<ScrollPosition> positions = (index) -> {
			if (next == null) {
				throw new IllegalStateException("This window is the last one: no position follows it");
			}
			if (index != found.size() - 1) {
				throw new IllegalStateException(
						"Only the last entity of a window has a position, where the next window begins: use "
								+ "positionAt(window.size() - 1), or read windows with a smaller limit");
			}
			return next;
		};
		return Window.from(found, positions, next != null);
	}

	/**
	 * One part of an answer.
	 *
	 * @param <T> what a row becomes
	 */
	private final class Part<T> {

		private final Ranges plan;

		private final String fingerprint;

		private final Predicate<FoundRow<?>> distinct;

		private final List<T> found = new ArrayList<>();

		/**
		 * Where the next page of the range begins. It remembers the pages before, so that
		 * a service that leads in a circle is found out.
		 */
		private @Nullable Continuation place;

		Part(Ranges plan, String fingerprint) {
			this.plan = plan;
			this.fingerprint = fingerprint;
			this.distinct = DistinctEntities.of(plan, Scrolling.this.executor.isOrdered());
		}

		Window<T> read(TableScrollPosition from, Readers<T> readers) {
			TableScrollPosition next = from;
			this.place = (from.nextPartitionKey() != null)
					? new Continuation(from.nextPartitionKey(), from.nextRowKey()) : null;
			Reading reading = this.plan.reading();
			while (next != null && this.found.size() < size()) {
				next = page(next, reading, readers);
			}
			return window(this.found, next);
		}

		/**
		 * As many as are asked for; where that is not said, what the service has on a
		 * page.
		 */
		private int size() {
			int limit = this.plan.reading().limit();
			return (limit != TableQuery.UNLIMITED) ? limit : ServiceLimits.PAGE_SIZE;
		}

		private @Nullable TableScrollPosition page(TableScrollPosition from, Reading reading, Readers<T> readers) {
			RowRequest request = RowRequest.of(Scrolling.this.table, this.plan.legs().get(from.leg()).filter())
				.withTop(Math.min(missing(), ServiceLimits.PAGE_SIZE))
				.withSelect(this.plan.rowSelect())
				.from(this.place);
			if (this.plan.outline().fetchesEntities()) {
				RowPage<FoundRow<TableKey>> page = Scrolling.this.executor.page(request,
						PlanExecutor.entityKeys(this.plan));
				EntityFetch<T> entities = new EntityFetch<>(Scrolling.this.executor, Scrolling.this.table, this.plan,
						finding(reading, readers.entity()));
				add(entities.fetch(page.rows().stream().filter(this.distinct).toList(), reading));
				return next(from, page.continuation());
			}
			RowReader<T> reader = this.plan.outline().index().isPresent() ? readers.index() : readers.entity();
			RowPage<Numbered<FoundRow<T>>> page = page(request, reading, finding(reading, reader));
			add(page.rows().stream().<FoundRow<T>>map(Numbered::value).filter(this.distinct).toList());
			return next(from, page.continuation());
		}

		private int missing() {
			return size() - this.found.size();
		}

		/**
		 * A page with no more than is missing. Where rows are left out, a whole page is
		 * looked at; if it holds too many, it is read again up to the last one that is
		 * wanted, since only the service can say how to go on behind that.
		 */
		private RowPage<Numbered<FoundRow<T>>> page(RowRequest request, Reading reading,
				RowReader<FoundRow<T>> reader) {
			boolean exact = reading.keepsAll();
			RowRequest whole = exact ? request : request.withTop(ServiceLimits.PAGE_SIZE);
			RowPage<Numbered<FoundRow<T>>> page = Scrolling.this.executor.page(whole, Numbered.reader(reader));
			while (page.rows().size() > missing()) {
				int last = page.rows().get(missing() - 1).number();
				page = Scrolling.this.executor.page(request.withTop(last), Numbered.reader(reader));
			}
			return page;
		}

		private RowReader<FoundRow<T>> finding(Reading reading, RowReader<T> reader) {
			return PlanExecutor.finding(this.plan, reading, reader);
		}

		private void add(List<FoundRow<T>> more) {
			more.forEach((one) -> this.found.add(one.value()));
		}

		private @Nullable TableScrollPosition next(TableScrollPosition from, @Nullable Continuation continuation) {
			this.place = continuation;
			if (continuation != null) {
				return new TableScrollPosition(this.fingerprint, from.leg(), continuation.nextPartitionKey(),
						continuation.nextRowKey());
			}
			boolean more = from.leg() + 1 < this.plan.legs().size();
			return more ? new TableScrollPosition(this.fingerprint, from.leg() + 1, null, null) : null;
		}

	}

	/**
	 * What was made of a row, and the how many-th of its page it was.
	 *
	 * @param <T> what a row becomes
	 * @param value the object
	 * @param number the number of the row, from 1 on
	 */
	private record Numbered<T>(T value, int number) {

		static <T> RowReader<Numbered<T>> reader(RowReader<T> reader) {
			return new Reader<>(reader, new AtomicInteger());
		}

		private record Reader<T>(RowReader<T> reader, AtomicInteger rows) implements RowReader<Numbered<T>> {

			@Override
			public boolean readsTimestamp() {
				return this.reader.readsTimestamp();
			}

			@Override
			public RowParts parts() {
				return this.reader.parts();
			}

			@Override
			public Assembler<Numbered<T>> begin() {
				Assembler<T> assembler = this.reader.begin();
				int number = this.rows.incrementAndGet();
				return new Assembler<>() {

					@Override
					public void property(String name, Object value) {
						assembler.property(name, value);
					}

					@Override
					public @Nullable Numbered<T> end(TableKey key, @Nullable String etag, @Nullable Instant timestamp) {
						T value = assembler.end(key, etag, timestamp);
						return (value != null) ? new Numbered<>(value, number) : null;
					}

				};
			}

		}

	}

}
