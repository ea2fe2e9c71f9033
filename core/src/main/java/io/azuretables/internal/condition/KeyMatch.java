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

package io.azuretables.internal.condition;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import io.azuretables.internal.key.KeyLayout;
import io.azuretables.internal.key.KeyPart;
import io.azuretables.internal.key.KeyPart.Style;
import io.azuretables.internal.model.LeafProperty;
import org.jspecify.annotations.Nullable;

/**
 * Describes which leading parts of a key the conditions of a query determine. From the
 * left, parts that have values, then perhaps one part that lies in a range.
 *
 * @param layout the key
 * @param leaves the properties of its parts
 * @param bindings the leading parts that have values
 * @param ranges the conditions that bound the part behind them
 * @since 0.1
 */
public record KeyMatch(KeyLayout layout, List<LeafProperty> leaves, List<Binding> bindings, List<Condition> ranges) {

	/**
	 * Matches the conditions with a key.
	 * @param several whether a part may have several values
	 */
	public static KeyMatch of(KeyLayout layout, List<LeafProperty> leaves, List<Condition> conditions,
			boolean several) {
		List<Binding> bindings = new ArrayList<>();
		while (bindings.size() < layout.size()) {
			Binding binding = binding(layout.part(bindings.size()), leaves.get(bindings.size()), conditions, several);
			if (binding == null) {
				break;
			}
			bindings.add(binding);
		}
		List<Condition> ranges = (bindings.size() < layout.size())
				? ranges(layout, bindings.size(), leaves.get(bindings.size()), conditions) : List.of();
		return new KeyMatch(layout, leaves, bindings, ranges);
	}

	private static @Nullable Binding binding(KeyPart part, LeafProperty leaf, List<Condition> conditions,
			boolean several) {
		Condition choice = null;
		for (Condition condition : conditions) {
			if (gives(part, leaf, condition)) {
				if (condition.isEquality()) {
					return new Binding(leaf, condition);
				}
				choice = (choice == null) ? condition : choice;
			}
		}
		if (several && (choice != null || part.buckets() > 0)) {
			return new Binding(leaf, choice);
		}
		return null;
	}

	private static boolean gives(KeyPart part, LeafProperty leaf, Condition condition) {
		return condition.leaf().equals(leaf) && (condition.isEquality() || condition.isChoice())
				&& (!condition.criteria().ignoreCase() || part.style() == Style.LOWER);
	}

	/**
	 * The properties of the parts that no condition gives a value for.
	 */
	public static Set<String> missing(KeyLayout layout, List<LeafProperty> leaves, List<Condition> conditions) {
		Set<String> missing = new LinkedHashSet<>();
		for (int i = 0; i < layout.size(); i++) {
			KeyPart part = layout.part(i);
			LeafProperty leaf = leaves.get(i);
			if (conditions.stream().noneMatch((condition) -> gives(part, leaf, condition))) {
				missing.add(leaf.name());
			}
		}
		return missing;
	}

	private static List<Condition> ranges(KeyLayout layout, int index, LeafProperty leaf, List<Condition> conditions) {
		KeyPart part = layout.part(index);
		if (part.buckets() > 0 || !layout.isOrdered(index)) {
			return List.of();
		}
		boolean lower = part.style() == Style.LOWER;
		return conditions.stream()
			.filter((condition) -> condition.leaf().equals(leaf) && (lower || !condition.criteria().ignoreCase()))
			.filter((condition) -> (condition.isRange() && !lower)
					|| (condition.isStart() && leaf.conversion().keyType() == String.class))
			.toList();
	}

	/**
	 * Whether every part has values.
	 */
	public boolean isComplete() {
		return this.bindings.size() == this.layout.size();
	}

	/**
	 * Whether there is one key, or one range, and not several.
	 */
	public boolean isSingle() {
		for (Binding binding : this.bindings) {
			if (!binding.isSingle()) {
				return false;
			}
		}
		return true;
	}

	/**
	 * Whether the key is determined by nothing but all the buckets there are.
	 */
	public boolean isEverything() {
		for (Binding binding : this.bindings) {
			if (binding.condition() != null) {
				return false;
			}
		}
		return !this.bindings.isEmpty();
	}

	/**
	 * Whether any condition narrows the key.
	 */
	public boolean isBound() {
		return !this.bindings.isEmpty() || !this.ranges.isEmpty();
	}

	/**
	 * Whether all keys found meet the condition.
	 */
	public boolean implies(Condition condition) {
		for (int i = 0; i < this.bindings.size(); i++) {
			if (condition.equals(this.bindings.get(i).condition()) && isExact(i, condition)) {
				return true;
			}
		}
		return this.ranges.contains(condition) && isExact(this.bindings.size(), condition)
				&& (condition.isStart() || this.layout.isSorted(this.bindings.size()));
	}

	/**
	 * Whether the condition bounds the part behind those that have values, so that few
	 * keys are found that do not meet it.
	 */
	public boolean nearlyImplies(Condition condition) {
		return this.ranges.contains(condition) && (!condition.isBelow() || this.layout.isCompact(this.bindings.size()));
	}

	private boolean isExact(int index, Condition condition) {
		KeyPart part = this.layout.part(index);
		return part.buckets() == 0 && (part.style() == Style.LOWER) == condition.criteria().ignoreCase();
	}

	/**
	 * What a part has for values.
	 *
	 * @param leaf the property of the part
	 * @param condition the condition that gives the values, or {@code null} for every
	 * bucket
	 */
	public record Binding(LeafProperty leaf, @Nullable Condition condition) {

		public boolean isSingle() {
			return this.condition != null && this.condition.isEquality();
		}

	}

}
