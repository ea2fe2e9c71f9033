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

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;

import io.azuretables.callback.AfterSaveCallback;
import io.azuretables.client.FaultyGateway;
import io.azuretables.client.FaultyGateway.Fault;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import io.azuretables.operations.TableTemplate;
import io.azuretables.patterns.blob.BlobStore;
import io.azuretables.patterns.blob.BlobStore.Blob;
import io.azuretables.patterns.largevalue.LargeValueTemplate.ContentChange;
import io.azuretables.patterns.queue.EventuallyConsistentQueueTemplate;
import io.azuretables.patterns.queue.QueueWorker;
import io.azuretables.patterns.queue.message.MessageHandlers;
import io.azuretables.patterns.queue.message.QueueMessage;
import io.azuretables.patterns.queue.message.QueueOptions;
import io.azuretables.patterns.sample.Portrait;
import io.azuretables.patterns.sample.Store;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import io.azuretables.write.WriteFencedException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.data.annotation.Version;
import org.springframework.data.mapping.callback.EntityCallbacks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What large values with a queue promise besides, over any stores.
 */
abstract class GuardedLargeValueContract extends LargeValueContract {

	@Override
	boolean isGuarded() {
		return true;
	}

	@Test
	void isUsedWithAQueueAsThePageSays() {
		TableTemplate template = this.tables;
		BlobStore container = this.blobs;
		EventuallyConsistentQueueTemplate queue = queue(template, this.world.connection());
		// tag::queue[]
		LargeValueTemplate<Portrait> portraits = new LargeValueTemplate<>(template, queue, container, Portrait.class,
				"photo");
		QueueWorker worker = new QueueWorker(queue, MessageHandlers.none().with(portraits.handler().orElseThrow()));
		// end::queue[]
		Portrait saved = portraits.save(portraits.save(Portrait.of(1, "Ann"), bytes("one")), bytes("two"));
		this.world.settle(worker);
		assertThat(stored()).containsExactly(Objects.requireNonNull(saved.photo()).blob());
	}

	/**
	 * Whatever request is the last one of a process, a worker deletes what is not named.
	 */
	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void leavesNothingToTheSweep(boolean afterwards) {
		for (int request = 1; request <= 4; request++) {
			Portrait ann = this.photos.save(Portrait.of(request, "Ann"), bytes("one"));
			stops(request, afterwards, () -> this.photos.save(ann, bytes("two")));
			checkSettled();
			Portrait left = find(request);
			stops(request, afterwards, () -> this.photos.remove(left));
			checkSettled();
			Portrait last = this.photos.save(find(request), bytes("three"));
			stops(request, afterwards, () -> this.photos.delete(last));
			checkSettled();
		}
	}

	private void checkSettled() {
		checkContents();
		settle();
		checkContents();
		assertThat(stored()).isEqualTo(named());
		assertThat(this.store.rows(table(), "PartitionKey eq 'Sales'"))
			.noneMatch((row) -> row.key().rowKey().startsWith("~t|"));
	}

	private TreeSet<String> stored() {
		return new TreeSet<>(this.blobs.list("").map(Blob::name).toList());
	}

	/**
	 * The worker receives the message, reads the token row, deletes the blob and hides
	 * the message; then it receives, deletes the token row and the message.
	 */
	@Test
	void costsTheWorkerTwoRequestsAndOneToForget() {
		Portrait ann = this.photos.save(Portrait.of(1, "Ann"), bytes("one"));
		settle();
		this.photos.save(ann, bytes("two"));
		QueueWorker worker = worker(MessageHandlers.none().with(this.photos.handler().orElseThrow()));
		this.world.pass(Duration.ofMinutes(2));
		assertRequests(2 + 2, worker::step, 0);
		this.world.pass(Duration.ofMinutes(11));
		assertRequests(1 + 2, worker::step, 0);
		assertThat(this.world.connection().queue().depth()).isZero();
		assertThat(stored()).isEqualTo(named());
	}

	/**
	 * It reads the token row, inserts the fence, reads the entity and deletes the blob.
	 */
	@Test
	void costsTheWorkerFourRequestsIfNothingWasWritten() {
		Portrait ann = this.photos.save(Portrait.of(1, "Ann"), bytes("one"));
		settle();
		stops(2, true, () -> this.photos.save(ann, bytes("two")));
		assertThat(stored()).hasSize(2);
		QueueWorker worker = worker(MessageHandlers.none().with(this.photos.handler().orElseThrow()));
		this.world.pass(Duration.ofMinutes(2));
		assertRequests(4 + 2, worker::step, 0);
		assertThat(stored()).isEqualTo(named());
	}

	@Test
	void keepsTheOldContentForOpenStreamsUntilTheMessageComes() {
		Portrait ann = this.photos.save(Portrait.of(1, "Ann"), bytes("one"));
		settle();
		this.photos.save(ann, bytes("two"));
		QueueWorker worker = worker(MessageHandlers.none().with(this.photos.handler().orElseThrow()));
		this.world.pass(Duration.ofSeconds(50));
		assertThat(worker.step()).isZero();
		assertThat(this.photos.read(ann)).contains(bytes("one"));
		this.world.pass(Duration.ofSeconds(20));
		worker.step();
		assertThat(this.photos.read(ann)).contains(bytes("two"));
	}

	/**
	 * A content of one megabyte has four seconds more.
	 */
	@Test
	void givesALargeContentMoreTime() {
		byte[] large = new byte[1024 * 1024];
		Portrait ann = this.photos.save(Portrait.of(1, "Ann"), bytes("one"));
		settle();
		QueueWorker worker = worker(MessageHandlers.none().with(this.photos.handler().orElseThrow()));
		this.process.before(2, () -> {
			this.world.pass(Duration.ofSeconds(33));
			worker.step();
		});
		Portrait saved = this.photos.save(ann, large);
		this.process.before(2, () -> {
			this.world.pass(Duration.ofSeconds(80));
			worker.step();
		});
		assertThatExceptionOfType(RuntimeException.class).isThrownBy(() -> this.photos.save(saved, large));
		this.process.reset();
		assertThat(this.photos.read(find(1))).contains(large);
		// the late blob was put after its message was handled
		this.photos.sweep(later());
		settle();
		assertThat(stored()).isEqualTo(named());
	}

	@Test
	void refusesARowKeyWithoutALiteral() {
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> values(this.tables, this.blobs, Bare.class, "content"))
			.withMessageContaining("Bare.content is written with a queue")
			.withMessageContaining("such as \"bare_\"");
		assertThat(new LargeValueTemplate<>(this.tables, this.gateway, this.blobs, Bare.class, "content").handler())
			.isEmpty();
	}

	@Test
	void leavesTheBlobsOfOthersAlone() {
		Portrait ann = this.photos.save(Portrait.of(1, "Ann"), bytes("one"));
		Portrait bob = this.photos.save(Portrait.of(2, "Bob"), bytes("two"));
		ContentChange forged = new ContentChange(table(), key(bob), false, ann.photo());
		queue(this.tables, this.world.connection()).send(QueueMessage.of("content:Portrait.photo", forged));
		settle();
		assertThat(this.world.connection().poison().depth()).isEqualTo(1);
		assertThat(stored()).hasSize(2);
	}

	/**
	 * What a callback says after the transaction does not undo it.
	 */
	@Test
	void keepsWhatWasSavedWhenACallbackFails() {
		Portrait ann = this.photos.save(Portrait.of(1, "Ann"), bytes("one"));
		this.tables.setEntityCallbacks(EntityCallbacks.create((AfterSaveCallback<Object>) (entity, row, table) -> {
			throw new DataIntegrityViolationException("refused too late");
		}));
		assertThatExceptionOfType(DataIntegrityViolationException.class)
			.isThrownBy(() -> this.photos.save(ann, bytes("two")));
		this.tables.setEntityCallbacks(EntityCallbacks.create());
		settle();
		assertThat(this.photos.read(find(1))).contains(bytes("two"));
		assertThat(stored()).isEqualTo(named());
	}

	/**
	 * Before a blob is swept that no row names, its write is forbidden; so a sweep of any
	 * age takes nothing away.
	 */
	@Test
	void sweepsNothingThatIsAboutToBeNamed() {
		Portrait ann = this.photos.save(Portrait.of(1, "Ann"), bytes("one"));
		settle();
		LargeValueTemplate<Portrait> other = values(this.tables, this.blobs, Portrait.class, "photo");
		List<Long> swept = new ArrayList<>();
		// after the blob was written, and before its entity is
		this.process.before(3, () -> swept.add(other.sweep(later())));
		assertThatExceptionOfType(WriteFencedException.class).isThrownBy(() -> this.photos.save(ann, bytes("two")));
		assertThat(swept).containsExactly(1L);
		assertThat(this.photos.read(find(1))).contains(bytes("one"));
		settle();
		assertThat(stored()).isEqualTo(named());
	}

	/**
	 * The row is read again after the write was forbidden, which may have come too late.
	 */
	@Test
	void sweepsNothingThatIsNamedMeanwhile() {
		Portrait ann = this.photos.save(Portrait.of(1, "Ann"), bytes("one"));
		settle();
		String token = "named-meanwhile";
		String blob = Objects.requireNonNull(ann.photo()).blob().replaceAll("[^/]*$", token);
		this.blobs.putIfAbsent(blob, bytes("two"));
		Store direct = this.store;
		// the list, the read of the named one, the read of the other one
		this.process.before(4, () -> {
			TableRow row = Objects.requireNonNull(direct.gateway().read(table(), key(ann), null, RowReader.rows()));
			Map<String, Object> properties = new LinkedHashMap<>(row.properties());
			properties.put("photo_blob", blob);
			this.world.gateway().write(table(), new RowWrite.InsertOrReplace(TableRow.of(key(ann), properties)));
			this.world.gateway()
				.write(table(),
						new RowWrite.Insert(TableRow.of(TableKey.of("Sales", "~t|" + token), Map.of("state", "C"))));
		});
		assertThat(this.photos.sweep(later())).isZero();
		assertThat(stored()).contains(blob);
	}

	/**
	 * Each request to the table is lost in each way. Whatever the writer was told, the
	 * row has its content, and nothing else is left.
	 */
	@ParameterizedTest
	@EnumSource
	void keepsTheContentThatTheRowNamesWhenRequestsAreLost(Fault fault) {
		Portrait ann = this.photos.save(Portrait.of(1, "Ann"), bytes("one"));
		settle();
		boolean failed = true;
		for (int request = 1; failed; request++) {
			FaultyGateway faulty = new FaultyGateway(this.world.gateway(), request, fault);
			Store lossy = Store.over(faulty, this.prefix);
			LargeValueTemplate<Portrait> writer = new LargeValueTemplate<>(
					lossy.template(), new EventuallyConsistentQueueTemplate(lossy.template(), lossy.gateway(),
							this.world.connection(), QueueOptions.DEFAULTS.withClock(this.world.clock())),
					this.blobs, Portrait.class, "photo");
			String text = "content " + request;
			boolean saved = isDone(() -> writer.save(find(1), bytes(text)));
			failed = faulty.hasFailed();
			checkSettled();
			if (saved) {
				assertThat(this.photos.read(find(1))).contains(bytes(text));
			}
			else {
				assertThat(failed).isTrue();
			}
		}
		assertThatExceptionOfType(OptimisticLockingFailureException.class)
			.isThrownBy(() -> this.photos.save(ann, bytes("late")));
	}

	private static boolean isDone(Runnable action) {
		try {
			action.run();
			return true;
		}
		catch (DataAccessException ex) {
			return false;
		}
	}

	/**
	 * An entity whose row key could be that of a token row.
	 */
	@Table("Bare")
	@PartitionKey("{id}")
	@RowKey("{name}")
	record Bare(String id, String name, @Nullable LargeValue content, @Version @Nullable String version) {

	}

}
