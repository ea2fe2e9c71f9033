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

package io.azuretables.autoconfigure.client;

import com.azure.data.tables.TableServiceClientBuilder;

/**
 * Customizes the {@code TableServiceClientBuilder} of the Azure SDK before it builds the
 * {@code TableServiceClient} bean. Applies to the bean of the SDK only, not to the
 * gateway of the template; for both there are beans of type
 * {@link com.azure.core.http.policy.HttpPipelinePolicy}.
 *
 * @since 0.1
 */
@FunctionalInterface
public interface TableServiceClientBuilderCustomizer {

	/**
	 * Called before the client is built, in the order of the beans.
	 */
	void customize(TableServiceClientBuilder builder);

}
