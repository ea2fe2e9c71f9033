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

import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

import io.azuretables.gateway.TableGateway;
import io.azuretables.operations.TableTemplate;
import io.azuretables.patterns.blob.BlobStore;
import io.azuretables.patterns.faults.Journal.Entry;
import io.azuretables.patterns.largevalue.LargeValueTemplate;
import io.azuretables.patterns.queue.EventuallyConsistentQueueTemplate;
import io.azuretables.patterns.queue.message.MessageHandlerRegistration;
import io.azuretables.patterns.sample.Portrait;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;

/**
 * Writes entities that take more than one row: wide ones, and such with a content in a
 * blob.
 */
final class ContentWork {

	private static final int OWNERS = 3;

	private static final AtomicInteger NUMBERS = new AtomicInteger();

	private final TableTemplate template;

	private final LargeValueTemplate<Poster> guarded;

	private final LargeWork<Portrait> portraits;

	private final LargeWork<Poster> posters;

	private final JournalWriter journal;

	private final Backlog<Dossier> dossiers = new Backlog<>();

	ContentWork(TableTemplate template, EventuallyConsistentQueueTemplate queue, TableGateway gateway, BlobStore blobs,
			JournalWriter journal) {
		this.template = template;
		this.journal = journal;
		// tells portraits of this process from those of others
		String process = UUID.randomUUID().toString();
		this.portraits = new LargeWork<>(new LargeValueTemplate<>(template, gateway, blobs, Portrait.class, "photo"),
				(write) -> new Portrait(process, NUMBERS.incrementAndGet(), write, null, null), Portrait::withName,
				(portrait) -> "portrait:" + portrait.department() + "_" + portrait.id(), journal);
		this.guarded = new LargeValueTemplate<>(template, queue, blobs, Poster.class, "image");
		this.posters = new LargeWork<>(this.guarded,
				(write) -> new Poster("owner" + random(OWNERS), UUID.randomUUID().toString(), write, null, null),
				Poster::in, (poster) -> "poster:" + poster.id(), journal);
	}

	/**
	 * Writes a wide entity, or reads those of an owner while others write them.
	 */
	void operateWide() {
		switch (random(6)) {
			case 0 -> insertWide();
			case 1, 2 -> readWide();
			default -> this.dossiers.take().ifPresentOrElse(this::changeWide, this::insertWide);
		}
	}

	private void insertWide() {
		Dossier dossier = Dossier.of("owner" + random(OWNERS), UUID.randomUUID().toString(),
				UUID.randomUUID().toString());
		Dossier inserted = this.journal.change(subject(dossier), dossier.write(), () -> this.template.insert(dossier));
		if (inserted != null) {
			this.dossiers.addLater(inserted);
		}
	}

	private void readWide() {
		TableQuery query = TableQuery.of(Criteria.where("owner").is("owner" + random(OWNERS))).limit(20);
		for (Dossier dossier : this.template.find(query, Dossier.class)) {
			if (dossier.isTorn()) {
				this.journal.say(Entry.TORN, dossier.id());
			}
		}
	}

	private void changeWide(Dossier known) {
		if (random(8) == 0) {
			this.journal.change(subject(known), Journal.GONE, () -> {
				this.template.delete(known);
				return known;
			});
			return;
		}
		Dossier changed = known.in(UUID.randomUUID().toString());
		Dossier written = this.journal.change(subject(known), changed.write(), () -> this.template.save(changed));
		if (written != null) {
			this.dossiers.add(written);
		}
	}

	private static String subject(Dossier dossier) {
		return "dossier:" + dossier.id();
	}

	/**
	 * Writes an entity with a content.
	 */
	void operateLarge() {
		this.portraits.operate();
	}

	/**
	 * Writes an entity with a content, guarded by a message.
	 */
	void operateGuarded() {
		this.posters.operate();
	}

	MessageHandlerRegistration<?> handler() {
		return this.guarded.handler().orElseThrow();
	}

	/**
	 * Deletes contents that no entity names.
	 * @return how many of them messages should have deleted
	 */
	long sweep() {
		this.portraits.sweep();
		return this.posters.sweep();
	}

	private static int random(int bound) {
		return ThreadLocalRandom.current().nextInt(bound);
	}

}
