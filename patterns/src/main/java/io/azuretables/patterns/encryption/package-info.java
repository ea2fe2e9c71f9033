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
 * Encryption: data keys of tables, and stored entities that are encrypted with older
 * ones.
 *
 * <h2>Problem</h2> A property becomes {@code @Encrypted} while plain values are stored,
 * or a table gets a new data key: what is stored stays as it is until it is written
 * again.
 *
 * <h2>Row layout</h2> That of the entities. A value has the type Binary and names its
 * data key; see {@link io.azuretables.encryption.ColumnEncryption}.
 *
 * <h2>Guarantee</h2> Each row is rewritten with its index rows in one transaction, and
 * only if nothing has changed it since it was read. A run that stops leaves values with
 * old and new data keys, all of which can be read, and goes on from its position. A
 * content in a blob is written to a new blob, then the row with its name, and then the
 * old blob is deleted: each row names a blob that is there.
 *
 * <h2>Cost in requests</h2> Verification: 1 for 1,000 rows. Re-encryption: the same, and
 * 1 for each transaction of up to 100 rows; with an index in the partition, 1 more for
 * each page. Wide entities: those of their parts. Contents: 1 for each, and those of a
 * save for each that is rewritten. Rotation: 2. Wrapping data keys anew: 1, and 1 for
 * each data key.
 *
 * <h2>Limits</h2> An index with a property in its key that has become encrypted needs
 * {@link io.azuretables.patterns.index.IndexAdministration#rebuild(Class, String)} after
 * re-encryption. Rows whose entities are moving to other keys are reported and left. One
 * table at a time: a {@code @RollingTable} takes a template for each of its tables. Data
 * keys are never deleted, as rows in tables that a run does not know may need them. The
 * key of deterministic values stays.
 */
@NullMarked
package io.azuretables.patterns.encryption;

import org.jspecify.annotations.NullMarked;
