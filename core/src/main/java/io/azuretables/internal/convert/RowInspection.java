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

package io.azuretables.internal.convert;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

import io.azuretables.internal.model.EntityModel;
import io.azuretables.internal.model.EntityModel.Discriminator;
import io.azuretables.internal.model.KeyMapping;
import io.azuretables.internal.model.LeafProperty;
import org.jspecify.annotations.Nullable;

/**
 * The work of the client on each row of a query because the service cannot do it: checks
 * the residual condition, and takes the values to sort by.
 *
 * @param leaves the properties whose values are needed
 * @param type tells rows of the type from others, or {@code null} if nothing does
 * @param keys gives what stands in keys, or {@code null} where nothing is looked at
 * @param condition the condition on their comparable values
 * @param sort the properties to sort by
 * @since 0.1
 */
public record RowInspection(List<LeafProperty> leaves, @Nullable Discriminator type, @Nullable KeyMapping keys,
		Predicate<Function<String, @Nullable Object>> condition, List<LeafProperty> sort) {

	/**
	 * Nothing is looked at.
	 */
	public static final RowInspection NOTHING = new RowInspection(List.of(), null, null, (values) -> true, List.of());

	/**
	 * Looks at what some properties are to be checked and sorted by.
	 */
	public static RowInspection of(List<LeafProperty> checked, List<LeafProperty> sort, EntityModel model) {
		List<LeafProperty> leaves = new ArrayList<>(checked);
		leaves.addAll(sort);
		return leaves.isEmpty() ? NOTHING
				: new RowInspection(leaves, model.discriminator(), model.keys(), NOTHING.condition(), sort);
	}

	/**
	 * The same with a condition.
	 */
	public RowInspection with(Predicate<Function<String, @Nullable Object>> newCondition) {
		return this.leaves.isEmpty() ? this
				: new RowInspection(this.leaves, this.type, this.keys, newCondition, this.sort);
	}

}
