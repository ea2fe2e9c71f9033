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

import org.jspecify.annotations.Nullable;

/**
 * The status of a queue worker: whether it runs or is paused, and how many messages it
 * handles.
 *
 * @param running whether it was started and not stopped
 * @param paused whether it receives nothing for now
 * @param active how many messages are being handled
 * @param failure why it lets a service alone; {@code null} while it does not. Of a
 * handler's exception it has the class only, as the text may contain keys and values
 * @since 0.1
 */
public record WorkerStatus(boolean running, boolean paused, int active, @Nullable String failure) {

}
