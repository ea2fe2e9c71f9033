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

package io.azuretables.row;

import java.util.List;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * A page of rows, as one request has returned it, with the continuation token. A page may
 * be short, or empty, and still have a continuation.
 *
 * @param <T> what a row became
 * @param rows the rows, in the order of their keys
 * @param rowsRead how many rows the service returned, those that the reader left out
 * included
 * @param continuation where the next page begins, or {@code null} when there is none
 * @since 0.1
 */
public record RowPage<T>(List<T> rows, int rowsRead, @Nullable Continuation continuation) {

	/**
	 * The place where a further page begins. The texts are opaque; the row key may be
	 * absent. It remembers one of the places before, so that a service that leads in a
	 * circle is found out after a few rounds, however many empty pages there are.
	 */
	public static final class Continuation {

		private final String nextPartitionKey;

		private final @Nullable String nextRowKey;

		private final Continuation remembered;

		private final long pages;

		private final long most;

		/**
		 * A place where reading begins or is resumed.
		 * @param nextPartitionKey the service's token for the partition
		 * @param nextRowKey the service's token for the row
		 */
		public Continuation(String nextPartitionKey, @Nullable String nextRowKey) {
			this.nextPartitionKey = nextPartitionKey;
			this.nextRowKey = nextRowKey;
			this.remembered = this;
			this.pages = 0;
			this.most = 1;
		}

		/**
		 * A place that comes after others.
		 * @param pages how many pages it is behind the one that is remembered
		 * @param most after how many pages another one is remembered
		 */
		private Continuation(Continuation place, Continuation remembered, long pages, long most) {
			this.nextPartitionKey = place.nextPartitionKey;
			this.nextRowKey = place.nextRowKey;
			this.remembered = remembered;
			this.pages = pages;
			this.most = most;
		}

		/**
		 * The place where the page that begins here says that the next one begins.
		 * Remembers every second, fourth, eighth … place (Brent's way to find a cycle).
		 * @return {@code null} if the service leads back to a place that is remembered
		 */
		public @Nullable Continuation followedBy(String partitionKey, @Nullable String rowKey) {
			Continuation next = new Continuation(partitionKey, rowKey);
			if (next.equals(this) || next.equals(this.remembered)) {
				return null;
			}
			return (this.pages < this.most) ? new Continuation(next, this.remembered, this.pages + 1, this.most)
					: new Continuation(next, new Continuation(this.nextPartitionKey, this.nextRowKey), 1,
							this.most * 2);
		}

		public String nextPartitionKey() {
			return this.nextPartitionKey;
		}

		public @Nullable String nextRowKey() {
			return this.nextRowKey;
		}

		@Override
		public boolean equals(@Nullable Object other) {
			return other instanceof Continuation that && this.nextPartitionKey.equals(that.nextPartitionKey)
					&& Objects.equals(this.nextRowKey, that.nextRowKey);
		}

		@Override
		public int hashCode() {
			return Objects.hash(this.nextPartitionKey, this.nextRowKey);
		}

		@Override
		public String toString() {
			return "Continuation[nextPartitionKey=" + this.nextPartitionKey + ", nextRowKey=" + this.nextRowKey + "]";
		}

	}

}
