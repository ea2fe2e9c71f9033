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

package io.azuretables.benchmarks.task;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import com.azure.data.tables.TableClient;
import com.azure.data.tables.models.TableEntity;
import com.azure.data.tables.models.TableTransactionAction;
import com.azure.data.tables.models.TableTransactionActionType;
import io.azuretables.benchmarks.figure.Ratio;
import io.azuretables.benchmarks.store.CannedHttpClient;
import io.azuretables.benchmarks.store.Contact;
import io.azuretables.benchmarks.store.HandMapping;
import io.azuretables.benchmarks.store.ServiceAnswers;
import io.azuretables.benchmarks.store.Sides;
import io.azuretables.operations.TableTemplate;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * Measures saving 10,000 entities of 100 partitions.
 *
 * @since 0.1
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class SaveAll {

	private final CannedHttpClient handService = ServiceAnswers.committed();

	private final CannedHttpClient frameworkService = ServiceAnswers.committed();

	private final TableClient client = Sides.sdk(this.handService);

	private final TableTemplate template = Sides.framework(this.frameworkService);

	private final List<Contact> contacts = IntStream.range(0, 10_000)
		.mapToObj((number) -> Contact.of("Department" + number % 100, number))
		.toList();

	private final List<TableEntity> entities = this.contacts.stream().map(HandMapping::entity).toList();

	@Benchmark
	public Object sdk() {
		Map<String, List<TableTransactionAction>> open = new LinkedHashMap<>();
		for (TableEntity one : this.entities) {
			List<TableTransactionAction> actions = open.computeIfAbsent(one.getPartitionKey(),
					(key) -> new ArrayList<>());
			actions.add(new TableTransactionAction(TableTransactionActionType.UPSERT_REPLACE, one));
			if (actions.size() == 100) {
				this.client.submitTransaction(actions);
				actions.clear();
			}
		}
		for (List<TableTransactionAction> actions : open.values()) {
			if (!actions.isEmpty()) {
				this.client.submitTransaction(actions);
			}
		}
		return open;
	}

	@Benchmark
	public Object hand() {
		Map<String, List<TableTransactionAction>> open = new LinkedHashMap<>();
		for (Contact one : this.contacts) {
			List<TableTransactionAction> actions = open.computeIfAbsent(one.department(), (key) -> new ArrayList<>());
			actions.add(new TableTransactionAction(TableTransactionActionType.UPSERT_REPLACE, HandMapping.entity(one)));
			if (actions.size() == 100) {
				this.client.submitTransaction(actions);
				actions.clear();
			}
		}
		for (List<TableTransactionAction> actions : open.values()) {
			if (!actions.isEmpty()) {
				this.client.submitTransaction(actions);
			}
		}
		return open;
	}

	@Benchmark
	public Object framework() {
		return this.template.saveAll(this.contacts);
	}

	/**
	 * How many transactions the framework needs for each one of the loop by hand.
	 */
	public Ratio transactions() {
		hand();
		framework();
		return new Ratio("save-all-transactions",
				List.of((double) this.frameworkService.requests() / this.handService.requests()), 1.0);
	}

}
