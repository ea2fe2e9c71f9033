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

import java.util.List;
import java.util.Objects;
import java.util.Optional;

import io.azuretables.convert.TableConverter;
import io.azuretables.internal.time.ConflictRetries;
import io.azuretables.key.TableKey;
import io.azuretables.operations.TableOperations;
import io.azuretables.patterns.archive.ArchiveTemplate.Move;
import io.azuretables.patterns.archive.Restores.Outcome;
import io.azuretables.patterns.queue.EventuallyConsistentQueueTemplate;
import io.azuretables.patterns.queue.message.MessageContext;
import io.azuretables.patterns.queue.message.MessageHandler;
import io.azuretables.patterns.queue.message.PermanentMessageException;
import io.azuretables.write.UniqueIndexException;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.OptimisticLockingFailureException;

/**
 * Handles archive messages: copies an entity to the archive, then deletes it. The target
 * is read first, then the source; the target is written only if it is as it was read, and
 * the source deleted only if it is what was copied. Since the source was read later than
 * the target, nothing that the target holds is newer; since all writes have conditions, a
 * worker that has slept does no harm. A process that meets another one begins again.
 */
final class ArchiveMoves<C, A> implements MessageHandler<Move> {

	/**
	 * Reads and writes current entities.
	 */
	private final TableOperations currents;

	/**
	 * Reads and writes the archive.
	 */
	private final TableOperations archives;

	private final EventuallyConsistentQueueTemplate queue;

	private final ArchiveMapping<C, A> mapping;

	private final Restores<C> restores;

	private final List<ArchivedLargeValue<C, A>> largeValues;

	ArchiveMoves(TableOperations operations, EventuallyConsistentQueueTemplate queue, ArchiveMapping<C, A> mapping,
			Restores<C> restores) {
		this(operations, operations, queue, mapping, restores);
	}

	private ArchiveMoves(TableOperations currents, TableOperations archives, EventuallyConsistentQueueTemplate queue,
			ArchiveMapping<C, A> mapping, Restores<C> restores) {
		this.currents = currents;
		this.archives = archives;
		this.queue = queue;
		this.mapping = mapping;
		this.restores = restores;
		this.largeValues = mapping.largeValues().stream().map((value) -> value.in(currents, archives)).toList();
	}

	/**
	 * Moves in the tables that the message names, if this process knows both.
	 */
	@Override
	public void handle(Move move, MessageContext context) {
		ArchiveTables tables = move.tables();
		this.queue.checkTable(tables.current());
		this.queue.checkTable(tables.archive());
		new ArchiveMoves<>(tables.currentIn(this.currents), tables.archiveIn(this.archives), this.queue, this.mapping,
				this.restores.in(tables))
			.move(move, context);
	}

	private void move(Move move, MessageContext context) {
		OptimisticLockingFailureException disturbed = new OptimisticLockingFailureException(
				"The entity to be archived was changed by other writers at each attempt; it is tried again later");
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
		while (ConflictRetries.DEFAULT.again(attempt));
		throw disturbed;
	}

	/**
	 * Tries it once.
	 * @return {@code false} if it must be tried again
	 */
	private boolean isDone(Move move, MessageContext context) {
		TableKey key = this.mapping.conversion().key().apply(move.key());
		A archived = this.archives.findById(this.mapping.archived(), key).orElse(null);
		if (move.token() != null) {
			return isForgotten(move, archived, context);
		}
		C current = this.currents.findById(this.mapping.current(), move.key()).orElse(null);
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
					+ " has another key than its ArchiveMapping says; declare its keys by ArchiveMapping.withKeys");
		}
		context.check();
		if (archived != null && this.restores.obstacle() == null && !isSettled(move, archived, context)) {
			return false;
		}
		context.check();
		A complete = withContents(copy, archived, current);
		context.check();
		this.archives.save(complete);
		if (archived != null) {
			discard(archived);
		}
		context.check();
		this.currents.delete(current);
		this.largeValues.forEach((value) -> value.current().discard(current));
		return true;
	}

	/**
	 * The entity for the archive, with its contents in blobs of its own and the version
	 * of what it replaces.
	 */
	private A withContents(A copy, @Nullable A instead, C current) {
		A complete = converter().withVersion(withContent(copy, current, converter().key(copy)),
				(instead != null) ? converter().version(instead) : null);
		for (ArchivedLargeValue<C, A> value : this.largeValues) {
			complete = value.archive(complete, current);
		}
		return complete;
	}

	/**
	 * Deletes the contents of what was in the archive.
	 */
	private void discard(A archived) {
		this.largeValues.forEach((value) -> value.archived().discard(archived));
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
		String name = ArchivedContent.names(this.archives, this.mapping.archived()).newName(key);
		content.blobs().putIfAbsent(name, content.content().apply(entity));
		return content.named().apply(copy, name);
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
			delete(archived);
		}
		else if (current == null) {
			renew(archived);
		}
		return outcome == Outcome.DONE || current != null;
	}

	private C begun(A archived, Move move) {
		C converted = this.mapping.conversion().toCurrent().apply(archived);
		C begun = Objects.requireNonNull(this.mapping.incarnation())
			.with()
			.apply(converted, Objects.requireNonNull(move.next()));
		C restored = converter().withVersion(begun, null);
		for (ArchivedLargeValue<C, A> value : this.largeValues) {
			restored = value.restore(restored, archived);
		}
		return restored;
	}

	private void delete(A archived) {
		this.archives.delete(archived);
		discard(archived);
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
			delete(archived);
		}
		context.check();
		this.restores.forget(restore);
		return true;
	}

	/**
	 * Gives what is in the archive another version, and with it another restore.
	 */
	private void renew(A archived) {
		this.archives.save(archived);
	}

	/**
	 * The restore of what is in the archive, as it is now.
	 */
	private Move restore(Move move, A archived) {
		return this.restores.restore(move, life(archived), String.valueOf(converter().version(archived)));
	}

	private String life(A archived) {
		return this.mapping.incarnationOf(this.mapping.conversion().toCurrent().apply(archived));
	}

	private TableConverter converter() {
		return this.currents.converter();
	}

}
