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

import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.BeforeTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

import org.springframework.test.context.junit.jupiter.SpringExtension;

/**
 * Fails a test that makes more requests than its {@code @ExpectRequests} allows.
 */
class RequestBudget implements BeforeTestExecutionCallback, AfterTestExecutionCallback {

	@Override
	public void beforeTestExecution(ExtensionContext context) {
		counter(context).reset();
	}

	@Override
	public void afterTestExecution(ExtensionContext context) {
		if (context.getExecutionException().isPresent()) {
			return;
		}
		ExpectRequests expected = context.getRequiredTestMethod().getAnnotation(ExpectRequests.class);
		int count = counter(context).count();
		if (count > expected.max()) {
			throw new AssertionError(
					"Expected at most " + expected.max() + " requests to the table service, and there were " + count);
		}
		PlanAssertions.assertDensity(counter(context), expected.minDensity());
	}

	private static RequestCounter counter(ExtensionContext context) {
		return SpringExtension.getApplicationContext(context).getBean(RequestCounter.class);
	}

}
