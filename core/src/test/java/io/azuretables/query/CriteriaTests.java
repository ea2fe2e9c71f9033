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

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

import io.azuretables.query.Criteria.And;
import io.azuretables.query.Criteria.Comparison;
import io.azuretables.query.Criteria.Or;
import io.azuretables.sample.Employee;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.data.core.PropertyPath;

import static io.azuretables.query.Criteria.where;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.params.provider.Arguments.arguments;

class CriteriaTests {

	private static final long SEED = Long.getLong("azuretables.seed", 20140822L);

	private static final int CASES = 20_000;

	private static final Criteria A = where("a").is(1);

	private static final Criteria B = where("b").is(2);

	private static final Criteria C = where("c").is(3);

	private final Random random = new Random(SEED);

	static List<Arguments> simplifications() {
		return List.of(arguments(Criteria.allOf(List.of()), Criteria.ALL),
				arguments(Criteria.anyOf(List.of()), Criteria.NONE), arguments(Criteria.allOf(List.of(A)), A),
				arguments(Criteria.anyOf(List.of(A)), A), arguments(A.and(Criteria.ALL), A),
				arguments(Criteria.ALL.and(A), A), arguments(A.and(Criteria.NONE), Criteria.NONE),
				arguments(A.or(Criteria.NONE), A), arguments(Criteria.NONE.or(A), A),
				arguments(A.or(Criteria.ALL), Criteria.ALL), arguments(Criteria.ALL.or(Criteria.NONE), Criteria.ALL),
				arguments(Criteria.ALL.and(Criteria.NONE), Criteria.NONE),
				arguments(A.and(B).and(C), new And(List.of(A, B, C))),
				arguments(A.and(B.and(C)), new And(List.of(A, B, C))),
				arguments(A.or(B.or(C)), new Or(List.of(A, B, C))),
				arguments(A.or(B).and(C), new And(List.of(new Or(List.of(A, B)), C))),
				arguments(A.or(B).and(Criteria.NONE.or(C)), new And(List.of(new Or(List.of(A, B)), C))),
				arguments(Criteria.ALL.negated(), Criteria.NONE), arguments(Criteria.NONE.negated(), Criteria.ALL),
				arguments(A.and(B).negated(), new Or(List.of(where("a").isNot(1), where("b").isNot(2)))),
				arguments(where("a").between(1, 2).negated(), where("a").lessThan(1).or(where("a").greaterThan(2))));
	}

	@ParameterizedTest
	@MethodSource("simplifications")
	void flattensAndSimplifies(Criteria criteria, Criteria expected) {
		assertThat(criteria).isEqualTo(expected).hasSameHashCodeAs(expected);
	}

	@Test
	void isTheSameWhenNegatedTwice() {
		for (int i = 0; i < CASES; i++) {
			Criteria criteria = criteria(3);
			assertThat(criteria.negated().negated()).as("seed %d", SEED).isEqualTo(criteria);
		}
	}

	@Test
	void meetsTheLawsOfLogic() {
		for (int i = 0; i < CASES; i++) {
			Criteria one = criteria(2);
			Criteria two = criteria(2);
			Map<String, Object> row = row(0);
			boolean first = one.matches(row::get);
			boolean second = two.matches(row::get);
			hold(one.and(two).matches(row::get) == (first && second), one, two, row);
			hold(one.or(two).matches(row::get) == (first || second), one, two, row);
			hold(one.negated().matches(row::get) != first, one, two, row);
			hold(one.and(two).negated().matches(row::get) == one.negated().or(two.negated()).matches(row::get), one,
					two, row);
			hold(one.or(two).negated().matches(row::get) == one.negated().and(two.negated()).matches(row::get), one,
					two, row);
		}
	}

	@Test
	void findsPropertiesWithoutAValueByNullChecksOnly() {
		for (int i = 0; i < CASES; i++) {
			Criteria leaf = leaf();
			Map<String, Object> empty = new HashMap<>();
			boolean emptyChoice = leaf instanceof Criteria.In in && in.values().isEmpty();
			if (!(leaf instanceof Criteria.NullCheck) && !emptyChoice) {
				hold(!leaf.matches(empty::get) && !leaf.negated().matches(empty::get), leaf, leaf, empty);
			}
		}
	}

	@Test
	void meetsNeverBothAConditionAndItsOpposite() {
		for (int i = 0; i < CASES; i++) {
			Criteria one = criteria(3);
			Map<String, Object> row = row(40);
			hold(!(one.matches(row::get) && one.negated().matches(row::get)), one, one.negated(), row);
		}
	}

	private static void hold(boolean law, Criteria one, Criteria two, Map<String, Object> row) {
		if (!law) {
			fail("seed %d: %s, %s and %s", SEED, one, two, row);
		}
	}

	private Criteria criteria(int depth) {
		int kind = (depth == 0) ? 0 : this.random.nextInt(3);
		if (kind == 0) {
			return leaf();
		}
		List<Criteria> conditions = new ArrayList<>();
		for (int i = this.random.nextInt(4); i > 0; i--) {
			conditions.add(criteria(depth - 1));
		}
		return (kind == 1) ? Criteria.allOf(conditions) : Criteria.anyOf(conditions);
	}

	private Criteria leaf() {
		boolean text = this.random.nextBoolean();
		PropertyCriteria where = where(text ? "text" : "number");
		where = this.random.nextInt(3) == 0 ? where.ignoringCase() : where;
		Operator[] operators = Operator.values();
		return switch (this.random.nextInt(text ? 7 : 4)) {
			case 0 -> where.in(List.of(value(text), value(text)).subList(0, this.random.nextInt(3)));
			case 1 -> this.random.nextBoolean() ? where.isNull() : where.isNotNull();
			case 2, 3 -> where.compare(operators[this.random.nextInt(operators.length)], value(text));
			case 4 -> where.startingWith(value(true));
			case 5 -> where.endingWith(value(true));
			default -> where.containing(value(true));
		};
	}

	private Object value(boolean text) {
		List<Object> values = text ? List.of("", "a", "A", "ab", "Ä", "ä") : List.of(0, 1, 1L, 1.5, -0.0, 2.0);
		return values.get(this.random.nextInt(values.size()));
	}

	private Map<String, Object> row(int absent) {
		Map<String, Object> row = new HashMap<>();
		row.put("text", (this.random.nextInt(100) < absent) ? null : value(true));
		row.put("number", (this.random.nextInt(100) < absent) ? null : value(false));
		return row;
	}

	static List<Arguments> leaves() {
		return List.of(arguments(where("a").in("x", "y"), "y", true), arguments(where("a").in("x", "y"), "z", false),
				arguments(where("a").in("x"), null, false), arguments(where("a").in(), "x", false),
				arguments(where("a").in(), null, false), arguments(where("a").notIn(List.of("x")), "y", true),
				arguments(where("a").notIn(List.of("x")), null, false),
				arguments(where("a").notIn(List.of()), "x", true), arguments(where("a").notIn(List.of()), null, true),
				arguments(where("a").notIn(List.of("x", 1)), "y", false), arguments(where("a").in(1, 2L), 2.0, true),
				arguments(where("a").ignoringCase().in("HALL"), "hall", true),
				arguments(where("a").ignoringCase().is("STRASSE"), "straße", false),
				arguments(where("a").ignoringCase().is("ÉTÉ"), "été", true),
				arguments(where("a").ignoringCase().is("ΟΔΟΣ"), "οδοσ", true),
				arguments(where("a").ignoringCase().is("ΟΔΟΣ"), "οδος", false),
				arguments(where("a").ignoringCase().startingWith("ΟΔΟΣ"), "οδοσός", true),
				arguments(where("a").ignoringCase().is("I"), "i", true),
				arguments(where("a").ignoringCase().is("\uD801\uDC00"), "\uD801\uDC28", true),
				arguments(where("a").ignoringCase().lessThan("b"), "A", true),
				arguments(where("a").lessThan("A"), "b", false), arguments(where("a").ignoringCase().is(1), 1L, true),
				arguments(where("a").startingWith("Ha"), "Hall", true),
				arguments(where("a").startingWith("ha"), "Hall", false),
				arguments(where("a").startingWith("Ha").negated(), "Hall", false),
				arguments(where("a").startingWith("Ha").negated(), null, false),
				arguments(where("a").endingWith("ll"), "Hall", true),
				arguments(where("a").containing("al"), "Hall", true), arguments(where("a").containing(""), "", true),
				arguments(where("a").containing("1"), 1, false),
				arguments(where("a").containing("1").negated(), 1, false), arguments(where("a").isNull(), null, true),
				arguments(where("a").isNull(), 1, false), arguments(where("a").isNotNull(), 1, true),
				arguments(where("a").between(1, 3), 3, true), arguments(where("a").between(1, 3), 4, false));
	}

	@ParameterizedTest
	@MethodSource("leaves")
	void decidesByTheValueOfAProperty(Criteria criteria, Object value, boolean expected) {
		assertThat(criteria.matches((property) -> value)).isEqualTo(expected);
	}

	@Test
	void comparesBytesByTheirContent() {
		Criteria one = where("a").is(new byte[] { 1, 2 });
		assertThat(one).isEqualTo(where("a").is(new byte[] { 1, 2 }))
			.hasSameHashCodeAs(where("a").is(new byte[] { 1, 2 }));
		assertThat(one).isNotEqualTo(where("a").is(new byte[] { 1, 3 }))
			.isNotEqualTo(where("b").is(new byte[] { 1, 2 }));
		assertThat(one.matches((property) -> new byte[] { 1, 2 })).isTrue();
	}

	@Test
	void namesPropertiesByPaths() {
		assertThat(where(PropertyPath.from("lastName", Employee.class)).is("Hall"))
			.isEqualTo(where("lastName").is("Hall"));
		assertThat(where(PropertyPath.from("employee.lastName", Badge.class)).is("Hall"))
			.isEqualTo(where("employee.lastName").is("Hall"));
	}

	@Test
	void movesToAnotherPropertyWithOtherValues() {
		assertThat(new Comparison("a", Operator.LT, 1, true).on("b", List.of("x")))
			.isEqualTo(new Comparison("b", Operator.LT, "x", true));
		assertThat(((Criteria.Leaf) where("a").ignoringCase().in("x", "y").negated()).on("b", List.of("z")))
			.isEqualTo(where("b").ignoringCase().notIn(List.of("z")));
		assertThat(((Criteria.Leaf) where("a").containing("x").negated()).on("b", List.of("z")))
			.isEqualTo(where("b").containing("z").negated());
		assertThat(((Criteria.Leaf) where("a").isNull()).on("b", List.of())).isEqualTo(where("b").isNull());
	}

	static List<Runnable> nulls() {
		return List.of(() -> where("a").is(null), () -> where("a").lessThan(null), () -> where("a").between(1, null),
				() -> where("a").in(1, null), () -> where("a").notIn(Arrays.asList(1, null)),
				() -> where("a").containing(null));
	}

	@ParameterizedTest
	@MethodSource("nulls")
	void comparesNothingWithNull(Runnable condition) {
		assertThatIllegalArgumentException().isThrownBy(condition::run)
			.withMessage("'a' cannot be compared with null: the service has none; ask with isNull() or isNotNull()");
	}

	@Test
	void keepsItsConditionsAndValues() {
		List<Criteria> conditions = new ArrayList<>(List.of(A, B));
		List<Object> values = new ArrayList<>(List.of(1, 2));
		And and = new And(conditions);
		Criteria in = where("a").in(values);
		conditions.clear();
		values.clear();
		assertThat(and).isEqualTo(A.and(B));
		assertThat(in).isEqualTo(where("a").in(1, 2));
		assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(() -> and.conditions().clear());
	}

	private record Badge(Employee employee) {

	}

}
