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

package io.azuretables.patterns.queue.message;

import org.junit.jupiter.api.Test;

import org.springframework.dao.InvalidDataAccessApiUsageException;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * What cannot be sent is refused where it is made, and not by a worker later.
 */
class QueueMessageTests {

	@Test
	@SuppressWarnings("NullAway") // what a caller without the check does
	void needsATypeAndAPayload() {
		assertThatIllegalArgumentException().isThrownBy(() -> QueueMessage.of("note", null))
			.withMessage("A message of type 'note' needs a payload, and has null");
		assertThatIllegalArgumentException().isThrownBy(() -> QueueMessage.of(null, "text"))
			.withMessage("A message needs a type, by which its handler is found");
	}

	@Test
	void keepsTypesOfPatternsApart() {
		assertThatIllegalArgumentException().isThrownBy(() -> QueueMessage.of("~index", "text"))
			.withMessage("The type '~index' of a message must not begin with '~', which is reserved");
	}

	@Test
	void namesAPayloadThatCannotBeWritten() {
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> new JsonPayloadFormat().write(new Circle()))
			.withMessageStartingWith("The payload cannot be written as JSON: it is of type " + Circle.class.getName())
			.withMessageNotContaining("secret");
	}

	/**
	 * Something that cannot be written.
	 */
	static final class Circle {

		public String getCentre() {
			throw new IllegalStateException("secret");
		}

	}

}
