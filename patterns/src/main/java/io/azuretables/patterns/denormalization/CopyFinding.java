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

package io.azuretables.patterns.denormalization;

import io.azuretables.key.TableKey;
import org.jspecify.annotations.Nullable;

/**
 * An entity whose denormalised copies differ from their source.
 *
 * @param copies the name of the copies
 * @param holder the key of the holder
 * @param source the key of the source that the holder refers to; {@code null} if it
 * refers to none
 * @since 0.1
 */
public record CopyFinding(String copies, TableKey holder, @Nullable TableKey source) {

}
