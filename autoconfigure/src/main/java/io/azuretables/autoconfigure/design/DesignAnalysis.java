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

package io.azuretables.autoconfigure.design;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.stream.Stream;

import io.azuretables.autoconfigure.design.DesignReport.ClassDesign;
import io.azuretables.autoconfigure.design.DesignReport.Finding;
import io.azuretables.autoconfigure.design.DesignReport.Finding.Kind;
import io.azuretables.autoconfigure.design.DesignReport.IndexDesign;
import io.azuretables.autoconfigure.design.DesignReport.MethodDesign;
import io.azuretables.autoconfigure.design.DesignReport.Rate;
import io.azuretables.autoconfigure.design.DesignReport.Size;
import io.azuretables.autoconfigure.plan.MethodPlan;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.internal.model.EntityModel;
import io.azuretables.internal.model.IndexMapping;
import io.azuretables.internal.model.KeyMapping;
import io.azuretables.mapping.Partitioning;
import io.azuretables.mapping.TablePersistentEntity;
import io.azuretables.operations.EntitySize;
import io.azuretables.plan.AccessPath;
import io.azuretables.repository.query.MethodOutline.Work;
import org.jspecify.annotations.Nullable;

/**
 * Analyses entity mapping and query plans, and makes a {@link DesignReport} of them:
 * sizes, costs and findings.
 *
 * @param mapping the classes
 * @param plans the methods
 * @param options what neither of them tells
 */
record DesignAnalysis(TableMappingContext mapping, List<MethodPlan> plans, DesignOptions options) {

	private static final double SECONDS_PER_MONTH = 365.25 / 12 * 24 * 60 * 60;

	/**
	 * A row that takes more of the limit is worth a look.
	 */
	private static final double LARGE = 0.5;

	DesignReport report() {
		checkCalls();
		List<ClassDesign> classes = this.mapping.getPersistentEntities()
			.stream()
			.filter((entity) -> entity.isTable() && (!entity.isAbstract() || isPlanned(entity)))
			.sorted(Comparator.comparing((entity) -> entity.getType().getName()))
			.<ClassDesign>map(this::design)
			.toList();
		List<Long> transactions = classes.stream()
			.flatMap((one) -> one.methods().stream())
			.map(MethodDesign::transactions)
			.filter(Objects::nonNull)
			.toList();
		return new DesignReport(classes, this.options.entities(), this.options.values(),
				transactions.isEmpty() ? null : transactions.stream().mapToLong(Long::longValue).sum());
	}

	/**
	 * Whether methods are about the class: a repository may be one of an abstract base
	 * class.
	 */
	private boolean isPlanned(TablePersistentEntity<?> entity) {
		return this.plans.stream().anyMatch((plan) -> plan.outline().entity() == entity);
	}

	/**
	 * A misspelt name would be a method that is never called, and calls of one name are
	 * those of one method.
	 */
	private void checkCalls() {
		List<String> names = this.plans.stream().map(DesignAnalysis::name).toList();
		this.options.calls()
			.keySet()
			.stream()
			.filter((name) -> Collections.frequency(names, name) > 1)
			.findFirst()
			.ifPresent((name) -> {
				throw new IllegalArgumentException("The options give calls of " + name
						+ ", and several methods with plans have that name: it is not known how many calls each has; "
						+ "give the methods different names");
			});
		this.options.calls().keySet().stream().filter((name) -> !names.contains(name)).findFirst().ifPresent((name) -> {
			throw new IllegalArgumentException("The options give calls of " + name
					+ ", and there is no such method with a plan; the methods are " + names);
		});
	}

	private static String name(MethodPlan plan) {
		return plan.repository().getSimpleName() + "." + plan.name();
	}

	private ClassDesign design(TablePersistentEntity<?> entity) {
		EntityModel model = EntityModel.of(entity);
		List<MethodPlan> own = this.plans.stream().filter((plan) -> plan.outline().entity() == entity).toList();
		Size size = size(entity.getType());
		Rate rate = rate(model, own);
		int rows = 1 + model.parts().names().size() + model.indexes().size();
		return new ClassDesign(entity.getType().getSimpleName(), entity.getType().getName(), entity.tableName(),
				partition(model.keys()), row(model.keys()), model.keys().partitioning(), rows, size, rate,
				this.options.busiest().get(entity.getType()),
				model.indexes().stream().map((index) -> index(index, own)).toList(),
				own.stream().map(this::method).toList(), findings(entity, own, size, rate));
	}

	private static String partition(KeyMapping keys) {
		return keys.partition().template().toString();
	}

	private static String row(KeyMapping keys) {
		return keys.row().template().toString();
	}

	private @Nullable Size size(Class<?> type) {
		List<EntitySize> sizes = this.options.sizes().get(type);
		if (sizes == null) {
			return null;
		}
		long bytes = Math.round(sizes.stream().mapToLong(EntitySize::bytes).average().orElseThrow());
		long indexBytes = Math.round(sizes.stream().mapToLong(EntitySize::indexBytes).average().orElseThrow());
		Long stored = this.options.stored().get(type);
		return new Size(sizes.size(), bytes, indexBytes,
				sizes.stream().mapToDouble(EntitySize::ofLimit).max().orElseThrow(),
				(stored != null) ? stored * bytes : null);
	}

	/**
	 * The rows in the partitions of the entities; indexes in other partitions have
	 * partitions of their own.
	 */
	private @Nullable Rate rate(EntityModel model, List<MethodPlan> own) {
		if (own.stream().noneMatch((plan) -> this.options.calls().containsKey(name(plan)))) {
			return null;
		}
		long indexRows = model.indexes().stream().filter(IndexMapping::isIntraPartition).count();
		long rows = 1 + model.parts().names().size() + indexRows;
		double written = own.stream()
			.filter((plan) -> isWrite(plan.method().work()))
			.mapToDouble((plan) -> (double) this.options.calls().getOrDefault(name(plan), 0L) * entities(plan) * rows)
			.sum();
		double perSecond = written * this.options.peak() / SECONDS_PER_MONTH;
		return new Rate(perSecond, Math.max(1, (long) Math.ceil(perSecond / DesignReport.PARTITION_RATE)));
	}

	private static boolean isWrite(Work work) {
		return work == Work.INSERT || work == Work.WRITE || work == Work.DELETE;
	}

	private int entities(MethodPlan plan) {
		return (plan.path() == AccessPath.POINT) ? 1 : this.options.entities();
	}

	private static IndexDesign index(IndexMapping index, List<MethodPlan> own) {
		return new IndexDesign(index.name(), kind(index), partition(index.keys()), row(index.keys()),
				index.keys().partitioning(), users(index, own));
	}

	private static List<String> users(IndexMapping index, List<MethodPlan> own) {
		return own.stream().filter((plan) -> index.name().equals(plan.index())).map(DesignAnalysis::name).toList();
	}

	private static String kind(IndexMapping index) {
		String place = index.isIntraPartition() ? "in the partition of the entity"
				: "in other partitions, " + index.consistency();
		return place + (index.unique() ? ", unique" : "") + (index.isList() ? ", lists" : "");
	}

	private MethodDesign method(MethodPlan plan) {
		OptionalLong requests = plan.requests(this.options.entities(), this.options.values());
		Long calls = this.options.calls().get(name(plan));
		Long each = requests.isPresent() ? Long.valueOf(requests.getAsLong()) : null;
		return new MethodDesign(plan.repository().getSimpleName(), plan.name(), plan.inherited(), plan.path().name(),
				plan.index(), plan.requests(), each, calls, (calls != null && each != null) ? calls * each : null);
	}

	private List<Finding> findings(TablePersistentEntity<?> entity, List<MethodPlan> own, @Nullable Size size,
			@Nullable Rate rate) {
		List<Finding> findings = new ArrayList<>();
		entity.hotPartitions()
			.ifPresent((hot) -> hot.problems().forEach((one) -> findings.add(new Finding(Kind.HOT_PARTITION, one))));
		if (rate != null && rate.partitions() > 1
				&& EntityModel.of(entity).keys().partitioning() != Partitioning.SPREAD) {
			findings.add(new Finding(Kind.TOO_MANY_WRITES,
					"Writes reach " + Math.round(rate.rowsPerSecond()) + " rows a second in one partition, which takes "
							+ DesignReport.PARTITION_RATE
							+ "; add a property to the partition key that spreads them, such " + "as {id:bucket("
							+ 2 * rate.partitions() + ")}"));
		}
		if (!own.isEmpty()) {
			EntityModel.of(entity)
				.indexes()
				.stream()
				.filter((index) -> users(index, own).isEmpty())
				.forEach((index) -> findings.add(new Finding(Kind.UNUSED_INDEX,
						"No method of a repository uses the index '" + index.name()
								+ "', and every write pays for it; drop it, unless queries of a template use it"
								+ (index.unique() ? " or it is to keep its values unique" : ""))));
		}
		own.stream().filter((plan) -> !plan.inherited()).flatMap(DesignAnalysis::findings).forEach(findings::add);
		if (size != null && size.ofLimit() > LARGE) {
			findings.add(new Finding(Kind.LARGE_ROW, "The largest row takes " + Math.round(100 * size.ofLimit())
					+ " % of what the service takes; spread the class by @Part, or store large values as LargeValue"));
		}
		return findings;
	}

	private static Stream<Finding> findings(MethodPlan plan) {
		List<Finding> findings = new ArrayList<>();
		boolean reads = !(plan.method().work() == Work.INSERT || plan.method().work() == Work.WRITE);
		if (reads && (plan.path() == AccessPath.TABLE_SCAN || plan.path() == AccessPath.PARTITION_SCAN)) {
			findings.add(new Finding(Kind.SCAN,
					name(plan) + " reads a whole " + ((plan.path() == AccessPath.TABLE_SCAN) ? "table" : "partition")
							+ "; let it name the properties of a key, or declare an index for it"));
		}
		else if (reads && !plan.path().isPoint() && !plan.filter().isEmpty()) {
			findings.add(new Finding(Kind.READS_MORE,
					name(plan) + " reads all rows of a range and leaves out what does " + "not meet " + plan.filter()
							+ "; put these properties into the key of an index if they leave out many"));
		}
		if (reads && plan.outline().requestBound().perEntity() > 0) {
			findings.add(new Finding(Kind.REQUEST_PER_ENTITY,
					name(plan) + " sends " + plan.outline().requestBound().perEntity()
							+ " more request for each entity that it finds; let the index include what it returns"));
		}
		plan.outline()
			.unusedIndexes()
			.forEach((index) -> findings.add(new Finding(Kind.SPARSE_INDEX, name(plan) + ": " + index)));
		return findings.stream();
	}

}
