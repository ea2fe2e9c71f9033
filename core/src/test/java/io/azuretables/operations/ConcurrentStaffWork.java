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

package io.azuretables.operations;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import io.azuretables.key.TableKey;
import io.azuretables.operations.Staff.Clerk;
import io.azuretables.operations.Staff.Details;
import io.azuretables.operations.Staff.Visitor;
import io.azuretables.operations.Staff.Worker;
import io.azuretables.query.Update;
import io.azuretables.write.PartialWriteException;

import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.OptimisticLockingFailureException;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Many threads that change the same few entities at the same time. Some of these only
 * ever grow older, and every success is counted.
 */
class ConcurrentStaffWork {

	private static final int THREADS = 16;

	private static final int IDS = 3;

	private static final int COUNTED = 100;

	private final StaffStore store;

	private final TableTemplate template;

	private final boolean watched;

	private final AtomicInteger[] birthdays = { new AtomicInteger(), new AtomicInteger() };

	private final Map<String, AtomicInteger> outcomes = new ConcurrentHashMap<>();

	/**
	 * Work on a store.
	 * @param watched whether a scan sees a single state, so that the indexes can be
	 * checked at any time
	 */
	ConcurrentStaffWork(StaffStore store, boolean watched) {
		this.store = store;
		this.template = store.template();
		this.watched = watched;
		this.template.insert(Staff.of(Clerk.class, "Sales", COUNTED, new Details(null, "city", 0), null));
		this.template.insert(Staff.of(Visitor.class, "Sales", COUNTED, new Details(null, "city", 0), null));
	}

	Map<String, AtomicInteger> outcomes() {
		return this.outcomes;
	}

	void run(long seed, int operations) throws InterruptedException {
		ExecutorService threads = Executors.newFixedThreadPool(THREADS);
		try {
			List<Future<?>> done = new ArrayList<>();
			for (int thread = 0; thread < THREADS; thread++) {
				Random random = new Random(seed * THREADS + thread);
				done.add(threads.submit(() -> IntStream.range(0, operations / THREADS).forEach((i) -> count(random))));
			}
			for (Future<?> one : done) {
				one.get();
			}
		}
		catch (ExecutionException ex) {
			throw new AssertionError("seed " + seed, ex.getCause());
		}
		finally {
			threads.shutdownNow();
		}
		check("seed " + seed);
	}

	private void check(String description) {
		this.store.checkIndexes(description);
		Map<TableKey, Details> details = this.store.details();
		assertThat(details.get(key(Clerk.class)).age()).as(description).isEqualTo(this.birthdays[0].get());
		assertThat(details.get(key(Visitor.class)).age()).as(description).isEqualTo(this.birthdays[1].get());
	}

	private TableKey key(Class<?> type) {
		return this.store.key(Staff.of(type, "Sales", COUNTED, new Details(null, null, 0), null));
	}

	private void count(Random random) {
		String outcome = "done";
		int operation = random.nextInt(11);
		try {
			work(operation, random);
		}
		catch (OptimisticLockingFailureException | DuplicateKeyException | PartialWriteException ex) {
			outcome = ex.getClass().getSimpleName();
			checkCause(ex);
		}
		this.outcomes.computeIfAbsent(operation + " " + outcome, (key) -> new AtomicInteger()).incrementAndGet();
		if (this.watched && random.nextInt(10) == 0) {
			this.store.checkIndexes("at any time");
		}
	}

	private static void checkCause(Exception ex) {
		if (ex instanceof PartialWriteException) {
			assertThat(ex.getCause()).isInstanceOfAny(OptimisticLockingFailureException.class,
					DuplicateKeyException.class);
		}
	}

	private void work(int operation, Random random) {
		Worker worker = (Worker) random(Worker.class, random);
		Clerk clerk = (Clerk) random(Clerk.class, random);
		switch (operation) {
			case 0 -> this.template.save(worker);
			case 1 -> this.template.insert(clerk);
			case 2 -> this.template.delete(worker);
			case 3 -> this.template.deleteById(Clerk.class, this.store.key(clerk));
			case 4 -> this.template.merge(Worker.class, this.store.key(worker), Update.update("age", worker.age()));
			case 5 -> this.template.saveAll(List.of(worker, random(Worker.class, random), clerk));
			case 6 -> this.template.inPartition(this.store.table(), "Sales")
				.save(Staff.of(Worker.class, "Sales", worker.id(), worker.details(), null))
				.save(random(Staff.Guest.class, random))
				.commit();
			case 7 -> this.template.findById(Clerk.class, this.store.key(clerk))
				.ifPresent((read) -> this.template
					.save(Staff.of(Clerk.class, read.department(), read.id(), clerk.details(), read.etag())));
			default -> birthday(operation, random);
		}
	}

	private void birthday(int operation, Random random) {
		if (operation == 8) {
			this.template
				.updateWithRetry(Clerk.class, key(Clerk.class),
						(read) -> (Clerk) older(read, "city" + random.nextInt(3)))
				.orElseThrow();
			this.birthdays[0].incrementAndGet();
		}
		else if (operation == 9) {
			this.template.merge(Clerk.class, key(Clerk.class), Update.none().increment("age", 1));
			this.birthdays[0].incrementAndGet();
		}
		else {
			Visitor visitor = this.template.findById(Visitor.class, key(Visitor.class)).orElseThrow();
			this.template.save(older(visitor, visitor.city()));
			this.birthdays[1].incrementAndGet();
		}
	}

	private static Staff older(Staff read, String city) {
		return Staff.of(read.getClass(), read.department(), read.id(), new Details(null, city, read.age() + 1),
				read.etag());
	}

	private static Staff random(Class<?> type, Random random) {
		String email = (random.nextInt(4) == 0) ? null : "mail" + random.nextInt(4);
		String city = (random.nextInt(4) == 0) ? null : "city" + random.nextInt(3);
		return Staff.of(type, "Sales", random.nextInt(IDS), new Details(email, city, random.nextInt(5)), null);
	}

}
