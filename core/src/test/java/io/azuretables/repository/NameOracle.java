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

package io.azuretables.repository;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.function.BiPredicate;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.DirectFieldAccessor;
import org.springframework.data.domain.Sort;
import org.springframework.data.repository.query.parser.Part;
import org.springframework.data.repository.query.parser.Part.IgnoreCaseType;
import org.springframework.data.repository.query.parser.PartTree;

/**
 * Interprets method names a second time in the simplest way: a filter over objects in
 * memory.
 */
record NameOracle(PartTree tree, Random random) {

	/**
	 * Arguments for the method, taken from the rows so that they find something now and
	 * then.
	 */
	Object[] arguments(Method method, List<?> all) {
		List<Object> arguments = new ArrayList<>();
		Object row = all.get(this.random.nextInt(all.size()));
		for (Part part : this.tree.getParts()) {
			Object one = value(part, row, all);
			Object other = value(part, all.get(this.random.nextInt(all.size())), all);
			switch (part.getType()) {
				case BETWEEN -> {
					boolean sorted = compare(one, other) <= 0 || this.random.nextInt(8) == 0;
					arguments.add(sorted ? one : other);
					arguments.add(sorted ? other : one);
				}
				case IN, NOT_IN -> {
					List<Object> values = (this.random.nextInt(8) == 0) ? List.of() : List.of(one, other);
					arguments.add(collection(method.getParameterTypes()[arguments.size()], values));
				}
				case STARTING_WITH -> arguments.add(piece(one, 0, this.random.nextInt(one.toString().length() + 1)));
				case ENDING_WITH, CONTAINING, NOT_CONTAINING ->
					arguments.add(piece(one, this.random.nextInt(2) + 1, one.toString().length()));
				default -> {
					if (part.getNumberOfArguments() == 1) {
						arguments.add(cased(part, one));
					}
				}
			}
		}
		return arguments.toArray();
	}

	private Object cased(Part part, Object value) {
		return (part.shouldIgnoreCase() != IgnoreCaseType.NEVER) ? value.toString().toUpperCase(Locale.ROOT) : value;
	}

	private static String piece(Object text, int from, int to) {
		return text.toString().substring(Math.min(from, to), to);
	}

	private static Object collection(Class<?> type, List<Object> values) {
		return (type == Set.class) ? new LinkedHashSet<>(values) : values;
	}

	/**
	 * The value of the row; of another one where it has none, or now and then.
	 */
	private Object value(Part part, Object row, List<?> all) {
		Object value = (this.random.nextInt(6) > 0) ? property(row, part.getProperty().toDotPath()) : null;
		while (value == null) {
			value = property(all.get(this.random.nextInt(all.size())), part.getProperty().toDotPath());
		}
		return value;
	}

	private static @Nullable Object property(Object row, String path) {
		return new DirectFieldAccessor(row).getPropertyValue(path);
	}

	/**
	 * All rows that the method is for.
	 */
	List<Object> matching(List<?> all, Object[] arguments) {
		return all.stream().<Object>map((row) -> row).filter((row) -> matches(row, arguments)).toList();
	}

	private boolean matches(Object row, Object[] arguments) {
		int next = 0;
		boolean any = !this.tree.iterator().hasNext();
		for (PartTree.OrPart alternative : this.tree) {
			boolean every = true;
			for (Part part : alternative) {
				every &= matches(part, property(row, part.getProperty().toDotPath()), arguments, next);
				next += part.getNumberOfArguments();
			}
			any |= every;
		}
		return any;
	}

	private static boolean matches(Part part, @Nullable Object value, Object[] arguments, int next) {
		Object argument = (part.getNumberOfArguments() > 0) ? arguments[next] : "";
		if (part.getType() == Part.Type.NOT_IN && ((Collection<?>) argument).isEmpty()) {
			return true;
		}
		if (part.getType() == Part.Type.IS_NULL || value == null) {
			return part.getType() == Part.Type.IS_NULL && value == null;
		}
		BiPredicate<String, String> contains = String::contains;
		return switch (part.getType()) {
			case SIMPLE_PROPERTY -> equal(part, value, argument);
			case NEGATING_SIMPLE_PROPERTY -> !equal(part, value, argument);
			case LESS_THAN, BEFORE -> compare(value, argument) < 0;
			case LESS_THAN_EQUAL -> compare(value, argument) <= 0;
			case GREATER_THAN, AFTER -> compare(value, argument) > 0;
			case GREATER_THAN_EQUAL -> compare(value, argument) >= 0;
			case BETWEEN -> compare(value, argument) >= 0 && compare(value, arguments[next + 1]) <= 0;
			case IN -> ((Collection<?>) argument).contains(value);
			case NOT_IN -> !((Collection<?>) argument).contains(value);
			case STARTING_WITH -> value.toString().startsWith(argument.toString());
			case ENDING_WITH -> value.toString().endsWith(argument.toString());
			case CONTAINING -> contains.test(value.toString(), argument.toString());
			case NOT_CONTAINING -> !contains.test(value.toString(), argument.toString());
			case TRUE -> Boolean.TRUE.equals(value);
			case FALSE -> Boolean.FALSE.equals(value);
			case IS_NOT_NULL -> true;
			default -> throw new IllegalStateException(part.toString());
		};
	}

	private static boolean equal(Part part, Object value, Object argument) {
		boolean text = part.shouldIgnoreCase() != IgnoreCaseType.NEVER;
		return text ? value.toString().equalsIgnoreCase(argument.toString()) : compare(value, argument) == 0;
	}

	@SuppressWarnings("unchecked") // values of one property
	private static int compare(Object one, Object other) {
		return ((Comparable<Object>) one).compareTo(other);
	}

	/**
	 * The order that the name asks for, {@code null} for none.
	 */
	@Nullable Comparator<Object> order() {
		return this.tree.getSort().stream().map(NameOracle::order).reduce(Comparator::thenComparing).orElse(null);
	}

	private static Comparator<Object> order(Sort.Order order) {
		Comparator<Object> values = order.isAscending() ? NameOracle::compare : (one, other) -> compare(other, one);
		return Comparator.comparing((row) -> property(row, order.getProperty()), Comparator.nullsLast(values));
	}

}
