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

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BiFunction;
import java.util.function.Function;

import io.azuretables.patterns.largevalue.LargeValueTemplate;

/**
 * Writes entities with a content in a blob: new ones, and those that it has written
 * before.
 *
 * @param <T> the entity
 */
final class LargeWork<T> {

	private final LargeValueTemplate<T> contents;

	private final Function<String, T> creation;

	private final BiFunction<T, String, T> change;

	private final Function<T, String> subject;

	private final JournalWriter journal;

	private final Backlog<T> known = new Backlog<>();

	/**
	 * Work on entities of a class.
	 * @param creation gives a new one of a write
	 * @param change gives one as of another write
	 * @param subject what the journal calls it
	 */
	LargeWork(LargeValueTemplate<T> contents, Function<String, T> creation, BiFunction<T, String, T> change,
			Function<T, String> subject, JournalWriter journal) {
		this.contents = contents;
		this.creation = creation;
		this.change = change;
		this.subject = subject;
		this.journal = journal;
	}

	void operate() {
		if (random(4) == 0) {
			insert();
		}
		else {
			this.known.take().ifPresentOrElse(this::change, this::insert);
		}
	}

	private void insert() {
		String write = UUID.randomUUID().toString();
		T entity = this.creation.apply(write);
		T inserted = this.journal.change(this.subject.apply(entity), write,
				() -> this.contents.save(entity, content(write)));
		if (inserted != null) {
			this.known.addLater(inserted);
		}
	}

	private void change(T entity) {
		String subject = this.subject.apply(entity);
		if (random(8) == 0) {
			this.journal.change(subject, Journal.GONE, () -> {
				this.contents.delete(entity);
				return entity;
			});
			return;
		}
		String write = UUID.randomUUID().toString();
		T written = this.journal.change(subject, write,
				() -> this.contents.save(this.change.apply(entity, write), content(write)));
		if (written != null) {
			this.known.add(written);
		}
	}

	/**
	 * The content of an entity as of a write.
	 */
	static byte[] content(String write) {
		return ("a photo of " + write).repeat(50).getBytes(StandardCharsets.UTF_8);
	}

	/**
	 * Deletes contents that no entity names.
	 * @return how many there were
	 */
	long sweep() {
		return this.contents.sweep(Instant.now());
	}

	private static int random(int bound) {
		return ThreadLocalRandom.current().nextInt(bound);
	}

}
