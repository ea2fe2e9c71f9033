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

package io.azuretables.patterns.transfer;

import org.jspecify.annotations.Nullable;

/**
 * How far an export, an import or a copy has come.
 *
 * @param table the table that is read or written
 * @param rows how many rows of all tables there were
 * @param done the share that is done, from 0 to 1; of an export that of the segments, of
 * a copy that of the segments that were read, and less than 1 until all is written
 * @param position where an import goes on if it is stopped now; {@code null} for an
 * export, which goes on by itself, and for a copy
 * @since 0.1
 */
public record TransferProgress(String table, long rows, double done, @Nullable String position) {

}
