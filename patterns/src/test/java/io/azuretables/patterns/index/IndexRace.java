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

import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;

import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.operations.TableTemplate;
import io.azuretables.patterns.sample.Clerk;
import io.azuretables.patterns.sample.MeteredGateway;
import io.azuretables.query.Update;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Nine clerks, an index of theirs with six faults, and somebody else who writes between
 * any two requests of whoever works on the index.
 */
final class IndexRace {

	/**
	 * One in order; one whose index row is missing, stale, or has a second one; one whose
	 * index row names a clerk that is gone; and one that is gone, but for its index row.
	 */
	static final List<Integer> VICTIMS = List.of(0, 1, 3, 4, 6, 77);

	private static final String SALES = "Sales";

	private static final int FAULTS = 6;

	private final TableGateway gateway;

	private final String index;

	private final ClerkTable table;

	private final ClerkTable witness;

	private final TableTemplate writer;

	IndexRace(TableGateway gateway, String index) {
		this.gateway = gateway;
		this.index = index;
		this.table = ClerkTable.over(gateway);
		this.witness = this.table.elsewhere(gateway);
		this.writer = this.table.elsewhere(gateway).store().template();
	}

	/**
	 * Who works on the index; page by page of four rows.
	 */
	IndexAdministration indexes() {
		return template(this.table);
	}

	/**
	 * Another process that does.
	 */
	IndexAdministration others() {
		return template(this.witness);
	}

	private IndexAdministration template(ClerkTable seen) {
		return seen.indexes(seen.options().withPageSize(4).withAdded(Clerk.class, this.index));
	}

	IndexReport fill(IndexAdministration indexes) {
		return indexes.backfill(Clerk.class, this.index, (progress) -> {
		});
	}

	IndexReport rebuild(IndexAdministration indexes) {
		return indexes.rebuild(Clerk.class, this.index);
	}

	MeteredGateway meter() {
		return this.table.store().gateway();
	}

	void act(Act act, int victim) {
		act.action.accept(this.writer, victim);
	}

	Set<TableKey> faults() {
		return this.witness.faults(this.index);
	}

	/**
	 * Does the work again and again, and lets somebody act before its first request,
	 * before its second one, and so on to its last. Checks that no request of the work
	 * makes anything worse, and that nothing is wrong in the end.
	 * @return how many requests there were
	 */
	long before(Runnable act, Runnable work) {
		damage();
		work.run();
		long most = meter().requests();
		for (long request = 1; request <= most; request++) {
			damage();
			act(request, act);
			work.run();
			assertThat(faults()).as("acted before request %s", request).isEmpty();
			most = Math.max(most, meter().requests());
		}
		return most;
	}

	/**
	 * Lets somebody act before a request. From there on, no request makes a new fault.
	 */
	void act(long at, Runnable act) {
		Set<TableKey> faults = faults();
		meter().beforeEach((request) -> {
			if (request == at) {
				act.run();
			}
			if (request >= at) {
				noneIsNew(faults, request);
			}
		});
	}

	/**
	 * Lets somebody act before each request. There is never a new fault.
	 */
	void actAlways(Runnable act) {
		Set<TableKey> faults = faults();
		meter().beforeEach((request) -> {
			act.run();
			noneIsNew(faults, request);
		});
	}

	private void noneIsNew(Set<TableKey> faults, long request) {
		Set<TableKey> now = faults();
		assertThat(faults).as("before request %s", request).containsAll(now);
		faults.retainAll(now);
	}

	/**
	 * Begins anew.
	 */
	void damage() {
		meter().reset();
		if (this.gateway instanceof EmbeddedTableGateway embedded) {
			embedded.clear();
		}
		else {
			this.gateway.deleteTable(this.table.name());
			this.gateway.createTable(this.table.name());
		}
		this.table.store().template().saveAll(ClerkTable.clerks(SALES, 9));
		this.table.write(List.of(new RowWrite.Delete(row(clerk(1)).key(), RowWrite.ANY),
				new RowWrite.Delete(row(clerk(5)).key(), RowWrite.ANY),
				new RowWrite.InsertOrReplace(row(clerk(3)).with("age", 99)),
				new RowWrite.Insert(row(clerk(4).withEmail("old").withName("Old"))),
				new RowWrite.InsertOrReplace(row(clerk(6)).with("_rk", "empid_000066")),
				new RowWrite.Insert(row(clerk(77).withEmail("older").withName("Older")))));
		assertThat(faults()).hasSize(FAULTS);
		meter().reset();
	}

	private TableRow row(Clerk clerk) {
		return this.table.row(this.index, clerk);
	}

	private static Clerk clerk(int id) {
		return Clerk.of(SALES, id);
	}

	/**
	 * What somebody does to a clerk.
	 */
	enum Act {

		DELETES((template, id) -> template.deleteById(Clerk.class, key(id))),

		MOVES((template, id) -> template.save(clerk(id).withEmail("moved").withName("Moved"))),

		CHANGES((template, id) -> template.save(new Clerk(SALES, id, clerk(id).email(), clerk(id).lastName(), 66))),

		CLEARS((template, id) -> template.save(clerk(id).withEmail(null))),

		MERGES((template, id) -> {
			template.save(clerk(id));
			template.merge(Clerk.class, key(id), Update.update("age", 66));
		}),

		REPLACES((template, id) -> {
			template.deleteById(Clerk.class, key(id));
			template.insert(clerk(id));
		}),

		HANDS_OVER((template, id) -> {
			template.deleteById(Clerk.class, key(id));
			template.insert(clerk(99).withEmail(clerk(id).email()));
		}),

		TAKES_WHAT_IS_LEFT((template, id) -> template.save(clerk(id).withEmail("older").withName("Older")));

		private final BiConsumer<TableTemplate, Integer> action;

		Act(BiConsumer<TableTemplate, Integer> action) {
			this.action = action;
		}

		private static TableKey key(int id) {
			return TableKey.of(SALES, "empid_%06d".formatted(id));
		}

	}

}
