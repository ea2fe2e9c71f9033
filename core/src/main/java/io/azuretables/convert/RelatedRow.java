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

package io.azuretables.convert;

import org.jspecify.annotations.Nullable;

/**
 * A row of a query that reads several entity classes at once: the entity, and the class
 * that it was read as.
 *
 * @param type the class that it was read as, or {@code null} for another class
 * @param entity the entity, or {@code null} for one of another class
 * @since 0.1
 */
public record RelatedRow(@Nullable Class<?> type, @Nullable Object entity) {

	static final RelatedRow OTHER = new RelatedRow(null, null);

}
