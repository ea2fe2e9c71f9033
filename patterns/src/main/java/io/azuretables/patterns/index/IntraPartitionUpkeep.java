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

import io.azuretables.patterns.index.IndexCheck.Tally;
import io.azuretables.query.TableScrollPosition;
import org.jspecify.annotations.Nullable;

/**
 * How is an index looked after whose rows change together with their entities?
 *
 * @param pageSize the most rows of a request
 */
record IntraPartitionUpkeep(int pageSize) implements IndexUpkeep {

	@Override
	public IndexReport verify(IndexTarget target, Consumer<IndexFinding> findings) {
		IndexCheck check = new IndexCheck(target, this.pageSize);
		Tally tally = new Tally();
		check.findings(check.digests(tally), tally, findings);
		return tally.report();
	}

	@Override
	public IndexReport rebuild(IndexTarget target, @Nullable TableScrollPosition from,
			Consumer<IndexProgress> progress) {
		return new IndexRebuild(new IndexCheck(target, this.pageSize), progress).run(from);
	}

}
