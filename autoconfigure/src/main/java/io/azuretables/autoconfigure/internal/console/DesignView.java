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

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Stream;

import io.azuretables.autoconfigure.design.DesignOptions;
import io.azuretables.autoconfigure.design.DesignReport;
import io.azuretables.autoconfigure.plan.MethodPlan;
import io.azuretables.autoconfigure.plan.RepositoryPlans;
import io.azuretables.mapping.TablePersistentEntity;
import io.azuretables.observation.PartitionShares;
import io.azuretables.operations.EntitySize;
import io.azuretables.operations.TableOperations;
import io.azuretables.query.TableQuery;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The web console's page with the design report: sizes of stored entities, estimated
 * costs, and advice.
 */
final class DesignView implements ConsoleView {

	/**
	 * How many entities of a class are measured.
	 */
	private static final int SAMPLE = 1000;

	private static final double SECONDS_PER_MONTH = 365.25 / 12 * 24 * 60 * 60;

	private static final double MOST_CALLS = 1e15;

	private final RepositoryPlans plans;

	private final TableOperations operations;

	private final ConsoleRecorder recorder;

	private final @Nullable PartitionShares shares;

	private final TableKinds kinds;

	private final Map<Class<?>, List<EntitySize>> sizes = new ConcurrentHashMap<>();

	/**
	 * A view.
	 * @param shares the shares of the busiest partitions; {@code null} where they are not
	 * measured
	 */
	DesignView(RepositoryPlans plans, TableOperations operations, ConsoleRecorder recorder,
			@Nullable PartitionShares shares) {
		this.plans = plans;
		this.operations = operations;
		this.recorder = recorder;
		this.shares = shares;
		this.kinds = new TableKinds(operations);
	}

	@Override
	public String name() {
		return "advice";
	}

	@Override
	public Map<String, Function<ConsoleArguments, Object>> calls() {
		return Map.of("design", this::design, "measure", this::measure);
	}

	/**
	 * The report. No request.
	 */
	private Object design(ConsoleArguments call) {
		DesignOptions options = DesignOptions.DEFAULTS.withEntities(call.number("entities", 10, 1_000_000))
			.withValues(call.number("values", 3, 1000))
			.withPeak(call.number("peak", 1, 10_000));
		for (JsonNode one : call.json().path("calls")) {
			ConsoleArguments given = new ConsoleArguments(one);
			options = options.withCalls(given.text("method"), perMonth(given));
		}
		for (Map.Entry<Class<?>, List<EntitySize>> measured : this.sizes.entrySet()) {
			options = options.withSizes(measured.getKey(), measured.getValue());
		}
		for (JsonNode one : call.json().path("stored")) {
			ConsoleArguments given = new ConsoleArguments(one);
			options = options.withStored(this.kinds.entity(given.text("entity")).getType(),
					Math.round(amount(given, "count")));
		}
		options = (this.shares != null) ? options.withShares(this.operations, this.shares) : options;
		DesignReport report = DesignReport.of(this.operations.converter().mappingContext(), this.plans.all(), options);
		return Map.of("report", report, "unknown", report.unknownTransactions(), "markdown", report.markdown(), "mixed",
				mixed());
	}

	/**
	 * The methods whose calls can be given: those that no other method shares a name
	 * with.
	 */
	private List<String> mixed() {
		List<String> names = this.plans.all().stream().map(DesignView::name).toList();
		return names.stream().filter((name) -> Collections.frequency(names, name) == 1).toList();
	}

	private static String name(MethodPlan plan) {
		return plan.repository().getSimpleName() + "." + plan.name();
	}

	private static long perMonth(ConsoleArguments given) {
		double amount = amount(given, "count");
		return Math.round(given.text("unit").equals("second") ? amount * SECONDS_PER_MONTH : amount);
	}

	private static double amount(ConsoleArguments given, String name) {
		try {
			double amount = Double.parseDouble(given.text(name).strip());
			if (amount >= 0 && amount <= MOST_CALLS) {
				return amount;
			}
		}
		catch (NumberFormatException ex) {
			// below
		}
		throw new ConsoleException(400, "'" + name + "' is a number that is not negative, such as 0.5 or 20");
	}

	/**
	 * Measures entities that are stored: the first ones of a class. One request; more for
	 * entities of several rows, and where the service returns short pages.
	 */
	private Object measure(ConsoleArguments call) {
		TablePersistentEntity<?> entity = this.kinds.entity(call.text("entity"));
		Recording recording = new Recording();
		List<EntitySize> measured = this.recorder.record(recording, () -> sizes(entity.getType()));
		if (!measured.isEmpty()) {
			this.sizes.put(entity.getType(), measured);
		}
		Map<String, Object> answer = new LinkedHashMap<>();
		answer.put("entities", measured.size());
		answer.put("requests", recording.requests());
		return answer;
	}

	private <T> List<EntitySize> sizes(Class<T> type) {
		try (Stream<T> first = this.operations.stream(TableQuery.all().allowScan().limit(SAMPLE), type)) {
			return first.map(this.operations::sizeOf).toList();
		}
	}

}
