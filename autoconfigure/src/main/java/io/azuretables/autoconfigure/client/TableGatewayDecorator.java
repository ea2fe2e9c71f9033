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

import io.azuretables.gateway.TableGateway;

/**
 * Decorates the gateway of the template. A decorator observes requests, counts them, or
 * makes them fail. The first bean is the outermost.
 *
 * @since 0.1
 */
@FunctionalInterface
public interface TableGatewayDecorator {

	/**
	 * A gateway that goes to the given one.
	 */
	TableGateway decorate(TableGateway gateway);

}
