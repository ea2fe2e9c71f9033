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

package io.azuretables.autoconfigure.web;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Configuration properties of paging in web applications: the secret that signs positions
 * in links.
 *
 * @param secret Secret to sign the positions in links to further pages with. Use the same
 * one in all instances of the application. By default, each process uses a random one.
 * @since 0.1
 */
@ConfigurationProperties("azure.tables.web")
public record TableWebProperties(@Nullable String secret) {

	/**
	 * Shows no secret.
	 */
	@Override
	public String toString() {
		return "TableWebProperties[]";
	}

}
