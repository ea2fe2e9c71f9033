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

package io.azuretables.autoconfigure.template;

import java.lang.reflect.Method;

import io.azuretables.plan.RejectedScanException;
import io.azuretables.plan.UnsupportedQueryException;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.data.repository.query.QueryCreationException;

/**
 * Reports a repository method that cannot be run, and how to correct it.
 */
class UnsupportedQueryFailureAnalyzer extends AbstractFailureAnalyzer<UnsupportedQueryException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, UnsupportedQueryException cause) {
		QueryCreationException creation = findCause(rootFailure, QueryCreationException.class);
		String method = (creation != null) ? method(creation.getMethod()) : "";
		return new FailureAnalysis(method + cause.getMessage(),
				action(findCause(rootFailure, RejectedScanException.class)), cause);
	}

	private static String method(Method method) {
		return "The repository method " + method.getDeclaringClass().getName() + "." + method.getName()
				+ " is refused:\n\n    ";
	}

	private static String action(@Nullable RejectedScanException rejected) {
		if (rejected == null) {
			return "Change the repository method as the description says";
		}
		return "Bind the properties of the partition key, declare a @SecondaryIndex for what the method asks, "
				+ "or accept the " + rejected.getPath() + " with @AllowScan(reason = \"...\") on the method. "
				+ "With azure.tables.scan-policy=warn the application starts and logs all such methods";
	}

}
