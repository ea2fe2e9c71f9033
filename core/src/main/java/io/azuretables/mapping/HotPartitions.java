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

package io.azuretables.mapping;

import java.util.List;

/**
 * Describes why the keys of an entity class put its writes into one partition, and what
 * to do about it.
 *
 * @param type the class
 * @param problems one for each partition key: that of the class, and those of its indexes
 * @since 0.1
 */
public record HotPartitions(Class<?> type, List<String> problems) {

	/**
	 * All of it in one line.
	 */
	@Override
	public String toString() {
		return this.type.getName() + " writes to a hot partition. " + String.join(" ", this.problems)
				+ " A partition takes about 2,000 rows a second; if that is enough, accept it with "
				+ "@AcceptHotPartition(reason = \"...\") on the class";
	}

}
