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

package io.azuretables.repository.query;

import io.azuretables.plan.QueryOutline;

/**
 * Describes a repository method for the start-up log, the endpoint and the web console:
 * its query plan, and whether it reads or writes.
 *
 * @param name the name of the method
 * @param work what it does
 * @param outline how it gets to its rows
 * @since 0.1
 */
public record MethodOutline(String name, Work work, QueryOutline outline) {

	/**
	 * What a method does.
	 */
	public enum Work {

		/**
		 * It reads what it finds.
		 */
		READ,

		/**
		 * It reads a part of what it finds, and perhaps its last page twice: where the
		 * client leaves rows out, only the service can say where the next part begins.
		 */
		SCROLL,

		/**
		 * It reads what its argument asks for; the outline is that of the worst one.
		 */
		ASK,

		/**
		 * It writes rows that are new.
		 */
		INSERT,

		/**
		 * It writes or deletes rows of known keys.
		 */
		WRITE,

		/**
		 * It deletes what it finds.
		 */
		DELETE

	}

}
