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

import java.util.function.Consumer;

import io.azuretables.query.TableScrollPosition;
import org.jspecify.annotations.Nullable;

/**
 * How is an index proved to be what its entities say, and made so?
 *
 * @since 0.1
 */
public interface IndexUpkeep {

	/**
	 * Compares the index with its entities, and changes nothing.
	 * @param findings takes each fault
	 */
	IndexReport verify(IndexTarget target, Consumer<IndexFinding> findings);

	/**
	 * Makes the index what its entities say, while others go on writing.
	 * @param from where an earlier one got to, or {@code null} for the beginning
	 * @param progress is called after each page
	 */
	IndexReport rebuild(IndexTarget target, @Nullable TableScrollPosition from, Consumer<IndexProgress> progress);

}
