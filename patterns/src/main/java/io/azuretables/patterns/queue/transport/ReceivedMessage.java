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

package io.azuretables.patterns.queue.transport;

import java.time.Instant;

/**
 * A message that was received from a queue, with the receipt that its update and deletion
 * need.
 *
 * @param id the identity of the message, the same at each delivery
 * @param receipt what {@link MessageTransport#update} and {@link MessageTransport#delete}
 * ask for; of this delivery alone, and empty where it was only looked at
 * @param body the text
 * @param deliveries how often it has been received, this time included; 0 when it was
 * sent
 * @param sentAt when it was sent
 * @since 0.1
 */
public record ReceivedMessage(String id, String receipt, String body, long deliveries, Instant sentAt) {

}
