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

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import io.azuretables.gateway.SecondaryRegion;
import io.azuretables.gateway.TableGateway;

import org.springframework.beans.factory.ObjectProvider;

/**
 * Decorates the {@link TableGateway} of the auto-configured template, to observe, count
 * or change its requests to the table service. The first bean is the outermost.
 *
 * @since 0.1
 */
@FunctionalInterface
public interface TableGatewayDecorator {

	/**
	 * A gateway that goes to the given one.
	 */
	TableGateway decorate(TableGateway gateway);

	/**
	 * A gateway that goes to the given one, for requests that belong to no operation of
	 * the template: those of queues, workers, sweeps and the administration of indexes.
	 * By default, the given one.
	 */
	default TableGateway decorateBackground(TableGateway gateway) {
		return gateway;
	}

	/**
	 * A gateway that goes to the given one, which is that of the secondary region. By
	 * default, the given one.
	 */
	default TableGateway decorateSecondary(TableGateway gateway) {
		return gateway;
	}

	/**
	 * The secondary region of a template, with all decorators around its gateway.
	 */
	static SecondaryRegion secondary(SecondaryRegion region, ObjectProvider<TableGatewayDecorator> decorators) {
		TableGateway decorated = region.gateway();
		for (TableGatewayDecorator decorator : innermostFirst(decorators)) {
			decorated = decorator.decorateSecondary(decorated);
		}
		return new SecondaryRegion(decorated, region.lastSync());
	}

	/**
	 * The gateway of a template, with all decorators around it.
	 */
	static TableGateway decorated(TableGateway gateway, ObjectProvider<TableGatewayDecorator> decorators) {
		TableGateway decorated = gateway;
		for (TableGatewayDecorator decorator : innermostFirst(decorators)) {
			decorated = decorator.decorate(decorated);
		}
		return decorated;
	}

	/**
	 * The gateway for requests that belong to no operation, with all decorators around
	 * it.
	 */
	static TableGateway background(TableGateway gateway, ObjectProvider<TableGatewayDecorator> decorators) {
		TableGateway decorated = gateway;
		for (TableGatewayDecorator decorator : innermostFirst(decorators)) {
			decorated = decorator.decorateBackground(decorated);
		}
		return decorated;
	}

	private static List<TableGatewayDecorator> innermostFirst(ObjectProvider<TableGatewayDecorator> decorators) {
		List<TableGatewayDecorator> all = new ArrayList<>(decorators.orderedStream().toList());
		Collections.reverse(all);
		return all;
	}

}
