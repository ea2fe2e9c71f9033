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

package io.azuretables.autoconfigure.internal.configuration;

/**
 * Thrown at start-up when configuration properties are missing, cannot be used, or
 * contradict each other. The message says which, and the action what to do.
 *
 * @since 0.1
 */
public final class ConfigurationProblemException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final String action;

	/**
	 * A problem.
	 * @param message what is wrong
	 * @param action what to do about it
	 */
	public ConfigurationProblemException(String message, String action) {
		super(message);
		this.action = action;
	}

	/**
	 * What to do about it.
	 */
	public String getAction() {
		return this.action;
	}

}
