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

package io.azuretables.patterns.simulation.archive;

import java.util.Optional;
import java.util.function.BooleanSupplier;

import io.azuretables.key.TableKey;

/**
 * A way to have rows moved, and to find them wherever they are.
 */
interface Mover {

	/**
	 * Has a row moved to the archive, soon.
	 */
	void archive(TableKey key, String incarnation);

	/**
	 * Has a row moved back, soon.
	 * @return whether it is in the archive
	 */
	boolean restore(TableKey key);

	/**
	 * A new worker, which says of each round whether there was something to do.
	 */
	BooleanSupplier worker();

	/**
	 * Removes what moves have left behind and nobody needs, if they leave anything.
	 */
	default void sweep() {
	}

	/**
	 * The row as an application finds it, see {@link Move#words}.
	 */
	Optional<String> find(TableKey key);

}
