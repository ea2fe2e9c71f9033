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

import io.azuretables.query.TableScrollPosition;
import org.jspecify.annotations.Nullable;

/**
 * The progress and the result of comparing denormalised copies with their sources.
 *
 * @param position where to go on; {@code null} at the end
 * @param holders how many holders were compared
 * @param outdated how many of them had copies that differed
 * @since 0.1
 */
public record CopyReport(@Nullable TableScrollPosition position, long holders, long outdated) {

	/**
	 * Whether all copies were equal to their sources.
	 */
	public boolean isClean() {
		return this.outdated == 0;
	}

}
