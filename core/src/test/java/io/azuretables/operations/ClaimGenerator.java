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

package io.azuretables.operations;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.azuretables.mapping.IndexConsistency;
import io.azuretables.mapping.IndexLayout;
import io.azuretables.mapping.IndexReads;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.SecondaryIndexes;
import io.azuretables.mapping.Table;
import io.azuretables.operations.Claim.Status;
import io.azuretables.query.Criteria;
import io.azuretables.query.Operator;
import io.azuretables.query.PropertyCriteria;
import io.azuretables.query.TableQuery;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.description.annotation.AnnotationDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.DynamicType;

import org.springframework.data.domain.Sort;

/**
 * Makes up entity types, entities and queries from a seed. Values come from small sets,
 * so that conditions meet rows, and keys meet neighbours.
 */
class ClaimGenerator {

	private static final List<String> TEXTS = List.of("", "a", "a b", "a ", "aa", "a_", "a/b", "B", "b", "Hall", "hall",
			"O'Neil", "é");

	/**
	 * Text that stands in no key, or beside what does.
	 */
	private static final List<String> EDGE_TEXTS = List.of("x".repeat(600), "a".repeat(511), "a\u0001", "\uFFFF",
			"a\uD800", "\uDC00a", "a\uD83D\uDE00", " ", "?");

	/**
	 * Decimals that a {@code Double} gives back.
	 */
	private static final List<BigDecimal> RATES = Stream.of(-0.5, 0.0, 1.0, 1.5, 1e20)
		.map(BigDecimal::valueOf)
		.toList();

	private static final List<String> KEY_PROPERTIES = List.of("text", "name", "number", "big", "day", "at", "status",
			"price", "id", "month", "local", "small", "active");

	/**
	 * What indexes may hold besides.
	 */
	private static final List<String> NULLABLE = List.of("count", "tag", "due");

	private static final List<String> PROPERTIES = List.of("text", "name", "number", "big", "day", "at", "status",
			"price", "id", "month", "local", "small", "active", "count", "tag", "due", "score", "rate", "flag");

	private static final Set<String> TEXT_PROPERTIES = Set.of("text", "name", "tag");

	private static final Set<String> OPEN_ENDED = Set.of("text", "name", "tag", "status");

	private final Random random;

	ClaimGenerator(long seed) {
		this.random = new Random(seed);
	}

	Class<? extends Claim> type() {
		List<String> names = new ArrayList<>(KEY_PROPERTIES);
		Collections.shuffle(names, this.random);
		int split = 1 + this.random.nextInt(2);
		String partition = chance(20) ? "p" : template("", names.subList(0, split), true);
		// only a row key with a literal in front tells claims from index rows
		boolean prefixed = chance(85);
		String row = template(prefixed ? "r_" : "", names.subList(split, split + 1 + this.random.nextInt(3)), false);
		DynamicType.Builder<? extends Claim> type = new ByteBuddy().subclass(Claim.class)
			.annotateType(AnnotationDescription.Builder.ofType(Table.class).define("value", "Claims").build(),
					AnnotationDescription.Builder.ofType(PartitionKey.class).define("value", partition).build(),
					AnnotationDescription.Builder.ofType(RowKey.class).define("value", row).build());
		List<AnnotationDescription> indexes = new ArrayList<>();
		for (int i = prefixed ? this.random.nextInt(3) : 0; i > 0; i--) {
			indexes.add(index("i" + i, row, partition));
		}
		type = type.annotateType(AnnotationDescription.Builder.ofType(SecondaryIndexes.class)
			.defineAnnotationArray("value", TypeDescription.ForLoadedType.of(SecondaryIndex.class),
					indexes.toArray(AnnotationDescription[]::new))
			.build());
		return type.make().load(getClass().getClassLoader()).getLoaded();
	}

	private AnnotationDescription index(String name, String row, String partition) {
		List<String> names = new ArrayList<>(KEY_PROPERTIES);
		names.addAll(NULLABLE);
		Collections.shuffle(names, this.random);
		String template = template(name + "_", names.subList(0, 1 + this.random.nextInt(2)), false);
		boolean list = chance(20);
		boolean whole = !list && chance(60);
		if (whole) {
			template += (chance(50) ? " " : "_")
					+ (partition + "_" + row.substring(2)).replaceAll(":bucket\\(\\d\\)", "").replace("}{", "}_{");
		}
		String[][] contents = { { "*" }, {}, { "count" }, { "text", "tag", "number" } };
		String across = chance(30) ? template("x" + name + "_", names.subList(2, 3), true) : "";
		boolean copied = whole && !across.isEmpty() && chance(25);
		return AnnotationDescription.Builder.ofType(SecondaryIndex.class)
			.define("name", name)
			.define("partitionKey", across)
			.define("rowKey", template)
			.define("sparse", chance(75))
			.define("reads", copied ? IndexReads.UNVERIFIED : IndexReads.VERIFIED)
			.define("consistency", (copied || list) ? IndexConsistency.EVENTUAL : IndexConsistency.STRONG)
			.defineArray("include", list ? new String[] {} : pick(Arrays.asList(contents)))
			.define("layout", list ? IndexLayout.LIST : IndexLayout.ROWS)
			.build();
	}

	private String template(String prefix, List<String> names, boolean partition) {
		StringBuilder template = new StringBuilder(prefix);
		for (int i = 0; i < names.size(); i++) {
			String name = names.get(i);
			boolean last = i == names.size() - 1;
			String format = format(name, partition);
			template.append('{').append(name).append(format).append('}');
			boolean open = OPEN_ENDED.contains(name) && !format.startsWith(":bucket") && !format.equals(":desc");
			template.append(last ? "" : open ? pick(List.of("_", " ", ":")) : pick(List.of("_", "", " ")));
		}
		return template.toString();
	}

	private String format(String name, boolean partition) {
		if (partition && chance(15) && !name.equals("price") && !NULLABLE.contains(name)) {
			return ":bucket(3)";
		}
		return switch (name) {
			case "price" -> ":3.2" + pick(List.of("", ":desc"));
			case "number" -> pick(List.of("", ":3", ":desc", ":3:desc"));
			case "count" -> pick(List.of("", ":desc"));
			case "small" -> pick(List.of("", ":2", ":desc"));
			case "big", "day", "at", "status", "month", "local", "due" -> pick(List.of("", ":desc"));
			case "text", "tag" -> pick(List.of("", "", ":lower"));
			default -> "";
		};
	}

	<T extends Claim> T entity(Class<T> type) {
		try {
			T claim = type.getDeclaredConstructor().newInstance();
			claim.text = (String) stored("text");
			claim.name = (String) stored("name");
			claim.number = (Integer) stored("number");
			claim.big = (Long) stored("big");
			claim.small = (Short) stored("small");
			claim.active = (Boolean) stored("active");
			claim.day = (LocalDate) stored("day");
			claim.month = (YearMonth) stored("month");
			claim.local = (LocalDateTime) stored("local");
			claim.at = (Instant) stored("at");
			claim.status = (Status) stored("status");
			claim.price = (BigDecimal) stored("price");
			claim.id = (UUID) stored("id");
			claim.count = chance(30) ? null : (Integer) stored("count");
			claim.tag = chance(30) ? null : (String) stored("tag");
			claim.due = chance(30) ? null : (LocalDate) stored("due");
			claim.score = chance(30) ? null : (Double) stored("score");
			claim.rate = chance(30) ? null : (BigDecimal) stored("rate");
			claim.flag = chance(30) ? null : (Boolean) stored("flag");
			return claim;
		}
		catch (ReflectiveOperationException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * A value for a row: seldom one that some keys cannot hold.
	 */
	private Object stored(String property) {
		return chance(2) ? edge(property) : value(property);
	}

	/**
	 * A value for a query: sometimes one that keys or columns cannot hold.
	 */
	private Object asked(String property) {
		return chance(7) ? edge(property) : value(property);
	}

	private Object value(String property) {
		int small = this.random.nextInt(5);
		return switch (property) {
			case "text", "name", "tag" -> pick(TEXTS);
			case "number", "count" -> small * 99;
			case "small" -> (short) (small * 9);
			case "big" -> (small - 2) * 4_000_000_000L;
			case "day", "due" -> LocalDate.of(2014, 12, 29).plusDays(small);
			case "month" -> YearMonth.of(2014, 11).plusMonths(small);
			case "local" -> LocalDateTime.of(2014, 8, 22, 0, 50, 32, 999_999_800).plusNanos(small * 100L);
			case "at" -> Instant.parse("2014-08-22T00:50:32.9999998Z").plusNanos(small * 100L);
			case "status" -> pick(List.of(Status.values()));
			case "price" -> scaled(BigDecimal.valueOf((small - 2) * 150L, 2));
			case "id" -> new UUID(small - 2, 5 - small);
			case "rate" -> pick(RATES);
			case "score" -> pick(List.of(-0.5, 0.0, 1.0, 1e20));
			default -> this.random.nextBoolean();
		};
	}

	private Object edge(String property) {
		return switch (property) {
			case "text", "name", "tag" -> pick(EDGE_TEXTS);
			case "number", "count" -> pick(List.of(-1, 1_000, Integer.MAX_VALUE, Integer.MIN_VALUE));
			case "small" -> pick(List.of((short) -1, (short) 100, Short.MAX_VALUE, Short.MIN_VALUE));
			case "big" -> pick(List.of(Long.MAX_VALUE, Long.MIN_VALUE, 0L));
			case "day", "due" -> pick(List.of(LocalDate.of(10_000, 1, 1), LocalDate.of(0, 12, 31),
					LocalDate.of(-1, 1, 1), LocalDate.of(9999, 12, 31), LocalDate.of(1, 1, 1), LocalDate.MAX));
			case "month" -> pick(List.of(YearMonth.of(10_000, 1), YearMonth.of(0, 12), YearMonth.of(-1, 1),
					YearMonth.of(9999, 12), YearMonth.of(1, 1)));
			case "local" -> pick(List.of(LocalDateTime.of(10_000, 1, 1, 0, 0), LocalDateTime.of(0, 12, 31, 0, 0),
					LocalDateTime.of(-1, 1, 1, 0, 0), LocalDateTime.of(9999, 12, 31, 23, 59, 59, 999_999_900)));
			case "at" -> pick(List.of(Instant.MAX, Instant.MIN, Instant.parse("1600-12-31T23:59:59.9999999Z"),
					Instant.parse("1601-01-01T00:00:00Z"), Instant.parse("9999-12-31T23:59:59.9999999Z")));
			case "price" -> pick(List.of(new BigDecimal("1000"), new BigDecimal("-1000"), new BigDecimal("0.001"),
					new BigDecimal("-0.001"), new BigDecimal("999.99"), new BigDecimal("1E+30")));
			case "rate" -> new BigDecimal(pick(List.of("1.50", "1", "0", "100000000000000000000", "-0.500", "0.3",
					"1.4999999999999999999", "1.5000000000000000000001", "-1E-400", "1E-400", "1E+400", "-1E+400",
					"1.7976931348623157E+308", "4.9E-324", "2E-324")));
			case "id" -> pick(List.of(new UUID(0, 0), new UUID(-1, -1)));
			default -> value(property);
		};
	}

	private BigDecimal scaled(BigDecimal value) {
		return chance(50) ? value : value.stripTrailingZeros();
	}

	/**
	 * A query that often asks for a part of a key.
	 * @param keys the properties of each key, in order
	 */
	TableQuery query(List<List<String>> keys) {
		List<Criteria> conditions = new ArrayList<>();
		for (int i = this.random.nextInt(4); i > 0; i--) {
			conditions.add(chance(12) ? leaf().or(leaf().and(leaf())) : leaf());
		}
		if (chance(10)) {
			conditions.add(alternatives(pick(KEY_PROPERTIES)));
		}
		if (chance(5)) {
			Criteria common = leaf(pick(pick(keys)));
			conditions.add(common.and(leaf()).or(common.and(leaf())));
		}
		if (chance(5)) {
			conditions.add(leaf().and(leaf().or(leaf())).negated());
		}
		if (chance(60)) {
			List<String> key = pick(keys);
			for (String property : key.subList(0, this.random.nextInt(key.size() + 1))) {
				conditions.add(chance(70) ? Criteria.where(property).is(asked(property))
						: chance(60) ? leaf(property) : alternatives(property));
			}
		}
		if (chance(8)) {
			return whole(pick(keys));
		}
		if (chance(5)) {
			conditions.add(longChoice());
		}
		TableQuery query = TableQuery.of(Criteria.allOf(conditions));
		if (chance(40)) {
			query = query.orderBy(sort());
		}
		if (chance(30)) {
			query = query.limit(1 + this.random.nextInt(4));
		}
		if (chance(25)) {
			query = query.select(pick(PROPERTIES), pick(PROPERTIES));
		}
		return query;
	}

	/**
	 * All parts of a key, some of them with several values, in the order of one of them.
	 */
	private TableQuery whole(List<String> key) {
		List<Criteria> conditions = new ArrayList<>();
		key.forEach((property) -> conditions.add(chance(50) ? Criteria.where(property).is(asked(property))
				: Criteria.where(property).in(asked(property), asked(property), value(property))));
		TableQuery query = TableQuery.of(Criteria.allOf(conditions))
			.orderBy(Sort.by(chance(60) ? Sort.Direction.ASC : Sort.Direction.DESC, pick(key)));
		return chance(50) ? query : query.limit(1 + this.random.nextInt(3));
	}

	/**
	 * More values than one filter takes.
	 */
	private Criteria longChoice() {
		List<Object> values = new ArrayList<>(List.of(0, 99, 198));
		IntStream.range(1, 9 + this.random.nextInt(20)).forEach(values::add);
		Collections.shuffle(values, this.random);
		return Criteria.where("count").in(values);
	}

	private Sort sort() {
		Sort sort = Sort.unsorted();
		for (int i = 1 + this.random.nextInt(2); i > 0; i--) {
			Sort.Direction direction = chance(60) ? Sort.Direction.ASC : Sort.Direction.DESC;
			sort = sort.and(Sort.by(direction, pick(PROPERTIES)));
		}
		return sort;
	}

	/**
	 * Mostly equality: what keys are made for.
	 */
	private Criteria leaf() {
		return leaf(chance(75) ? pick(KEY_PROPERTIES) : pick(PROPERTIES));
	}

	/**
	 * Several values for one property, each in a condition of its own.
	 */
	private Criteria alternatives(String property) {
		Criteria two = Criteria.where(property).is(asked(property)).or(Criteria.where(property).is(asked(property)));
		return chance(50) ? two : two.or(Criteria.where(property).in(asked(property), asked(property)));
	}

	private Criteria leaf(String property) {
		PropertyCriteria where = Criteria.where(property);
		boolean text = TEXT_PROPERTIES.contains(property);
		if (text && chance(20)) {
			where = where.ignoringCase();
		}
		int kind = this.random.nextInt(100);
		if (kind < 45) {
			return where.is(asked(property));
		}
		if (kind < 58) {
			List<Object> values = new ArrayList<>();
			for (int i = this.random.nextInt(4); i > 0; i--) {
				values.add(asked(property));
			}
			return chance(85) ? where.in(values) : where.notIn(values);
		}
		if (kind < 75 && text) {
			return match(where, (String) asked(property));
		}
		if (kind < 94) {
			return Criteria.where(property).compare(pick(List.of(Operator.values())), asked(property));
		}
		return (kind < 97) ? where.isNull() : where.isNotNull();
	}

	private Criteria match(PropertyCriteria where, String text) {
		Criteria criteria = switch (this.random.nextInt(6)) {
			case 0 -> where.containing(text);
			case 1 -> where.endingWith(text);
			default -> where.startingWith(text);
		};
		return chance(90) ? criteria : criteria.negated();
	}

	private boolean chance(int percent) {
		return this.random.nextInt(100) < percent;
	}

	private <T> T pick(List<T> values) {
		return values.get(this.random.nextInt(values.size()));
	}

}
