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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

import io.azuretables.gateway.ForwardingTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.patterns.sample.MeteredGateway;
import io.azuretables.row.RowPage;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.RowWrite;
import io.azuretables.sample.MutableClock;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.springframework.dao.TransientDataAccessResourceException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * What ownership of partitions does, on any store.
 */
abstract class OwnershipContract {

	private static final Duration LEASE = Duration.ofSeconds(30);

	private final MutableClock clock = new MutableClock();

	private final Map<String, Integer> owners = new HashMap<>();

	private final List<Member> members = new ArrayList<>();

	abstract TableGateway gateway();

	abstract String table();

	private Member join() {
		return join(gateway());
	}

	private Member join(TableGateway gateway) {
		gateway().createTable(table());
		Member member = new Member(this.members.size(), gateway);
		this.members.add(member);
		return member;
	}

	private void rounds(int count, Member... alive) {
		for (int i = 0; i < count; i++) {
			for (Member member : alive) {
				member.ownership.round();
			}
			this.clock.pass(LEASE.dividedBy(3));
		}
	}

	@Test
	void ownsAllSlotsAlone() {
		Member one = join();
		one.ownership.round();
		assertThat(one.ownership.owned()).hasSize(16);
		assertThat(one.slots).hasSize(16).containsEntry(0, 1L).containsEntry(15, 1L);
		rounds(4, one);
		assertThat(one.slots).as("renewed, and not taken again").hasSize(16).containsEntry(0, 1L);
	}

	@Test
	void sharesSlotsWithThoseWhoJoin() {
		Member one = join();
		rounds(2, one);
		Member two = join();
		Member three = join();
		rounds(4, one, two, three);
		assertThat(List.of(one.slots.size(), two.slots.size(), three.slots.size())).containsExactlyInAnyOrder(6, 5, 5);
		Set<Integer> all = new TreeSet<>(one.slots.keySet());
		all.addAll(two.slots.keySet());
		all.addAll(three.slots.keySet());
		assertThat(all).hasSize(16);
		assertThat(two.slots.values()).containsOnly(2L);
	}

	@Test
	void takesTheSlotsOfTheDeadWithinTwoLeases() {
		Member one = join();
		Member two = join();
		rounds(4, one, two);
		assertThat(one.slots).hasSize(8);
		rounds(6, two);
		assertThat(two.ownership.owned()).hasSize(16);
		assertThat(two.slots.values()).containsOnly(2L);
		assertThat(one.ownership.owned()).as("by its own clock").isEmpty();
		one.ownership.round();
		assertThat(one.slots.keySet()).as("it is told").isEqualTo(one.ownership.owned());
	}

	@Test
	void takesTheSlotsOfAStoppedOneAtOnce() {
		Member one = join();
		Member two = join();
		rounds(4, one, two);
		one.ownership.stop();
		assertThat(one.slots).isEmpty();
		assertThat(one.ownership.owned()).isEmpty();
		rounds(5, two);
		assertThat(two.ownership.owned()).hasSize(16);
	}

	/**
	 * A process that reads slowly does not count the time before its read.
	 */
	@Test
	void countsTheLeaseOfOthersFromTheEndOfItsRead() {
		Member one = join();
		one.ownership.round();
		HookedGateway slow = new HookedGateway(gateway());
		Member two = join(slow);
		slow.before = () -> {
			this.clock.pass(Duration.ofSeconds(20));
			one.ownership.round();
		};
		two.ownership.round();
		this.clock.pass(Duration.ofSeconds(11));
		two.ownership.round();
		assertThat(one.ownership.owned()).hasSize(16);
		assertThat(two.ownership.owned()).isEmpty();
	}

	@Test
	void leavesTheGroupWhenItIsStopped() {
		Member one = join();
		Member two = join();
		rounds(4, one, two);
		one.ownership.stop();
		two.ownership.round();
		assertThat(two.ownership.owned()).hasSize(16);
		Member three = join();
		three.ownership.round();
		assertThat(three.ownership.owned()).isEmpty();
		assertThat(isMember("p2")).isTrue();
		three.ownership.stop();
		assertThat(isMember("p2")).as("without slots").isFalse();
	}

	@Test
	void leavesTheGroupWhenTheOwnersCannotBeRead() {
		HookedGateway failing = new HookedGateway(gateway());
		Member one = join(failing);
		one.ownership.round();
		failing.fails = true;
		one.ownership.stop();
		assertThat(one.ownership.owned()).isEmpty();
		assertThat(one.slots).as("the listener is told").isEmpty();
		assertThat(isMember("p0")).isFalse();
	}

	private boolean isMember(String process) {
		return gateway().read(table(), new TableKey("~owners|orders", "m|" + process), null, RowReader.rows()) != null;
	}

	@Test
	void costsARequestForEachSlotAndTwoMore() {
		MeteredGateway metered = new MeteredGateway(gateway());
		Member one = join(metered);
		one.ownership.round();
		this.clock.pass(LEASE.dividedBy(3));
		metered.reset();
		one.ownership.round();
		assertThat(metered.requests()).isEqualTo(18);
		metered.reset();
		one.ownership.stop();
		assertThat(metered.requests()).isEqualTo(18);
	}

	@Test
	void endsWithItsLease() {
		Member one = join();
		one.ownership.round();
		assertThat(one.ownership.epoch(3)).hasValue(1);
		this.clock.pass(LEASE.minusMillis(1));
		assertThat(one.ownership.epoch(3)).hasValue(1);
		this.clock.pass(Duration.ofMillis(1));
		assertThat(one.ownership.epoch(3)).isEmpty();
		assertThat(one.ownership.owned()).isEmpty();
		one.ownership.round();
		assertThat(one.slots).as("taken again").containsEntry(3, 2L);
	}

	@Test
	void spreadsPartitionsOverSlots() {
		Member one = join();
		Map<Integer, Integer> counts = new HashMap<>();
		IntStream.range(0, 16_000).forEach((i) -> counts.merge(one.ownership.slot("partition-" + i), 1, Integer::sum));
		assertThat(counts).hasSize(16);
		assertThat(counts.values()).allMatch((count) -> count > 500 && count < 2_000);
		assertThatIllegalArgumentException().isThrownBy(() -> OwnershipOptions.DEFAULTS.withSlots(257))
			.withMessageContaining("256");
		assertThatIllegalArgumentException().isThrownBy(() -> OwnershipOptions.DEFAULTS.withLease(Duration.ZERO));
	}

	/**
	 * A store that does something before the next write, or cannot be read.
	 */
	private static final class HookedGateway extends ForwardingTableGateway {

		private @Nullable Runnable before;

		private boolean fails;

		HookedGateway(TableGateway target) {
			super(target);
		}

		@Override
		public @Nullable String write(String table, RowWrite write) {
			Runnable hook = this.before;
			this.before = null;
			if (hook != null) {
				hook.run();
			}
			return super.write(table, write);
		}

		@Override
		public <T> RowPage<T> read(RowRequest request, RowReader<T> reader) {
			if (this.fails) {
				throw new TransientDataAccessResourceException("down");
			}
			return super.read(request, reader);
		}

	}

	/**
	 * A process of the group, which remembers what it is told. No two are ever told the
	 * same epoch.
	 */
	private final class Member implements OwnershipListener {

		private final int number;

		private final Map<Integer, Long> slots = new HashMap<>();

		private final Set<String> told = new HashSet<>();

		private final PartitionOwnership ownership;

		Member(int number, TableGateway gateway) {
			this.number = number;
			this.ownership = new PartitionOwnership(gateway, table(), "orders", "p" + number,
					OwnershipOptions.DEFAULTS.withLease(LEASE).withClock(OwnershipContract.this.clock), this);
		}

		@Override
		public void acquired(int slot, long epoch) {
			this.slots.put(slot, epoch);
			assertThat(this.told.add(slot + " " + epoch)).isTrue();
			assertThat(OwnershipContract.this.owners.putIfAbsent(slot + " " + epoch, this.number)).isNull();
		}

		@Override
		public void released(int slot, long epoch) {
			assertThat(this.slots.remove(slot)).isEqualTo(epoch);
		}

	}

}
