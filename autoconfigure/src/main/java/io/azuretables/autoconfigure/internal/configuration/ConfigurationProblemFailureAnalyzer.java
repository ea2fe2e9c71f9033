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

import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;

/**
 * Reports a configuration problem at start-up, with the property to change. A problem
 * that was found while properties were bound begins with a name in their group: it is
 * reported with the whole name, before Spring Boot reports which class was not bound.
 *
 * @since 0.1
 */
public final class ConfigurationProblemFailureAnalyzer extends AbstractFailureAnalyzer<ConfigurationProblemException>
		implements Ordered {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, ConfigurationProblemException cause) {
		BindException group = findCause(rootFailure, BindException.class);
		String message = ((group != null) ? group.getName() + "." : "") + cause.getMessage();
		return new FailureAnalysis(message.endsWith(".") ? message : message + ".", cause.getAction(), cause);
	}

	@Override
	public int getOrder() {
		return -1;
	}

}
