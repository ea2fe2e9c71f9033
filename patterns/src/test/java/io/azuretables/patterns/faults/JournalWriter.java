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

import java.util.function.Consumer;
import java.util.function.Supplier;

import io.azuretables.patterns.faults.Journal.Entry;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.dao.TransientDataAccessException;

/**
 * Writes into the journal what is tried, and what its writer was told.
 *
 * @param journal takes the lines
 */
record JournalWriter(Consumer<String> journal) {

	void say(Entry entry, Object... words) {
		this.journal.accept(entry.line(words));
	}

	/**
	 * Does a write, and says what its writer was told.
	 * @return what it gave, or {@code null} if it was refused, or is not known to be done
	 */
	<T> @Nullable T write(String write, Supplier<T> action) {
		try {
			return action.get();
		}
		catch (RecoverableDataAccessException ex) {
			say(Entry.UNKNOWN, write);
		}
		catch (TransientDataAccessException | DuplicateKeyException ex) {
			say(Entry.REJECTED, write);
		}
		return null;
	}

	/**
	 * Changes the state of something that no other client writes at the same time.
	 * @param subject what is changed
	 * @param state tells this change from all others
	 */
	<T> @Nullable T change(String subject, String state, Supplier<T> action) {
		say(Entry.CHANGING, subject, state);
		T result = write(state.equals(Journal.GONE) ? Journal.deletion(subject) : state, action);
		if (result != null) {
			say(Entry.CHANGED, subject, state);
		}
		return result;
	}

	/**
	 * Adds one to a number that others add to as well.
	 * @param subject the number
	 * @param addition tells this addition from all others
	 */
	void add(String subject, String addition, Supplier<?> action) {
		say(Entry.ADDING, subject, addition);
		if (write(addition, action) != null) {
			say(Entry.ADDED, subject, addition);
		}
	}

}
