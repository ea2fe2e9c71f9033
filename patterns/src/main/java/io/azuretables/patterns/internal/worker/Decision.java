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

package io.azuretables.patterns.internal.worker;

import java.time.Duration;

import io.azuretables.patterns.internal.message.Envelope;

/**
 * What becomes of a message after its delivery: removed, hidden for a while, or moved to
 * the poison queue.
 */
sealed interface Decision {

	/**
	 * It is gone for good.
	 *
	 * @param envelope the message
	 */
	record Remove(Envelope envelope) implements Decision {

	}

	/**
	 * It comes again, changed.
	 *
	 * @param envelope the message as it will be
	 * @param time after which time
	 */
	record Hide(Envelope envelope, Duration time) implements Decision {

	}

	/**
	 * It is given up.
	 *
	 * @param envelope the message, with its failures
	 */
	record Poison(Envelope envelope) implements Decision {

	}

}
