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

package io.azuretables.benchmarks.shape;

import com.azure.data.tables.models.TableEntity;
import io.azuretables.benchmarks.store.Shape;
import org.jspecify.annotations.Nullable;

/**
 * Maps the rows of a {@link Shape} by hand, as a user of the SDK would; the code is
 * generated.
 */
interface ShapeMapping {

	/**
	 * The class.
	 */
	Class<?> type();

	/**
	 * The interface of its repository.
	 */
	Class<?> repository();

	/**
	 * An identifier of it.
	 */
	Object id(String department, String id);

	/**
	 * An object of it.
	 */
	Object object(String department, String id, @Nullable Object[] values);

	TableEntity toEntity(Object object);

	Object toObject(TableEntity entity);

}
