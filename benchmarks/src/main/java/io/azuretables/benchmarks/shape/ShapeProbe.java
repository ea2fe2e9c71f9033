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

package io.azuretables.benchmarks.shape;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import com.azure.core.util.Context;
import com.azure.data.tables.TableClient;
import com.azure.data.tables.models.ListEntitiesOptions;
import com.azure.data.tables.models.TableEntity;
import com.azure.data.tables.models.TableEntityUpdateMode;
import com.azure.data.tables.models.TableTransactionAction;
import com.azure.data.tables.models.TableTransactionActionType;
import io.azuretables.benchmarks.figure.ThreadTimes;
import io.azuretables.benchmarks.store.CannedHttpClient;
import io.azuretables.benchmarks.store.HandMapping;
import io.azuretables.benchmarks.store.ServiceAnswers;
import io.azuretables.benchmarks.store.Shape;
import io.azuretables.benchmarks.store.Shape.Task;
import io.azuretables.benchmarks.store.Sides;
import io.azuretables.operations.TableTemplate;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import io.azuretables.query.Update;
import io.azuretables.repository.TableRepository;
import io.azuretables.repository.support.TableRepositoryFactory;
import org.jspecify.annotations.Nullable;

/**
 * Measures the processor time of this library, the SDK and a minimal REST client for rows
 * of one shape. They do the task in turns; each round prints what one operation of each
 * took, in microseconds.
 */
final class ShapeProbe {

	/**
	 * A machine that is busy with something else needs longer, and is as warm then.
	 */
	private static final long WARM_UP = TimeUnit.MILLISECONDS.toNanos(400);

	private static final long ROUND = TimeUnit.MILLISECONDS.toNanos(20);

	private static final int ROUNDS = 11;

	private static @Nullable Object result;

	private final ShapeMapping mapping;

	private final List<@Nullable Object[]> rows;

	private final List<Object> objects;

	private final List<Object> ids;

	private final Task task;

	private final TableClient client;

	private final TableTemplate template;

	private final TableRepository<?, Object> repository;

	private final MinimalRestClient floor;

	@SuppressWarnings("unchecked") // each repository has the identifiers of its shape
	private ShapeProbe(Shape shape, Task task) {
		this.mapping = GeneratedShapes.mapping(shape);
		this.task = task;
		this.rows = IntStream.rangeClosed(1, task.rows()).mapToObj(shape.cells()::of).toList();
		this.objects = IntStream.range(0, task.rows())
			.mapToObj((i) -> this.mapping.object("Sales", HandMapping.rowKey(i + 1), this.rows.get(i)))
			.toList();
		this.ids = IntStream.rangeClosed(1, task.rows()).mapToObj(this::id).toList();
		CannedHttpClient service = ServiceAnswers.to(task, this.rows);
		this.client = Sides.sdk(service);
		this.template = Sides.framework(service);
		this.repository = (TableRepository<?, Object>) new TableRepositoryFactory(this.template)
			.getRepository(this.mapping.repository());
		this.floor = new MinimalRestClient(service);
	}

	public static void main(String[] args) throws Exception {
		Shape shape = Shape.named(Set.of(args[0])).get(0);
		new ShapeProbe(shape, Task.valueOf(args[1])).measure();
	}

	private void measure() throws Exception {
		List<Callable<?>> sides = List.of(this::framework, this::hand, () -> this.floor.run(this.task, this.rows));
		List<Integer> counts = new ArrayList<>();
		for (int i = 0; i < 2; i++) {
			counts.clear();
			for (Callable<?> side : sides) {
				counts.add(warmUp(side));
			}
		}
		StringBuilder figures = new StringBuilder();
		for (int round = 0; round < ROUNDS; round++) {
			for (int i = 0; i < sides.size(); i++) {
				double micros = run(sides.get(i), counts.get(i)) / 1000.0 / counts.get(i);
				figures.append(String.format(Locale.ROOT, "%.3f ", micros));
			}
		}
		System.out.println(figures.toString().trim());
	}

	/**
	 * How many operations make a round.
	 */
	private static int warmUp(Callable<?> side) throws Exception {
		long used = 0;
		int count = 1;
		int last = 1;
		for (long all = 0; all < WARM_UP; all += used) {
			last = count;
			used = run(side, count);
			count = (used < ROUND) ? count * 2 : count;
		}
		return (int) Math.max(1, last * ROUND / Math.max(1, used));
	}

	private static long run(Callable<?> side, int count) throws Exception {
		ThreadTimes start = ThreadTimes.now();
		for (int i = 0; i < count; i++) {
			result = side.call();
		}
		return ThreadTimes.now().since(start);
	}

	private Object framework() {
		return switch (this.task) {
			case READ -> this.template.findById(this.mapping.type(), id(1)).orElseThrow();
			case FIND_10_IDS, FIND_100_IDS, FIND_1000_IDS -> this.repository.findAllById(this.ids);
			case PAGE_OF_100, PAGE_OF_1000 ->
				this.template.find(TableQuery.of(Criteria.where("department").is("Sales")), this.mapping.type());
			case INSERT -> this.template.insert(this.objects.get(0));
			case MERGE -> {
				this.template.merge(this.mapping.type(), id(1), Update.update(Shape.property(0), "changed"));
				yield Optional.empty();
			}
			case TRANSACTION -> this.template.insertAll(this.objects);
		};
	}

	private Object id(int number) {
		return this.mapping.id("Sales", HandMapping.rowKey(number));
	}

	private Object read(int number) {
		return this.mapping.toObject(this.client.getEntity("Sales", HandMapping.rowKey(number)));
	}

	private Object readPage() {
		ListEntitiesOptions options = new ListEntitiesOptions().setFilter("PartitionKey eq 'Sales'");
		List<Object> found = new ArrayList<>();
		for (TableEntity entity : this.client.listEntities(options, null, Context.NONE)) {
			found.add(this.mapping.toObject(entity));
		}
		return found;
	}

	private Object hand() {
		return switch (this.task) {
			case READ -> read(1);
			case FIND_10_IDS, FIND_100_IDS, FIND_1000_IDS ->
				IntStream.rangeClosed(1, this.rows.size()).mapToObj(this::read).toList();
			case PAGE_OF_100, PAGE_OF_1000 -> readPage();
			case INSERT ->
				this.client.createEntityWithResponse(this.mapping.toEntity(this.objects.get(0)), null, Context.NONE);
			case MERGE -> {
				TableEntity change = new TableEntity("Sales", HandMapping.rowKey(1)).addProperty(Shape.property(0),
						"changed");
				yield this.client.updateEntityWithResponse(change, TableEntityUpdateMode.MERGE, false, null,
						Context.NONE);
			}
			case TRANSACTION -> {
				List<TableTransactionAction> actions = new ArrayList<>();
				for (Object one : this.objects) {
					actions
						.add(new TableTransactionAction(TableTransactionActionType.CREATE, this.mapping.toEntity(one)));
				}
				yield this.client.submitTransaction(actions);
			}
		};
	}

}
