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

package io.azuretables.patterns.together;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.Movable;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.Table;
import io.azuretables.operations.TableTemplate;
import io.azuretables.patterns.archive.ArchiveMapping;
import io.azuretables.patterns.archive.ArchiveTemplate;
import io.azuretables.patterns.index.IndexAdministration;
import io.azuretables.patterns.move.MoveTemplate;
import io.azuretables.patterns.queue.EventuallyConsistentQueueTemplate;
import io.azuretables.patterns.queue.QueueWorker;
import io.azuretables.patterns.queue.message.MessageHandlers;
import io.azuretables.patterns.queue.message.QueueOptions;
import io.azuretables.patterns.sample.QueueWorld;
import io.azuretables.patterns.transfer.ImportMode;
import io.azuretables.patterns.transfer.TableExport;
import io.azuretables.patterns.transfer.TableImport;
import io.azuretables.patterns.transfer.TransferLocation;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import io.azuretables.repository.config.EnableTableAuditing;
import io.azuretables.sample.MutableClock;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.annotation.CreatedDate;
import org.springframework.data.annotation.LastModifiedDate;
import org.springframework.data.annotation.Version;
import org.springframework.data.auditing.DateTimeProvider;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for audited entities that are indexed by the time of their last change, and that
 * are moved, archived, restored, exported and imported.
 */
class AuditedPatternsTests {

	private static final TableKey KEY = TableKey.of("Sales", "note_1");

	private static final Duration DAY = Duration.ofDays(1);

	private final QueueWorld world = QueueWorld.embedded();

	private final AnnotationConfigApplicationContext context = context();

	private final TableTemplate template = template(this.world.gateway());

	private final EventuallyConsistentQueueTemplate queue = new EventuallyConsistentQueueTemplate(this.template,
			this.world.gateway(), this.world.connection(), QueueOptions.DEFAULTS.withClock(this.world.clock()));

	private AnnotationConfigApplicationContext context() {
		AnnotationConfigApplicationContext made = new AnnotationConfigApplicationContext();
		made.registerBean("clock", MutableClock.class, this.world::clock);
		made.register(Auditing.class);
		made.refresh();
		return made;
	}

	private TableTemplate template(io.azuretables.gateway.TableGateway gateway) {
		TableTemplate made = new TableTemplate(gateway,
				new TableConverter(this.context.getBean(TableMappingContext.class)));
		made.setApplicationContext(this.context);
		return made;
	}

	@AfterEach
	void close() {
		this.context.close();
	}

	private Note find(TableKey key) {
		return this.template.findById(Note.class, key).orElseThrow();
	}

	/**
	 * Lets a day pass, writes, and returns what is stored.
	 */
	private Note after(TableKey key, Runnable write) {
		this.world.pass(DAY);
		write.run();
		Note found = find(key);
		assertThat(this.template.find(
				TableQuery
					.of(Criteria.where("team").is(found.team()).and(Criteria.where("changed").is(found.changed()))),
				Note.class))
			.extracting(Note::text)
			.containsExactly(found.text());
		IndexAdministration indexes = new IndexAdministration(this.world.gateway(),
				this.template.converter().mappingContext());
		assertThat(indexes.verify(Note.class, "changed").findings()).isEmpty();
		return found;
	}

	@Test
	void keepsTheTimeOfCreationInAllWritesOfAnEntity() {
		Instant begin = this.world.clock().instant();
		this.template.insert(Note.of("Sales", 1));
		List<Runnable> writes = List.of(() -> this.template.save(find(KEY).with("a")),
				() -> this.template.update(find(KEY).with("b")),
				() -> this.template.saveAll(List.of(find(KEY).with("c"))),
				() -> this.template.inPartition("Notes", "Sales").save(find(KEY).with("d")).commit(),
				() -> this.template.updateWithRetry(Note.class, KEY, (note) -> note.with("e")),
				() -> this.queue.guarded(io.azuretables.patterns.queue.message.QueueMessage.of("x", "y"), "Notes",
						"Sales", (transaction) -> transaction.save(find(KEY).with("f"))));
		for (int i = 0; i < writes.size(); i++) {
			Note note = after(KEY, writes.get(i));
			assertThat(note.created()).isEqualTo(begin);
			assertThat(note.changed()).isEqualTo(begin.plus(DAY.multipliedBy(i + 1)));
		}
		MoveTemplate<Note> moves = new MoveTemplate<>(this.template, this.queue, Note.class);
		Note moved = after(TableKey.of("IT", "note_1"), () -> moves.move(find(KEY), (note) -> note.in("IT")));
		assertThat(moved.created()).isEqualTo(begin);
		assertThat(moved.changed()).isEqualTo(this.world.clock().instant());
	}

	@Test
	void createsAgainWhatIsRestoredOrImported(@TempDir Path directory) {
		Instant begin = this.world.clock().instant();
		this.template.insert(Note.of("Sales", 1));
		ArchiveTemplate<Note, OldNote> archive = new ArchiveTemplate<>(this.template, this.queue,
				ArchiveMapping.of(Note.class, OldNote.class, OldNote::of, OldNote::toNote)
					.withIncarnation(Note::life, Note::withLife));
		QueueWorker worker = new QueueWorker(this.queue, MessageHandlers.none().with(archive.handler()));
		this.world.pass(DAY);
		archive.archive(find(KEY));
		this.world.settle(worker);
		assertThat(archive.find(KEY).orElseThrow().archived()).extracting(OldNote::created).isEqualTo(begin);
		archive.restore(KEY);
		this.world.settle(worker);
		assertThat(find(KEY).created()).isAfter(begin);
		Instant restored = find(KEY).created();
		TransferLocation location = TransferLocation.directory(directory);
		new TableExport(this.world.gateway()).export(this.template, Note.class, location, (progress) -> {
		});
		EmbeddedTableGateway other = new EmbeddedTableGateway(this.world.clock());
		TableTemplate target = template(other);
		this.world.pass(DAY);
		new TableImport(other).load(location, target, Note.class, ImportMode.INSERT, (progress) -> {
		});
		assertThat(target.findById(Note.class, KEY).orElseThrow().created()).isAfter(Objects.requireNonNull(restored));
	}

	@Configuration(proxyBeanMethods = false)
	@EnableTableAuditing(dateTimeProviderRef = "times")
	static class Auditing {

		@Bean
		TableMappingContext tableMappingContext() {
			return new TableMappingContext(new TableCustomConversions());
		}

		@Bean
		DateTimeProvider times(MutableClock clock) {
			return () -> Optional.of(clock.instant());
		}

	}

	@Table("Notes")
	@PartitionKey("{team}")
	@RowKey("note_{id:1}")
	@SecondaryIndex(name = "changed", rowKey = "changed_{changed:desc}_{id}")
	@Movable
	record Note(String team, int id, @Nullable String text, @CreatedDate @Nullable Instant created,
			@LastModifiedDate @Nullable Instant changed, @Nullable String life, @Version @Nullable String version) {

		static Note of(String team, int id) {
			return new Note(team, id, null, null, null, null, null);
		}

		Note with(String newText) {
			return new Note(this.team, this.id, newText, this.created, this.changed, this.life, this.version);
		}

		Note in(String newTeam) {
			return new Note(newTeam, this.id, this.text, this.created, this.changed, this.life, this.version);
		}

		Note withLife(String newLife) {
			return new Note(this.team, this.id, this.text, this.created, this.changed, newLife, this.version);
		}

	}

	@Table("OldNotes")
	@PartitionKey("{team}")
	@RowKey("note_{id:1}")
	record OldNote(String team, int id, @Nullable String text, @Nullable Instant created, @Nullable String life,
			@Version @Nullable String version) {

		static OldNote of(Note note) {
			return new OldNote(note.team(), note.id(), note.text(), note.created(), note.life(), null);
		}

		Note toNote() {
			return new Note(this.team, this.id, this.text, this.created, null, this.life, null);
		}

	}

}
