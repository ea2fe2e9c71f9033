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

package io.azuretables.internal.write;

/**
 * The ways to write an entity: save, insert, update or delete.
 */
public enum WriteMode {

	/**
	 * It shall be there as it is, whether it was or not; with a version, if no other
	 * writer has changed it.
	 */
	SAVE,

	/**
	 * It shall be there, and must not have been.
	 */
	INSERT,

	/**
	 * It shall be as it is, and must have been there.
	 */
	UPDATE,

	/**
	 * It shall not be there.
	 */
	DELETE

}
