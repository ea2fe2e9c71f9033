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

package io.azuretables.benchmarks.task;

import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * A benchmark task that both framework and SDK run, with the ratio that is its goal. A
 * goal that is absent is not judged.
 *
 * @param name in the report
 * @param benchmark the class
 * @param operations how often an iteration does it: both sides are warmed up and measured
 * by the same count
 * @param goal the most that the framework may take
 */
public record Comparison(String name, Class<?> benchmark, int operations, Goal goal) {

	public static final List<Comparison> ALL = List.of(new Comparison("page", Page.class, 50, new Goal(0.20, 0.10)),
			new Comparison("transaction", Transaction.class, 500, new Goal(0.22, 0.22)),
			new Comparison("point-read", PointRead.class, 15_000, new Goal(0.35, 0.33)),
			new Comparison("missing-row", MissingRow.class, 30_000, new Goal(0.20, null)),
			new Comparison("insert", Insert.class, 15_000, new Goal(0.50, null)),
			new Comparison("upsert", Upsert.class, 15_000, new Goal(0.50, null)),
			new Comparison("derived-method", DerivedMethod.class, 15_000, new Goal(0.32, null)),
			new Comparison("merge", Merge.class, 15_000, Goal.NONE),
			new Comparison("save-all", SaveAll.class, 1, Goal.NONE),
			new Comparison("projection", Projection.class, 50, Goal.NONE));

	/**
	 * Those with one of the names, or all if there is none.
	 */
	public static List<Comparison> named(Set<String> names) {
		return ALL.stream().filter((one) -> names.isEmpty() || names.contains(one.name())).toList();
	}

	/**
	 * The most that the framework may take, as a part of what the other side takes.
	 *
	 * @param cpu of the processor's time
	 * @param allocation of the bytes
	 */
	public record Goal(@Nullable Double cpu, @Nullable Double allocation) {

		public static final Goal NONE = new Goal(null, null);

	}

}
