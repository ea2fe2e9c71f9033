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

package io.azuretables.query;

import java.util.function.IntPredicate;

import io.azuretables.internal.comparison.Comparisons;
import org.jspecify.annotations.Nullable;

/**
 * The comparison operators of query conditions.
 *
 * @since 0.1
 */
public enum Operator {

	/**
	 * Equal.
	 */
	EQ((order) -> order == 0),

	/**
	 * Not equal.
	 */
	NE((order) -> order != 0),

	/**
	 * Less than.
	 */
	LT((order) -> order < 0),

	/**
	 * Less than or equal.
	 */
	LE((order) -> order <= 0),

	/**
	 * Greater than.
	 */
	GT((order) -> order > 0),

	/**
	 * Greater than or equal.
	 */
	GE((order) -> order >= 0);

	private final IntPredicate accepted;

	Operator(IntPredicate accepted) {
		this.accepted = accepted;
	}

	/**
	 * Whether the operator asks for an order, and not just for equality.
	 */
	public boolean isOrdering() {
		return this != EQ && this != NE;
	}

	public Operator negated() {
		return switch (this) {
			case EQ -> NE;
			case NE -> EQ;
			case LT -> GE;
			case LE -> GT;
			case GT -> LE;
			case GE -> LT;
		};
	}

	/**
	 * The operator for exchanged operands.
	 */
	public Operator mirrored() {
		return switch (this) {
			case LT -> GT;
			case LE -> GE;
			case GT -> LT;
			case GE -> LE;
			default -> this;
		};
	}

	boolean test(@Nullable Object left, @Nullable Object right) {
		if (left == null || right == null) {
			return false;
		}
		if (Comparisons.isNaN(left) || Comparisons.isNaN(right)) {
			return this == NE;
		}
		if (!isOrdering()) {
			return Comparisons.areComparable(left, right) && Comparisons.areEqual(left, right) == (this == EQ);
		}
		return Comparisons.areComparable(left, right) && this.accepted.test(Comparisons.compare(left, right));
	}

}
