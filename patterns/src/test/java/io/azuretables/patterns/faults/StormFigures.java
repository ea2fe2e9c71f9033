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

package io.azuretables.patterns.faults;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BinaryOperator;

import io.azuretables.patterns.faults.Audit.Finding;

/**
 * The figures of a storm, to be added up over its rounds.
 *
 * @param operations what clients did
 * @param requests how many requests that took
 * @param faults how many of them went wrong, by their kind
 * @param journal what clients were told, by its kind
 * @param wrong what is wrong in the end, by its kind; empty if nothing is
 * @param givenUp how many messages are in the poison queue
 */
record StormFigures(long operations, long requests, Map<NetworkFault, Long> faults, Map<String, Long> journal,
		Map<Finding, Set<String>> wrong, long givenUp) {

	static final StormFigures NONE = new StormFigures(0, 0, Map.of());

	StormFigures(long operations, long requests, Map<NetworkFault, Long> faults) {
		this(operations, requests, faults, Map.of(), Map.of(), 0);
	}

	StormFigures with(Journal newJournal, Audit audit, long newGivenUp) {
		return new StormFigures(this.operations, this.requests, this.faults, newJournal.counts(), audit.findings(),
				newGivenUp);
	}

	StormFigures plus(StormFigures other) {
		return new StormFigures(this.operations + other.operations, this.requests + other.requests,
				merged(this.faults, other.faults, Long::sum), merged(this.journal, other.journal, Long::sum),
				merged(this.wrong, other.wrong, StormFigures::union), this.givenUp + other.givenUp);
	}

	private static <K, V> Map<K, V> merged(Map<K, V> some, Map<K, V> others, BinaryOperator<V> merge) {
		Map<K, V> merged = new LinkedHashMap<>(some);
		others.forEach((key, value) -> merged.merge(key, value, merge));
		return merged;
	}

	private static Set<String> union(Set<String> some, Set<String> others) {
		Set<String> union = new TreeSet<>(some);
		union.addAll(others);
		return union;
	}

	long faultsOfAllKinds() {
		return this.faults.values().stream().mapToLong(Long::longValue).sum();
	}

	@Override
	public String toString() {
		return this.operations + " operations, " + this.requests + " requests, " + faultsOfAllKinds() + " faults "
				+ this.faults + ". Journal: " + this.journal + ". Wrong: " + Audit.words(this.wrong) + ", given up "
				+ this.givenUp;
	}

}
