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

import java.util.List;
import java.util.function.Consumer;

import io.azuretables.key.TableKey;
import io.azuretables.operations.TableTemplate;
import io.azuretables.patterns.denormalization.CopyMessage.Copies;
import io.azuretables.patterns.internal.worker.UnknownTypeException;
import io.azuretables.patterns.queue.message.MessageContext;
import io.azuretables.patterns.queue.message.MessageHandler;
import io.azuretables.query.TableQuery;
import io.azuretables.query.TableScrollPosition;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.data.domain.Window;

/**
 * Handles the messages of denormalised copies in a queue worker: updates copies after
 * their source or holder was written. To do so twice, late, or at the same time as
 * another worker, does no harm: values are absolute, and nothing is written that has
 * changed since it was read.
 *
 * @param template reads and writes entities
 * @param mappings the declarations
 * @param rest sends a message about holders that are left for another call
 */
record CopyMessageHandler(TableTemplate template, List<CopyMapping> mappings,
		Consumer<CopyMessage> rest) implements MessageHandler<String> {

	private static final Log logger = LogFactory.getLog(DenormalizationTemplate.class);

	/**
	 * From so many holders on, reading the source costs less than copying it.
	 */
	private static final long MANY = 10_000;

	private static final int PAGE = 100;

	/**
	 * So many pages are written in one call: it must end within the time of a handler.
	 */
	private static final int PAGES = 5;

	@Override
	public void handle(String payload, MessageContext context) {
		CopyMessage message = CopyMessage.parse(payload);
		for (Copies copies : message.adopted()) {
			copies.writer(this.template).settle(mapping(copies.name()), message.entity(), context::check);
		}
		for (Copies copies : message.changed()) {
			writeHolders(copies, message, context);
		}
	}

	private CopyMapping mapping(String name) {
		return this.mappings.stream()
			.filter((mapping) -> mapping.copies().name().equals(name))
			.findFirst()
			.orElseThrow(() -> new UnknownTypeException("No copies '" + name
					+ "' are declared in this process, and a message is about them. Use the same declarations in all processes"));
	}

	/**
	 * Writes copies of a source in its holders, page by page: first a page of holders is
	 * read, then the source.
	 */
	private void writeHolders(Copies copies, CopyMessage message, MessageContext context) {
		CopyMapping mapping = mapping(copies.name());
		CopyWriter writer = copies.writer(this.template);
		TableKey key = message.entity();
		TableQuery holders = mapping.holdersOf(key).limit(PAGE);
		TableScrollPosition from = message.position().isEmpty() ? null : TableScrollPosition.decode(message.position());
		long written = message.written();
		for (int page = 1;; page++) {
			Window<Object> part = writer.holders().query(mapping.holderType()).scroll(holders.from(from));
			if (!part.isEmpty()) {
				Object source = writer.source(mapping, key);
				part.forEach((holder) -> writer.write(mapping, holder, key, source, context::check));
			}
			written += part.size();
			if (!part.hasNext()) {
				report(mapping, written);
				return;
			}
			from = (TableScrollPosition) part.positionAt(part.size() - 1);
			if (page == PAGES) {
				this.rest.accept(new CopyMessage(key, List.of(copies), List.of(), from.encode(), written));
				return;
			}
		}
	}

	private static void report(CopyMapping mapping, long written) {
		if (written > MANY) {
			logger.warn("A write of one " + mapping.sourceType().getSimpleName() + " was followed by writes of "
					+ written + " holders for the " + mapping.copies()
					+ ". Read the source instead of copying it if it changes often");
		}
	}

}
