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

package io.azuretables.query;

/**
 * When a read goes to the secondary region of the account: first, or only if the primary
 * region fails.
 *
 * @since 0.1
 */
public enum ReadRegion {

	/**
	 * The secondary region; the primary one while the secondary is too far behind.
	 */
	SECONDARY,

	/**
	 * The primary region, and the secondary one if that fails. After ten failures within
	 * ten seconds the primary region is left alone for ten seconds.
	 */
	SECONDARY_ON_FAILURE

}
