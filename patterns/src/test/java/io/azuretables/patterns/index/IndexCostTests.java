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
import java.util.function.IntFunction;
import java.util.stream.IntStream;

import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.operations.TableTemplate;
import io.azuretables.patterns.sample.Clerk;
import io.azuretables.query.Update;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How many requests each operation takes: the figures of the documentation.
 */
@Tag("long")
class IndexCostTests {

	private static final int CLERKS = 1000;

	/**
	 * A clerk and three index rows.
	 */
	private static final int ROWS = 4;

	/**
	 * The pages of clerks and of the rows of one index; the last one is empty.
	 */
	private static final int PASS = 3;

	private final ClerkTable table = ClerkTable.over(new EmbeddedTableGateway());

	private final TableTemplate template = this.table.store().template();

	private final IndexAdministration indexes = this.table.indexes(this.table.options());

	private final IntraPartitionIndexTemplate lookUps = new IntraPartitionIndexTemplate(this.table.store().template());

	@Test
	void readsOnceWhereAnIndexRowMayMove() {
		assertThat(requests(() -> this.template.insert(clerk(1)))).isEqualTo(1);
		assertThat(requests(() -> this.template.save(clerk(2)))).isEqualTo(2);
		assertThat(requests(() -> this.template.save(clerk(1).withEmail("new")))).isEqualTo(2);
		assertThat(requests(() -> this.template.update(clerk(1)))).isEqualTo(2);
		assertThat(requests(() -> this.template.merge(Clerk.class, key(1), Update.update("age", 40)))).isEqualTo(2);
		assertThat(requests(() -> this.template.delete(clerk(1)))).isEqualTo(2);
		assertThat(requests(() -> this.template.deleteById(Clerk.class, key(2)))).isEqualTo(2);
	}

	@Test
	void writesAHundredRowsAtATimeAndReadsAThousand() {
		List<Clerk> clerks = ClerkTable.clerks("Sales", CLERKS);
		int transactions = CLERKS * ROWS / 100;
		assertThat(requests(() -> this.template.insertAll(clerks))).isEqualTo(transactions);
		assertThat(requests(() -> this.template.saveAll(clerks))).isEqualTo(transactions + CLERKS / 1000);
		assertThat(requests(() -> this.template.deleteAll(clerks))).isEqualTo(transactions + CLERKS / 1000);
	}

	@Test
	void findsByOneRequestAndFetchesWhatAnIndexDoesNotHold() {
		this.template.insertAll(ClerkTable.clerks("Sales", CLERKS));
		assertThat(requests(() -> this.lookUps.findOne(Clerk.class, "email", "Sales", "7@contoso.com"))).isEqualTo(1);
		assertThat(requests(() -> this.lookUps.list(Clerk.class, "email", "Sales").toList())).isEqualTo(1);
		assertThat(requests(() -> this.lookUps.list(Clerk.class, "name", "Sales").toList())).isEqualTo(1 + CLERKS);
	}

	@Test
	void verifiesAndRebuildsByThePage() {
		this.template.insertAll(ClerkTable.clerks("Sales", CLERKS));
		assertThat(requests(this::verify)).isEqualTo(PASS);
		assertThat(requests(this::rebuild)).isEqualTo(PASS);
		damage((id) -> new RowWrite.Delete(row(id).key(), RowWrite.ANY), CLERKS);
		assertThat(requests(this::verify)).isLessThanOrEqualTo(2 * PASS + 2 * CLERKS);
		assertThat(requests(this::rebuild)).isEqualTo(PASS + CLERKS / 1000 + CLERKS / 50 + PASS - 1);
		damage((id) -> new RowWrite.InsertOrReplace(row(id).with("age", 99)), 10);
		assertThat(requests(this::verify)).isEqualTo(2 * PASS + 3 * 10);
		assertThat(requests(this::rebuild)).isLessThanOrEqualTo(3 * PASS + 5 * 10);
		damage((id) -> new RowWrite.Insert(this.table.row("email", clerk(id).withEmail("old" + id))), 10);
		assertThat(requests(this::verify)).isEqualTo(2 * PASS + 4 * 10);
		assertThat(requests(this::rebuild)).isLessThanOrEqualTo(3 * PASS + 5 * 10);
		assertThat(this.indexes.verify(Clerk.class, "email").isClean()).isTrue();
	}

	@Test
	void reportsItsProgressByThePage() {
		this.template.insertAll(ClerkTable.clerks("Sales", CLERKS + 500));
		List<IndexReport> progress = new ArrayList<>();
		IndexReport whole = this.indexes.verify(Clerk.class, "email", (finding) -> {
		}, progress::add);
		assertThat(progress).extracting((done) -> done.entities() + done.indexRows()).startsWith(1000L, 2000L, 3000L);
		assertThat(progress).last().isEqualTo(whole);
	}

	@Test
	void keepsNoPageThatItHasRead() {
		this.template.insertAll(ClerkTable.clerks("Sales", 2 * CLERKS));
		damage((id) -> new RowWrite.Delete(row(id).key(), RowWrite.ANY), 10);
		IndexAdministration small = this.table.indexes(this.table.options().withPageSize(100));
		for (Runnable work : List.<Runnable>of(() -> small.verify(Clerk.class, "email"),
				() -> small.rebuild(Clerk.class, "email"))) {
			this.table.store().gateway().beforeEach((request) -> {
				if (request % 15 == 0) {
					assertThat(this.table.store().gateway().pagesInMemory()).isLessThanOrEqualTo(2);
				}
			});
			work.run();
			assertThat(this.table.store().gateway().requests()).isGreaterThan(4 * CLERKS / 100);
		}
	}

	@Test
	void addsAndDropsByThePage() {
		this.template.insertAll(ClerkTable.clerks("Sales", CLERKS));
		assertThat(requests(() -> this.indexes.withdraw(Clerk.class, "email"))).isEqualTo(2);
		assertThat(requests(() -> this.indexes.state(Clerk.class, "email"))).isEqualTo(1);
		assertThat(requests(this.indexes::refresh)).isEqualTo(1);
		damage((id) -> new RowWrite.Delete(row(id).key(), RowWrite.ANY), CLERKS);
		assertThat(requests(this::fill)).isLessThanOrEqualTo(3 * PASS + CLERKS / 50 + 5);
		assertThat(this.indexes.state(Clerk.class, "email")).isEqualTo(IndexState.READABLE);
		assertThat(requests(() -> this.indexes.drop(Clerk.class, "email"))).isLessThanOrEqualTo(3 + CLERKS / 100);
	}

	private void verify() {
		this.indexes.verify(Clerk.class, "email");
	}

	private void rebuild() {
		this.indexes.rebuild(Clerk.class, "email");
	}

	private void fill() {
		this.indexes.backfill(Clerk.class, "email", (progress) -> {
		});
	}

	private void damage(IntFunction<RowWrite> write, int faults) {
		this.table.write(IntStream.range(0, faults).mapToObj(write).toList());
	}

	private long requests(Runnable action) {
		this.table.store().gateway().reset();
		action.run();
		return this.table.store().gateway().requests();
	}

	private TableRow row(int id) {
		return this.table.row("email", clerk(id));
	}

	private static Clerk clerk(int id) {
		return Clerk.of("Sales", id);
	}

	private static TableKey key(int id) {
		return TableKey.of("Sales", "empid_%06d".formatted(id));
	}

}
