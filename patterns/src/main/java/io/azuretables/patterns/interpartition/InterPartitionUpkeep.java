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

package io.azuretables.patterns.interpartition;

import java.util.function.Consumer;

import io.azuretables.client.TableGateway;
import io.azuretables.patterns.index.IndexFinding;
import io.azuretables.patterns.index.IndexProgress;
import io.azuretables.patterns.index.IndexReport;
import io.azuretables.patterns.index.IndexTarget;
import io.azuretables.patterns.index.IndexUpkeep;
import io.azuretables.patterns.queue.WriteGuard;
import io.azuretables.query.TableScrollPosition;
import org.jspecify.annotations.Nullable;

/**
 * How is an index looked after whose rows change before and after their entities?
 *
 * @param gateway where the rows lie
 * @param options what is young
 */
record InterPartitionUpkeep(TableGateway gateway, InterPartitionIndexOptions options) implements IndexUpkeep {

	@Override
	public IndexReport verify(IndexTarget target, Consumer<IndexFinding> findings) {
		return pass(target, null).verify(findings);
	}

	@Override
	public IndexReport rebuild(IndexTarget target, @Nullable TableScrollPosition from,
			Consumer<IndexProgress> progress) {
		return pass(target, from).rebuild(progress);
	}

	private IndexPass pass(IndexTarget target, @Nullable TableScrollPosition from) {
		IndexAudit audit = new IndexAudit(target, this.options.clock().instant(), this.options.times().retention());
		WriteGuard writeGuard = new WriteGuard(this.gateway, this.options.clock(), this.options.times().fence());
		return new IndexPass(new IndexMending(audit, writeGuard, this.options.times().fence()), from);
	}

}
