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

package io.azuretables.patterns.largevalue;

import io.azuretables.patterns.internal.content.ContentNames;
import io.azuretables.patterns.largevalue.LargeValueTemplate.ContentChange;
import io.azuretables.patterns.queue.message.MessageContext;
import io.azuretables.patterns.queue.message.MessageHandler;
import io.azuretables.patterns.queue.message.PermanentMessageException;

/**
 * Deletes unused blobs of large values: the old blob after a successful write, the new
 * one after a write that failed. It handles their messages in the queue. After a write
 * that happened that is the one that was replaced; it is never named again. After one
 * that never will happen it is the new one; the row is read before, since the token of a
 * write that happened may be forgotten when a copy of its message comes.
 *
 * @param property the property
 */
record ContentChanges(LargeValueProperty<?> property) implements MessageHandler<ContentChange> {

	@Override
	public void handle(ContentChange change, MessageContext context) {
		String old = change.old();
		if (old != null) {
			delete(change, old, context);
		}
	}

	@Override
	public void abandoned(ContentChange change, MessageContext context) {
		if (change.written()) {
			String blob = names(change).name(change.key(), context.id());
			if (!this.property.isNamed(change.table(), change.key(), blob)) {
				delete(change, blob, context);
			}
		}
	}

	/**
	 * A message leads to no blob of another entity, whoever has sent it.
	 */
	private void delete(ContentChange change, String blob, MessageContext context) {
		if (!names(change).isNameFor(change.key(), blob)) {
			throw new PermanentMessageException("A message of " + this.property.name()
					+ " names the blob of another entity, which is not deleted; find out who has sent it");
		}
		context.check();
		this.property.blobs().delete(blob);
	}

	private ContentNames names(ContentChange change) {
		return this.property.names(change.table());
	}

}
