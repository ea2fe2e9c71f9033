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

package io.azuretables.patterns.archive;

import java.util.Objects;
import java.util.Optional;

import io.azuretables.convert.TableConverter;
import io.azuretables.key.TableKey;
import io.azuretables.operations.TableOperations;
import io.azuretables.patterns.archive.ArchiveTemplate.Move;
import io.azuretables.patterns.queue.MessageContext;
import io.azuretables.patterns.queue.MessageHandler;
import io.azuretables.patterns.queue.PermanentMessageException;

import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.OptimisticLockingFailureException;

/**
 * How is an entity moved, step by step? The target is read first, then the source; the
 * target is written only if it is as it was read, and the source deleted only if it is
 * what was copied. Since the source was read later than the target, nothing that the
 * target holds is newer; since both writes have conditions, a worker that has slept does
 * no harm. Whoever is disturbed begins again.
 */
final class ArchiveMoves<C, A> implements MessageHandler<Move> {

	private static final int ATTEMPTS = 20;

	private final TableOperations operations;

	private final ArchiveMapping<C, A> mapping;

	ArchiveMoves(TableOperations operations, ArchiveMapping<C, A> mapping) {
		this.operations = operations;
		this.mapping = mapping;
	}

	@Override
	public void handle(Move move, MessageContext context) {
		for (int attempt = 1;; attempt++) {
			try {
				if (move.next() != null) {
					restore(move, move.next(), context);
				}
				else {
					archive(move, context);
				}
				return;
			}
			catch (OptimisticLockingFailureException | DuplicateKeyException ex) {
				if (attempt == ATTEMPTS) {
					throw new OptimisticLockingFailureException("An entity to be moved is changed all the time", ex);
				}
			}
		}
	}

	private void archive(Move move, MessageContext context) {
		TableKey target = this.mapping.conversion().key().apply(move.key());
		Optional<A> archived = this.operations.findById(this.mapping.archived(), target);
		Optional<C> current = this.operations.findById(this.mapping.current(), move.key());
		if (current.isEmpty() || !this.mapping.incarnationOf(current.get()).equals(move.incarnation())) {
			return;
		}
		A copy = this.mapping.conversion().toArchived().apply(current.get());
		if (!converter().key(copy).equals(target)) {
			throw new PermanentMessageException("A " + this.mapping.archived().getSimpleName()
					+ " has another key than the mapping says; give the mapping its keys");
		}
		context.check();
		write(withContent(copy, current.get(), target), archived);
		context.check();
		this.operations.delete(current.get());
	}

	private A withContent(A copy, C entity, TableKey key) {
		ArchivedContent<C, A> content = this.mapping.content();
		return (content != null) ? new ContentBlobs<>(content, this.mapping.archived()).put(entity, copy, key) : copy;
	}

	private <T> void write(T copy, Optional<T> instead) {
		String version = instead.map(converter()::version).orElse(null);
		this.operations.save(converter().withVersion(copy, version));
	}

	/**
	 * Moves an entity back, unless there is one by now. What is in the archive is deleted
	 * when what is current has been made of it, and not before.
	 */
	private void restore(Move move, String next, MessageContext context) {
		TableKey source = this.mapping.conversion().key().apply(move.key());
		Optional<A> archived = this.operations.findById(this.mapping.archived(), source);
		Optional<C> current = this.operations.findById(this.mapping.current(), move.key());
		if (archived.isEmpty()) {
			return;
		}
		C restored = this.mapping.conversion().toCurrent().apply(archived.get());
		boolean meant = this.mapping.incarnationOf(restored).equals(move.incarnation());
		if (!meant || current.filter((entity) -> !this.mapping.incarnationOf(entity).equals(next)).isPresent()) {
			return;
		}
		context.check();
		if (current.isEmpty()) {
			C begun = Objects.requireNonNull(this.mapping.incarnation()).with().apply(restored, next);
			this.operations.insert(converter().withVersion(begun, null));
		}
		context.check();
		this.operations.delete(archived.get());
	}

	private TableConverter converter() {
		return this.operations.converter();
	}

}
