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

package io.azuretables.patterns.simulation.archive;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.BooleanSupplier;

import io.azuretables.key.TableKey;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import io.azuretables.operations.TableOperations;
import io.azuretables.patterns.archive.ArchiveMapping;
import io.azuretables.patterns.archive.ArchiveTemplate;
import io.azuretables.patterns.archive.ArchivedContent;
import io.azuretables.patterns.queue.EventuallyConsistentQueueTemplate;
import io.azuretables.patterns.queue.QueueWorker;
import io.azuretables.patterns.queue.message.MessageHandlers;
import io.azuretables.patterns.queue.message.QueueOptions;
import io.azuretables.patterns.queue.transport.QueueConnection;
import io.azuretables.patterns.simulation.archive.ArchiveScenario.World;
import io.azuretables.patterns.simulation.template.Templates;
import org.jspecify.annotations.Nullable;

import org.springframework.data.annotation.Version;

/**
 * Moves rows by the archive template and the queue's worker.
 */
final class TemplateMover implements Mover {

	private final EventuallyConsistentQueueTemplate queue;

	private final ArchiveTemplate<Current, Archived> archive;

	private final InstantSource clock;

	private final Duration sweepAge;

	/**
	 * A mover.
	 * @param sweepAge how old a content must be to be swept when nothing in the archive
	 * has it
	 */
	TemplateMover(World world, Duration sweepAge) {
		this.clock = world.simulation().clock();
		this.sweepAge = sweepAge;
		TableOperations operations = Templates.over(world.gateway());
		QueueConnection connection = new QueueConnection(world.queue(), world.poison(), null);
		this.queue = new EventuallyConsistentQueueTemplate(operations, world.gateway(), connection,
				QueueOptions.DEFAULTS.withClock(world.simulation().clock()).withTokens(world.simulation()::token));
		this.archive = new ArchiveTemplate<>(operations, this.queue, ArchiveMapping
			.of(Current.class, Archived.class, (row) -> new Archived(row.owner(), row.inc(), row.v(), null, null),
					(row) -> new Current(row.owner(), row.inc(), row.v(), null))
			.withIncarnation(Current::inc, (row, inc) -> new Current(row.owner(), inc, row.v(), row.etag()))
			.withContent(new ArchivedContent<>(world.blobs(), (row) -> content(row.v()), Archived::document,
					Archived::withDocument)));
	}

	/**
	 * What lies in a blob: not unlike that of another version.
	 */
	static byte[] content(long version) {
		return new byte[] { (byte) (version % 2) };
	}

	@Override
	public void archive(TableKey key, String incarnation) {
		this.archive.archive(new Current(key.partitionKey(), incarnation, 0, null));
	}

	@Override
	public boolean restore(TableKey key) {
		return this.archive.restore(key);
	}

	@Override
	public BooleanSupplier worker() {
		QueueWorker worker = new QueueWorker(this.queue, MessageHandlers.none().with(this.archive.handler()));
		return () -> worker.step() > 0;
	}

	@Override
	public void sweep() {
		this.archive.sweepContents(this.clock.instant().minus(this.sweepAge));
	}

	@Override
	public Optional<String> find(TableKey key) {
		return this.archive.find(key)
			.map((found) -> (found.current() != null) ? found.current().words() : found.archived().words());
	}

	/**
	 * What is moved.
	 */
	@Table("Current")
	@PartitionKey("{owner}")
	@RowKey("r")
	record Current(String owner, String inc, long v, @Version @Nullable String etag) {

		private String words() {
			return this.owner + " " + this.inc + " " + this.v;
		}

	}

	/**
	 * What becomes of it.
	 */
	@Table("Archive")
	@PartitionKey("{owner}")
	@RowKey("r")
	record Archived(String owner, String inc, long v, @Nullable String document, @Version @Nullable String etag) {

		private Archived withDocument(String newDocument) {
			return new Archived(this.owner, this.inc, this.v, newDocument, this.etag);
		}

		private String words() {
			return this.owner + " " + this.inc + " " + this.v;
		}

	}

}
