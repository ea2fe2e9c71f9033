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

/**
 * The model of an entity that is read from its annotations: its leaf properties, its
 * keys, its indexes. {@link io.azuretables.internal.model.EntityModel#of} gives that of a
 * mapped class.
 */
@NullMarked
package io.azuretables.internal.model;

import org.jspecify.annotations.NullMarked;
