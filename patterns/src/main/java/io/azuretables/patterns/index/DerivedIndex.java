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

import java.util.function.Consumer;

import io.azuretables.gateway.TableGateway;
import io.azuretables.patterns.index.DerivedRows.Tally;
import io.azuretables.patterns.internal.index.DeclaredIndexes;
import io.azuretables.query.TableScrollPosition;
import org.jspecify.annotations.Nullable;

/**
 * Verifies, rebuilds and drops one secondary index, for {@link IndexAdministration}.
 *
 * @param indexes the declared indexes
 * @param type the class
 * @param name the name of the index
 */
record DerivedIndex(DeclaredIndexes indexes, Class<?> type, String name) implements DerivedRows {

	@Override
	public String kind() {
		return "index";
	}

	@Override
	public String table() {
		return this.indexes.table(this.indexes.entity(this.type));
	}

	@Override
	public boolean isInTransaction() {
		return this.indexes.index(this.type, this.name).isIntraPartition();
	}

	@Override
	public String declaration() {
		return this.indexes.index(this.type, this.name).declaration();
	}

	@Override
	public IndexReport verify(TableGateway gateway, IndexOptions options, Consumer<IndexFinding> findings,
			Consumer<IndexReport> progress) {
		IndexComparison comparison = new IndexComparison(target(gateway), options);
		Tally tally = new Tally();
		comparison.findings(comparison.digests(tally, progress), tally, findings);
		return tally.report();
	}

	@Override
	public IndexReport rebuild(TableGateway gateway, IndexOptions options, @Nullable TableScrollPosition from,
			Consumer<IndexProgress> progress) {
		return new IndexRebuild(new IndexComparison(target(gateway), options), progress).run(from);
	}

	@Override
	public long drop(TableGateway gateway, IndexOptions options) {
		return new IndexRemoval(target(gateway), options.reading()).run();
	}

	private IndexTarget target(TableGateway gateway) {
		return IndexTarget.of(gateway, this.indexes, this.type, this.name);
	}

}
