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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import io.azuretables.client.Azurite;
import io.azuretables.gateway.WriteOutcomeUnknownException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.dao.DataAccessException;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Each request of each write of an entity is lost in each way, that of its writer and
 * that of the worker who goes on with it. What the writer is told is true, and what
 * belongs to the entity is exact when all is at rest. For any pattern; each has a class
 * of its own, so that they run side by side.
 */
@Tag("storm")
@ExtendWith(Azurite.LogOfFailures.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class LostRequestContract {

	/**
	 * The request is lost, its answer is lost, the answer is not the service's, and the
	 * request is late.
	 */
	private static final List<NetworkFault> FAULTS = List.of(NetworkFault.DROP_BEFORE, NetworkFault.DROP_AFTER,
			NetworkFault.BROKEN_AFTER, NetworkFault.DELAY);

	private final Services services = new Services(Azurite.storageConnectionString(), Duration.ofSeconds(30),
			Duration.ofMillis(20));

	private final AtomicInteger entities = new AtomicInteger();

	private WrittenPattern written;

	/**
	 * Opens the pattern for a test.
	 */
	abstract WrittenPattern open(Services services);

	/**
	 * So many requests each write takes at least, with those of the worker.
	 */
	abstract int leastRequests();

	@BeforeAll
	void open() {
		this.services.all().forEach(FaultProxy::holdLate);
		this.written = open(this.services);
	}

	@AfterAll
	void close() {
		this.services.close();
	}

	static Stream<Arguments> cells() {
		return Stream.of(Operation.values())
			.flatMap((operation) -> FAULTS.stream().map((fault) -> Arguments.of(operation, fault)));
	}

	/**
	 * The next attempt is not lost, so that the write is done.
	 */
	@ParameterizedTest
	@MethodSource("cells")
	void isDoneWhenOneRequestIsLost(Operation operation, NetworkFault fault) {
		Loss loss;
		int request = 0;
		do {
			request++;
			int entity = prepared(operation);
			loss = inject(new Loss(fault, request, false));
			Outcome outcome = outcome(() -> operation.perform(this.written, entity));
			this.services.releaseLate();
			this.written.settle();
			settle();
			assertThat(outcome).as("request %d", request).isEqualTo(Outcome.DONE);
			assertThat(this.written.checked(entity)).as("request %d", request).isEqualTo(operation.after());
		}
		while (loss.hasHappened());
		assertThat(request).as("requests, and one that there is not").isGreaterThan(leastRequests());
	}

	/**
	 * The service cannot be reached any more from some request on.
	 */
	@ParameterizedTest
	@MethodSource("cells")
	void saysWhatIsTrueWhenAllRequestsAreLost(Operation operation, NetworkFault fault) {
		Loss loss;
		int request = 0;
		do {
			request++;
			int entity = prepared(operation);
			loss = inject(new Loss(fault, request, true));
			Outcome outcome = outcome(() -> operation.perform(this.written, entity));
			settle();
			assertThat(this.written.checked(entity)).as("request %d: %s", request, outcome).isIn(switch (outcome) {
				case DONE -> values(operation.after());
				case REFUSED -> values(operation.before());
				case UNKNOWN -> values(operation.before(), operation.after());
			});
		}
		while (loss.hasHappened());
	}

	private static List<@Nullable String> values(@Nullable String... values) {
		return new ArrayList<>(Arrays.asList(values));
	}

	/**
	 * A new entity, or a place for one, in which all is at rest.
	 */
	private int prepared(Operation operation) {
		int entity = this.entities.incrementAndGet();
		this.written.prepare(entity);
		String before = operation.before();
		if (before != null) {
			this.written.insert(entity, before);
			this.written.settle();
		}
		assertThat(this.written.checked(entity)).isEqualTo(before);
		return entity;
	}

	private Loss inject(Loss loss) {
		this.services.all().forEach((proxy) -> proxy.inject(loss));
		return loss;
	}

	private void settle() {
		this.services.injectNothing();
		this.services.releaseLate();
		this.written.settle();
		this.written.sweep();
		this.written.settle();
	}

	private static Outcome outcome(Runnable write) {
		try {
			write.run();
			return Outcome.DONE;
		}
		catch (WriteOutcomeUnknownException ex) {
			return Outcome.UNKNOWN;
		}
		catch (DataAccessException ex) {
			return Outcome.REFUSED;
		}
	}

	/**
	 * What a writer is told.
	 */
	private enum Outcome {

		DONE, REFUSED, UNKNOWN

	}

	/**
	 * A write of an entity.
	 */
	enum Operation {

		INSERT(null, "new"), UPDATE("old", "new"), MERGE("old", "new"), DELETE("old", null);

		private final @Nullable String before;

		private final @Nullable String after;

		Operation(@Nullable String before, @Nullable String after) {
			this.before = before;
			this.after = after;
		}

		private @Nullable String before() {
			return this.before;
		}

		private @Nullable String after() {
			return this.after;
		}

		private void perform(WrittenPattern written, int entity) {
			switch (this) {
				case INSERT -> written.insert(entity, "new");
				case UPDATE -> written.update(entity, "new");
				case MERGE -> written.merge(entity, "new");
				case DELETE -> written.delete(entity);
			}
		}

	}

}
