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

package io.azuretables.autoconfigure.internal.console.web;

import io.azuretables.autoconfigure.internal.console.ConsoleViews;
import org.jspecify.annotations.Nullable;

import org.springframework.aot.hint.BindingReflectionHintsRegistrar;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/**
 * Registers hints for native images: the files of the web console, and the types that it
 * writes as JSON.
 */
public final class ConsoleRuntimeHints implements RuntimeHintsRegistrar {

	private static final String SECURITY = "org.springframework.security.web.csrf.";

	@Override
	public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
		ConsoleServlet.resources().forEach((file) -> hints.resources().registerPattern(file));
		new BindingReflectionHintsRegistrar().registerReflectionHints(hints.reflection(), ConsoleViews.jsonTypes());
		for (String token : new String[] { "DefaultCsrfToken", "CsrfTokenRequestAttributeHandler$SupplierCsrfToken" }) {
			hints.reflection()
				.registerTypeIfPresent(classLoader, SECURITY + token, MemberCategory.INVOKE_PUBLIC_METHODS);
		}
	}

}
