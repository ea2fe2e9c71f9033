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

import java.time.Instant;

/**
 * The result of handling a message: handled, failed, or must wait.
 */
sealed interface MessageResult {

	/**
	 * What the message is about, as a tag of meters.
	 */
	String type();

	/**
	 * What it asked for is done.
	 *
	 * @param type what the message is about
	 * @param since since when it was to be handled
	 */
	record Handled(String type, Instant since) implements MessageResult {

	}

	/**
	 * It had been handled before, and what was kept of it is gone.
	 *
	 * @param type what the message is about
	 */
	record Cleaned(String type) implements MessageResult {

	}

	/**
	 * It was not handled, and comes again.
	 *
	 * @param type what the message is about
	 * @param failure why
	 */
	record Failed(String type, Throwable failure) implements MessageResult {

	}

	/**
	 * It was given up.
	 *
	 * @param type what the message is about
	 * @param failure why
	 */
	record Poisoned(String type, Throwable failure) implements MessageResult {

	}

}
