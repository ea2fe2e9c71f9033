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

package io.azuretables.autoconfigure.index;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

import io.azuretables.autoconfigure.employees.Employee;
import io.azuretables.autoconfigure.index.RefreshedStates.States;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.dao.TransientDataAccessResourceException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * What is known of the states of indexes, and when.
 */
class RefreshedStatesTests {

	private final AtomicBoolean broken = new AtomicBoolean();

	private final AtomicInteger reads = new AtomicInteger();

	private final RefreshedStates states = new RefreshedStates(() -> List
		.of(new States((type, index) -> true, this::read), new States((type, index) -> isRead(), this::read)),
			Duration.ofMillis(5));

	@AfterEach
	void stop() {
		this.states.stop();
	}

	private void read() {
		this.reads.incrementAndGet();
		if (this.broken.get()) {
			throw new TransientDataAccessResourceException("no answer");
		}
	}

	private boolean isRead() {
		return this.reads.get() > 0;
	}

	@Test
	void knowsStatesBeforeTheFirstAnswerAndAsksNoMore() {
		assertThat(this.states.isReadable(Employee.class, "email")).isTrue();
		assertThat(this.states.isReadable(Employee.class, "email")).isTrue();
		assertThat(this.reads).hasValue(2);
	}

	@Test
	void plansAsIfAllWereReadableWhileTheServiceIsNotToBeHadAtTheStart() {
		this.broken.set(true);
		assertThat(this.states.isReadable(Employee.class, "email")).isTrue();
		assertThat(this.states.isReadable(Employee.class, "email")).isTrue();
		assertThat(this.reads).as("one look is enough").hasValue(1);
		this.states.start();
		assertThatExceptionOfType(TransientDataAccessResourceException.class)
			.isThrownBy(() -> this.states.isReadable(Employee.class, "email"));
	}

	@Test
	void plansAsIfAllWereReadableWhileNobodyKnowsTheTables() {
		RefreshedStates ofTenant = new RefreshedStates(() -> List.of(new States((type, index) -> false, () -> {
			throw new IllegalStateException("no tenant");
		})), Duration.ofMinutes(1));
		assertThat(ofTenant.isReadable(Employee.class, "email")).isTrue();
	}

	@Test
	void startsBeforeTheWebServer() {
		assertThat(this.states.getPhase()).isLessThan(WebServerApplicationContext.START_STOP_LIFECYCLE_PHASE);
	}

	@Test
	void givesNoAnswerBeforeStatesAreKnown() {
		this.broken.set(true);
		this.states.start();
		assertThatExceptionOfType(TransientDataAccessResourceException.class)
			.isThrownBy(() -> this.states.isReadable(Employee.class, "email"));
		this.broken.set(false);
		assertThat(this.states.isReadable(Employee.class, "email")).isTrue();
	}

	@Test
	void keepsWhatItKnowsWhileNothingCanBeRead() {
		assertThat(this.states.isReadable(Employee.class, "email")).isTrue();
		this.broken.set(true);
		this.states.start();
		this.states.start();
		await(() -> this.reads.get() > 4);
		assertThat(this.states.isReadable(Employee.class, "email")).isTrue();
		assertThat(this.states.isRunning()).isTrue();
		this.states.stop();
		assertThat(this.states.isRunning()).isFalse();
	}

	@Test
	void rejectsAnIntervalThatIsNone() {
		assertThatIllegalArgumentException().isThrownBy(() -> new RefreshedStates(List::of, Duration.ZERO))
			.withMessageContaining("must be at least a millisecond, not PT0S");
	}

	private static void await(BooleanSupplier condition) {
		long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
		while (!condition.getAsBoolean()) {
			assertThat(System.nanoTime()).as("the time it takes").isLessThan(end);
			Thread.onSpinWait();
		}
	}

}
