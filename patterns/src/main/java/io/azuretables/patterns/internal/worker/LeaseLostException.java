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

import io.azuretables.patterns.queue.message.HandlingStoppedException;

/**
 * Thrown when a worker may not handle a message any longer: another one may have received
 * it, or the worker stops. It is no fault of the message: the queue was slow, or the
 * message could not be renewed.
 */
final class LeaseLostException extends HandlingStoppedException {

	private static final long serialVersionUID = 1L;

	LeaseLostException() {
		super("Another worker may have received the message by now, or this one is being stopped");
	}

}
