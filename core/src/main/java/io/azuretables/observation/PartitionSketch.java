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

package io.azuretables.observation;

/**
 * Estimates the rows of the busiest partitions in constant memory (Space-Saving
 * algorithm). It is exact for up to {@value #SIZE} partitions, and otherwise understates
 * a partition by at most one {@value #SIZE}nd of all rows; it never overstates one.
 */
final class PartitionSketch {

	static final int SIZE = 32;

	private final long[] hashes = new long[SIZE];

	private final long[] counts = new long[SIZE];

	/**
	 * What a count may hold of partitions that had the place before.
	 */
	private final long[] errors = new long[SIZE];

	private int used;

	private long total;

	void add(long hash, long rows) {
		this.total += rows;
		int least = 0;
		for (int i = 0; i < this.used; i++) {
			if (this.hashes[i] == hash) {
				this.counts[i] += rows;
				return;
			}
			if (this.counts[i] < this.counts[least]) {
				least = i;
			}
		}
		if (this.used < SIZE) {
			least = this.used++;
		}
		this.hashes[least] = hash;
		this.errors[least] = this.counts[least];
		this.counts[least] += rows;
	}

	/**
	 * How much of all rows the busiest partition has.
	 */
	Share busiest() {
		int busiest = 0;
		for (int i = 1; i < this.used; i++) {
			if (this.counts[i] - this.errors[i] > this.counts[busiest] - this.errors[busiest]) {
				busiest = i;
			}
		}
		return (this.total > 0) ? new Share(this.hashes[busiest],
				(double) (this.counts[busiest] - this.errors[busiest]) / this.total, this.total) : Share.NONE;
	}

	/**
	 * The share of a partition.
	 *
	 * @param hash the hash of the partition key
	 * @param share its part of all rows, from 0 to 1
	 * @param rows how many rows there were in all
	 */
	record Share(long hash, double share, long rows) {

		static final Share NONE = new Share(0, 0, 0);

	}

}
