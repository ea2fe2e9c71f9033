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

package io.azuretables.patterns.largevalue;

import org.springframework.dao.DataRetrievalFailureException;

/**
 * Thrown when the blob of a large value is missing, or has another content than its
 * entity says. A program without this module has deleted or changed it, or has written
 * the row.
 *
 * @since 0.1
 */
public class MissingContentException extends DataRetrievalFailureException {

	private static final long serialVersionUID = 1L;

	MissingContentException(String message) {
		super(message);
	}

	MissingContentException(String message, Throwable cause) {
		super(message, cause);
	}

}
