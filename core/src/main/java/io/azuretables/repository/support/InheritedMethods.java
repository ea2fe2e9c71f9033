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

package io.azuretables.repository.support;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

import io.azuretables.internal.model.EntityModel;
import io.azuretables.internal.model.LeafProperty;
import io.azuretables.internal.plan.QueryPlanner;
import io.azuretables.mapping.TablePersistentEntity;
import io.azuretables.query.Criteria;
import io.azuretables.query.PropertyCriteria;
import io.azuretables.query.TableQuery;
import io.azuretables.query.TableQuery.Placeholder;
import io.azuretables.repository.query.MethodOutline;
import io.azuretables.repository.query.MethodOutline.Work;
import org.jspecify.annotations.Nullable;

import org.springframework.data.domain.Example;
import org.springframework.data.repository.core.RepositoryInformation;

/**
 * The query plans of the methods that every repository inherits, such as {@code findAll}.
 * They read by keys, or the whole table, as methods may that take a query or an example.
 */
final class InheritedMethods {

	private final RepositoryInformation information;

	private final TablePersistentEntity<?> entity;

	InheritedMethods(RepositoryInformation information, TablePersistentEntity<?> entity) {
		this.information = information;
		this.entity = entity;
	}

	List<MethodOutline> outlines() {
		Map<String, MethodOutline> outlines = new TreeMap<>();
		for (Method method : this.information.getRepositoryInterface().getMethods()) {
			MethodOutline outline = this.information.isBaseClassMethod(method) ? outline(method) : null;
			if (outline != null) {
				outlines.put(outline.name(), outline);
			}
		}
		return List.copyOf(outlines.values());
	}

	private @Nullable MethodOutline outline(Method method) {
		if (asks(method)) {
			return outline(method, Work.ASK, Criteria.ALL);
		}
		boolean all = method.getParameterCount() == 0;
		return switch (method.getName()) {
			case "findById", "existsById" -> one(method, Work.READ);
			case "insert" -> one(method, Work.INSERT);
			case "save", "delete", "deleteById" -> one(method, Work.WRITE);
			case "findAllById" -> several(method, Work.READ);
			case "insertAll" -> several(method, Work.INSERT);
			case "saveAll", "deleteAllById" -> several(method, Work.WRITE);
			case "findAll", "count" -> all ? outline(method, Work.READ, Criteria.ALL) : null;
			case "deleteAll" -> all ? outline(method, Work.DELETE, Criteria.ALL) : several(method, Work.WRITE);
			default -> null;
		};
	}

	/**
	 * Whether the method takes a query, so that the repository decides what it may read.
	 */
	static boolean asks(Method method) {
		Class<?> first = (method.getParameterCount() > 0) ? method.getParameterTypes()[0] : Object.class;
		return first == TableQuery.class || first == Example.class;
	}

	private MethodOutline one(Method method, Work work) {
		return outline(method, work, keys((property) -> property.is(Placeholder.of(0))));
	}

	private MethodOutline several(Method method, Work work) {
		return outline(method, work, keys((property) -> property.in(new Placeholder(0, true))));
	}

	private Criteria keys(Function<PropertyCriteria, Criteria> condition) {
		return Criteria.allOf(EntityModel.of(this.entity)
			.keys()
			.leaves()
			.stream()
			.map(LeafProperty::name)
			.map(Criteria::where)
			.map(condition)
			.toList());
	}

	private MethodOutline outline(Method method, Work work, Criteria criteria) {
		String name = method.getName();
		boolean takesArgument = asks(method) || (name.equals("deleteAll") && method.getParameterCount() > 0);
		return new MethodOutline(
				takesArgument ? name + "(" + method.getParameterTypes()[0].getSimpleName() + ")" : name, work,
				new QueryPlanner((model, index) -> false).outline(this.entity, TableQuery.of(criteria).allowScan()));
	}

}
