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

package io.azuretables.autoconfigure.aot;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

import com.azure.core.http.HttpClientProvider;
import io.azuretables.http.ApacheHttpClientProvider;
import org.jspecify.annotations.Nullable;

import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.TypeReference;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

/**
 * Registers hints for native images: the classes that the Azure SDK's table client uses
 * by reflection. The SDK itself has none: its protocol is interfaces that become proxies,
 * and its answers are made by reflection. And the service loader has to find the HTTP
 * client.
 */
class SdkRuntimeHints implements RuntimeHintsRegistrar {

	private static final String SDK = "com.azure.data.tables.";

	private static final List<String> PROTOCOL = List.of(SDK + "implementation.ServicesImpl$ServicesService",
			SDK + "implementation.TablesImpl$TablesService",
			SDK + "implementation.TransactionalBatchImpl$TransactionalBatchService");

	private static final List<String> ANSWERS = List.of(SDK + "models.", SDK + "implementation.models.");

	@Override
	public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
		PROTOCOL.forEach((type) -> {
			hints.proxies().registerJdkProxy(TypeReference.of(type));
			hints.reflection().registerType(TypeReference.of(type), MemberCategory.INVOKE_DECLARED_METHODS);
		});
		ANSWERS.forEach((prefix) -> types(prefix, classLoader).forEach((type) -> hints.reflection()
			.registerType(TypeReference.of(type), MemberCategory.INVOKE_DECLARED_CONSTRUCTORS,
					MemberCategory.INVOKE_DECLARED_METHODS)));
		hints.resources()
			.registerPattern("azure-data-tables.properties")
			.registerPattern("azure-core.properties")
			.registerPattern("META-INF/services/" + HttpClientProvider.class.getName());
		hints.reflection().registerType(ApacheHttpClientProvider.class, MemberCategory.INVOKE_PUBLIC_CONSTRUCTORS);
	}

	private static List<String> types(String prefix, @Nullable ClassLoader classLoader) {
		try {
			Resource[] files = new PathMatchingResourcePatternResolver(classLoader)
				.getResources("classpath*:" + prefix.replace('.', '/') + "*.class");
			return List.of(files)
				.stream()
				.map((file) -> prefix + String.valueOf(file.getFilename()).replace(".class", ""))
				.toList();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
