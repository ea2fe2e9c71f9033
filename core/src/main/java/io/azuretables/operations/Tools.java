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

package io.azuretables.operations;

import java.util.Iterator;

import io.azuretables.operations.OperationObserver.ObservedOperation;
import org.jspecify.annotations.Nullable;

/**
 * With what is an operation done, and who is told how it ends?
 *
 * @param executor reads
 * @param writes writes one entity
 * @param bulk writes many
 * @param observed who is told, or {@code null} for nobody
 */
record Tools(PlanExecutor executor, EntityWrites writes, BulkWrites bulk, @Nullable ObservedOperation observed) {

	void failed(RuntimeException failure) {
		if (this.observed != null) {
			this.observed.failed(failure);
		}
	}

	void ended() {
		if (this.observed != null) {
			this.observed.ended();
		}
	}

	/**
	 * The same, ending the operation when there is no more.
	 */
	<T> Iterator<T> telling(Iterator<T> results) {
		return (this.observed != null) ? new Telling<>(results, this) : results;
	}

	private record Telling<T>(Iterator<T> results, Tools tools) implements Iterator<T> {

		@Override
		public boolean hasNext() {
			try {
				boolean more = this.results.hasNext();
				if (!more) {
					this.tools.ended();
				}
				return more;
			}
			catch (RuntimeException ex) {
				throw failed(ex);
			}
		}

		@Override
		public T next() {
			try {
				return this.results.next();
			}
			catch (RuntimeException ex) {
				throw failed(ex);
			}
		}

		private RuntimeException failed(RuntimeException ex) {
			this.tools.failed(ex);
			this.tools.ended();
			return ex;
		}

	}

}
