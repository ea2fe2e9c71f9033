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

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import io.azuretables.internal.plan.QueryPlan;
import io.azuretables.internal.plan.QueryPlan.Nothing;
import io.azuretables.internal.plan.QueryPlan.Ranges;
import io.azuretables.internal.plan.RowFilter;
import io.azuretables.key.KeyRange;
import io.azuretables.key.TableKey;
import io.azuretables.query.Criteria;
import io.azuretables.row.RowPage;
import io.azuretables.row.RowPage.Continuation;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowReader.Assembler;
import io.azuretables.row.RowRequest;
import org.jspecify.annotations.Nullable;

/**
 * Divides a table into ranges of partition keys with about the same number of rows. The
 * service knows no quantiles, so it reads the keys of {@value #SAMPLE} rows at the
 * beginning of each segment, concludes from them how dense the segment is, and divides
 * those that seem too large in the middle of their text.
 * <p>
 * Wherever the bounds are, the segments have every row once: they touch one another, and
 * reach from the beginning of the range to its end.
 */
public final class PartitionSampler {

	/**
	 * How many keys are read at the beginning of a segment.
	 */
	static final int SAMPLE = 100;

	/**
	 * How many times a segment is divided that seems too large, before the next ones are
	 * looked at.
	 */
	private static final int ATTEMPTS = 4;

	/**
	 * How many more segments than wanted are looked for, to be joined into even ones.
	 */
	private static final int FINER = 2;

	private final PlanExecutor executor;

	private final String table;

	public PartitionSampler(PlanExecutor executor, String table) {
		this.executor = executor;
		this.table = table;
	}

	/**
	 * Divides a plan by the partitions of the rows that it reads. Rows of an index that
	 * may find an entity twice are read as one part, so that it is seen; and so are rows
	 * that are read by their keys.
	 * @param most the most parts
	 */
	public List<QueryPlan> divide(QueryPlan plan, int most) {
		if (!(plan instanceof Ranges ranges) || plan.outline().repeatsEntities()) {
			return List.of(plan);
		}
		return divide(ranges.partitions(), most).stream()
			.map((segment) -> plan.outline().bind(segment))
			.filter((part) -> !(part instanceof Nothing))
			.toList();
	}

	/**
	 * Divides a range. Four to eight requests for each segment, in parallel.
	 * @param most the most segments
	 */
	public List<KeyRange> divide(KeyRange range, int most) {
		Sample first = (most > 1) ? sample(range.from(), range.to()) : null;
		if (first == null) {
			return List.of(range);
		}
		List<Stretch> stretches = List.of(Stretch.of(first.first(), range.to(), first));
		int wanted = FINER * most;
		int requests = 8 * wanted;
		while (requests > 0 && stretches.size() < 2 * wanted) {
			double large = stretches.stream().mapToDouble(Stretch::rows).sum() / wanted;
			List<Stretch> next = this.executor
				.each(stretches, (stretch) -> stretch.isDivisible(large) ? divided(stretch) : List.of(stretch))
				.stream()
				.flatMap(List::stream)
				.toList();
			if (next.equals(stretches)) {
				break;
			}
			requests -= stretches.stream().filter((stretch) -> stretch.isDivisible(large)).count() * 2;
			stretches = next;
		}
		return joined(range, stretches, most);
	}

	/**
	 * Divides a stretch in two, or leaves out of it what has no rows.
	 */
	private List<Stretch> divided(Stretch stretch) {
		if (stretch.sample().complete()) {
			return stretch.halves();
		}
		Stretch left = stretch;
		for (int i = 0; i < ATTEMPTS; i++) {
			String middle = KeyText.middle(left.from(), left.sample().last(), left.to());
			if (middle == null) {
				return separated(left);
			}
			Sample upper = sample(middle, left.to());
			if (upper != null) {
				return List.of(left.until(middle), Stretch.of(upper.first(), left.to(), upper));
			}
			left = left.until(middle);
		}
		return List.of(left);
	}

	/**
	 * Divides the first partition from the others.
	 */
	private List<Stretch> separated(Stretch stretch) {
		String after = KeyRange.after(stretch.from());
		Sample others = sample(after, stretch.to());
		return (others == null) ? List.of(stretch.alone())
				: List.of(stretch.until(after).alone(), Stretch.of(others.first(), stretch.to(), others));
	}

	/**
	 * Joins stretches into segments of about as many rows.
	 */
	private static List<KeyRange> joined(KeyRange range, List<Stretch> stretches, int most) {
		List<String> bounds = new ArrayList<>();
		double rest = stretches.stream().mapToDouble(Stretch::rows).sum();
		double rows = 0;
		for (Stretch stretch : stretches) {
			double share = rest / (most - bounds.size());
			boolean full = rows > 0 && rows + stretch.rows() / 2 > share;
			if (full && bounds.size() < most - 1) {
				bounds.add(stretch.from());
				rest -= rows;
				rows = 0;
			}
			rows += stretch.rows();
		}
		List<KeyRange> segments = new ArrayList<>();
		String from = range.from();
		for (String bound : bounds) {
			segments.add(new KeyRange(from, bound));
			from = bound;
		}
		segments.add(new KeyRange(from, range.to()));
		return segments;
	}

	/**
	 * Reads the keys at the beginning of a range; {@code null} if it has none. Where they
	 * are of one partition, the next one is looked for, too.
	 */
	private @Nullable Sample sample(String from, @Nullable String to) {
		RowPage<String> page = page(from, to, SAMPLE);
		if (page.rows().isEmpty()) {
			return null;
		}
		Sample sample = new Sample(page.rows(), page.continuation() == null);
		if (sample.complete() || !sample.isOnePartition()) {
			return sample;
		}
		List<String> keys = new ArrayList<>(page.rows());
		keys.addAll(page(KeyRange.after(sample.first()), to, 1).rows());
		return new Sample(keys, false);
	}

	/**
	 * The first page that is not empty, if there is one.
	 */
	private RowPage<String> page(String from, @Nullable String to, int rows) {
		RowRequest request = RowRequest.of(this.table, RowFilter.of(within(from, to)))
			.withTop(rows)
			.withSelect(List.of());
		RowPage<String> page = this.executor.page(request, PartitionKeyReader.READER);
		for (Continuation next = page.continuation(); page.rows().isEmpty() && next != null;) {
			page = this.executor.page(request.from(next), PartitionKeyReader.READER);
			next = page.continuation();
		}
		return page;
	}

	private static Criteria within(String from, @Nullable String to) {
		return Criteria.allOf(Stream.of(lower(from), upper(to)).flatMap(List::stream).toList());
	}

	private static List<Criteria> lower(String from) {
		if (KeyRange.endsAfter(from)) {
			return List.of(Criteria.where("PartitionKey").greaterThan(from.substring(0, from.length() - 1)));
		}
		return from.isEmpty() ? List.of() : List.of(Criteria.where("PartitionKey").greaterThanOrEqual(from));
	}

	private static List<Criteria> upper(@Nullable String to) {
		if (to == null) {
			return List.of();
		}
		return List.of(KeyRange.endsAfter(to)
				? Criteria.where("PartitionKey").lessThanOrEqual(to.substring(0, to.length() - 1))
				: Criteria.where("PartitionKey").lessThan(to));
	}

	/**
	 * The partition keys of the first rows of a stretch.
	 *
	 * @param keys one for each row, in their order
	 * @param complete whether there are no others
	 */
	private record Sample(List<String> keys, boolean complete) {

		String first() {
			return this.keys.get(0);
		}

		String last() {
			return this.keys.get(this.keys.size() - 1);
		}

		boolean isOnePartition() {
			return first().equals(last());
		}

		/**
		 * How many rows there seem to be up to a bound.
		 */
		double rows(@Nullable String to) {
			if (this.complete || (to != null && to.compareTo(last()) <= 0)) {
				return this.keys.stream().filter((key) -> to == null || key.compareTo(to) < 0).count();
			}
			if (isOnePartition()) {
				return this.keys.size();
			}
			return Math.max(this.keys.size() * KeyText.ratio(first(), first(), last(), to),
					later() * KeyText.ratio(first(), this.keys.get(this.keys.size() - 1 - later()), last(), to));
		}

		/**
		 * How many of the rows tell how dense it is behind the first partitions, which
		 * may have a gap between them.
		 */
		private int later() {
			int half = this.keys.size() / 2;
			return this.keys.get(half).equals(last()) ? this.keys.size() - 1 : this.keys.size() - 1 - half;
		}

		Sample from(int index) {
			return new Sample(this.keys.subList(index, this.keys.size()), this.complete);
		}

	}

	/**
	 * Partitions from one that is there up to a bound.
	 *
	 * @param from the first partition key
	 * @param to the least text above all others, or {@code null} if it is not known
	 * @param sample the first rows
	 * @param rows how many rows there seem to be
	 * @param single whether it is one partition
	 */
	private record Stretch(String from, @Nullable String to, Sample sample, double rows, boolean single) {

		static Stretch of(String from, @Nullable String to, Sample sample) {
			return new Stretch(from, to, sample, sample.rows(to), false);
		}

		Stretch until(String bound) {
			return of(this.from, bound, this.sample);
		}

		Stretch alone() {
			return new Stretch(this.from, this.to, this.sample, this.rows, true);
		}

		boolean isDivisible(double large) {
			return !this.single && this.rows > large && this.rows > 1 && !this.sample.isOnePartition();
		}

		/**
		 * Divides between two partitions in the middle of the sample, which are all that
		 * there are.
		 */
		List<Stretch> halves() {
			List<String> keys = this.sample.keys();
			int half = (int) (this.rows / 2);
			int behind = half;
			while (behind < this.rows && keys.get(behind).equals(keys.get(half))) {
				behind++;
			}
			int first = keys.indexOf(keys.get(half));
			int index = (first > 0 && (half - first <= behind - half || behind >= this.rows)) ? first : behind;
			if (index == 0 || index >= this.rows) {
				return List.of(alone());
			}
			return List.of(until(keys.get(index)), of(keys.get(index), this.to, this.sample.from(index)));
		}

	}

	/**
	 * Reads partition keys alone.
	 */
	private static final class PartitionKeyReader implements Assembler<String> {

		static final RowReader<String> READER = new RowReader<>() {

			@Override
			public Assembler<String> begin() {
				return new PartitionKeyReader();
			}

			@Override
			public boolean readsTimestamp() {
				return false;
			}

		};

		@Override
		public void property(String name, Object value) {
		}

		@Override
		public String end(TableKey key, @Nullable String etag, @Nullable Instant timestamp) {
			return key.partitionKey();
		}

	}

}
