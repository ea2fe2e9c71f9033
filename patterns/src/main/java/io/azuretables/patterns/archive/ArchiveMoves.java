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
import io.azuretables.internal.time.ConflictRetries;
import io.azuretables.key.TableKey;
import io.azuretables.operations.TableOperations;
import io.azuretables.patterns.archive.ArchiveTemplate.Move;
import io.azuretables.patterns.archive.Restores.Outcome;
import io.azuretables.patterns.queue.message.MessageContext;
import io.azuretables.patterns.queue.message.MessageHandler;
import io.azuretables.patterns.queue.message.PermanentMessageException;
import io.azuretables.write.UniqueIndexException;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.OptimisticLockingFailureException;

/**
 * Moves an entity to the archive, step by step. The target is read first, then the
 * source; the target is written only if it is as it was read, and the source deleted only
 * if it is what was copied. Since the source was read later than the target, nothing that
 * the target holds is newer; since all writes have conditions, a worker that has slept
 * does no harm. A process that meets another one begins again.
 */
final class ArchiveMoves<C, A> implements MessageHandler<Move> {

	private static final ConflictRetries RETRIES = new ConflictRetries(20);

	private final TableOperations operations;

	private final ArchiveMapping<C, A> mapping;

	private final Restores<C> restores;

	ArchiveMoves(TableOperations operations, ArchiveMapping<C, A> mapping, Restores<C> restores) {
		this.operations = operations;
		this.mapping = mapping;
		this.restores = restores;
	}

	@Override
	public void handle(Move move, MessageContext context) {
		OptimisticLockingFailureException disturbed = new OptimisticLockingFailureException(
				"An entity to be moved is changed all the time");
		int attempt = 0;
		do {
			attempt++;
			try {
				if (isDone(move, context)) {
					return;
				}
			}
			catch (UniqueIndexException ex) {
				throw ex;
			}
			catch (OptimisticLockingFailureException | DuplicateKeyException ex) {
				disturbed.addSuppressed(ex);
			}
		}
		while (RETRIES.again(attempt));
		throw disturbed;
	}

	/**
	 * Tries it once.
	 * @return {@code false} if it must be tried again
	 */
	private boolean isDone(Move move, MessageContext context) {
		TableKey key = this.mapping.conversion().key().apply(move.key());
		A archived = this.operations.findById(this.mapping.archived(), key).orElse(null);
		if (move.token() != null) {
			return isForgotten(move, archived, context);
		}
		C current = this.operations.findById(this.mapping.current(), move.key()).orElse(null);
		if (move.next() != null) {
			return archived == null || isRestored(move, archived, current, context);
		}
		return current == null || isArchived(move, archived, current, context);
	}

	private boolean isArchived(Move move, @Nullable A archived, C current, MessageContext context) {
		if (!this.mapping.incarnationOf(current).equals(move.incarnation())) {
			return true;
		}
		TableKey target = this.mapping.conversion().key().apply(move.key());
		A copy = this.mapping.conversion().toArchived().apply(current);
		if (!converter().key(copy).equals(target)) {
			throw new PermanentMessageException("A " + this.mapping.archived().getSimpleName()
					+ " has another key than the mapping says; give the mapping its keys");
		}
		context.check();
		if (archived != null && this.restores.obstacle() == null && !isSettled(move, archived, context)) {
			return false;
		}
		context.check();
		A complete = withContent(copy, current, target);
		context.check();
		write(complete, archived);
		context.check();
		this.operations.delete(current);
		return true;
	}

	/**
	 * Whether what is in the archive may be replaced: no process restores it any more.
	 */
	private boolean isSettled(Move move, A archived, MessageContext context) {
		boolean settled = this.restores.settle(restore(move, archived), context) != Outcome.REFUSED;
		if (!settled) {
			context.check();
			renew(archived);
		}
		return settled;
	}

	private A withContent(A copy, C entity, TableKey key) {
		ArchivedContent<C, A> content = this.mapping.content();
		if (content == null) {
			return copy;
		}
		String name = ArchivedContent.names(this.operations, this.mapping.archived()).newName(key);
		content.blobs().putIfAbsent(name, content.content().apply(entity));
		return content.named().apply(copy, name);
	}

	private void write(A copy, @Nullable A instead) {
		String version = (instead != null) ? converter().version(instead) : null;
		this.operations.save(converter().withVersion(copy, version));
	}

	/**
	 * Moves an entity back, unless there is one by now. What is in the archive is deleted
	 * when what is current has been made of it, and not before.
	 */
	private boolean isRestored(Move move, A archived, @Nullable C current, MessageContext context) {
		if (!life(archived).equals(move.incarnation())) {
			return true;
		}
		context.check();
		Move restore = restore(move, archived);
		Outcome outcome = (current == null) ? this.restores.begin(restore, begun(archived, move), context)
				: this.restores.settle(restore, context);
		context.check();
		if (outcome == Outcome.DONE) {
			this.operations.delete(archived);
		}
		else if (current == null) {
			renew(archived);
		}
		return outcome == Outcome.DONE || current != null;
	}

	private C begun(A archived, Move move) {
		C restored = this.mapping.conversion().toCurrent().apply(archived);
		C begun = Objects.requireNonNull(this.mapping.incarnation())
			.with()
			.apply(restored, Objects.requireNonNull(move.next()));
		return converter().withVersion(begun, null);
	}

	/**
	 * Removes what tells of a restore, and before that what a worker that has slept may
	 * have written into the archive since: a life that was restored has ended there.
	 */
	private boolean isForgotten(Move restore, @Nullable A archived, MessageContext context) {
		Optional<Outcome> outcome = this.restores.past(restore);
		if (outcome.isEmpty()) {
			return true;
		}
		if (outcome.get() == Outcome.DONE && archived != null && life(archived).equals(restore.incarnation())) {
			context.check();
			this.operations.delete(archived);
		}
		context.check();
		this.restores.forget(restore);
		return true;
	}

	/**
	 * Gives what is in the archive another version, and with it another restore.
	 */
	private void renew(A archived) {
		this.operations.save(archived);
	}

	/**
	 * The restore of what is in the archive, as it is now.
	 */
	private Move restore(Move move, A archived) {
		return this.restores.restore(move.key(), life(archived), String.valueOf(converter().version(archived)));
	}

	private String life(A archived) {
		return this.mapping.incarnationOf(this.mapping.conversion().toCurrent().apply(archived));
	}

	private TableConverter converter() {
		return this.operations.converter();
	}

}
