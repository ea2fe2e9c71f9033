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

package io.azuretables.autoconfigure.plan;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

import io.azuretables.plan.RejectedScanException;
import io.azuretables.repository.query.RefusedMethod;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Lists all repository methods that were refused at start-up, with the reasons.
 */
class RefusedMethodsFailureAnalyzer extends AbstractFailureAnalyzer<RefusedMethodsException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, RefusedMethodsException cause) {
		List<RefusedMethod> methods = cause.getMethods();
		Map<String, Set<String>> reasons = new TreeMap<>();
		methods.forEach((refused) -> reasons
			.computeIfAbsent(refused.repository().getName(), (repository) -> new LinkedHashSet<>())
			.add("\n        - " + refused.reason().getMessage()));
		String description = reasons.entrySet()
			.stream()
			.map((repository) -> "    " + repository.getKey() + String.join("", repository.getValue()))
			.collect(Collectors.joining("\n\n"));
		return new FailureAnalysis("Repository methods are refused:\n\n" + description, action(methods), cause);
	}

	private static String action(List<RefusedMethod> methods) {
		String scans = methods.stream()
			.map((refused) -> refused.reason().getCause())
			.filter(RejectedScanException.class::isInstance)
			.map((rejected) -> ((RejectedScanException) rejected).getPath().name())
			.distinct()
			.sorted()
			.collect(Collectors.joining(" or "));
		String change = "Change each method as the description says";
		return scans.isEmpty() ? change
				: change + ". A method that scans: bind the properties of the partition key, declare a "
						+ "@SecondaryIndex for what the method asks, or accept the " + scans
						+ " with @AllowScan(reason = \"...\") on the method. With azure.tables.scan-policy=warn the "
						+ "application starts and logs all such methods";
	}

}
