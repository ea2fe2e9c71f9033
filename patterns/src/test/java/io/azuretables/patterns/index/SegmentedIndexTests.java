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

package io.azuretables.patterns.index;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.ForwardingTableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.patterns.sample.Clerk;
import io.azuretables.patterns.sample.MeteredGateway.Stopped;
import io.azuretables.query.TableScrollPosition;
import io.azuretables.row.AtomicBatch;
import io.azuretables.row.RowWrite;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Verifying, rebuilding and dropping indexes in segments of partitions.
 */
class SegmentedIndexTests {

	private static final int DEPARTMENTS = 40;

	private static final int CLERKS = 6;

	private final MeetingGateway store = new MeetingGateway();

	private final ClerkTable table = ClerkTable.over(this.store);

	private final IndexAdministration indexes = this.table
		.indexes(this.table.options().withPageSize(8).withConcurrency(4));

	private void fill() {
		for (int i = 0; i < DEPARTMENTS; i++) {
			this.table.store().template().saveAll(ClerkTable.clerks("Dep%02d".formatted(i), CLERKS));
		}
	}

	/**
	 * Two faults of each kind in each department.
	 */
	private void damage() {
		for (int i = 0; i < DEPARTMENTS; i++) {
			String department = "Dep%02d".formatted(i);
			this.table.write(
					List.of(new RowWrite.Delete(this.table.row("email", Clerk.of(department, 1)).key(), RowWrite.ANY),
							new RowWrite.InsertOrReplace(
									this.table.row("email", Clerk.of(department, 3)).with("age", 99)),
							new RowWrite.InsertOrReplace(
									this.table.row("email", Clerk.of(department, 77).withEmail("older")))));
		}
	}

	@Test
	void findsAndCorrectsWhatIsWrongInAllSegments() {
		fill();
		assertThat(this.indexes.verify(Clerk.class, "email").isClean()).isTrue();
		damage();
		List<IndexFinding> findings = new ArrayList<>();
		IndexReport found = this.indexes.verify(Clerk.class, "email", findings::add);
		assertThat(found.entities()).isEqualTo(DEPARTMENTS * CLERKS);
		assertThat(found.count(IndexFinding.Kind.MISSING)).isEqualTo(DEPARTMENTS);
		assertThat(found.count(IndexFinding.Kind.STALE)).isEqualTo(DEPARTMENTS);
		assertThat(found.count(IndexFinding.Kind.ORPHANED)).isEqualTo(DEPARTMENTS);
		assertThat(findings).hasSize(3 * DEPARTMENTS).doesNotHaveDuplicates();
		IndexReport corrected = this.indexes.rebuild(Clerk.class, "email");
		assertThat(corrected.findings()).isEqualTo(found.findings());
		this.table.assertExact("email");
		assertThat(this.indexes.verify(Clerk.class, "email").isClean()).isTrue();
	}

	/**
	 * The first correction of each of four threads waits for the others.
	 */
	@Test
	void correctsSeveralSegmentsAtTheSameTime() {
		fill();
		damage();
		this.store.together = new CountDownLatch(4);
		this.indexes.rebuild(Clerk.class, "email");
		assertThat(this.store.together.getCount()).as("requests that still miss at the same time").isZero();
	}

	private static void await(CountDownLatch latch) {
		try {
			assertThat(latch.await(1, TimeUnit.MINUTES)).isTrue();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	/**
	 * A rebuild is stopped at every 23rd request, and goes on where it was, until it
	 * ends.
	 */
	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void goesOnWhereARebuildWasStopped(boolean afterwards) {
		fill();
		for (int stop = 1; stop < 500; stop += 23) {
			damage();
			AtomicReference<String> position = new AtomicReference<>();
			this.table.store().gateway().stopAt(stop, afterwards);
			try {
				this.indexes.rebuild(Clerk.class, "email", null, (done) -> position.set(done.position().encode()));
			}
			catch (Stopped ex) {
				// the process is gone
			}
			this.table.store().gateway().reset();
			String from = position.get();
			this.indexes.rebuild(Clerk.class, "email", (from != null) ? TableScrollPosition.decode(from) : null,
					(done) -> {
					});
			this.table.assertExact("email");
		}
	}

	@Test
	void dropsAnIndexInSegments() {
		fill();
		this.indexes.withdraw(Clerk.class, "email");
		assertThat(this.indexes.drop(Clerk.class, "email")).isEqualTo(DEPARTMENTS * CLERKS);
		assertThat(this.table.faults("email")).hasSize(DEPARTMENTS * CLERKS);
		TableKey one = this.table.row("email", Clerk.of("Dep00", 1)).key();
		assertThat(this.table.faults("email")).contains(one);
	}

	/**
	 * Lets the first transactions of threads wait for one another.
	 */
	private static final class MeetingGateway extends ForwardingTableGateway {

		private final Thread caller = Thread.currentThread();

		private final Set<Thread> threads = ConcurrentHashMap.newKeySet();

		private volatile CountDownLatch together = new CountDownLatch(0);

		MeetingGateway() {
			super(new EmbeddedTableGateway());
		}

		@Override
		public List<@Nullable String> submit(AtomicBatch batch) {
			if (Thread.currentThread() != this.caller && this.threads.add(Thread.currentThread())) {
				this.together.countDown();
				await(this.together);
			}
			return super.submit(batch);
		}

	}

}
