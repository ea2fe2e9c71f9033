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
 * The commit protocol: tells for good whether a transaction was committed whose answer
 * was lost, or whose writer died.
 * <p>
 * A transaction inserts a token row under its token. To learn its outcome, read that row;
 * if it is not there, a fence is inserted in its place, after which the transaction can
 * never be committed. So the outcome is final, and the same for all processes that ask.
 * Indexes in other partitions, messages and the archive stand on it.
 */
@NullMarked
package io.azuretables.internal.commit;

import org.jspecify.annotations.NullMarked;
