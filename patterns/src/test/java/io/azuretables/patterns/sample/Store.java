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

package io.azuretables.patterns.sample;

import java.util.List;

import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.gateway.TableGateway;
import io.azuretables.operations.TableNameResolver;
import io.azuretables.operations.TableTemplate;
import io.azuretables.operations.TableTemplateOptions;
import io.azuretables.row.TableRow;

/**
 * A table of its own for a test.
 *
 * @param gateway counts
 * @param names puts the test's prefix before the names of tables
 * @param template the template
 */
public record Store(MeteredGateway gateway, TableNameResolver names, TableTemplate template) {

	public static Store over(TableGateway gateway, String prefix) {
		MeteredGateway metered = new MeteredGateway(gateway);
		TableNameResolver names = TableNameResolver.prefixed(prefix);
		TableConverter converter = new TableConverter(new TableMappingContext(new TableCustomConversions()));
		return new Store(metered, names, new TableTemplate(metered, converter,
				TableTemplateOptions.DEFAULTS.withTableNames(names).withConcurrency(2)));
	}

	/**
	 * All rows that meet an OData condition.
	 */
	public List<TableRow> rows(String table, String filter) {
		return Rows.of(this.gateway, table, filter);
	}

}
