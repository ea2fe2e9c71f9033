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

package io.azuretables.write;

import org.springframework.dao.OptimisticLockingFailureException;

/**
 * Thrown when a write took so long that a worker has cancelled it for good. The worker
 * has inserted a fence in place of its token row. Nothing was written, and nothing ever
 * will be under its token. The write can be done again, under another token.
 *
 * @since 0.1
 */
public class WriteFencedException extends OptimisticLockingFailureException {

	private static final long serialVersionUID = 1L;

	public WriteFencedException(String message, Throwable cause) {
		super(message, cause);
	}

}
