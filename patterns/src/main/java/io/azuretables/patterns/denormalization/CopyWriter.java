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

package io.azuretables.patterns.denormalization;

import java.util.Objects;
import java.util.Optional;

import io.azuretables.convert.TableConverter;
import io.azuretables.gateway.WriteOutcomeUnknownException;
import io.azuretables.internal.time.ConflictRetries;
import io.azuretables.key.TableKey;
import io.azuretables.operations.TableTemplate;
import io.azuretables.patterns.denormalization.DenormalizedCopies.OnDelete;
import io.azuretables.row.RowReader.Assembler;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.dao.TransientDataAccessResourceException;

/**
 * Updates the denormalised copies in one entity from their source, despite concurrent
 * writes. The holder is read before its source, and written only if it is as it was read:
 * a writer that has read the source too early fails.
 *
 * @param sources reads sources
 * @param holders reads and writes holders
 */
record CopyWriter(TableTemplate sources, TableTemplate holders) {

	/**
	 * Makes the copies of a holder true. Two requests, three where they differ; again
	 * when another writer was faster.
	 * @param check is called before each write
	 * @return whether they differed
	 */
	boolean settle(CopyMapping mapping, TableKey key, Runnable check) {
		int attempt = 0;
		do {
			attempt++;
			Object holder = this.holders.findById(mapping.holderType(), key).orElse(null);
			if (holder == null) {
				return false;
			}
			CopiedValues before = mapping.copiesIn(holder);
			Object copied = mapping.copied(source(mapping, mapping.sourceOf(holder)), holder);
			if (isSame(mapping, before, copied)) {
				return attempt > 1;
			}
			check.run();
			if (isWritten(copied)) {
				return true;
			}
		}
		while (ConflictRetries.DEFAULT.again(attempt));
		throw busy(mapping);
	}

	/**
	 * Writes copies in a holder that was read before its source, also where it has them
	 * already: whoever has read the holder before, and the source too early, fails then.
	 * One request, three more each time that another writer was faster.
	 * @param check is called before each write
	 */
	void write(CopyMapping mapping, Object holder, TableKey key, @Nullable Object source, Runnable check) {
		TableKey holderKey = this.holders.converter().key(holder);
		Object current = holder;
		Object from = source;
		int attempt = 0;
		do {
			attempt++;
			if (from == null && mapping.copies().onDelete() == OnDelete.KEEP) {
				return;
			}
			check.run();
			if (isWritten(mapping.copied(from, current))) {
				return;
			}
			current = this.holders.findById(mapping.holderType(), holderKey).orElse(null);
			if (current == null || !key.equals(mapping.sourceOf(current))) {
				return;
			}
			from = source(mapping, key);
		}
		while (ConflictRetries.DEFAULT.again(attempt));
		throw busy(mapping);
	}

	/**
	 * Whether a holder has the copies that it would be read with after they were written:
	 * a {@code null} comes back as an empty {@link Optional}, for example.
	 * @param before the copies that it has
	 * @param copied the holder with the copies that it should have
	 */
	boolean isSame(CopyMapping mapping, CopiedValues before, Object copied) {
		return before.isSame(mapping.copiesIn(copied)) || before.isSame(mapping.copiesIn(stored(copied)));
	}

	private Object stored(Object holder) {
		TableConverter converter = this.holders.converter();
		TableRow row = converter.write(holder);
		Assembler<?> assembler = converter.reader(holder.getClass()).begin();
		row.forEach(assembler::property);
		return Objects.requireNonNull(assembler.end(row.key(), null, null));
	}

	@Nullable Object source(CopyMapping mapping, @Nullable TableKey key) {
		Optional<?> found = (key != null) ? this.sources.findById(mapping.sourceType(), key) : Optional.empty();
		return found.orElse(null);
	}

	private boolean isWritten(Object holder) {
		try {
			this.holders.update(holder);
			return true;
		}
		catch (OptimisticLockingFailureException | WriteOutcomeUnknownException ex) {
			return false;
		}
	}

	private static TransientDataAccessResourceException busy(CopyMapping mapping) {
		return new TransientDataAccessResourceException(
				"A holder of the " + mapping.copies() + " was changed by others each time since it was read");
	}

}
