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

import io.azuretables.write.MissingDeferredWritesException;
import org.junit.jupiter.api.Test;

import org.springframework.boot.test.context.FilteredClassLoader;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link MissingDeferredWritesFailureAnalyzer}.
 */
class MissingDeferredWritesFailureAnalyzerTests {

	@Test
	void namesTheStarterThatHasTheClasses() {
		assertThat(action(new FilteredClassLoader("io.azuretables.patterns")))
			.contains("by azure-tables-spring-boot-starter-queue");
		assertThat(action(new FilteredClassLoader("com.azure.storage.queue")))
			.contains("by azure-tables-spring-boot-starter-queue");
		assertThat(action(null)).contains("    set azure.tables.index.queue.name\n").doesNotContain("replace");
	}

	private static String action(ClassLoader classLoader) {
		MissingDeferredWritesException cause = new MissingDeferredWritesException("Agent", "city");
		return new MissingDeferredWritesFailureAnalyzer(classLoader).analyze(cause, cause).getAction();
	}

}
