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
import java.util.concurrent.atomic.AtomicReference;

import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.EntityType;
import io.azuretables.mapping.NewerTypes;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import io.azuretables.operations.TableNameResolver;
import io.azuretables.operations.TableTemplate;
import io.azuretables.operations.TableTemplateOptions;
import io.azuretables.patterns.archive.ArchiveContract.Claim;
import io.azuretables.patterns.archive.ArchiveContract.OldClaim;
import io.azuretables.patterns.archive.ArchiveTemplate.Found;
import io.azuretables.patterns.queue.EventuallyConsistentQueueTemplate;
import io.azuretables.patterns.queue.QueueWorker;
import io.azuretables.patterns.queue.message.MessageHandlers;
import io.azuretables.patterns.queue.message.QueueOptions;
import io.azuretables.patterns.sample.QueueWorld;
import io.azuretables.patterns.sample.Store;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.data.annotation.Version;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNoException;

/**
 * The promises in memory, under a clock that is put forward.
 */
class EmbeddedArchiveTests extends ArchiveContract {

	@Override
	QueueWorld open() {
		return QueueWorld.embedded();
	}

	/**
	 * Two environments with prefixes share a queue.
	 */
	@Test
	void leavesTablesThatItsProcessDoesNotKnowToOthers() {
		QueueWorld world = open();
		Prefixed dev = new Prefixed(world, "dev");
		Prefixed prod = new Prefixed(world, "prod");
		Claim claim = prod.template.insert(Claim.of("c1", 10));
		TableKey id = prod.template.converter().key(claim);
		prod.archive.archive(claim);
		dev.worker.step();
		assertThat(prod.archive.find(id)).get().extracting(Found::archived).isNull();
		world.settle(prod.worker);
		assertThat(prod.archive.find(id)).get().extracting(Found::current).isNull();
		assertThat(world.connection().poison().depth()).isZero();
	}

	/**
	 * A worker has no tenant.
	 */
	@Test
	void movesInTheTablesThatTheWriterHad() {
		QueueWorld world = open();
		AtomicReference<String> tenant = new AtomicReference<>("ta");
		TableTemplate template = new TableTemplate(world.gateway(),
				Store.over(world.gateway(), "").template().converter(), TableTemplateOptions.DEFAULTS
					.withTableNames((type, name) -> Objects.requireNonNull(tenant.get(), "no tenant") + name));
		EventuallyConsistentQueueTemplate queue = new EventuallyConsistentQueueTemplate(template, world.gateway(),
				world.connection(),
				QueueOptions.DEFAULTS.withClock(world.clock()).withTables((table) -> table.startsWith("t")));
		ArchiveTemplate<Claim, OldClaim> archive = new ArchiveTemplate<>(template, queue,
				ArchiveMapping.of(Claim.class, OldClaim.class, OldClaim::of, OldClaim::toClaim)
					.withIncarnation(Claim::life, Claim::withLife));
		Runnable settle = () -> {
			tenant.set(null);
			world.settle(new QueueWorker(queue, MessageHandlers.none().with(archive.handler())));
		};
		TableKey id = null;
		for (String one : List.of("tb", "ta")) {
			tenant.set(one);
			Claim claim = template.insert(Claim.of("c1", 10));
			id = template.converter().key(claim);
			archive.archive(claim);
		}
		settle.run();
		assertThat(world.connection().poison().depth()).isZero();
		for (String one : List.of("ta", "tb")) {
			tenant.set(one);
			assertThat(archive.find(Objects.requireNonNull(id))).get().extracting(Found::current).isNull();
		}
		assertThat(archive.restore(Objects.requireNonNull(id))).isTrue();
		settle.run();
		tenant.set("ta");
		assertThat(archive.find(id)).get().extracting(Found::current).isNull();
		tenant.set("tb");
		assertThat(archive.find(id)).get().extracting(Found::archived).isNull();
	}

	@ParameterizedTest
	@EnumSource
	void needsEntitiesOfNewerVersions(NewerTypes newerTypes) {
		QueueWorld world = open();
		TableMappingContext context = new TableMappingContext(new TableCustomConversions());
		context.setNewerTypes(newerTypes);
		TableTemplate template = new TableTemplate(world.gateway(), new TableConverter(context));
		EventuallyConsistentQueueTemplate queue = new EventuallyConsistentQueueTemplate(template, world.gateway(),
				world.connection(), QueueOptions.DEFAULTS.withClock(world.clock()));
		ThrowingCallable making = () -> new ArchiveTemplate<>(template, queue, ArchiveMapping.of(Parcel.class,
				OldParcel.class, (parcel) -> new OldParcel(parcel.id(), null), (old) -> new Parcel(old.id(), null)));
		if (newerTypes == NewerTypes.FAIL) {
			assertThatNoException().isThrownBy(making);
		}
		else {
			assertThatIllegalArgumentException().isThrownBy(making)
				.withMessageContaining("Parcel cannot be archived or restored by this process")
				.withMessageContaining("set azure.tables.newer-types to fail");
		}
	}

	@Table("Parcels")
	@PartitionKey("all")
	@RowKey("parcel_{id}")
	@EntityType(value = "Parcel", version = 1)
	record Parcel(String id, @Nullable @Version String version) {

	}

	@Table("OldParcels")
	@PartitionKey("all")
	@RowKey("parcel_{id}")
	record OldParcel(String id, @Nullable @Version String version) {

	}

	/**
	 * An environment that tells its tables from those of others by a prefix.
	 */
	private static final class Prefixed {

		private final TableTemplate template;

		private final ArchiveTemplate<Claim, OldClaim> archive;

		private final QueueWorker worker;

		Prefixed(QueueWorld world, String prefix) {
			this.template = new TableTemplate(world.gateway(), Store.over(world.gateway(), "").template().converter(),
					TableTemplateOptions.DEFAULTS.withTableNames(TableNameResolver.prefixed(prefix)));
			EventuallyConsistentQueueTemplate queue = new EventuallyConsistentQueueTemplate(this.template,
					world.gateway(), world.connection(), QueueOptions.DEFAULTS.withClock(world.clock()));
			this.archive = new ArchiveTemplate<>(this.template, queue,
					ArchiveMapping.of(Claim.class, OldClaim.class, OldClaim::of, OldClaim::toClaim)
						.withIncarnation(Claim::life, Claim::withLife));
			this.worker = new QueueWorker(queue, MessageHandlers.none().with(this.archive.handler()));
		}

	}

}
