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

package io.azuretables.patterns.ownership;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.TableGateway;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.dao.InvalidDataAccessResourceUsageException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.mockito.Mockito.mock;

/**
 * Ownership of partitions, in memory.
 */
class EmbeddedOwnershipTests extends OwnershipContract {

	private final TableGateway gateway = new EmbeddedTableGateway();

	@Override
	TableGateway gateway() {
		return this.gateway;
	}

	@Override
	String table() {
		return "Orders";
	}

	@Test
	void saysWhatCreatesTheTable() {
		PartitionOwnership ownership = new PartitionOwnership(new EmbeddedTableGateway(), "Orders", "orders", "p1",
				OwnershipOptions.DEFAULTS, mock(OwnershipListener.class));
		assertThatExceptionOfType(InvalidDataAccessResourceUsageException.class).isThrownBy(ownership::round)
			.withMessageContainingAll("'Orders'", "call PartitionOwnership.start");
	}

	@ParameterizedTest
	@ValueSource(strings = { "host/1234", "a\\b", "a#b", "a?b", "a\nb" })
	void refusesNamesThatKeysCannotHave(String name) {
		OwnershipListener none = new OwnershipListener() {

			@Override
			public void acquired(int slot, long epoch) {
			}

			@Override
			public void released(int slot, long epoch) {
			}

		};
		assertThatIllegalArgumentException().isThrownBy(
				() -> new PartitionOwnership(this.gateway, "Orders", "orders", name, OwnershipOptions.DEFAULTS, none))
			.withMessageContainingAll("process", name);
		assertThatIllegalArgumentException()
			.isThrownBy(
					() -> new PartitionOwnership(this.gateway, "Orders", name, "p1", OwnershipOptions.DEFAULTS, none))
			.withMessageContainingAll("group", name);
	}

	@Test
	void renewsInAThreadOfItsOwn() throws InterruptedException {
		CountDownLatch all = new CountDownLatch(16);
		Map<Integer, Long> slots = new ConcurrentHashMap<>();
		PartitionOwnership ownership = new PartitionOwnership(this.gateway, "Orders", "orders", "p1",
				OwnershipOptions.DEFAULTS.withLease(Duration.ofMillis(600)), new OwnershipListener() {

					@Override
					public void acquired(int slot, long epoch) {
						slots.put(slot, epoch);
						all.countDown();
					}

					@Override
					public void released(int slot, long epoch) {
						slots.remove(slot);
					}

				});
		ownership.start();
		try {
			assertThat(all.await(1, TimeUnit.MINUTES)).isTrue();
			assertThat(ownership.isRunning()).isTrue();
		}
		finally {
			ownership.stop();
		}
		assertThat(slots).isEmpty();
		assertThat(ownership.isRunning()).isFalse();
	}

}
