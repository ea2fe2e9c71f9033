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

package io.azuretables.patterns.queue.worker;

import java.time.Duration;

/**
 * The number of messages that wait in a queue and in its poison queue, and the age of the
 * oldest.
 *
 * @param messages about how many messages are in the queue, those included that are
 * hidden, be they handled just now, tried again later, or kept to clean up
 * @param poison about how many were given up; none where messages never are
 * @param oldest how long the message waits that is the next to be received, since it was
 * to be: since it was sent, or the time until which it was put off; nothing if there is
 * none. It grows while there are fewer workers than are needed, or none
 * @since 0.1
 */
public record QueueBacklog(long messages, long poison, Duration oldest) {

}
