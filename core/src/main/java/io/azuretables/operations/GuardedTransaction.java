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

import java.util.ArrayList;
import java.util.List;

import io.azuretables.client.WriteOutcomeUnknownException;
import io.azuretables.row.RowWrite;
import io.azuretables.write.DeferredWrite;
import io.azuretables.write.DeferredWrites;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.RecoverableDataAccessException;

/**
 * How is a transaction submitted that means something for other partitions? It is
 * announced first; it holds one row more for each entity of that kind, which tells that
 * it was committed, whatever happens to the answer; and it is followed up.
 *
 * @param transaction the transaction
 * @param port knows what to do in other partitions
 */
record GuardedTransaction(MendedTransaction transaction, DeferredWrites port) {

	/**
	 * Submits the transaction.
	 * @return the ETags of the entities' own rows
	 * @throws FencedWriteException if it must be done again under other tokens
	 */
	List<@Nullable String> submit() {
		List<DeferredWrite> deferred = this.transaction.deferred();
		List<RowWrite> tokens = new ArrayList<>();
		deferred.forEach((write) -> tokens.add(this.port.begin(write)));
		List<@Nullable String> etags = submit(deferred, tokens);
		deferred.forEach(this.port::committed);
		return etags;
	}

	private List<@Nullable String> submit(List<DeferredWrite> deferred, List<RowWrite> tokens) {
		try {
			return this.transaction.submit(tokens);
		}
		catch (WriteOutcomeUnknownException | DuplicateKeyException ex) {
			boolean open = ex instanceof WriteOutcomeUnknownException || this.transaction.isRefusedByToken(ex);
			if (deferred.isEmpty() || !open) {
				throw ex;
			}
			if (!isCommitted(deferred.get(0), ex)) {
				throw new FencedWriteException(this.transaction.name(), ex);
			}
			return etags();
		}
	}

	/**
	 * The versions of what was written. That it was must not be denied when they cannot
	 * be read.
	 */
	private List<@Nullable String> etags() {
		try {
			return this.transaction.etags();
		}
		catch (DataAccessException ex) {
			throw new RecoverableDataAccessException(
					"The " + this.transaction.name()
							+ " was written, but its version cannot be read now; read it again before it is changed",
					ex);
		}
	}

	private boolean isCommitted(DeferredWrite write, DataAccessException failure) {
		try {
			return this.port.isCommitted(write);
		}
		catch (DataAccessException ex) {
			failure.addSuppressed(ex);
			throw failure;
		}
	}

}
