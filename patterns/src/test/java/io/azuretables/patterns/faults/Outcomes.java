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

package io.azuretables.patterns.faults;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.dao.TransientDataAccessException;

/**
 * What were writers told?
 */
final class Outcomes {

	private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();

	private final Set<String> rejected = ConcurrentHashMap.newKeySet();

	private final AtomicLong unknown = new AtomicLong();

	/**
	 * Does a write, and keeps what is said of it.
	 * @return what it gave, or {@code null} if it was refused, or is not known to be done
	 */
	<T> @Nullable T write(String write, Supplier<T> action) {
		try {
			T result = action.get();
			this.acknowledged.add(write);
			return result;
		}
		catch (RecoverableDataAccessException ex) {
			this.unknown.incrementAndGet();
		}
		catch (TransientDataAccessException | DuplicateKeyException ex) {
			this.rejected.add(write);
		}
		return null;
	}

	Set<String> acknowledged() {
		return this.acknowledged;
	}

	Set<String> rejected() {
		return this.rejected;
	}

	long unknown() {
		return this.unknown.get();
	}

	@Override
	public String toString() {
		return this.acknowledged.size() + " acknowledged, " + this.rejected.size() + " rejected, " + this.unknown
				+ " unknown";
	}

}
