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

package io.azuretables.test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

import io.azuretables.autoconfigure.design.DesignOptions;
import io.azuretables.autoconfigure.design.DesignReport;
import io.azuretables.autoconfigure.plan.MethodPlan;
import io.azuretables.autoconfigure.plan.PlannedRepository;
import io.azuretables.autoconfigure.plan.RepositoryPlans;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.mapping.AcceptHotPartition;
import io.azuretables.mapping.HotPartitions;
import io.azuretables.plan.AccessPath;

import org.springframework.beans.factory.ListableBeanFactory;

/**
 * Assertions on the plans of repository methods and on the keys of their entities. No
 * request is sent.
 *
 * @since 0.1
 */
public final class PlanAssertions {

	/**
	 * The system property that lets {@link #assertDesignReport} write its file.
	 */
	public static final String WRITE = "azure.tables.design.write";

	private PlanAssertions() {
	}

	/**
	 * Begins assertions on a method of a repository bean.
	 */
	public static PlanAssert assertThatPlan(Object repository, String method) {
		List<MethodPlan> plans = plans(repository);
		return new PlanAssert(plans.stream()
			.filter((plan) -> plan.name().equals(method))
			.findFirst()
			.orElseThrow(() -> new AssertionError("There is no method '" + method + "' with a plan among "
					+ plans.stream().map(MethodPlan::name).toList())));
	}

	/**
	 * Asserts that no declared method of the repositories reads a whole table.
	 */
	public static void assertNoScans(Object... repositories) {
		refuseScans(Stream.of(repositories).flatMap((repository) -> plans(repository).stream()));
	}

	/**
	 * Asserts that no declared method of the repositories in a package, or in one below,
	 * reads a whole table.
	 */
	public static void assertNoScans(ListableBeanFactory beans, String basePackage) {
		refuseScans(plans(beans, basePackage));
	}

	/**
	 * Asserts that no entity class of the repositories writes to a hot partition, unless
	 * it {@linkplain AcceptHotPartition accepts} that.
	 */
	public static void assertNoHotPartitions(Object... repositories) {
		refuseHotPartitions(Stream.of(repositories).flatMap((repository) -> plans(repository).stream()));
	}

	/**
	 * Asserts that no entity class of the repositories in a package, or in one below,
	 * writes to a hot partition, unless it {@linkplain AcceptHotPartition accepts} that.
	 */
	public static void assertNoHotPartitions(ListableBeanFactory beans, String basePackage) {
		refuseHotPartitions(plans(beans, basePackage));
	}

	/**
	 * Asserts that queries did not read more rows than are needed, since the test began
	 * or the counter was last reset.
	 * @param requests the counter, a bean of the application context
	 * @param min the least {@linkplain RequestCounter#density() density}, 0 to 1
	 */
	public static void assertDensity(RequestCounter requests, double min) {
		if (requests.density() < min) {
			throw new AssertionError("Expected that queries return at least " + min
					+ " entities for each row, and they returned " + requests.returned() + " for " + requests.rowsRead()
					+ " rows read" + ((requests.scanned() > 0)
							? " and " + requests.scanned() + " rows that the embedded store has looked at" : ""));
		}
	}

	/**
	 * Asserts that a file holds a report as {@link DesignReport#markdown()} gives it, so
	 * that a change of the design is seen where the file is reviewed. With the system
	 * property {@value #WRITE} the file is written instead.
	 */
	public static void assertDesignReport(DesignReport report, Path file) {
		try {
			if (Boolean.getBoolean(WRITE)) {
				Files.writeString(file, report.markdown());
			}
			String committed = Files.exists(file) ? Files.readString(file) : "";
			if (!committed.equals(report.markdown())) {
				throw new AssertionError("Expected that " + file
						+ " is the report on the design of the tables. Run the " + "test with -D" + WRITE
						+ "=true, look at what has changed, and commit it. The report is:\n" + report.markdown());
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException("The report cannot be compared with " + file, ex);
		}
	}

	/**
	 * The report on the design of the tables of an application, with the methods of the
	 * repositories in a package, or in one below.
	 */
	public static DesignReport designReport(ListableBeanFactory beans, String basePackage, DesignOptions options) {
		return DesignReport.of(beans.getBean(TableMappingContext.class), plans(beans, basePackage).toList(), options);
	}

	private static void refuseHotPartitions(Stream<MethodPlan> plans) {
		List<String> hot = plans.flatMap((plan) -> plan.outline().entity().hotPartitions().stream())
			.map(HotPartitions::toString)
			.distinct()
			.toList();
		if (!hot.isEmpty()) {
			throw new AssertionError(
					"Expected no class that writes to a hot partition, and found:\n  " + String.join("\n  ", hot));
		}
	}

	private static Stream<MethodPlan> plans(ListableBeanFactory beans, String basePackage) {
		Predicate<MethodPlan> inside = (plan) -> (plan.repository().getPackageName() + ".")
			.startsWith(basePackage + ".");
		return beans.getBean(RepositoryPlans.class).all().stream().filter(inside);
	}

	private static void refuseScans(Stream<MethodPlan> plans) {
		List<String> scans = plans.filter((plan) -> plan.path() == AccessPath.TABLE_SCAN && !plan.inherited())
			.map(MethodPlan::toString)
			.toList();
		if (!scans.isEmpty()) {
			throw new AssertionError(
					"Expected no method that reads a whole table, and found:\n  " + String.join("\n  ", scans));
		}
	}

	private static List<MethodPlan> plans(Object repository) {
		if (repository instanceof PlannedRepository planned) {
			return Stream.concat(planned.methodPlans().stream(), planned.inheritedPlans().stream()).toList();
		}
		throw new IllegalArgumentException(
				"Not a table repository of an application context: " + repository.getClass().getName());
	}

}
