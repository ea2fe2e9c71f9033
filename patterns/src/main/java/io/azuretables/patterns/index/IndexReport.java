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

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

import io.azuretables.patterns.index.IndexFinding.Kind;

/**
 * The result of verifying or rebuilding an index: numbers of rows, and findings.
 *
 * @param entities how many entities were compared
 * @param indexRows how many index rows were compared
 * @param findings how often each kind was found
 * @since 0.1
 */
public record IndexReport(long entities, long indexRows, Map<Kind, Long> findings) {

	public IndexReport {
		Map<Kind, Long> copy = new EnumMap<>(Kind.class);
		copy.putAll(findings);
		findings = Collections.unmodifiableMap(copy);
	}

	public long count(Kind kind) {
		return this.findings.getOrDefault(kind, 0L);
	}

	/**
	 * Whether all was compared and nothing is wrong.
	 */
	public boolean isClean() {
		return this.findings.isEmpty();
	}

}
