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

package io.azuretables.patterns.sample;

import java.time.Instant;
import java.time.InstantSource;

import io.azuretables.patterns.queue.message.HandlingStoppedException;
import io.azuretables.patterns.queue.message.MessageContext;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;

/**
 * The context of a handler that may go on until a deadline.
 *
 * @param clock the time
 * @param deadline when it must stop
 */
public record TimedContext(InstantSource clock, Instant deadline) implements MessageContext {

	@Override
	public String id() {
		return "id";
	}

	@Override
	public String type() {
		return "type";
	}

	@Override
	public Instant sentAt() {
		return Instant.EPOCH;
	}

	@Override
	public int failures() {
		return 0;
	}

	@Override
	public @Nullable TableRow tokenRow() {
		return null;
	}

	@Override
	public void check() {
		if (!this.clock.instant().isBefore(this.deadline)) {
			throw new HandlingStoppedException("The deadline has passed");
		}
	}

}
