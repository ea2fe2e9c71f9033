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

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import io.azuretables.internal.condition.Alternatives;
import io.azuretables.internal.condition.Condition;
import io.azuretables.internal.condition.ConditionTree;
import io.azuretables.internal.condition.TimeBounds;
import io.azuretables.internal.model.EntityModel;
import io.azuretables.internal.model.LeafProperty;
import io.azuretables.internal.model.PropertyConversion.Hidden;
import io.azuretables.internal.model.RollingMapping;
import io.azuretables.internal.model.SeriesMapping;
import io.azuretables.mapping.TablePersistentEntity;
import io.azuretables.mapping.TablePersistentProperty;
import io.azuretables.plan.UnsupportedQueryException;
import io.azuretables.query.Criteria;
import io.azuretables.query.Criteria.Leaf;
import io.azuretables.query.Criteria.NullCheck;
import io.azuretables.query.TableQuery;
import org.jspecify.annotations.Nullable;

/**
 * A query whose property names are resolved to mapped properties, with its simple
 * conditions separated from the others.
 *
 * @param entity what is asked for
 * @param query the query
 * @param conditions the conditions on single properties
 * @param alternatives the conditions that are no such, all of which must hold
 */
record ResolvedQuery(TablePersistentEntity<?> entity, TableQuery query, List<Condition> conditions,
		List<ConditionTree> alternatives) {

	static ResolvedQuery of(TablePersistentEntity<?> entity, TableQuery query) {
		List<Condition> conditions = new ArrayList<>();
		List<ConditionTree> alternatives = new ArrayList<>();
		for (Criteria conjunct : Alternatives.conjuncts(query.criteria())) {
			ConditionTree tree = ConditionTree.of(conjunct, (leaf) -> condition(entity, leaf));
			if (tree instanceof Condition condition) {
				conditions.add(condition);
			}
			else {
				alternatives.add(tree);
			}
		}
		query.sort().forEach((order) -> checkOrder(entity, leaf(entity, order.getProperty())));
		return new ResolvedQuery(entity, query, List.copyOf(conditions), List.copyOf(alternatives));
	}

	private static Condition condition(TablePersistentEntity<?> entity, Leaf leaf) {
		LeafProperty property = leaf(entity, leaf.property());
		Condition condition = new Condition(leaf, property);
		Hidden hidden = property.conversion().hidden();
		if (hidden != null && !(leaf instanceof NullCheck) && !(hidden.comparable() && condition.isByEquality())) {
			throw new UnsupportedQueryException(
					name(entity, property) + " is " + hidden.by() + ", and a query has no condition on its values but "
							+ (hidden.comparable() ? "those for equality, " : "")
							+ "IsNull and IsNotNull; use other properties, " + "or filter what is read");
		}
		if (condition.isTextual() && !Condition.isText(property)) {
			throw new UnsupportedQueryException(name(entity, property)
					+ " is not text and can neither be searched for a part nor compared without regard to case");
		}
		if (condition.isRange()) {
			checkOrder(entity, property);
		}
		return condition;
	}

	private static void checkOrder(TablePersistentEntity<?> entity, LeafProperty property) {
		Hidden hidden = property.conversion().hidden();
		if (hidden != null) {
			throw new UnsupportedQueryException(name(entity, property) + " is " + hidden.by()
					+ ", and a query is not sorted by its values; sort what is read");
		}
		if (!Condition.hasOrder(property)) {
			throw new UnsupportedQueryException(name(entity, property)
					+ " has no order: it can neither be sorted by nor compared with less or greater");
		}
	}

	private static LeafProperty leaf(TablePersistentEntity<?> entity, String name) {
		SeriesMapping series = EntityModel.of(entity).seriesOf(name);
		if (series != null) {
			throw new UnsupportedQueryException(entity.getType().getSimpleName() + "." + series.name()
					+ " is a @Series: a query has no condition on its slots, and no order by them; use other properties, "
					+ "or filter what is read");
		}
		LeafProperty property = EntityModel.of(entity)
			.leaf(name)
			.orElseThrow(() -> new UnsupportedQueryException(entity.getType().getSimpleName() + " has no property '"
					+ name + "' that a query can use; the properties are " + EntityModel.of(entity).names()));
		if (property.part() != null) {
			throw new UnsupportedQueryException(name(entity, property) + " is stored in the @Part '" + property.part()
					+ "': a query has no condition on it, and no order by it; use properties of the main row, or leave "
					+ "out its @Part");
		}
		return property;
	}

	EntityModel model() {
		return EntityModel.of(this.entity);
	}

	/**
	 * All conditions that must hold.
	 */
	List<ConditionTree> all() {
		return Stream.concat(this.conditions.stream(), this.alternatives.stream()).toList();
	}

	LeafProperty leaf(String name) {
		return leaf(this.entity, name);
	}

	/**
	 * The properties that the answer consists of, or {@code null} for whole entities. The
	 * name of a flattened object stands for all that is in it, that of a series for all
	 * of its slots; the map of other properties may hold any column.
	 */
	@Nullable Set<LeafProperty> selected() {
		Set<String> names = this.query.select();
		TablePersistentProperty others = this.entity.otherProperties();
		if (names == null || (others != null && names.contains(others.getName()))) {
			return null;
		}
		Set<LeafProperty> selected = new LinkedHashSet<>();
		for (String name : names) {
			List<LeafProperty> found = model().leaves()
				.values()
				.stream()
				.filter((leaf) -> leaf.name().equals(name) || leaf.name().startsWith(name + ".")
						|| leaf.propertyName().equals(name))
				.toList();
			if (found.isEmpty() && this.entity.getPersistentProperty(name) == null) {
				leaf(name);
			}
			selected.addAll(found);
		}
		return selected;
	}

	/**
	 * Whether tables that are read one after the other keep the order of the answer: it
	 * begins with the time that divides them, or all is in one table.
	 */
	boolean isOrderedByTables() {
		RollingMapping rolling = model().rolling();
		return rolling == null || this.query.sort().isUnsorted()
				|| this.query.sort().iterator().next().getProperty().equals(rolling.time().name())
				|| TimeBounds.isPoint(this.query.criteria(), rolling);
	}

	String name(LeafProperty property) {
		return name(this.entity, property);
	}

	private static String name(TablePersistentEntity<?> entity, LeafProperty property) {
		return entity.getType().getSimpleName() + "." + property.name();
	}

}
