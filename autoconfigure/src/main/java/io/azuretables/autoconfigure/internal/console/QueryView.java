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

package io.azuretables.autoconfigure.internal.console;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

import io.azuretables.internal.model.EntityModel;
import io.azuretables.internal.model.LeafProperty;
import io.azuretables.key.InvalidKeyException;
import io.azuretables.mapping.TablePersistentEntity;
import io.azuretables.operations.TableOperations;
import io.azuretables.plan.QueryOutline;
import io.azuretables.plan.UnsupportedQueryException;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import io.azuretables.repository.query.QueryText;
import io.azuretables.repository.query.QueryText.Argument;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.core.convert.ConversionException;
import org.springframework.core.convert.ConversionService;

/**
 * The web console's page of queries: plans a typed query, runs it, or explains why it is
 * refused.
 */
final class QueryView implements ConsoleView {

	private static final JsonMapper MAPPER = JsonMapper.builder().build();

	private static final int LIMIT = 100;

	private final TableOperations operations;

	private final ConsoleRecorder recorder;

	private final ConsoleResults results;

	private final ConversionService conversions;

	private final TableKinds kinds;

	QueryView(TableOperations operations, ConsoleRecorder recorder, ConsoleResults results,
			ConversionService conversions) {
		this.operations = operations;
		this.recorder = recorder;
		this.results = results;
		this.conversions = conversions;
		this.kinds = new TableKinds(operations);
	}

	@Override
	public String name() {
		return "query";
	}

	@Override
	public Map<String, Function<ConsoleArguments, Object>> calls() {
		return Map.of("entities", (call) -> entities(), "query", this::query);
	}

	private Object entities() {
		return Map.of("entities",
				this.kinds.entities()
					.stream()
					.map((entity) -> Map.of("name", entity.getType().getSimpleName(), "type",
							entity.getType().getName(), "table", this.kinds.table(entity), "partitionKey",
							EntityModel.of(entity).keys().partition().template().toString(), "rowKey",
							EntityModel.of(entity).keys().row().template().toString(), "properties",
							EntityModel.of(entity)
								.leaves()
								.values()
								.stream()
								.map((leaf) -> leaf.name() + ": " + leaf.property().getType().getSimpleName())
								.toList()))
					.toList());
	}

	/**
	 * Plans a query without a request, and runs it if that is asked for and all of its
	 * values are there.
	 */
	private Object query(ConsoleArguments call) {
		TablePersistentEntity<?> entity = this.kinds.entity(call.text("entity"));
		Map<String, @Nullable Object> answer = new LinkedHashMap<>();
		try {
			QueryText text = read(call, entity);
			answer.put("arguments", text.arguments().stream().map((argument) -> shown(argument, entity)).toList());
			TableQuery query = asked(text.query(), call);
			QueryOutline outline = this.operations.query(entity.getType()).outline(query);
			answer.put("plan", PlanView.outline(outline));
			answer.put("bound", String.valueOf(outline.requestBound()));
			if (call.is("run")) {
				List<Object> values = values(text.arguments(), call.texts("arguments"), entity);
				TableQuery complete = query.with(values);
				answer.put("explanation", this.operations.query(entity.getType()).explain(complete));
				answer.put("result", run(complete, entity.getType()));
			}
		}
		catch (UnsupportedQueryException | InvalidKeyException ex) {
			answer.put("refused", ex.getMessage());
		}
		return answer;
	}

	private QueryText read(ConsoleArguments call, TablePersistentEntity<?> entity) {
		String text = call.optional("text");
		return switch (call.text("form")) {
			case "name" -> QueryText.ofName((text != null) ? text.strip() : "", entity.getType());
			case "odata" ->
				(text != null) ? QueryText.ofFilter(text, entity) : new QueryText(TableQuery.all(), List.of());
			case "criteria" -> new QueryText(TableQuery.of(criteria(text, entity)), List.of());
			default -> throw new ConsoleException(400, "A query is a name, OData or criteria");
		};
	}

	private Criteria criteria(@Nullable String text, TablePersistentEntity<?> entity) {
		if (text == null) {
			return Criteria.ALL;
		}
		try {
			return new CriteriaJson((property, value) -> converted(property, value, entity))
				.read(MAPPER.readTree(text));
		}
		catch (JacksonException ex) {
			throw new ConsoleException(400,
					"The criteria are no JSON, such as {\"property\": \"lastName\", \"is\": \"Hall\"}");
		}
	}

	private TableQuery asked(TableQuery query, ConsoleArguments call) {
		TableQuery asked = query;
		String sort = call.optional("sort");
		if (sort != null) {
			asked = asked.orderBy(query.sort().and(MethodRuns.sort(sort)));
		}
		int limit = call.number("limit", LIMIT, 10_000);
		asked = asked.limit(Math.min(asked.limit(), limit));
		String index = call.optional("index");
		asked = (index != null) ? asked.usingIndex(index) : asked;
		asked = call.is("scan") ? asked.allowScan() : asked;
		return call.is("order") ? asked.allowSort() : asked;
	}

	private static Map<String, Object> shown(Argument argument, TablePersistentEntity<?> entity) {
		String type = EntityModel.of(entity)
			.leaf(argument.property())
			.map((leaf) -> leaf.property().getType().getSimpleName())
			.orElse("");
		return Map.of("name", argument.property(), "type", argument.several() ? "several of " + type : type, "hint",
				argument.several() ? "values with commas between" : "");
	}

	private List<Object> values(List<Argument> arguments, List<@Nullable String> texts,
			TablePersistentEntity<?> entity) {
		if (arguments.size() != texts.size()) {
			throw new ConsoleException(400, "The query takes " + arguments.size() + " values, not " + texts.size());
		}
		List<Object> values = new ArrayList<>();
		for (int i = 0; i < arguments.size(); i++) {
			Argument argument = arguments.get(i);
			String text = texts.get(i);
			String given = (text != null) ? text : "";
			values.add(argument.several() ? Arrays.stream(given.split(","))
				.map((one) -> converted(argument.property(), one.strip(), entity))
				.toList() : converted(argument.property(), given, entity));
		}
		return values;
	}

	/**
	 * A text as a value of a property.
	 */
	private Object converted(String property, String text, TablePersistentEntity<?> entity) {
		LeafProperty leaf = EntityModel.of(entity).leaf(property).orElse(null);
		Class<?> type = (leaf != null) ? leaf.property().getActualType() : String.class;
		try {
			Object value = this.conversions.canConvert(String.class, type) ? this.conversions.convert(text, type)
					: text;
			if (value != null) {
				return value;
			}
		}
		catch (ConversionException ex) {
			// below
		}
		throw new ConsoleException(400, "The value of '" + property + "' cannot be made a " + type.getSimpleName());
	}

	private <T> Map<String, @Nullable Object> run(TableQuery query, Class<T> type) {
		Recording recording = new Recording();
		ConsoleResults.Result result = this.recorder.record(recording, () -> {
			try (Stream<T> found = this.operations.stream(query, type)) {
				return this.results.of(found);
			}
		});
		return this.results.measured(recording, result);
	}

}
