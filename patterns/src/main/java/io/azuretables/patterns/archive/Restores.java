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
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

import io.azuretables.key.TableKey;
import io.azuretables.operations.TableOperations;
import io.azuretables.patterns.queue.EventuallyConsistentQueueTemplate;
import io.azuretables.patterns.queue.GuardToken;
import io.azuretables.patterns.queue.WriteGuard;
import io.azuretables.patterns.queue.WriteGuard.Settlement;

import org.springframework.dao.DuplicateKeyException;

/**
 * Is what is in the archive restored, once and for all? Each version of an archived
 * entity has one token, whoever restores it. The entity that is made of it is inserted
 * together with the row of the token, so that there is no second time; and whoever
 * replaces that version settles the token first, so that a worker that has slept does not
 * bring it back.
 */
final class Restores<C> {

	private final TableOperations operations;

	private final EventuallyConsistentQueueTemplate queue;

	private final Class<C> current;

	Restores(TableOperations operations, EventuallyConsistentQueueTemplate queue, Class<C> current) {
		this.operations = operations;
		this.queue = queue;
		this.current = current;
	}

	/**
	 * The token of a version.
	 * @param key the key of the entity when it is current
	 * @param version what no other version of it has
	 */
	GuardToken token(TableKey key, String version) {
		byte[] all = (key.rowKey() + " " + version).getBytes(StandardCharsets.UTF_8);
		return new GuardToken(this.operations.query(this.current).table(), key.partitionKey(),
				UUID.nameUUIDFromBytes(all).toString());
	}

	/**
	 * Restores an entity, if that has neither happened nor been forbidden. Two requests.
	 */
	Restore begin(GuardToken token, C entity) {
		this.queue.forgetLater(token);
		try {
			this.operations.inPartition(token.table(), token.partitionKey())
				.insert(entity)
				.write(guard().claim(token, Map.of()))
				.commit();
			return Restore.DONE;
		}
		catch (DuplicateKeyException ex) {
			return settle(token);
		}
	}

	/**
	 * Sees to it that a version is restored by now, or never. One request if it is known
	 * already, and otherwise three more.
	 */
	Restore settle(GuardToken token) {
		Optional<Settlement> known = guard().find(token);
		if (known.isPresent()) {
			return known.get().isCommitted() ? Restore.DONE : Restore.REFUSED;
		}
		this.queue.forgetLater(token);
		return guard().settle(token).isCommitted() ? Restore.DONE : Restore.FORBIDDEN;
	}

	private WriteGuard guard() {
		return this.queue.guard();
	}

	/**
	 * What became of the restore of a version.
	 */
	enum Restore {

		/**
		 * The entity has been current, whatever it is now.
		 */
		DONE,

		/**
		 * It never will be, from now on and for a day.
		 */
		FORBIDDEN,

		/**
		 * It was forbidden before, and nobody knows for how long yet.
		 */
		REFUSED

	}

}
