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

import java.time.Duration;

/**
 * The key format of durations: seconds in 19 digits, a point, and nine digits of
 * nanoseconds. Negative durations are a sign and their distance from the least duration,
 * as {@link IntegerKeyFormat} has it; nanoseconds are never negative.
 */
record DurationKeyFormat(IntegerKeyFormat seconds, boolean descending) implements KeyFormat {

	private static final int NANO_DIGITS = 9;

	private static final int MOST_NANOS = 999_999_999;

	DurationKeyFormat(boolean descending) {
		this(IntegerKeyFormat.full(Long.class, descending), descending);
	}

	@Override
	public void write(Object value, StringBuilder key) {
		Duration duration = (Duration) value;
		this.seconds.write(duration.getSeconds(), key);
		key.append('.');
		IntegerKeyFormat.writePadded(directed(duration.getNano()), NANO_DIGITS, key);
	}

	private long directed(long nanos) {
		return this.descending ? MOST_NANOS - nanos : nanos;
	}

	@Override
	public Object read(KeyCursor key) {
		long whole = (Long) this.seconds.read(key);
		key.takeLiteral(".");
		return Duration.ofSeconds(whole, directed(key.takeDigits(NANO_DIGITS)));
	}

}
