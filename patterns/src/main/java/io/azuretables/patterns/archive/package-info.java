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
 * The archive: how an entity gets from one table or partition to another, and is never in
 * neither.
 * <p>
 * <b>Problem.</b> To copy an entity and then to delete it loses what is changed in
 * between, and archives what was created again.
 * <p>
 * <b>Rows.</b> Those of two mapped classes, each with a version; next to a restored
 * entity, for a day, one with the row key {@code ~t|} and a token, so that it is not
 * restored twice.
 * <p>
 * <b>Guarantee.</b> After any crash an entity is current, in the archive, or in both with
 * the current one at least as new; at the end it is in one of them. No acknowledged
 * change is lost.
 * <p>
 * <b>Large values.</b> A content in a blob is copied to a blob of the archived entity
 * before that is written, and deleted after the current entity. What is left over belongs
 * to the sweeps of {@link io.azuretables.patterns.largevalue.LargeValueTemplate}.
 * <p>
 * <b>Cost.</b> One message for each move; four requests to move, one more for an entity
 * with indexes, one more for a blob, and those of reading and writing large values; one
 * to three to find; five to restore.
 * <p>
 * <b>Limits.</b> Without an incarnation, keys are used once and nothing is restored; nor
 * where the row key of the current class begins with no literal. An entity that is
 * deleted while it is moved may be in the archive afterwards.
 */
@NullMarked
package io.azuretables.patterns.archive;

import org.jspecify.annotations.NullMarked;
