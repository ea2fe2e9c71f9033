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

import java.util.HashSet;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.function.Predicate;

import io.azuretables.internal.model.IndexMapping;
import io.azuretables.internal.plan.QueryPlan;
import io.azuretables.key.TableKey;
import org.jspecify.annotations.Nullable;

/**
 * Removes duplicate entities from the result of an index query, which may find two rows
 * of one entity. While an entity changes and keeps its key in an index, it has two rows
 * there, which follow one another but for their tokens. Only the entities of one key are
 * remembered.
 */
final class DistinctEntities implements Predicate<FoundRow<?>> {

	private final IndexMapping index;

	private final boolean ordered;

	private final Set<TableKey> seen = new HashSet<>();

	private String key = "";

	/**
	 * Removes entities that an index finds again.
	 * @param ordered whether rows are in the order of their keys; if not, all entities
	 * are remembered
	 */
	DistinctEntities(IndexMapping index, boolean ordered) {
		this.index = index;
		this.ordered = ordered;
	}

	/**
	 * What was found, each entity once.
	 */
	static <T> Iterator<FoundRow<T>> in(Iterator<FoundRow<T>> found, QueryPlan plan, boolean ordered) {
		return new Filtered<>(found, of(plan, ordered));
	}

	/**
	 * Takes each entity that a plan finds once.
	 */
	static Predicate<FoundRow<?>> of(QueryPlan plan, boolean ordered) {
		return plan.outline().repeatsEntities() ? new DistinctEntities(plan.outline().index().orElseThrow(), ordered)
				: (found) -> true;
	}

	@Override
	public boolean test(FoundRow<?> found) {
		String rowKey = this.index.withoutToken(found.row().rowKey());
		if (this.ordered && !rowKey.equals(this.key)) {
			this.key = rowKey;
			this.seen.clear();
		}
		return this.seen.add(found.entity());
	}

	private static final class Filtered<T> implements Iterator<T> {

		private final Iterator<T> source;

		private final Predicate<? super T> condition;

		private @Nullable T next;

		Filtered(Iterator<T> source, Predicate<? super T> condition) {
			this.source = source;
			this.condition = condition;
		}

		@Override
		public boolean hasNext() {
			while (this.next == null && this.source.hasNext()) {
				T candidate = this.source.next();
				this.next = this.condition.test(candidate) ? candidate : null;
			}
			return this.next != null;
		}

		@Override
		public T next() {
			hasNext();
			T found = this.next;
			if (found == null) {
				throw new NoSuchElementException();
			}
			this.next = null;
			return found;
		}

	}

}
