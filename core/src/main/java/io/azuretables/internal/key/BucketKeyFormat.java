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

package io.azuretables.internal.key;

/**
 * The key format of {@code {part:bucket(n)}}: the number of the bucket that a value is
 * hashed into. The hash is FNV-1a of the UTF-16 code units of the value's key text,
 * folded to 32 bits and spread by MurmurHash3's final mix: the same on every machine, and
 * never to be changed.
 */
record BucketKeyFormat(KeyFormat format, int buckets) implements KeyFormat {

	@Override
	public void write(Object value, StringBuilder key) {
		int number = (value instanceof Bucket bucket) ? bucket.number() : bucketOf(value);
		IntegerKeyFormat.writePadded(number, width(), key);
	}

	private int width() {
		return Integer.toString(this.buckets - 1).length();
	}

	private int bucketOf(Object value) {
		StringBuilder text = new StringBuilder();
		this.format.write(value, text);
		return StableHash.number(text, this.buckets);
	}

	@Override
	public Object read(KeyCursor key) {
		int number = (int) key.takeDigits(width());
		if (number >= this.buckets) {
			throw key.unreadable("a bucket below " + this.buckets + " was expected");
		}
		return new Bucket(number);
	}

	@Override
	public boolean isReversible() {
		return false;
	}

	@Override
	public boolean isSorted() {
		return false;
	}

	/**
	 * A bucket that is asked for by its number.
	 */
	record Bucket(int number) {

	}

}
