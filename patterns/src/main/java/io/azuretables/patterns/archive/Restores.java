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

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

import io.azuretables.internal.commit.CommitOutcome;
import io.azuretables.internal.commit.CommitProtocol;
import io.azuretables.internal.commit.CommitToken;
import io.azuretables.internal.model.EntityModel;
import io.azuretables.operations.TableOperations;
import io.azuretables.patterns.archive.ArchiveTemplate.Move;
import io.azuretables.patterns.queue.EventuallyConsistentQueueTemplate;
import io.azuretables.patterns.queue.message.MessageContext;
import io.azuretables.patterns.queue.message.QueueMessage;
import io.azuretables.patterns.queue.message.QueueOptions;
import io.azuretables.patterns.queue.message.QueueOptions.GuardTimes;
import io.azuretables.write.UniqueIndexException;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DuplicateKeyException;

/**
 * Restores archived entities, at most once for each archived version. Each version of an
 * archived entity has one token, whichever process restores it. The entity that is made
 * of it is inserted together with the row of the token, so that there is no second time;
 * and the process that replaces that version settles the token first, so that a worker
 * that has slept does not bring it back.
 */
final class Restores<C> {

	private final TableOperations operations;

	private final EventuallyConsistentQueueTemplate queue;

	private final ArchiveMapping<C, ?> mapping;

	private final String type;

	/**
	 * Restores of a class.
	 * @param type the type of the messages
	 */
	Restores(TableOperations operations, EventuallyConsistentQueueTemplate queue, ArchiveMapping<C, ?> mapping,
			String type) {
		this.operations = operations;
		this.queue = queue;
		this.mapping = mapping;
		this.type = type;
	}

	/**
	 * The same in some tables, whatever the resolver of the operations says.
	 */
	Restores<C> in(ArchiveTables others) {
		return new Restores<>(others.currentIn(this.operations), this.queue, this.mapping, this.type);
	}

	/**
	 * Why nothing can be restored, or {@code null} if it can.
	 */
	@Nullable String obstacle() {
		if (this.mapping.incarnation() == null) {
			return "its mapping needs an incarnation, which tells the restored entity from the one that was archived";
		}
		EntityModel model = EntityModel.of(this.operations.converter().entity(this.mapping.current()));
		if (model.readsTokenRows()) {
			String name = this.mapping.current().getSimpleName();
			return "its row key template \"" + model.keys().row() + "\" needs a literal at its beginning, such as \""
					+ name.toLowerCase(Locale.ROOT)
					+ "_\": for a while, its partition has a token row, which must not be read as a " + name;
		}
		return null;
	}

	/**
	 * The restore of a version.
	 * @param move names the key of the entity when it is current, and the tables
	 * @param life the life that ends with it
	 * @param version what no other version of that life has
	 */
	Move restore(Move move, String life, String version) {
		byte[] all = String.join(" ", move.rowKey(), life, version).getBytes(StandardCharsets.UTF_8);
		return Move.settled(move.tables(), move.key(), life, UUID.nameUUIDFromBytes(all).toString());
	}

	private CommitToken token(Move restore) {
		return new CommitToken(restore.table(), restore.partitionKey(), Objects.requireNonNull(restore.token()));
	}

	/**
	 * Restores an entity, if that has neither happened nor been forbidden. Two requests.
	 * @throws UniqueIndexException if another entity has a key of its by now
	 */
	Outcome begin(Move restore, C entity, MessageContext context) {
		forgetLater(restore);
		context.check();
		CommitToken token = token(restore);
		try {
			this.operations.inPartition(token.table(), token.partitionKey())
				.insert(entity)
				.write(commits().tokenRow(token, Map.of()))
				.commit();
			return Outcome.DONE;
		}
		catch (UniqueIndexException ex) {
			throw ex;
		}
		catch (DuplicateKeyException ex) {
			return settle(restore, context);
		}
	}

	/**
	 * Sees to it that a version is restored by now, or never. One request if it is known
	 * already, and otherwise three more.
	 */
	Outcome settle(Move restore, MessageContext context) {
		Optional<CommitOutcome> known = commits().find(token(restore));
		if (known.isPresent()) {
			return known.get().isCommitted() ? Outcome.DONE : Outcome.REFUSED;
		}
		context.check();
		forgetLater(restore);
		context.check();
		return commits().settle(token(restore)).isCommitted() ? Outcome.DONE : Outcome.FORBIDDEN;
	}

	/**
	 * Goes out before the row of the token, so that no process that ends leaves that
	 * behind, and comes when the row is old enough.
	 */
	private void forgetLater(Move restore) {
		GuardTimes times = this.queue.options().times();
		this.queue.send(QueueMessage.of(this.type, restore), times.fence().plus(times.write()));
	}

	/**
	 * What became of a restore, a day ago or more. What is younger comes again.
	 * @return empty if it is not known, or too young
	 */
	Optional<Outcome> past(Move restore) {
		CommitOutcome settlement = commits().find(token(restore)).orElse(null);
		if (settlement == null) {
			return Optional.empty();
		}
		QueueOptions options = this.queue.options();
		if (settlement.at().plus(options.times().fence()).isAfter(options.clock().instant())) {
			forgetLater(restore);
			return Optional.empty();
		}
		return Optional.of(settlement.isCommitted() ? Outcome.DONE : Outcome.FORBIDDEN);
	}

	/**
	 * Forgets what became of a restore: who was at it then has ended, one way or another.
	 */
	void forget(Move restore) {
		commits().forget(token(restore));
	}

	/**
	 * The same as that of the queue, so that its worker forgets tokens by the same times.
	 */
	private CommitProtocol commits() {
		QueueOptions options = this.queue.options();
		return new CommitProtocol(this.queue.gateway(), options.clock(), options.times().fence());
	}

	/**
	 * What became of the restore of a version.
	 */
	enum Outcome {

		/**
		 * The entity has been current, whatever it is now.
		 */
		DONE,

		/**
		 * It never will be, from now on and for a day.
		 */
		FORBIDDEN,

		/**
		 * It was forbidden before, and it is not known yet for how long.
		 */
		REFUSED

	}

}
