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

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Reports a configuration problem at start-up, with the property to change.
 *
 * @since 0.1
 */
public final class ConfigurationProblemFailureAnalyzer extends AbstractFailureAnalyzer<ConfigurationProblemException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, ConfigurationProblemException cause) {
		String message = String.valueOf(cause.getMessage());
		return new FailureAnalysis(message.endsWith(".") ? message : message + ".", cause.getAction(), cause);
	}

}
