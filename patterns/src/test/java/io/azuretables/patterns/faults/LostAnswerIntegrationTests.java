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
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

import io.azuretables.client.Azurite;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.patterns.blob.StorageBlobStore;
import io.azuretables.patterns.queue.transport.LostMessageException;
import io.azuretables.patterns.queue.transport.ReceivedMessage;
import io.azuretables.patterns.queue.transport.StorageMessageTransport;
import io.azuretables.patterns.sample.Rows;
import io.azuretables.row.RowPage;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.dao.TransientDataAccessResourceException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What queues and blobs report when a request or its answer is lost, for every operation
 * and every way of losing it, and what is there then: it is known that it failed, not
 * whether it was done, and to repeat it is safe.
 */
@Tag("storm")
@ExtendWith(Azurite.LogOfFailures.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LostAnswerIntegrationTests {

	private static final Duration HIDDEN = Duration.ofSeconds(3);

	private static final byte[] CONTENT = "content".getBytes(StandardCharsets.UTF_8);

	private final Services services = new Services();

	private StorageMessageTransport queue;

	private StorageBlobStore blobs;

	@BeforeAll
	void connect() {
		this.blobs = this.services.blobs("c" + UUID.randomUUID());
		this.blobs.create();
	}

	@AfterAll
	void close() {
		this.services.close();
	}

	@BeforeEach
	void create() {
		this.queue = this.services.queue("q" + UUID.randomUUID());
		this.queue.create();
	}

	/**
	 * All but the one that queries of tables alone can have.
	 */
	static Stream<NetworkFault> faults() {
		return Arrays.stream(NetworkFault.values()).filter((fault) -> fault != NetworkFault.EMPTY_PAGE);
	}

	/**
	 * Lets the next request fail.
	 */
	private static void injectOnce(FaultProxy proxy, NetworkFault fault) {
		AtomicBoolean first = new AtomicBoolean(true);
		proxy.inject((request) -> first.getAndSet(false) ? fault : null);
	}

	/**
	 * Every fault is seen. A request that is late is done when its client has given up.
	 */
	private void fail(FaultProxy proxy, NetworkFault fault, Runnable operation) {
		injectOnce(proxy, fault);
		assertThatExceptionOfType(TransientDataAccessResourceException.class).isThrownBy(operation::run);
		if (fault == NetworkFault.DELAY) {
			LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(3));
		}
	}

	private static boolean isDone(NetworkFault fault) {
		return fault.isAfter() || fault == NetworkFault.DELAY;
	}

	@ParameterizedTest
	@MethodSource("faults")
	void sendsOnceOrTwiceWhenRepeated(NetworkFault fault) {
		fail(this.services.queues(), fault, () -> this.queue.send("text", Duration.ZERO));
		assertThat(this.queue.depth()).isEqualTo(isDone(fault) ? 1 : 0);
		this.queue.send("text", Duration.ZERO);
		assertThat(this.queue.receive(32, HIDDEN)).extracting(ReceivedMessage::body)
			.hasSize(isDone(fault) ? 2 : 1)
			.containsOnly("text");
	}

	@ParameterizedTest
	@MethodSource("faults")
	void receivesAgainWhatWasReceivedByNobody(NetworkFault fault) {
		this.queue.send("text", Duration.ZERO);
		fail(this.services.queues(), fault, () -> this.queue.receive(1, HIDDEN));
		ReceivedMessage received = receive();
		assertThat(received.body()).isEqualTo("text");
		assertThat(received.deliveries()).isEqualTo(isDone(fault) ? 2 : 1);
	}

	private ReceivedMessage receive() {
		Instant end = Instant.now().plusSeconds(30);
		List<ReceivedMessage> received = this.queue.receive(1, HIDDEN);
		while (received.isEmpty()) {
			assertThat(Instant.now()).isBefore(end);
			LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200));
			received = this.queue.receive(1, HIDDEN);
		}
		return received.get(0);
	}

	@ParameterizedTest
	@MethodSource("faults")
	void losesAMessageThatItHasHiddenWithoutKnowing(NetworkFault fault) {
		this.queue.send("text", Duration.ZERO);
		ReceivedMessage received = receive();
		fail(this.services.queues(), fault, () -> this.queue.update(received, "more", Duration.ofSeconds(30)));
		if (isDone(fault)) {
			assertThatExceptionOfType(LostMessageException.class)
				.isThrownBy(() -> this.queue.update(received, "more", Duration.ZERO));
			assertThat(this.queue.delete(received)).isFalse();
			assertThat(this.queue.depth()).isEqualTo(1);
		}
		else {
			assertThat(this.queue.delete(this.queue.update(received, "more", Duration.ofSeconds(30)))).isTrue();
		}
	}

	@ParameterizedTest
	@MethodSource("faults")
	void deletesOnceHoweverOftenItIsAsked(NetworkFault fault) {
		this.queue.send("text", Duration.ZERO);
		ReceivedMessage received = this.queue.receive(1, Duration.ofSeconds(30)).get(0);
		fail(this.services.queues(), fault, () -> this.queue.delete(received));
		assertThat(this.queue.delete(received)).isEqualTo(!isDone(fault));
		assertThat(this.queue.depth()).isZero();
	}

	@ParameterizedTest
	@MethodSource("faults")
	void putsABlobOnceHoweverOftenItIsAsked(NetworkFault fault) {
		String name = "blob-" + fault;
		fail(this.services.blobs(), fault, () -> this.blobs.putIfAbsent(name, CONTENT));
		assertThat(this.blobs.putIfAbsent(name, CONTENT)).isEqualTo(!isDone(fault));
		assertThat(this.blobs.read(name)).hasValue(CONTENT);
	}

	@ParameterizedTest
	@MethodSource("faults")
	void deletesABlobOnceHoweverOftenItIsAsked(NetworkFault fault) {
		String name = "deleted-" + fault;
		// a read is repeated if the emulator has ended an idle connection
		assertThat(this.blobs.read(name)).isEmpty();
		this.blobs.putIfAbsent(name, CONTENT);
		fail(this.services.blobs(), fault, () -> this.blobs.delete(name));
		assertThat(this.blobs.delete(name)).isEqualTo(!isDone(fault));
		assertThat(this.blobs.read(name)).isEmpty();
	}

	/**
	 * The other faults of tables are those of the gateway's own tests.
	 */
	@Test
	void readsOnAfterAnEmptyPage() {
		TableGateway gateway = this.services.gateway();
		String table = "T" + UUID.randomUUID().toString().replace("-", "");
		gateway.createTable(table);
		for (String key : List.of("a", "b", "c")) {
			gateway.write(table, new RowWrite.Insert(TableRow.of(TableKey.of("p", key), Map.of())));
		}
		injectOnce(this.services.tables(), NetworkFault.EMPTY_PAGE);
		RowPage<TableRow> first = gateway.read(RowRequest.of(table, null), RowReader.rows());
		assertThat(first.rows()).isEmpty();
		assertThat(first.continuation()).isNotNull();
		injectOnce(this.services.tables(), NetworkFault.EMPTY_PAGE);
		assertThat(Rows.of(gateway, table, null)).hasSize(3);
	}

}
