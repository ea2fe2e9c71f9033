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

package io.azuretables.patterns.index;

import io.azuretables.query.TableScrollPosition;

/**
 * How far the rebuild of a secondary index has come, and from where it can be continued.
 *
 * @param position where to go on; {@link TableScrollPosition#encode()} makes a text of it
 * @param report what was repaired since this run began
 * @since 0.1
 */
public record IndexProgress(TableScrollPosition position, IndexReport report) {

}
