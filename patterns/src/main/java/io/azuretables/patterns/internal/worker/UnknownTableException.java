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
package io.azuretables.patterns.internal.worker;

/**
 * Thrown when a worker receives a message about a write to a table that its application
 * neither maps nor configures. Another instance may know it.
 */
public final class UnknownTableException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	public UnknownTableException(String table) {
		super("The message is to change table '" + table + "', which is neither that of a mapped class nor "
				+ "configured: name it in azure.tables.queue.tables or QueueOptions.withTables");
	}

}
