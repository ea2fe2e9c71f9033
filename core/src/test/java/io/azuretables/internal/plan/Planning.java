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

package io.azuretables.internal.plan;

import java.util.Set;

import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.mapping.TablePersistentEntity;
import io.azuretables.query.TableQuery;

/**
 * Plans queries for annotated classes.
 */
final class Planning {

	private Planning() {
	}

	static TableConverter converter(Class<?>... types) {
		TableMappingContext context = new TableMappingContext(new TableCustomConversions());
		context.setInitialEntitySet(Set.of(types));
		context.initialize();
		return new TableConverter(context);
	}

	static TablePersistentEntity<?> entity(Class<?> type) {
		return converter(type).entity(type);
	}

	static BindableOutline outline(Class<?> type, TableQuery query) {
		return new QueryPlanner().outline(entity(type), query);
	}

	static QueryPlan plan(Class<?> type, TableQuery query) {
		return new QueryPlanner().plan(entity(type), query);
	}

}
