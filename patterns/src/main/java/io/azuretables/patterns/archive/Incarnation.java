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

package io.azuretables.patterns.archive;

import java.util.function.BiFunction;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

/**
 * Reads and sets the property that tells an entity from an earlier, deleted one with the
 * same key. An entity that is deleted and created again under the same key, or restored,
 * begins another one; a property of it says which.
 *
 * @param <C> the entity
 * @param get reads the property
 * @param with gives the entity another value of it
 * @since 0.1
 */
public record Incarnation<C>(Function<C, @Nullable String> get, BiFunction<C, String, C> with) {

}
