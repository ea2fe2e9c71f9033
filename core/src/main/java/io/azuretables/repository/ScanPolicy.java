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

package io.azuretables.repository;

/**
 * Whether repository methods that scan without permission are rejected at start-up,
 * logged, or allowed. A bean of this type decides for all repositories of the
 * application; without one they are rejected. It decides about declared methods only:
 * what is asked with an example or with a {@link io.azuretables.query.TableQuery
 * TableQuery} says so itself.
 *
 * @since 0.1
 * @see AllowScan
 */
public enum ScanPolicy {

	/**
	 * The context does not start.
	 */
	REJECT,

	/**
	 * Each of them is logged as a warning when its repository is made, and may scan. For
	 * an application on its way to {@link #REJECT}.
	 */
	WARN,

	/**
	 * They may scan, and nothing is said.
	 */
	ALLOW

}
