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
 * Provides the {@link CompanionRows} of a class: additional rows in the transaction of
 * each entity, such as counts.
 *
 * @since 0.1
 */
@FunctionalInterface
public interface CompanionSource {

	/**
	 * The companion rows of the entities of a class; empty if there are none. Asked once
	 * for a class, and for each class whose rows may lie under its keys.
	 */
	List<CompanionRows> of(TablePersistentEntity<?> entity);

}
