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

package io.azuretables.patterns.simulation.template;

import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.gateway.TableGateway;
import io.azuretables.operations.TableTemplate;
import io.azuretables.operations.TableTemplateOptions;
import io.azuretables.write.DeferredWrites;

/**
 * Makes templates that do one request at a time, in the thread of who asks.
 */
public final class Templates {

	private static final TableConverter CONVERTER = new TableConverter(
			new TableMappingContext(new TableCustomConversions()));

	private Templates() {
	}

	/**
	 * The classes that all of them map.
	 */
	public static TableMappingContext context() {
		return CONVERTER.mappingContext();
	}

	public static TableTemplate over(TableGateway gateway) {
		return new TableTemplate(gateway, CONVERTER, TableTemplateOptions.DEFAULTS.withConcurrency(1));
	}

	/**
	 * One that keeps indexes in other partitions.
	 */
	public static TableTemplate over(TableGateway gateway, DeferredWrites writes) {
		return new TableTemplate(gateway, CONVERTER, TableTemplateOptions.DEFAULTS.withConcurrency(1), writes);
	}

}
