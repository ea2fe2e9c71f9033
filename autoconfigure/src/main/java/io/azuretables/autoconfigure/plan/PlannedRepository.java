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

package io.azuretables.autoconfigure.plan;

import java.util.List;

/**
 * Implemented by all repository beans: gives the query plans of the repository's methods.
 * Every repository bean can be cast to it.
 *
 * @since 0.1
 */
public interface PlannedRepository {

	/**
	 * The plans of the declared methods, by name.
	 */
	List<MethodPlan> methodPlans();

	/**
	 * The plans of the methods that the repository inherits, by name.
	 */
	List<MethodPlan> inheritedPlans();

}
