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

package io.azuretables.autoconfigure.console;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Configuration properties of the web console, a page that shows tables, query plans and
 * costs.
 *
 * @param enabled Whether to serve the web console, which shows tables, query plans and
 * costs. It shows all rows of all tables, and is made for development.
 * @param path Path of the web console.
 * @param write Whether users of the web console can edit and delete entities, rebuild
 * indexes, and send messages of the poison queue again.
 * @param allowRemote Whether the web console may show a service that is not on this
 * machine. It then asks for a login: that of Spring Security, or a link that is logged at
 * the start.
 * @since 0.1
 */
@ConfigurationProperties("azure.tables.console")
public record TableConsoleProperties(@DefaultValue("false") boolean enabled, @DefaultValue("/azure-tables") String path,
		@DefaultValue("false") boolean write, @DefaultValue("false") boolean allowRemote) {

}
