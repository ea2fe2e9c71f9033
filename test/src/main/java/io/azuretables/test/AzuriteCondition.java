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

package io.azuretables.test;

import io.azuretables.azurite.Azurite;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Skips tests where the emulator cannot be started.
 */
class AzuriteCondition implements ExecutionCondition {

	@Override
	public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
		return evaluate(Azurite.isAvailable(), System.getenv("CI"));
	}

	static ConditionEvaluationResult evaluate(boolean found, @Nullable String ci) {
		if (found || Boolean.parseBoolean(ci)) {
			return ConditionEvaluationResult.enabled("Azurite can be started");
		}
		return ConditionEvaluationResult.disabled(Azurite.advice());
	}

}
