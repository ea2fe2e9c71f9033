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

package io.azuretables.write;

import java.util.List;

import io.azuretables.mapping.TablePersistentEntity;

/**
 * Adds rows that are written in the transaction of each entity of a class. Applications
 * create one, such as an {@code io.azuretables.patterns.summary.Summary}, and hand it to
 * their templates; the patterns implement it.
 *
 * @since 0.1
 */
@FunctionalInterface
public interface CompanionSource {

	/**
	 * The companions of the entities of a class; empty if there are none. Asked once for
	 * a class, and for each class whose rows may lie under its keys.
	 */
	List<Companion> of(TablePersistentEntity<?> entity);

	/**
	 * Rows of one kind that change with entities of a class. Opaque: the patterns create
	 * it, and templates know what it writes.
	 */
	interface Companion {

	}

}
