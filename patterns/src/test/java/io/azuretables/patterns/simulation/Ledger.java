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

package io.azuretables.patterns.simulation;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.dao.TransientDataAccessException;

/**
 * Compares what happened with what writers were told. Knows what really happened, and
 * compares it with what writers were told.
 */
public final class Ledger {

	private final Set<String> committed = new HashSet<>();

	/**
	 * Says that a write is there, as the store shows it.
	 */
	public void committed(String write) {
		this.committed.add(write);
	}

	public boolean isCommitted(String write) {
		return this.committed.contains(write);
	}

	/**
	 * Does a write, and checks what is said of it.
	 * @param action gives {@code null} if there was nothing to do
	 * @return what it gave, or {@code null} if it was refused, or is not known to be done
	 */
	public <T> @Nullable T write(String write, Supplier<? extends @Nullable T> action) {
		@Nullable T result;
		try {
			result = action.get();
		}
		catch (TransientDataAccessException | DuplicateKeyException ex) {
			if (isCommitted(write)) {
				throw new AssertionError("False rejection of " + write, ex);
			}
			return null;
		}
		catch (RecoverableDataAccessException ex) {
			return null;
		}
		if (result != null && !isCommitted(write)) {
			throw new AssertionError("Lost write " + write + ", which was acknowledged");
		}
		return result;
	}

}
