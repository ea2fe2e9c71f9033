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
 * Evolution: counts the versions of stored rows, rewrites older ones, and moves those
 * with keys of former templates.
 *
 * <h2>Problem</h2> Rows of older versions of a class are upgraded each time they are
 * read, and a new index does not find them.
 *
 * <h2>Row layout</h2> That of {@link io.azuretables.mapping.EntityType#version()}:
 * {@code Employee.1} becomes {@code Employee.2}, under the same key.
 *
 * <h2>Guarantee</h2> Each row is rewritten with its index rows in one transaction, and
 * only if nothing has changed it since it was read. A run that stops leaves rows of both
 * versions, all of which can be read, and goes on from its position.
 *
 * <h2>Cost in requests</h2> Survey and dry run: 1 for 1,000 rows. Upgrade: the same, and
 * 1 for each transaction of up to 100 rows; with an index in the partition, 1 more for
 * each page. Rekey: 1 for 1,000 rows, and for each entity 1 to read it and those of its
 * move.
 *
 * <h2>Limits</h2> An upgrade leaves keys as they are. Rows whose entities are moving to
 * other keys are reported and left. One table at a time: a {@code @RollingTable} takes a
 * template for each of its tables.
 */
@NullMarked
package io.azuretables.patterns.evolution;

import org.jspecify.annotations.NullMarked;
