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

package io.azuretables.plan;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.azuretables.convert.Found;
import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.KeyMapping;
import io.azuretables.mapping.LeafProperty;
import io.azuretables.mapping.TableMappingContext;
import io.azuretables.mapping.TableMappingException;
import io.azuretables.mapping.TablePersistentEntity;
import io.azuretables.query.Criteria;
import io.azuretables.query.Criteria.And;
import io.azuretables.query.Criteria.In;
import io.azuretables.query.Criteria.Leaf;
import io.azuretables.query.Criteria.Or;
import io.azuretables.query.TableQuery;
import io.azuretables.query.TableQuery.Placeholder;
import org.junit.jupiter.api.Test;

import org.springframework.data.domain.Sort;
import org.springframework.data.mapping.PersistentPropertyAccessor;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Whatever the planner chooses, the answer is that of reading everything, filtering and
 * sorting.
 */
class QueryPlannerDifferentialTests {

	private static final int TYPES = 500;

	private static final int ROWS = 40;

	private static final int QUERIES = 220;

	private static final long SEED = Long.getLong("azuretables.seed", 20140822L);

	private final Map<AccessPath, Integer> paths = new EnumMap<>(AccessPath.class);

	private int indexed;

	private int verified;

	private int cases;

	private int refused;

	private int reused;

	private int divided;

	private int alternatives;

	@Test
	void answersAsIfItReadEverything() {
		for (int i = 0; i < TYPES; i++) {
			checkType(SEED + i);
		}
		assertThat(this.cases).isGreaterThanOrEqualTo(100_000);
		assertThat(this.paths.values()).as("every path is met often: %s", this.paths)
			.hasSize(AccessPath.values().length)
			.allMatch((count) -> count > 500);
		assertThat(this.indexed).isGreaterThan(5_000);
		assertThat(this.verified).isGreaterThan(1_000);
		assertThat(this.refused).isBetween(this.cases / 10, this.cases - this.cases / 10);
		assertThat(this.divided).isGreaterThan(500);
		assertThat(this.alternatives).as("several values, each in a condition of its own, are points")
			.isGreaterThan(1_000);
		assertThat(this.reused).isGreaterThan(20_000);
	}

	private void checkType(long seed) {
		ClaimGenerator generator = new ClaimGenerator(seed);
		Class<? extends Claim> type = generator.type();
		TableMappingContext context = new TableMappingContext(new TableCustomConversions());
		context.setInitialEntitySet(Set.of(type));
		try {
			context.initialize();
		}
		catch (TableMappingException ex) {
			assertThat(ex).hasMessageMatching("(?s).*(do not begin with different literals|no two keys could ever"
					+ "|its rows hold keys only).*");
			return;
		}
		TableConverter converter = new TableConverter(context);
		Subject subject = new Subject(seed, type, converter);
		NaiveStore store = new NaiveStore(converter);
		Map<TableKey, Map<String, Object>> entities = new HashMap<>();
		for (int i = 0; i < ROWS; i++) {
			Claim claim = generator.entity(type);
			if (store.add(claim)) {
				entities.put(converter.key(claim), subject.values(claim));
			}
		}
		for (int i = 0; i < QUERIES; i++) {
			check(generator.query(subject.keys()), store, entities, subject);
		}
	}

	/**
	 * Checks the plan that nothing is permitted for, if there is one, and the plan that
	 * everything is permitted for.
	 */
	private void check(TableQuery query, NaiveStore store, Map<TableKey, Map<String, Object>> entities,
			Subject subject) {
		QueryPlanner planner = new QueryPlanner();
		try {
			QueryPlan plan = planner.plan(subject.entity(), query);
			assertThat(plan.outline().path()).as(plan::explain).isNotEqualTo(AccessPath.TABLE_SCAN);
			assertThat(plan.outline().order() != RowOrder.MEMORY || plan.outline().path().isPoint()).as(plan::explain)
				.isTrue();
			check(plan, query, store, entities, subject);
			checkReuse(query, store, entities, subject);
		}
		catch (UnsupportedQueryException ex) {
			this.refused++;
		}
		try {
			check(planner.plan(subject.entity(), query.allowScan().allowSort()), query, store, entities, subject);
		}
		catch (UnsupportedQueryException ex) {
			assertThat(ex).hasMessageMatching(".*(comparisons in one filter|too many values for one filter).*");
		}
	}

	/**
	 * Checks that the same query with places for its values finds the same, however it
	 * was planned: for the first values, or for other ones.
	 */
	private void checkReuse(TableQuery query, NaiveStore store, Map<TableKey, Map<String, Object>> entities,
			Subject subject) {
		List<Object> values = new ArrayList<>();
		TableQuery prepared = query.withCriteria(prepared(query.criteria(), values)).allowScan().allowSort();
		QueryOutline known = new QueryPlanner().outline(subject.entity(), prepared);
		QueryOutline reused = Objects.requireNonNull(known.with(prepared.with(values)));
		assertThat(reused.route()).isSameAs(known.route());
		check(reused.bind(), query, store, entities, subject);
		this.reused++;
	}

	private static Criteria prepared(Criteria criteria, List<Object> values) {
		if (criteria instanceof And and) {
			return new And(and.conditions().stream().map((one) -> prepared(one, values)).toList());
		}
		if (criteria instanceof Or or) {
			return new Or(or.conditions().stream().map((one) -> prepared(one, values)).toList());
		}
		Leaf leaf = (Leaf) criteria;
		if (leaf instanceof In) {
			values.add(leaf.operands());
			return leaf.on(leaf.property(), List.of(new Placeholder(values.size() - 1, true)));
		}
		List<Object> places = new ArrayList<>();
		leaf.operands().forEach((operand) -> {
			places.add(Placeholder.of(values.size()));
			values.add(operand);
		});
		return leaf.on(leaf.property(), places);
	}

	private void check(QueryPlan plan, TableQuery query, NaiveStore store, Map<TableKey, Map<String, Object>> entities,
			Subject subject) {
		this.cases++;
		this.paths.merge(plan.outline().path(), 1, Integer::sum);
		this.indexed += plan.outline().index().isPresent() ? 1 : 0;
		this.verified += plan.outline().verifiesEntities() ? 1 : 0;
		this.divided += isDivided(plan) ? 1 : 0;
		this.alternatives += (hasAlternatives(query) && plan.outline().path() == AccessPath.MULTI_POINT) ? 1 : 0;
		Supplier<String> description = () -> "seed " + subject.seed() + ": " + subject.model() + "\n" + query.criteria()
				+ " " + query.sort() + "\n" + plan.explain();
		List<? extends Found<? extends Claim>> found = store.execute(plan, subject.type());
		Map<TableKey, Map<String, Object>> expected = new HashMap<>(entities);
		expected.values().removeIf((claim) -> !matches(query.criteria(), claim));
		assertThat(found).as(description).hasSize(Math.min(expected.size(), query.limit()));
		Set<TableKey> keys = new HashSet<>();
		found.forEach((one) -> keys.add(one.entity()));
		assertThat(keys).as(description).hasSize(found.size());
		assertThat(expected.keySet()).as(description).containsAll(keys);
		checkOrder(query.sort(), found, expected, description);
		found.forEach((one) -> checkContent(query, one, entities, description, subject));
	}

	private static boolean hasAlternatives(TableQuery query) {
		return query.criteria() instanceof Or
				|| (query.criteria() instanceof And and && and.conditions().stream().anyMatch(Or.class::isInstance));
	}

	private static boolean isDivided(QueryPlan plan) {
		return plan instanceof QueryPlan.Ranges ranges && ranges.legs()
			.stream()
			.map((leg) -> List.of(leg.partitions(), leg.rows()))
			.distinct()
			.count() < ranges.legs().size();
	}

	private static void checkOrder(Sort sort, List<? extends Found<? extends Claim>> found,
			Map<TableKey, Map<String, Object>> expected, Supplier<String> description) {
		if (sort.isUnsorted()) {
			return;
		}
		List<List<Object>> all = new ArrayList<>(
				expected.values().stream().map((claim) -> sortValues(sort, claim)).toList());
		all.sort(order(sort));
		List<List<Object>> actual = found.stream().map((one) -> sortValues(sort, expected.get(one.entity()))).toList();
		assertThat(actual).as(description).isEqualTo(all.subList(0, actual.size()));
	}

	private static List<Object> sortValues(Sort sort, Map<String, Object> claim) {
		List<Object> values = new ArrayList<>();
		sort.forEach((order) -> values.add(claim.get(order.getProperty())));
		return values;
	}

	@SuppressWarnings("unchecked")
	private static Comparator<List<Object>> order(Sort sort) {
		List<Sort.Order> orders = sort.toList();
		return (one, other) -> {
			for (int i = 0; i < orders.size(); i++) {
				Comparator<Comparable<Object>> natural = Comparator.naturalOrder();
				Comparator<Comparable<Object>> order = Comparator
					.nullsLast(orders.get(i).isDescending() ? natural.reversed() : natural);
				int result = order.compare((Comparable<Object>) one.get(i), (Comparable<Object>) other.get(i));
				if (result != 0) {
					return result;
				}
			}
			return 0;
		};
	}

	private static void checkContent(TableQuery query, Found<? extends Claim> found,
			Map<TableKey, Map<String, Object>> entities, Supplier<String> description, Subject subject) {
		Map<String, Object> original = entities.get(found.entity());
		Map<String, Object> actual = subject.values(found.value());
		for (String property : subject.entity().model().leaves().keySet()) {
			if (query.select() == null || query.select().contains(property)) {
				assertThat(actual.get(property)).as(description).isEqualTo(original.get(property));
			}
		}
	}

	private static boolean matches(Criteria criteria, Map<String, Object> claim) {
		if (criteria instanceof Criteria.And and) {
			return and.conditions().stream().allMatch((condition) -> matches(condition, claim));
		}
		if (criteria instanceof Criteria.Or or) {
			return or.conditions().stream().anyMatch((condition) -> matches(condition, claim));
		}
		Criteria.Leaf leaf = (Criteria.Leaf) criteria;
		return matches(leaf, folded(claim.get(leaf.property()), leaf));
	}

	@SuppressWarnings("unchecked")
	private static boolean matches(Criteria.Leaf leaf, Object value) {
		if (leaf instanceof Criteria.NullCheck check) {
			return check.isNull() == (value == null);
		}
		List<?> operands = leaf.operands().stream().map((operand) -> folded(plain(operand), leaf)).toList();
		if (leaf instanceof Criteria.In in && operands.isEmpty()) {
			return in.none();
		}
		if (value == null) {
			return false;
		}
		if (leaf instanceof Criteria.In in) {
			return operands.contains(value) != in.none();
		}
		if (leaf instanceof Criteria.TextMatch match) {
			String sought = (String) operands.get(0);
			return match.options().negated() != switch (match.mode()) {
				case STARTING -> ((String) value).startsWith(sought);
				case ENDING -> ((String) value).endsWith(sought);
				case CONTAINING -> ((String) value).contains(sought);
			};
		}
		int order = ((Comparable<Object>) value).compareTo(operands.get(0));
		return switch (((Criteria.Comparison) leaf).operator()) {
			case EQ -> order == 0;
			case NE -> order != 0;
			case LT -> order < 0;
			case LE -> order <= 0;
			case GT -> order > 0;
			case GE -> order >= 0;
		};
	}

	private static Object plain(Object operand) {
		if (operand instanceof BigDecimal decimal) {
			return decimal.stripTrailingZeros();
		}
		return (operand instanceof Enum<?> || operand instanceof java.util.UUID) ? operand.toString() : operand;
	}

	private static Object folded(Object value, Criteria.Leaf leaf) {
		return (leaf.ignoreCase() && value instanceof String text) ? text.toLowerCase(java.util.Locale.ROOT) : value;
	}

	private record Subject(long seed, Class<? extends Claim> type, TableConverter converter) {

		TablePersistentEntity<?> entity() {
			return this.converter.entity(this.type);
		}

		/**
		 * The values as their order sees them: constants by their names, UUIDs by their
		 * text.
		 */
		Map<String, Object> values(Claim claim) {
			PersistentPropertyAccessor<Claim> accessor = entity().getPropertyAccessor(claim);
			Map<String, Object> values = new HashMap<>();
			entity().model()
				.leaves()
				.forEach((name, leaf) -> values.put(name, plain(accessor.getProperty(leaf.property()))));
			return values;
		}

		List<List<String>> keys() {
			List<List<String>> keys = new ArrayList<>();
			keys.add(names(entity().model().keys()));
			entity().model().indexes().forEach((index) -> keys.add(names(index.keys())));
			return keys;
		}

		private static List<String> names(KeyMapping keys) {
			return Stream.concat(keys.partitionLeaves().stream(), keys.rowLeaves().stream())
				.map(LeafProperty::name)
				.toList();
		}

		String model() {
			StringBuilder text = new StringBuilder();
			text.append(entity().model().keys().partition()).append(" | ").append(entity().model().keys().row());
			entity().model()
				.indexes()
				.forEach((index) -> text.append(" | ")
					.append(index.name())
					.append(": ")
					.append(index.keys().partition())
					.append(" | ")
					.append(index.keys().row()));
			return text.toString();
		}

	}

}
