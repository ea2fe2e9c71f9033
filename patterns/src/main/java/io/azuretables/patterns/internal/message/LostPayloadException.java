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

package io.azuretables.patterns.internal.message;

import io.azuretables.patterns.queue.message.PermanentMessageException;

/**
 * Thrown when the payload of a message was in a blob that does not exist any more.
 */
public final class LostPayloadException extends PermanentMessageException {

	private static final long serialVersionUID = 1L;

	LostPayloadException(String blob) {
		super("The payload of the message is missing: there is no blob " + blob);
	}

}
