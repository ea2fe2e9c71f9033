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

import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

import io.azuretables.client.TableGateway;
import io.azuretables.mapping.IndexMapping;
import io.azuretables.mapping.TableMappingContext;
import io.azuretables.patterns.index.IndexStates.StoredState;
import io.azuretables.query.TableScrollPosition;

/**
 * How does an index come to be used that is new to data which is there already, and how
 * does one come to an end? Through its {@linkplain IndexState states}, each of which all
 * processes must have seen before the next one.
 *
 * @since 0.1
 */
public final class IndexLifecycle {

	private final IndexStates states;

	private final IndexUpkeep upkeep;

	/**
	 * The lifecycle of indexes.
	 * @param added the labels of those that are new to data that is there already
	 */
	public IndexLifecycle(TableGateway gateway, TableMappingContext context, Set<String> added, IndexUpkeep upkeep) {
		this.states = new IndexStates(gateway, context, added);
		this.upkeep = upkeep;
	}

	/**
	 * Fills an index, from where it was stopped before, and makes it readable.
	 * @return what a final look has found; the index is readable if nothing was
	 */
	public IndexReport backfill(IndexTarget target, Consumer<IndexProgress> progress) {
		StoredState before = this.states.read(target);
		TableScrollPosition from = (before.state() == IndexState.BACKFILLING) ? before.position() : null;
		StoredState[] stored = { this.states.write(target, before, IndexState.BACKFILLING, from) };
		this.upkeep.rebuild(target, from, (done) -> {
			stored[0] = this.states.write(target, stored[0], IndexState.BACKFILLING, done.position());
			progress.accept(done);
		});
		IndexReport rest = this.upkeep.verify(target, (finding) -> {
		});
		this.states.write(target, stored[0], rest.isClean() ? IndexState.READABLE : IndexState.BACKFILLING, null);
		return rest;
	}

	/**
	 * Keeps queries away from an index. Two requests.
	 */
	public void withdraw(IndexTarget target) {
		this.states.write(target, this.states.read(target), IndexState.WRITE_ONLY, null);
	}

	/**
	 * Deletes the rows of an index, so many in a page.
	 * @return how many rows there were
	 */
	public long drop(IndexTarget target, int pageSize) {
		this.states.write(target, this.states.read(target), IndexState.DROPPING, null);
		return new IndexRemoval(target, pageSize).run();
	}

	/**
	 * The state of an index as its table says it now. One request.
	 */
	public IndexState state(IndexTarget target) {
		return this.states.read(target).state();
	}

	/**
	 * Reads the states of the indexes in some tables, one request each.
	 */
	public void refresh(Set<String> tables) {
		this.states.refresh(tables);
	}

	/**
	 * Which indexes queries may use, as this process knows.
	 */
	public Predicate<IndexMapping> readable() {
		return this.states;
	}

}
