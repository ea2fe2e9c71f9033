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
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.azuretables.callback.AfterSaveCallback;
import io.azuretables.client.FaultyGateway;
import io.azuretables.client.FaultyGateway.Fault;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.WriteOutcomeUnknownException;
import io.azuretables.internal.write.BulkWrites;
import io.azuretables.key.InvalidKeyException;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.Table;
import io.azuretables.operations.Staff.Clerk;
import io.azuretables.operations.Staff.Details;
import io.azuretables.operations.Staff.Guest;
import io.azuretables.operations.Staff.Visitor;
import io.azuretables.operations.Staff.Worker;
import io.azuretables.query.TableQuery;
import io.azuretables.sample.Employee;
import io.azuretables.write.PartialWriteException;
import io.azuretables.write.UniqueIndexException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.data.mapping.callback.EntityCallbacks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * Many entities are packed into few transactions, in constant memory, and it is said
 * exactly which were written.
 */
class BulkWriteTests {

	private static final List<String> DEPARTMENTS = List.of("Sales", "Marketing", "Research");

	private final WatchedGateway gateway = new WatchedGateway(new EmbeddedTableGateway());

	private final StaffStore store = new StaffStore(this.gateway, Staff.TABLE);

	private final TableTemplate template = this.store.template();

	@Test
	void packsHundredRowsOfPartitionIntoOneRequest() {
		this.gateway.forget();
		List<Staff> saved = this.template.saveAll(staff(Visitor.class, 1_000));
		// 334, 333 and 333 entities
		assertThat(this.gateway.requests()).hasSize(12).containsOnly("batch");
		assertThat(saved).extracting(Staff::id).containsExactlyElementsOf(IntStream.range(0, 1_000).boxed().toList());
		assertThat(saved).allSatisfy((one) -> assertThat(this.template.findById(Visitor.class, this.store.key(one)))
			.hasValueSatisfying((read) -> assertThat(read.etag()).isEqualTo(one.etag())));
	}

	/**
	 * A careful loop, which collects a hundred rows of each partition, sends as many.
	 */
	@ParameterizedTest
	@ValueSource(ints = { 1, 1_000 })
	void fillsTransactionsOfAHundredPartitionsThatComeInTurns(int length) {
		String city = "x".repeat(length);
		this.gateway.forget();
		this.template.saveAll(IntStream.range(0, 10_000)
			.mapToObj((i) -> Staff.of(Guest.class, "Sales" + i % 100, i, new Details(null, city, i), null))
			.toList());
		assertThat(this.gateway.requests()).hasSize(100).containsOnly("batch");
	}

	@Test
	void neverDividesEntityFromItsIndexRows() {
		List<Staff> some = this.template.saveAll(staff(Clerk.class, 200));
		this.gateway.forget();
		this.template.saveAll(some.stream().map(BulkWriteTests::moved).toList());
		assertThat(this.gateway.writes()).allSatisfy((writes) -> assertThat(writes).hasSizeLessThanOrEqualTo(100));
		Set<TableKey> keys = new HashSet<>();
		this.gateway.writes().forEach((writes) -> {
			long mains = writes.stream().filter((write) -> write.key().rowKey().startsWith("clerk_")).count();
			assertThat(writes).hasSize((int) mains * 7);
			writes.forEach((write) -> assertThat(keys.add(write.key())).isTrue());
		});
		this.store.checkIndexes("after saving all");
	}

	@Test
	void readsEntitiesTogetherThatLieCloseTogether() {
		this.gateway.forget();
		this.template.saveAll(workers(0, 600, 1));
		assertThat(this.gateway.requests()).filteredOn((request) -> !request.equals("batch"))
			.as("nothing there in 3 partitions")
			.containsExactly("query", "query", "query");
		this.gateway.forget();
		this.template.saveAll(workers(0, 600, 1).stream().map(BulkWriteTests::moved).toList());
		assertThat(this.gateway.requests()).filteredOn("query"::equals).hasSize(3);
		assertThat(this.gateway.requests()).doesNotContain("get");
		assertThat(this.gateway.pages())
			.allSatisfy((page) -> assertThat(page.select()).containsExactlyInAnyOrder("email", "city", "age"));
		this.gateway.forget();
		this.template.deleteAll(workers(0, 600, 1));
		assertThat(this.gateway.requests()).filteredOn("query"::equals).hasSize(3);
		assertThat(this.store.rows()).isEmpty();
	}

	@Test
	void readsEntitiesByThemselvesThatLieFarApart() {
		this.template.saveAll(workers(0, 3_000, 1));
		this.gateway.forget();
		List<Staff> few = workers(0, 30, 100).stream().map(BulkWriteTests::moved).toList();
		this.template.saveAll(few);
		assertThat(this.gateway.requests()).filteredOn("query"::equals).as("looked at once in 3 partitions").hasSize(3);
		assertThat(this.gateway.requests()).filteredOn("get"::equals).hasSizeBetween(20, 30);
		assertThat(this.gateway.rowsRead()).isLessThan(100);
		few.forEach((one) -> assertThat(this.store.details().get(this.store.key(one))).isEqualTo(one.details()));
		this.store.checkIndexes("after saving some of many");
	}

	private static List<Staff> workers(int from, int count, int step) {
		return IntStream.range(from, from + count)
			.map((i) -> i * step)
			.mapToObj((i) -> Staff.of(Worker.class, DEPARTMENTS.get(i % 3), i,
					new Details("mail" + i, "city" + i % 7, i % 50), null))
			.toList();
	}

	@Test
	void keepsToConcurrencyLimit() {
		TableTemplate limited = new TableTemplate(this.gateway, this.store.converter(),
				this.store.options().withConcurrency(4));
		CountDownLatch four = new CountDownLatch(4);
		this.gateway.beforeWrite((writes) -> {
			four.countDown();
			await(four);
		});
		this.gateway.forget();
		limited.saveAll(IntStream.range(0, 200)
			.mapToObj((i) -> Staff.of(Guest.class, "Department" + i, i, new Details(null, null, i), null))
			.toList());
		assertThat(this.gateway.requests()).hasSize(200);
		assertThat(this.gateway.mostInFlight()).isEqualTo(4);
	}

	private static void await(CountDownLatch latch) {
		try {
			assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Test
	void takesStreamInParts() {
		int parts = 5 * BulkWrites.CHUNK;
		AtomicInteger taken = new AtomicInteger();
		AtomicInteger written = new AtomicInteger();
		AtomicInteger most = new AtomicInteger();
		long count = this.template.saveAll(IntStream.range(0, parts).mapToObj((i) -> {
			most.accumulateAndGet(taken.incrementAndGet() - written.get(), Math::max);
			return Staff.of(Guest.class, "Sales" + i % 10, i, new Details(null, null, i), null);
		}), (one) -> written.incrementAndGet());
		assertThat(count).isEqualTo(parts);
		assertThat(written).hasValue(parts);
		assertThat(most.get()).isLessThanOrEqualTo(BulkWrites.CHUNK);
	}

	@Test
	void takesFewerLargeEntities() {
		String large = "x".repeat(30_000);
		AtomicInteger taken = new AtomicInteger();
		AtomicInteger written = new AtomicInteger();
		AtomicInteger most = new AtomicInteger();
		this.template.saveAll(IntStream.range(0, 3_000).mapToObj((i) -> {
			most.accumulateAndGet(taken.incrementAndGet() - written.get(), Math::max);
			return Staff.of(Guest.class, "Sales" + i % 10, i, new Details(null, large, i), null);
		}), (one) -> written.incrementAndGet());
		assertThat(written).hasValue(3_000);
		assertThat(most.get()).isBetween(100, 1_500);
	}

	@Test
	void writesLastOfEqualKeys() {
		for (Class<?> type : List.of(Guest.class, Worker.class)) {
			List<Staff> same = IntStream.range(0, 5)
				.mapToObj((i) -> Staff.of(type, "Sales", 1, new Details("mail" + i, "city" + i % 2, i), null))
				.toList();
			this.template.saveAll(same);
			assertThat(this.store.details().get(this.store.key(same.get(0)))).isEqualTo(same.get(4).details());
			this.store.checkIndexes("after saving one five times");
			this.template.deleteAll(same);
			assertThat(this.store.rows()).isEmpty();
		}
	}

	@ParameterizedTest
	@ValueSource(classes = { Worker.class, Clerk.class })
	void handsUniqueKeysOverInAnyOrder(Class<?> type) {
		List<Staff> saved = this.template.saveAll(staff(type, 60));
		this.gateway.forget();
		List<Staff> handed = this.template.saveAll(saved.stream()
			.filter((one) -> one.id() % 3 == 0)
			.map((one) -> withEmail(one, (one.id() < 30) ? "mail" + (one.id() + 3) : "new" + one.id()))
			.toList());
		// 0 to 30 in one transaction, the other 9 in another one
		assertThat(this.gateway.writes()).hasSize(2);
		assertThat(handed).hasSize(20);
		this.store.checkIndexes("after keys were given to those before");
		this.template.saveAll(List.of(withEmail(handed.get(0), "mail6"), withEmail(handed.get(1), "mail3")));
		this.store.checkIndexes("after two have exchanged their keys");
		assertThat(this.store.details().get(this.store.key(handed.get(0))).email()).isEqualTo("mail6");
		assertThat(this.store.details()).hasSize(60);
	}

	@Test
	void namesTheEntityWhoseUniqueKeyAnotherOneOfThemHas() {
		List<Staff> same = List.of(Staff.of(Clerk.class, "Sales", 1, new Details("x", null, 1), null),
				Staff.of(Clerk.class, "Sales", 2, new Details("x", null, 1), null),
				Staff.of(Clerk.class, "Sales", 3, new Details("y", null, 1), null));
		PartialWriteException partial = catchThrowableOfType(PartialWriteException.class,
				() -> this.template.saveAll(same));
		assertThat(partial).hasCauseInstanceOf(UniqueIndexException.class);
		assertThat(partial.getRefused()).extracting("id").containsExactly(2);
		assertThat(partial.getApplied()).extracting("id").containsExactly(1, 3);
		this.store.checkIndexes("after a refusal");
	}

	@Test
	void writesSeveralClassesAndTables() {
		EmbeddedTableGateway tables = new EmbeddedTableGateway();
		TableTemplate template = new TableTemplate(tables, this.store.converter());
		List<Object> mixed = new ArrayList<>(List.of(Employee.of("Sales", 1, "Hall", 3)));
		mixed.addAll(staff(Worker.class, 3));
		mixed.add(Employee.of("Sales", 2, "Cao", 3));
		assertThat(template.saveAll(mixed)).extracting((one) -> one.getClass().getSimpleName())
			.containsExactly("Employee", "Worker", "Worker", "Worker", "Employee");
		assertThat(tables.tables()).containsExactlyInAnyOrder("Employees", "Staff");
	}

	@Test
	void dividesWhatIsTooLargeForTransaction() {
		TableTemplate template = new TableTemplate(this.gateway, this.store.converter());
		this.gateway.forget();
		String large = "x".repeat(30_000);
		template.saveAll(IntStream.range(0, 100).mapToObj((i) -> new Large("p", i, large, large, large)).toList());
		assertThat(this.gateway.writes().size()).isBetween(3, 12);
		assertThat(template.findById(Large.class, TableKey.of("p", "l_0000000042")).orElseThrow().one())
			.isEqualTo(large);
	}

	@Test
	void refusesEntityTooLargeForTransactionAndKeepsOthersNotAttempted() {
		TableTemplate template = new TableTemplate(this.gateway, this.store.converter());
		String large = "\u00fc".repeat(32_768);
		Huge huge = new Huge("p", 1, large, large, large, large, large, large, large);
		assertThatExceptionOfType(DataIntegrityViolationException.class).isThrownBy(() -> template.save(huge))
			.withMessageContaining("Huge with its index rows");
		Huge small = new Huge("p", 2, "", "", "", "", "", "", "");
		PartialWriteException partial = catchThrowableOfType(PartialWriteException.class,
				() -> template.saveAll(List.of(small, huge)));
		assertThat(new ArrayList<Object>(partial.getRefused())).containsExactly(huge);
		assertThat(new ArrayList<Object>(partial.getNotAttempted())).containsExactly(small);
	}

	@Test
	void saysWhatWasWrittenWhicheverTransactionFails() {
		int batches = 12;
		for (int failing = 1; failing <= batches; failing++) {
			StaffStore fresh = new StaffStore(new EmbeddedTableGateway(), Staff.TABLE);
			FaultyGateway faulty = new FaultyGateway(fresh.gateway(), failing, Fault.NOT_SENT);
			List<Staff> many = staff(Visitor.class, 1_200);
			PartialWriteException partial = catchThrowableOfType(PartialWriteException.class,
					() -> fresh.template(faulty).saveAll(many));
			assertThat(keys(partial.getApplied())).isEqualTo(fresh.details().keySet());
			assertThat(partial.getApplied()).allMatch((one) -> ((Staff) one).etag() != null);
			assertThat(partial.getRefused()).hasSize(100);
			assertThat(partial.getApplied().size() + partial.getRefused().size() + partial.getNotAttempted().size())
				.isEqualTo(1_200);
		}
	}

	@Test
	void saysWhatWasWrittenWhenTheSourceFails() {
		List<Staff> many = staff(Guest.class, BulkWrites.CHUNK + 500);
		Iterable<Staff> broken = () -> Stream.concat(many.stream(), Stream.generate(() -> {
			throw new IllegalStateException("the source has dried up");
		})).map(Staff.class::cast).iterator();
		PartialWriteException partial = catchThrowableOfType(PartialWriteException.class,
				() -> this.template.saveAll(broken));
		assertThat(partial).hasMessageContaining("the source has dried up");
		assertThat(keys(partial.getApplied())).hasSize(BulkWrites.CHUNK).isEqualTo(this.store.details().keySet());
		assertThat(partial.getNotAttempted()).hasSize(500);
		assertThatExceptionOfType(PartialWriteException.class).isThrownBy(
				() -> this.template.saveAll(Stream.concat(many.stream().limit(BulkWrites.CHUNK), Stream.generate(() -> {
					throw new IllegalStateException("the source has dried up");
				})), (saved) -> {
				}))
			.withMessage("After " + BulkWrites.CHUNK
					+ " that were written and handed over, 0 entities were written, 0 were refused, "
					+ "0 were not tried: the source has dried up");
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, 120, BulkWrites.CHUNK, BulkWrites.CHUNK + 120 })
	void saysWhatWasWrittenWhenTheConsumerFails(int failing) {
		List<Staff> many = staff(Guest.class, BulkWrites.CHUNK + 500);
		List<Staff> taken = new ArrayList<>();
		PartialWriteException partial = catchThrowableOfType(PartialWriteException.class,
				() -> this.template.saveAll(many.stream(), (saved) -> {
					if (taken.size() == failing) {
						throw new IllegalStateException("the consumer has failed");
					}
					taken.add(saved);
				}));
		assertThat(partial).hasMessageContaining("the consumer has failed")
			.hasCauseInstanceOf(IllegalStateException.class);
		assertThat(partial.getHandedOver()).isEqualTo(failing);
		assertThat(((Staff) partial.getApplied().get(0)).id()).isEqualTo(many.get(failing).id());
		assertThat(partial.getRefused()).isEmpty();
		assertThat(partial.getNotAttempted()).isEmpty();
		List<Object> written = new ArrayList<>(taken);
		written.addAll(partial.getApplied());
		assertThat(keys(written)).hasSize(written.size()).isEqualTo(this.store.details().keySet());
	}

	@Test
	void saysWhatWasWrittenWhenACallbackFails() {
		this.template.setEntityCallbacks(EntityCallbacks.create((AfterSaveCallback<Staff>) (entity, row, table) -> {
			if (entity.id() == 7) {
				throw new IllegalStateException("the callback has failed");
			}
			return entity;
		}));
		List<Staff> many = staff(Guest.class, 300);
		PartialWriteException partial = catchThrowableOfType(PartialWriteException.class,
				() -> this.template.saveAll(many));
		assertThat(partial).hasMessageContaining("the callback has failed")
			.hasCauseInstanceOf(IllegalStateException.class);
		assertThat(keys(partial.getApplied())).hasSize(300).isEqualTo(this.store.details().keySet());
		assertThat(partial.getRefused()).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 4 })
	void finishesWhatIsUnderWayWhenInterruptedAndSaysWhatWasWritten(int concurrency) {
		TableTemplate limited = new TableTemplate(this.gateway, this.store.converter(),
				this.store.options().withConcurrency(concurrency));
		for (Class<?> type : List.of(Guest.class, Visitor.class)) {
			List<Staff> many = staff(type, 1_200);
			CountDownLatch begun = new CountDownLatch(concurrency);
			Thread caller = Thread.currentThread();
			this.gateway.beforeWrite((writes) -> {
				begun.countDown();
				await(begun);
				caller.interrupt();
				LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
			});
			PartialWriteException partial = catchThrowableOfType(PartialWriteException.class,
					() -> limited.saveAll(many));
			assertThat(Thread.interrupted()).isTrue();
			assertThat(partial).hasMessageContaining("The thread was interrupted before all requests were sent");
			assertThat(keys(partial.getApplied())).isEqualTo(this.store.details().keySet());
			assertThat(partial.getApplied()).isNotEmpty();
			assertThat(partial.getRefused()).isEmpty();
			assertThat(partial.getApplied().size() + partial.getNotAttempted().size()).isEqualTo(1_200);
			this.gateway.beforeWrite((writes) -> {
			});
			limited.deleteAll(many);
		}
	}

	@Test
	void saysOfWhichTransactionsTheAnswerWasLost() {
		for (Fault fault : List.of(Fault.UNKNOWN_AND_APPLIED, Fault.UNKNOWN_AND_NOT_APPLIED)) {
			StaffStore fresh = new StaffStore(new EmbeddedTableGateway(), Staff.TABLE);
			FaultyGateway faulty = new FaultyGateway(fresh.gateway(), 3, fault);
			PartialWriteException partial = catchThrowableOfType(PartialWriteException.class,
					() -> fresh.template(faulty).saveAll(staff(Visitor.class, 1_200)));
			assertThat(partial.getUnknown()).hasSize(100);
			assertThat(partial.getRefused()).isEmpty();
			assertThat(partial.getApplied()).hasSize(1_100);
			assertThat(partial).hasCauseInstanceOf(WriteOutcomeUnknownException.class)
				.hasMessageStartingWith("1100 entities were written, 0 were refused, "
						+ "100 may have been written or not, as the answer was lost, 0 were not tried: ");
			assertThat(fresh.details().keySet().containsAll(keys(partial.getUnknown()))).isEqualTo(fault.isApplied());
		}
	}

	@Test
	void saysOfAllPartsWhatWasWritten() {
		List<Staff> many = new ArrayList<>(staff(Visitor.class, 2 * BulkWrites.CHUNK + 2_000));
		int taken = BulkWrites.CHUNK + 2_000;
		many.set(taken, Staff.of(Visitor.class, "Sales", -1, new Details(null, null, 1), null));
		this.template.insert(many.get(taken));
		PartialWriteException partial = catchThrowableOfType(PartialWriteException.class,
				() -> this.template.insertAll(many));
		assertThat(partial).hasCauseInstanceOf(DuplicateKeyException.class);
		assertThat(new ArrayList<Object>(partial.getRefused())).contains(many.get(taken)).hasSizeLessThanOrEqualTo(100);
		assertThat(partial.getNotAttempted()).hasSize(2_000);
		Set<TableKey> written = new HashSet<>(this.store.details().keySet());
		written.remove(this.store.key(many.get(taken)));
		assertThat(keys(partial.getApplied())).isEqualTo(written);
	}

	@Test
	void saysOfAllPartsWhatWasDeletedByKey() {
		this.template.saveAll(staff(Guest.class, 12_000));
		List<TableKey> keys = List.copyOf(this.store.details().keySet());
		TableTemplate failing = this.store.template(new FaultyGateway(this.gateway, 70, Fault.NOT_SENT));
		PartialWriteException partial = catchThrowableOfType(PartialWriteException.class,
				() -> failing.deleteAllById(Guest.class, keys));
		Set<TableKey> left = new HashSet<>(keys);
		left.removeAll(partial.getApplied());
		assertThat(this.store.details().keySet()).isEqualTo(left);
		assertThat(partial.getNotAttempted()).hasSizeGreaterThanOrEqualTo(2_000);
		assertThat(partial.getRefused().size() + partial.getNotAttempted().size()).isEqualTo(left.size());
	}

	@Test
	void saysHowManyOfThoseFoundWereDeleted() {
		this.template.saveAll(staff(Guest.class, BulkWrites.CHUNK + 2_000));
		TableTemplate failing = this.store
			.template(new FaultyGateway(this.gateway, BulkWrites.CHUNK / 100 + 20, Fault.NOT_SENT));
		PartialWriteException partial = catchThrowableOfType(PartialWriteException.class,
				() -> failing.delete(TableQuery.all().allowScan(), Guest.class));
		assertThat(partial)
			.hasMessageStartingWith("After " + BulkWrites.CHUNK + " that were written and handed over, ");
		assertThat(this.store.details()).hasSize(2_000 - partial.getApplied().size());
	}

	@Test
	void saysWhatWasWrittenBeforeEntityWithoutKey() {
		List<Staff> many = new ArrayList<>(staff(Guest.class, BulkWrites.CHUNK + 1_000));
		many.set(BulkWrites.CHUNK + 500, Staff.of(Guest.class, "x".repeat(600), 1, new Details(null, null, 1), null));
		PartialWriteException partial = catchThrowableOfType(PartialWriteException.class,
				() -> this.template.saveAll(many));
		assertThat(partial).hasCauseInstanceOf(InvalidKeyException.class);
		assertThat(partial.getApplied()).hasSize(BulkWrites.CHUNK);
		assertThat(partial.getNotAttempted()).hasSize(1_000);
		assertThatExceptionOfType(InvalidKeyException.class)
			.isThrownBy(() -> this.template.saveAll(many.subList(BulkWrites.CHUNK + 400, BulkWrites.CHUNK + 600)));
	}

	@Test
	void writesOthersOfTransactionThatOneIndexRowRefused() {
		this.template.save(Staff.of(Clerk.class, "Sales", 1, new Details("taken", null, 1), null));
		List<Staff> some = new ArrayList<>(staff(Clerk.class, 30));
		some.replaceAll((one) -> Staff.of(Clerk.class, "Sales", one.id() + 10, one.details(), null));
		some.set(7, Staff.of(Clerk.class, "Sales", 7, new Details("taken", null, 1), null));
		PartialWriteException partial = catchThrowableOfType(PartialWriteException.class,
				() -> this.template.saveAll(some));
		assertThat(new ArrayList<Object>(partial.getRefused())).containsExactly(some.get(7));
		assertThat(partial.getApplied()).hasSize(29);
		assertThat(partial).hasCauseInstanceOf(UniqueIndexException.class);
		this.store.checkIndexes("after a partial write");
	}

	private Set<TableKey> keys(List<?> staff) {
		Set<TableKey> keys = new HashSet<>();
		staff.forEach((one) -> keys.add(this.store.key(one)));
		return keys;
	}

	private static List<Staff> staff(Class<?> type, int count) {
		return IntStream.range(0, count)
			.mapToObj((i) -> Staff.of(type, DEPARTMENTS.get(i % 3), i, new Details("mail" + i, "city", i), null))
			.toList();
	}

	private static Staff withEmail(Staff staff, String email) {
		Details details = new Details(email, staff.city(), staff.age());
		return Staff.of(staff.getClass(), staff.department(), staff.id(), details, staff.etag());
	}

	private static Staff moved(Staff staff) {
		Details details = new Details("new" + staff.email(), "moved", staff.age() + 1_000);
		return Staff.of(staff.getClass(), staff.department(), staff.id(), details, staff.etag());
	}

	@Table
	@PartitionKey("{partition}")
	@RowKey("l_{id}")
	record Large(String partition, int id, String one, String two, String three) {

	}

	@Table
	@PartitionKey("{partition}")
	@RowKey("h_{id}")
	@SecondaryIndex(name = "i1", rowKey = "i1_{id}")
	@SecondaryIndex(name = "i2", rowKey = "i2_{id}")
	@SecondaryIndex(name = "i3", rowKey = "i3_{id}")
	@SecondaryIndex(name = "i4", rowKey = "i4_{id}")
	@SecondaryIndex(name = "i5", rowKey = "i5_{id}")
	@SecondaryIndex(name = "i6", rowKey = "i6_{id}")
	@SecondaryIndex(name = "i7", rowKey = "i7_{id}")
	@SecondaryIndex(name = "i8", rowKey = "i8_{id}")
	@SecondaryIndex(name = "i9", rowKey = "i9_{id}")
	record Huge(String partition, int id, String a, String b, String c, String d, String e, String f, String g) {

	}

}
