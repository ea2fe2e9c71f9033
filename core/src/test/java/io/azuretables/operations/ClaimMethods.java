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

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

import io.azuretables.key.TableKey;
import io.azuretables.query.Criteria;
import io.azuretables.query.Criteria.And;
import io.azuretables.query.Criteria.Comparison;
import io.azuretables.query.Criteria.In;
import io.azuretables.query.Criteria.Leaf;
import io.azuretables.query.Criteria.NullCheck;
import io.azuretables.query.Criteria.Or;
import io.azuretables.query.Criteria.TextMatch;
import io.azuretables.query.TableQuery;
import io.azuretables.repository.AllowScan;
import io.azuretables.repository.AllowSort;
import io.azuretables.repository.Query;
import io.azuretables.repository.TableRepository;
import io.azuretables.repository.query.TableQueryMethod;
import io.azuretables.repository.query.TableRepositoryQuery;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.description.annotation.AnnotationDescription;
import net.bytebuddy.description.modifier.Visibility;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.description.type.TypeDescription.Generic;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.dynamic.DynamicType.Builder.MethodDefinition.ParameterDefinition.Initial;

import org.springframework.data.domain.Limit;
import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.ScrollPosition;
import org.springframework.data.domain.Slice;
import org.springframework.data.domain.Sort;
import org.springframework.data.domain.Window;
import org.springframework.data.projection.SpelAwareProxyProjectionFactory;
import org.springframework.data.repository.core.RepositoryMetadata;
import org.springframework.data.repository.core.support.AbstractRepositoryMetadata;
import org.springframework.data.repository.query.ValueExpressionDelegate;
import org.springframework.util.StringUtils;

/**
 * Makes a repository whose methods ask what queries ask: by their names, and by
 * {@link Query @Query}. The methods are run as a repository runs them.
 */
final class ClaimMethods {

	private final Class<? extends Claim> type;

	private final List<Asked> methods = new ArrayList<>();

	private DynamicType.Builder<?> builder;

	ClaimMethods(Class<? extends Claim> type) {
		this.type = type;
		Generic repository = Generic.Builder.parameterizedType(TableRepository.class, type, TableKey.class).build();
		this.builder = new ByteBuddy().makeInterface(repository).name(type.getName() + "Repository");
	}

	/**
	 * Adds a method that asks what a query asks, if any can.
	 * @param annotated whether a filter says it, and not the name
	 * @param permitted whether the method may scan and sort
	 */
	void add(TableQuery query, Answer answer, boolean annotated, boolean permitted) {
		List<Object> arguments = new ArrayList<>();
		String said = annotated ? filter(query.criteria(), arguments) : name(query.criteria(), arguments);
		boolean sorted = query.sort().isSorted() && answer.finds();
		boolean limited = query.limit() != TableQuery.UNLIMITED;
		boolean unsaid = limited && !answer.finds() && !annotated;
		if (said == null || unsaid || (annotated && said.isEmpty())) {
			return;
		}
		String subject = "Q" + this.methods.size();
		boolean top = limited && !annotated && answer == Answer.LIST;
		String name = answer.verb() + (top ? "Top" + query.limit() : "") + subject
				+ (annotated ? "" : "By" + said + (sorted ? order(query.sort()) : ""));
		Initial<?> method = (Initial<?>) this.builder.defineMethod(name, answer.type(this.type), Visibility.PUBLIC);
		List<TypeDescription> parameters = new ArrayList<>();
		arguments.forEach((argument) -> parameters
			.add(TypeDescription.ForLoadedType.of((argument instanceof Collection) ? Collection.class : Object.class)));
		List<Object> all = new ArrayList<>(arguments);
		if (annotated && sorted && answer != Answer.SLICE) {
			parameters.add(TypeDescription.ForLoadedType.of(Sort.class));
			all.add(query.sort());
		}
		if (limited && !top && answer != Answer.SLICE) {
			parameters.add(TypeDescription.ForLoadedType.of(Limit.class));
			all.add(Limit.of(query.limit()));
		}
		if (answer == Answer.SLICE) {
			parameters.add(TypeDescription.ForLoadedType.of(Pageable.class));
		}
		if (answer == Answer.WINDOW) {
			parameters.add(TypeDescription.ForLoadedType.of(ScrollPosition.class));
		}
		List<AnnotationDescription> annotations = new ArrayList<>();
		if (annotated) {
			annotations.add(AnnotationDescription.Builder.ofType(Query.class)
				.define("value", said)
				.define("count", answer == Answer.COUNT)
				.define("exists", answer == Answer.EXISTS)
				.define("delete", answer == Answer.DELETE)
				.build());
		}
		if (permitted) {
			annotations.add(AnnotationDescription.Builder.ofType(AllowScan.class).build());
			annotations.add(AnnotationDescription.Builder.ofType(AllowSort.class).build());
		}
		this.builder = method.withParameters(parameters.toArray(TypeDescription[]::new))
			.withoutCode()
			.annotateMethod(annotations);
		boolean sortedByPage = annotated && answer == Answer.SLICE;
		this.methods.add(new Asked(name, query, answer, all, sortedByPage ? query.sort() : Sort.unsorted()));
	}

	/**
	 * The methods, each with what it asks.
	 */
	List<Asked> methods() {
		return this.methods;
	}

	/**
	 * The methods of the interface by their names.
	 */
	Finder load(TableOperations operations) {
		Class<?> repository = this.builder.make().load(this.type.getClassLoader()).getLoaded();
		return new Finder(AbstractRepositoryMetadata.getMetadata(repository), operations);
	}

	private static String name(Criteria criteria, List<Object> arguments) {
		List<String> alternatives = new ArrayList<>();
		for (Criteria alternative : (criteria instanceof Or or) ? or.conditions() : List.of(criteria)) {
			List<String> conditions = new ArrayList<>();
			for (Criteria condition : (alternative instanceof And and) ? and.conditions() : List.of(alternative)) {
				String part = (condition instanceof Leaf leaf) ? part(leaf, arguments) : null;
				if (part == null) {
					return null;
				}
				conditions.add(part);
			}
			if (conditions.isEmpty() && criteria instanceof Or) {
				return null;
			}
			alternatives.add(String.join("And", conditions));
		}
		return alternatives.isEmpty() ? null : String.join("Or", alternatives);
	}

	private static String part(Leaf leaf, List<Object> arguments) {
		String keyword = null;
		if (leaf instanceof Comparison comparison) {
			keyword = switch (comparison.operator()) {
				case EQ -> "";
				case NE -> "Not";
				case LT -> "LessThan";
				case LE -> "LessThanEqual";
				case GT -> "After";
				case GE -> "GreaterThanEqual";
			};
			arguments.add(comparison.value());
		}
		else if (leaf instanceof In in) {
			keyword = in.none() ? "NotIn" : "In";
			arguments.add(in.values());
		}
		else if (leaf instanceof NullCheck check) {
			keyword = check.isNull() ? "IsNull" : "IsNotNull";
		}
		else if (leaf instanceof TextMatch match) {
			arguments.add(match.text());
			boolean contains = match.mode() == TextMatch.Mode.CONTAINING;
			if (match.options().negated() && !contains) {
				return null;
			}
			keyword = contains ? (match.options().negated() ? "NotContaining" : "Containing")
					: (match.mode() == TextMatch.Mode.STARTING) ? "StartingWith" : "EndingWith";
		}
		return StringUtils.capitalize(leaf.property()) + keyword + (leaf.ignoreCase() ? "IgnoreCase" : "");
	}

	private static String order(Sort sort) {
		StringBuilder text = new StringBuilder("OrderBy");
		sort.forEach((order) -> text.append(StringUtils.capitalize(order.getProperty()))
			.append(order.isAscending() ? "Asc" : "Desc"));
		return text.toString();
	}

	private static String filter(Criteria criteria, List<Object> arguments) {
		if (criteria instanceof And and) {
			return joined(and.conditions(), " and ", arguments);
		}
		if (criteria instanceof Or or) {
			return or.conditions().isEmpty() ? null : joined(or.conditions(), " or ", arguments);
		}
		Leaf leaf = (Leaf) criteria;
		boolean said = (leaf instanceof Comparison || leaf instanceof In) && !leaf.ignoreCase()
				&& !leaf.operands().isEmpty();
		if (!said) {
			return null;
		}
		String operator = (leaf instanceof Comparison comparison) ? comparison.operator().name().toLowerCase()
				: ((In) leaf).none() ? "ne" : "eq";
		List<String> comparisons = new ArrayList<>();
		for (Object operand : leaf.operands()) {
			int place = arguments.indexOf(operand);
			if (place < 0) {
				place = arguments.size();
				arguments.add(operand);
			}
			comparisons.add(leaf.property() + " " + operator + " ?" + place);
		}
		return "(" + String.join(operator.equals("ne") ? " and " : " or ", comparisons) + ")";
	}

	private static String joined(List<Criteria> conditions, String word, List<Object> arguments) {
		List<String> texts = new ArrayList<>();
		for (Criteria condition : conditions) {
			String text = filter(condition, arguments);
			if (text == null) {
				return null;
			}
			texts.add(text);
		}
		return texts.isEmpty() ? "" : "(" + String.join(word, texts) + ")";
	}

	/**
	 * What a method answers with.
	 */
	enum Answer {

		/**
		 * A list.
		 */
		LIST("find", List.class),

		/**
		 * A stream.
		 */
		STREAM("stream", Stream.class),

		/**
		 * Slices.
		 */
		SLICE("find", Slice.class),

		/**
		 * Windows.
		 */
		WINDOW("find", Window.class),

		/**
		 * A number.
		 */
		COUNT("count", long.class),

		/**
		 * Yes or no.
		 */
		EXISTS("exists", boolean.class),

		/**
		 * How many were deleted.
		 */
		DELETE("delete", long.class);

		private final String verb;

		private final Class<?> container;

		Answer(String verb, Class<?> container) {
			this.verb = verb;
			this.container = container;
		}

		String verb() {
			return this.verb;
		}

		boolean finds() {
			return !this.container.isPrimitive();
		}

		Generic type(Class<?> type) {
			return finds() ? Generic.Builder.parameterizedType(this.container, type).build()
					: new Generic.OfNonGenericType.ForLoadedType(this.container);
		}

	}

	/**
	 * A method and what it asks.
	 *
	 * @param name its name
	 * @param query what it asks
	 * @param answer what it answers with
	 * @param arguments the arguments of a call, but for a page request or a position
	 * @param pageSort the sort of the page requests
	 */
	record Asked(String name, TableQuery query, Answer answer, List<Object> arguments, Sort pageSort) {

	}

	/**
	 * Finds the methods of a repository.
	 */
	static final class Finder {

		private final RepositoryMetadata metadata;

		private final TableOperations operations;

		Finder(RepositoryMetadata metadata, TableOperations operations) {
			this.metadata = metadata;
			this.operations = operations;
		}

		/**
		 * The query of a method, as the repository would make it.
		 * @throws io.azuretables.plan.UnsupportedQueryException if it is refused
		 */
		TableRepositoryQuery query(String name) {
			Method method = Arrays.stream(this.metadata.getRepositoryInterface().getDeclaredMethods())
				.filter((one) -> one.getName().equals(name))
				.findFirst()
				.orElseThrow();
			TableQueryMethod declared = new TableQueryMethod(method, this.metadata,
					new SpelAwareProxyProjectionFactory());
			String filter = declared.filter();
			return (filter != null)
					? TableRepositoryQuery.filtered(declared, filter, this.operations, ValueExpressionDelegate.create())
					: TableRepositoryQuery.derived(declared, this.operations);
		}

	}

}
