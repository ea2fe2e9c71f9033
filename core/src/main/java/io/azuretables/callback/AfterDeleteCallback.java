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

package io.azuretables.callback;

import org.springframework.data.mapping.callback.EntityCallback;

/**
 * An entity callback that is called after an entity has been deleted.
 *
 * @param <T> the class of the entity
 * @since 0.1
 */
@FunctionalInterface
public interface AfterDeleteCallback<T> extends EntityCallback<T> {

	/**
	 * Is called with the entity.
	 * @param table the name of the table
	 * @return the entity to go on with, perhaps another instance
	 */
	T onAfterDelete(T entity, String table);

}
