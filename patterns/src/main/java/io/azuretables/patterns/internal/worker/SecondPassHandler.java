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

import io.azuretables.patterns.queue.message.MessageContext;
import io.azuretables.patterns.queue.message.MessageHandler;

/**
 * A message handler that is called once more after all deliveries have ended, to correct
 * what a slow one did. This happens for a message that goes with a write, before the
 * token row of the write is forgotten.
 *
 * @param <P> the payload
 */
public interface SecondPassHandler<P> extends MessageHandler<P> {

	/**
	 * Called once more. An exception lets it be called again later.
	 */
	void secondPass(P payload, MessageContext context) throws Exception;

}
