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

import java.time.Duration;
import java.util.List;
import java.util.UUID;

import io.azuretables.convert.TableConverter;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.IndexConsistency;
import io.azuretables.mapping.IndexLayout;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.Table;
import io.azuretables.operations.TableTemplate;
import io.azuretables.operations.TableTemplateOptions;
import io.azuretables.patterns.blob.StorageBlobStore;
import io.azuretables.patterns.index.IndexAdministration;
import io.azuretables.patterns.index.IndexOptions;
import io.azuretables.patterns.interpartition.BlobListGateway;
import io.azuretables.patterns.interpartition.IndexQueue;
import io.azuretables.patterns.interpartition.InterPartitionIndexTemplate;
import io.azuretables.patterns.interpartition.InterPartitionIndexWrites;
import io.azuretables.patterns.queue.transport.EmbeddedMessageTransport;
import io.azuretables.patterns.sample.Store;
import io.azuretables.query.Update;
import io.azuretables.row.RowReader;
import io.azuretables.row.TableRow;
import io.azuretables.sample.MutableClock;
import org.jspecify.annotations.Nullable;

import org.springframework.data.annotation.Version;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Entities that are named in lists of ids in other partitions, or in blobs, each by its
 * value.
 *
 * @param <T> the entity
 */
final class WrittenList<T extends WrittenList.Listed> implements WrittenPattern {

	private final Kind<T> kind;

	private final TableGateway gateway;

	private final String table;

	private final TableTemplate template;

	private final IndexAdministration indexes;

	private final WorkerTime time;

	private WrittenList(Kind<T> kind, Services services, Store store, TableGateway gateway) {
		this.kind = kind;
		this.gateway = gateway;
		this.table = store.names().resolve(kind.type(), kind.table());
		MutableClock clock = WorkerTime.serviceClock();
		IndexOptions options = IndexOptions.DEFAULTS.withTableNames(store.names()).withClock(clock);
		EmbeddedMessageTransport guards = new EmbeddedMessageTransport(clock);
		TableConverter converter = store.template().converter();
		this.template = new TableTemplate(gateway, converter,
				TableTemplateOptions.DEFAULTS.withTableNames(store.names()),
				new InterPartitionIndexWrites(guards, options));
		this.indexes = new IndexAdministration(gateway, converter.mappingContext(), options);
		InterPartitionIndexTemplate worker = new InterPartitionIndexTemplate(this.template, gateway,
				new IndexQueue(guards, new EmbeddedMessageTransport(clock)), options);
		this.time = new WorkerTime(services, clock, () -> guards.depth() > 0, () -> worker.poll(Duration.ofSeconds(30)),
				() -> worker.sweep(kind.type(), Duration.ofHours(1)));
		// a worker handles only what goes with writes to tables of mapped classes
		converter.entity(kind.type());
	}

	/**
	 * Lists in rows.
	 */
	static WrittenList<Resident> inTable(Services services) {
		Store store = WrittenPattern.store(services, "Residents");
		return new WrittenList<>(new Kind<>(Resident.class, "Residents", Resident::new), services, store,
				store.gateway());
	}

	/**
	 * Lists in blobs.
	 */
	static WrittenList<Guest> inBlobs(Services services) {
		Store store = WrittenPattern.store(services, "Guests");
		StorageBlobStore blobs = services.blobs("l" + UUID.randomUUID());
		blobs.create();
		TableGateway gateway = new BlobListGateway(store.gateway(), blobs,
				() -> store.template().converter().mappingContext(), store.names());
		return new WrittenList<>(new Kind<>(Guest.class, "Guests", Guest::new), services, store, gateway);
	}

	private static TableKey key(int entity) {
		return TableKey.of("place" + entity, "id_1");
	}

	/**
	 * The name of a value of an entity, which no other one has.
	 */
	private static String name(int entity, String value) {
		return value + entity;
	}

	@Override
	public void insert(int entity, String value) {
		this.template.insert(this.kind.creation().create("place" + entity, 1, name(entity, value), null));
	}

	@Override
	public void update(int entity, String value) {
		T known = this.template.findById(this.kind.type(), key(entity)).orElseThrow();
		this.template
			.save(this.kind.creation().create(known.place(), known.id(), name(entity, value), known.version()));
	}

	@Override
	public void merge(int entity, String value) {
		this.template.merge(this.kind.type(), key(entity), Update.update("name", name(entity, value)));
	}

	@Override
	public void delete(int entity) {
		this.template.deleteById(this.kind.type(), key(entity));
	}

	@Override
	public void settle() {
		this.time.settle();
	}

	@Override
	public void sweep() {
		this.time.sweep();
	}

	@Override
	public @Nullable String checked(int entity) {
		TableRow row = this.gateway.read(this.table, key(entity), null, RowReader.rows());
		String found = null;
		for (String value : List.of("old", "new")) {
			String name = name(entity, value);
			boolean isNamed = row != null && name.equals(row.get("name"));
			assertThat(this.indexes.keys(this.kind.type(), "name", name)).as(value)
				.isEqualTo(isNamed ? List.of(key(entity)) : List.of());
			found = isNamed ? value : found;
		}
		assertThat(found == null).isEqualTo(row == null);
		return found;
	}

	/**
	 * An entity with a list for each name.
	 */
	interface Listed {

		String place();

		int id();

		@Nullable String version();

	}

	/**
	 * A class with lists.
	 *
	 * @param type the class
	 * @param table its table
	 * @param creation makes entities
	 */
	private record Kind<T>(Class<T> type, String table, Creation<T> creation) {

	}

	/**
	 * Makes an entity.
	 */
	private interface Creation<T> {

		T create(String place, int id, String name, @Nullable String version);

	}

	/**
	 * Is named in a list in a row.
	 */
	@Table("Residents")
	@PartitionKey("{place}")
	@RowKey("id_{id:1}")
	@SecondaryIndex(name = "name", partitionKey = "names", rowKey = "name_{name}", layout = IndexLayout.LIST,
			consistency = IndexConsistency.EVENTUAL)
	record Resident(String place, int id, String name, @Version @Nullable String version) implements Listed {

	}

	/**
	 * Is named in a list in a blob.
	 */
	@Table("Guests")
	@PartitionKey("{place}")
	@RowKey("id_{id:1}")
	@SecondaryIndex(name = "name", partitionKey = "names", rowKey = "name_{name}", layout = IndexLayout.BLOB_LIST,
			consistency = IndexConsistency.EVENTUAL)
	record Guest(String place, int id, String name, @Version @Nullable String version) implements Listed {

	}

}
