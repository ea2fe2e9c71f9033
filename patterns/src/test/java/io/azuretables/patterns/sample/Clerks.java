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

package io.azuretables.patterns.sample;

import io.azuretables.key.TableKey;
import io.azuretables.repository.Query;
import io.azuretables.repository.TableRepository;

/**
 * Clerks by a repository.
 */
public interface Clerks extends TableRepository<Clerk, TableKey> {

	long deleteByDepartmentAndAgeLessThan(String department, int age);

	@Query(value = "department eq :department and age ge :age", delete = true)
	long deleteOlder(String department, int age);

}
