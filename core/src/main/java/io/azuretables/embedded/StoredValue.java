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

package io.azuretables.embedded;

import java.time.Instant;

import io.azuretables.internal.time.Ticks;

/**
 * Copies a property value as the service would store it: arrays cloned, times truncated
 * to 100 nanoseconds. The value itself; a copy of bytes, which their owner could change;
 * and of a time no more than the service can tell.
 */
final class StoredValue {

	private StoredValue() {
	}

	static Object in(Object value) {
		return (value instanceof Instant time) ? Ticks.truncate(time) : out(value);
	}

	static Object out(Object value) {
		return (value instanceof byte[] bytes) ? bytes.clone() : value;
	}

}
