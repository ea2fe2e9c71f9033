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

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import io.azuretables.internal.model.EntityModel;
import io.azuretables.internal.model.LeafProperty;
import io.azuretables.internal.model.LeafProperty.Place;
import io.azuretables.internal.model.PropertyConversion.Hidden;
import io.azuretables.mapping.TablePersistentEntity;
import io.azuretables.plan.UnsupportedQueryException;
import io.azuretables.query.Criteria;
import io.azuretables.query.PropertyCriteria;
import org.jspecify.annotations.Nullable;

import org.springframework.data.domain.Example;
import org.springframework.data.domain.ExampleMatcher;
import org.springframework.data.domain.ExampleMatcher.NullHandler;
import org.springframework.data.domain.ExampleMatcher.StringMatcher;
import org.springframework.data.mapping.PersistentPropertyAccessor;
import org.springframework.data.support.ExampleMatcherAccessor;

/**
 * Converts an {@link Example} to the condition of a query. The condition has one
 * comparison for each leaf property that has a value.
 */
final class ExampleCriteria {

	private final TablePersistentEntity<?> entity;

	private final Example<?> example;

	private final ExampleMatcherAccessor matcher;

	ExampleCriteria(TablePersistentEntity<?> entity, Example<?> example) {
		this.entity = entity;
		this.example = example;
		this.matcher = new ExampleMatcherAccessor(example.getMatcher());
	}

	Criteria criteria() {
		PersistentPropertyAccessor<?> probe = this.entity.getPropertyAccessor(this.example.getProbe());
		List<Criteria> conditions = new ArrayList<>();
		for (LeafProperty leaf : EntityModel.of(this.entity).leaves().values()) {
			if (leaf.slot() != null || leaf.part() != null) {
				checkAbsent(leaf, probe);
			}
			else if (!isIgnored(leaf.name())) {
				Object value = value(leaf, probe);
				if (value != null) {
					checkHidden(leaf);
					conditions.add(condition(leaf, value));
				}
				else if (leaf.place() != Place.TIMESTAMP
						&& this.example.getMatcher().getNullHandler() == NullHandler.INCLUDE) {
					conditions.add(Criteria.where(leaf.name()).isNull());
				}
			}
		}
		boolean any = this.example.getMatcher().isAnyMatching() && !conditions.isEmpty();
		return any ? Criteria.anyOf(conditions) : Criteria.allOf(conditions);
	}

	/**
	 * Checks that nothing is asked of a property that a query has no condition on.
	 */
	private void checkAbsent(LeafProperty leaf, PersistentPropertyAccessor<?> probe) {
		String name = leaf.propertyName();
		if (!isIgnored(name) && leaf.propertyIn(probe) != null) {
			throw new UnsupportedQueryException("An example of " + this.entity.getType().getSimpleName() + " has "
					+ ((leaf.slot() != null) ? "the @Series '" + name + "'" : "'" + name + "' with a @Part")
					+ ", on which a query has no condition; call withIgnorePaths(\"" + name + "\") on its matcher");
		}
	}

	private void checkHidden(LeafProperty leaf) {
		Hidden hidden = leaf.conversion().hidden();
		if (hidden != null && !hidden.comparable()) {
			throw new UnsupportedQueryException("An example of " + this.entity.getType().getSimpleName() + " has the "
					+ hidden.by() + " property '" + leaf.name() + "', on whose value a query has no condition; call "
					+ "withIgnorePaths(\"" + leaf.name() + "\") on its matcher");
		}
	}

	/**
	 * Whether the path or one that leads to it is ignored.
	 */
	private boolean isIgnored(String path) {
		return this.example.getMatcher()
			.getIgnoredPaths()
			.stream()
			.anyMatch((ignored) -> path.equals(ignored) || path.startsWith(ignored + "."));
	}

	private @Nullable Object value(LeafProperty leaf, PersistentPropertyAccessor<?> probe) {
		Optional<Object> value = Optional.ofNullable(leaf.valueIn(probe));
		return this.matcher.getValueTransformerForPath(leaf.name()).apply(value).orElse(null);
	}

	private Criteria condition(LeafProperty leaf, Object value) {
		PropertyCriteria where = Criteria.where(leaf.name());
		if (!(value instanceof String)) {
			return where.is(value);
		}
		PropertyCriteria text = this.matcher.isIgnoreCaseForPath(leaf.name()) ? where.ignoringCase() : where;
		StringMatcher mode = this.matcher.getStringMatcherForPath(leaf.name());
		return switch (mode) {
			case DEFAULT, EXACT -> text.is(value);
			case STARTING -> text.startingWith(value);
			case ENDING -> text.endingWith(value);
			case CONTAINING -> text.containing(value);
			default -> throw new UnsupportedQueryException("An example of " + this.entity.getType().getSimpleName()
					+ " matches '" + leaf.name() + "' by a regular expression, which tables do not have; use "
					+ ExampleMatcher.class.getSimpleName() + "'s exact, starting, ending or containing");
		};
	}

}
