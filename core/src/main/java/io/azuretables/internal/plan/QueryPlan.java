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

package io.azuretables.internal.plan;

import java.util.List;

import io.azuretables.key.KeyRange;
import io.azuretables.key.TableKey;
import io.azuretables.plan.RequestBound;
import io.azuretables.query.Criteria;
import org.jspecify.annotations.Nullable;

/**
 * The plan of a query with its values: the requests, and the checks and sorting that
 * remain for the client. An immutable value; nothing has been asked of the service yet.
 *
 * @since 0.1
 */
public sealed interface QueryPlan {

	BindableOutline outline();

	/**
	 * The most requests that it takes to read what the query finds.
	 */
	default RequestBound requestBound() {
		return outline().requestBound();
	}

	/**
	 * Some lines for a person, with the key ranges and the filters as they are sent.
	 */
	default String explain() {
		return new PlanExplanation(this).text();
	}

	/**
	 * Rows that are read by their keys.
	 *
	 * @param outline the outline
	 * @param keys the keys, each once
	 * @param reading what is read and kept
	 */
	record Points(BindableOutline outline, List<TableKey> keys, Reading reading) implements QueryPlan {

		/**
		 * The columns to read under the keys, besides keys; {@code null} for all. Of
		 * index rows it is always the key of the entity too.
		 */
		public @Nullable List<String> rowSelect() {
			return this.outline.rowSelect(this.reading.select());
		}

	}

	/**
	 * Rows that are found by ranges and filters.
	 *
	 * @param outline the outline
	 * @param legs the ranges, none of which shares a row with another one
	 * @param reading what is read and kept
	 */
	record Ranges(BindableOutline outline, List<RangeRequest> legs, Reading reading) implements QueryPlan {

		/**
		 * The columns to read of the rows in the ranges, besides keys; {@code null} for
		 * all. Of index rows it is always the key of the entity too.
		 */
		public @Nullable List<String> rowSelect() {
			return this.outline.rowSelect(this.reading.select());
		}

		/**
		 * The partition keys from the first range to the last one.
		 */
		public KeyRange partitions() {
			KeyRange all = this.legs.get(0).partitions();
			for (RangeRequest leg : this.legs) {
				all = all.span(leg.partitions());
			}
			return all;
		}

	}

	/**
	 * Nothing: no row can meet the conditions, and no request is made.
	 *
	 * @param outline the outline
	 */
	record Nothing(BindableOutline outline) implements QueryPlan {

		@Override
		public RequestBound requestBound() {
			return RequestBound.NONE;
		}

	}

	/**
	 * One range of rows, page by page.
	 *
	 * @param partitions the partition keys
	 * @param rows the row keys
	 * @param filter the whole filter, ranges included; {@code null} for all rows
	 */
	record RangeRequest(KeyRange partitions, KeyRange rows, @Nullable String filter) {

		/**
		 * Whether another request reads the same keys, with another part of the filter.
		 */
		boolean hasKeysOf(RangeRequest other) {
			return this.partitions.equals(other.partitions) && this.rows.equals(other.rows);
		}

	}

	/**
	 * What is read of each row, and what is kept.
	 *
	 * @param select the columns of the entity besides its keys, or {@code null} for all
	 * @param residual what is checked on the client
	 * @param limit the most entities
	 */
	record Reading(@Nullable List<String> select, Criteria residual, int limit) {

		/**
		 * Whether nothing is left to be checked on the client.
		 */
		public boolean keepsAll() {
			return this.residual == Criteria.ALL || this.residual.equals(Criteria.ALL);
		}

		/**
		 * Whether nothing can pass what is checked on the client.
		 */
		boolean excludesAll() {
			return this.residual != Criteria.ALL && this.residual.equals(Criteria.NONE);
		}

	}

}
