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

package io.azuretables.observation;

import io.azuretables.gateway.ServiceErrorException;

/**
 * The values of the tag {@code status} of observations.
 */
final class StatusText {

	static final String OK = "ok";

	static final String NOT_FOUND = "not-found";

	private StatusText() {
	}

	/**
	 * The service's own code for the error, if it comes from there.
	 */
	static String of(Throwable failure) {
		for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
			if (cause instanceof ServiceErrorException error && !error.code().isEmpty()) {
				return error.code();
			}
		}
		return failure.getClass().getSimpleName();
	}

}
