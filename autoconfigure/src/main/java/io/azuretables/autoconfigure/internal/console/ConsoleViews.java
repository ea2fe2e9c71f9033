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

import java.lang.reflect.Type;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

import io.azuretables.autoconfigure.design.DesignReport;
import io.azuretables.autoconfigure.internal.console.Recording.RecordedRequest;
import io.azuretables.autoconfigure.plan.RepositoryPlans;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.observation.PartitionShares;
import io.azuretables.operations.TableOperations;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.convert.ApplicationConversionService;
import org.springframework.core.convert.ConversionService;
import org.springframework.util.ClassUtils;

/**
 * Creates the pages of the web console for which the application has content.
 *
 * @param beans the application
 * @param recorder records what a call does
 * @param jobs runs what takes longer
 * @param write whether anything may be changed
 */
public record ConsoleViews(ListableBeanFactory beans, ConsoleRecorder recorder, ConsoleJobs jobs, boolean write) {

	private static final String PATTERNS = "io.azuretables.patterns.index.IndexAdministration";

	/**
	 * The parts, in the order of the page.
	 */
	public List<ConsoleView> views() {
		TableGateway gateway = this.beans.getBean(TableGateway.class);
		TableOperations operations = this.beans.getBean(TableOperations.class);
		RepositoryPlans plans = this.beans.getBean(RepositoryPlans.class);
		ConversionService conversions = ApplicationConversionService.getSharedInstance();
		RowEdits edits = this.write ? new RowEdits(gateway, operations, conversions) : null;
		TableExplorer explorer = new TableExplorer(gateway, operations, this.recorder, edits);
		ConsoleResults results = new ConsoleResults(operations, new RowDrawing(gateway, explorer));
		List<ConsoleView> views = new ArrayList<>();
		views.add(explorer);
		views.add(new PlanView(plans, new MethodRuns(this.beans, conversions, this.recorder, results)));
		views.add(new QueryView(operations, this.recorder, results, conversions));
		if (ClassUtils.isPresent(PATTERNS, ConsoleViews.class.getClassLoader())) {
			views.addAll(new PatternViews(this.beans, this.jobs, this.write).views(operations));
		}
		PeriodView periods = new PeriodView(gateway, operations);
		if (periods.isNeeded()) {
			views.add(periods);
		}
		views.add(new DesignView(plans, operations, this.recorder,
				this.beans.getBeanProvider(PartitionShares.class).getIfUnique()));
		return views;
	}

	/**
	 * The addresses of the queues that the console shows, but for embedded ones.
	 */
	public static List<URI> queues(ListableBeanFactory beans) {
		return ClassUtils.isPresent(PATTERNS, ConsoleViews.class.getClassLoader()) ? PatternViews.queues(beans)
				: List.of();
	}

	/**
	 * The classes that are written as JSON by their properties.
	 */
	public static Type[] jsonTypes() {
		return new Type[] { ShownRow.class, RecordedRequest.class, TableKey.class, TableShares.class,
				PeriodView.Size.class, DesignReport.class };
	}

}
