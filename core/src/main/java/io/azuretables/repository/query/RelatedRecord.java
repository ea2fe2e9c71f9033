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

package io.azuretables.repository.query;

import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

import io.azuretables.mapping.Table;
import io.azuretables.operations.Related;
import io.azuretables.operations.RelatedQueries;
import io.azuretables.operations.TableOperations;
import io.azuretables.plan.AccessPath;
import io.azuretables.plan.QueryOutline;
import io.azuretables.plan.UnsupportedQueryException;
import io.azuretables.query.Criteria;
import io.azuretables.query.Criteria.Comparison;
import io.azuretables.query.Criteria.Leaf;
import io.azuretables.query.TableQuery;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.BeanUtils;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.data.repository.query.Parameters;

/**
 * Runs a repository method that returns a record of an entity and its related entities.
 * One component is the entity, each other one a {@code List} or an {@code Optional} of a
 * related class.
 */
final class RelatedRecord {

	private final TableQueryMethod method;

	private final TableOperations operations;

	private final Constructor<?> constructor;

	private final List<Component> components;

	private final RelatedQueries queries;

	private RelatedRecord(TableQueryMethod method, TableOperations operations, Class<?> type) {
		this.method = method;
		this.operations = operations;
		this.constructor = BeanUtils.getResolvableConstructor(type);
		this.components = Arrays.stream(type.getRecordComponents()).map(this::component).toList();
		List<Class<?>> related = new ArrayList<>();
		this.components.stream().filter((one) -> one.holder() != Holder.ENTITY).forEach((one) -> {
			if (related.contains(one.type())) {
				throw refused("has two components for " + one.type().getSimpleName() + "; leave one of them out");
			}
			related.add(one.type());
		});
		if (related.isEmpty()) {
			throw refused("holds nothing besides it; let the method return the entity");
		}
		this.queries = operations.related(method.getDomainClass(), related.get(0),
				related.subList(1, related.size()).toArray(Class<?>[]::new));
	}

	/**
	 * The record that a method returns, or {@code null} if it returns something else.
	 */
	static @Nullable RelatedRecord of(TableQueryMethod method, TableOperations operations) {
		Class<?> type = method.getReturnedObjectType();
		boolean related = type.isRecord() && Arrays.stream(type.getRecordComponents())
			.anyMatch((component) -> component.getType() == method.getDomainClass());
		return related ? new RelatedRecord(method, operations, type) : null;
	}

	private Component component(RecordComponent component) {
		if (component.getType() == this.method.getDomainClass()) {
			return new Component(Holder.ENTITY, component.getType());
		}
		Class<?> type = ResolvableType.forType(component.getGenericType()).getGeneric(0).toClass();
		boolean list = component.getType() == List.class;
		boolean fits = (list || component.getType() == Optional.class)
				&& AnnotatedElementUtils.hasAnnotation(type, Table.class);
		if (!fits) {
			throw refused("has the component '" + component.getName() + "' of type "
					+ component.getGenericType().getTypeName() + ", which cannot be related; give it the type List or "
					+ "Optional of a class with @Table");
		}
		return new Component(list ? Holder.LIST : Holder.OPTIONAL, type);
	}

	private UnsupportedQueryException refused(String why) {
		Class<?> type = this.method.getReturnedObjectType();
		return new UnsupportedQueryException(
				this.method + " returns " + type.getSimpleName() + ", which is for a related read, as it holds "
						+ this.method.getDomainClass().getSimpleName() + ", and " + why);
	}

	/**
	 * Checks the query of the method, before its values are known.
	 * @throws UnsupportedQueryException if it may find several entities
	 */
	void check(TableQuery query) {
		Parameters<?, ?> parameters = this.method.getParameters();
		boolean bounded = parameters.getNumberOfParameters() != parameters.getBindableParameters()
			.getNumberOfParameters();
		if (this.method.isSeveral() || bounded || query.sort().isSorted() || query.limit() != TableQuery.UNLIMITED) {
			throw refused("can be returned once for each call; return it or an Optional of it, without order, limit "
					+ "and page");
		}
	}

	/**
	 * Decides about the query of the method, before its values are known.
	 * @throws UnsupportedQueryException if one range does not hold just one entity and
	 * what is related to it
	 */
	QueryOutline outline(TableQuery query) {
		QueryOutline entity = this.operations.query(this.method.getDomainClass()).outline(query.allowScan());
		if (entity.path() != AccessPath.POINT || entity.indexName().isPresent()) {
			throw new UnsupportedQueryException("What belongs to one " + this.method.getDomainClass().getSimpleName()
					+ " is read with it, and the conditions may find several; ask for each part of its keys by "
					+ "equality");
		}
		return this.queries.outline(query.criteria());
	}

	/**
	 * Reads the entity and what belongs to it.
	 * @return the record, or {@code null} if there is no such entity
	 */
	@Nullable Object read(TableQuery query) {
		Related related = this.queries.read(query.criteria().replaced((leaf) -> withValue(leaf, query)));
		Optional<?> entity = related.one(this.method.getDomainClass());
		if (entity.isEmpty()) {
			return null;
		}
		Object[] values = this.components.stream().map((component) -> switch (component.holder()) {
			case ENTITY -> entity.get();
			case LIST -> related.all(component.type());
			case OPTIONAL -> related.one(component.type());
		}).toArray();
		return BeanUtils.instantiateClass(this.constructor, values);
	}

	private static Criteria withValue(Leaf leaf, TableQuery query) {
		return (leaf instanceof Comparison comparison) ? new Comparison(comparison.property(), comparison.operator(),
				query.value(comparison.value()), comparison.ignoreCase()) : leaf;
	}

	/**
	 * What a component holds.
	 */
	private enum Holder {

		/**
		 * The entity itself.
		 */
		ENTITY,

		/**
		 * All entities of a related class.
		 */
		LIST,

		/**
		 * The only entity of a related class.
		 */
		OPTIONAL

	}

	/**
	 * A component of the record.
	 *
	 * @param holder what it holds
	 * @param type the class of the entities
	 */
	private record Component(Holder holder, Class<?> type) {
	}

}
