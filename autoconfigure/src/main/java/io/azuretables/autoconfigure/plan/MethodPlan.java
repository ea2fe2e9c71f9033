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

import java.util.Comparator;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.azuretables.internal.model.EntityModel;
import io.azuretables.internal.model.IndexMapping;
import io.azuretables.internal.model.KeyMapping;
import io.azuretables.internal.model.RollingMapping;
import io.azuretables.mapping.IndexConsistency;
import io.azuretables.mapping.Partitioning;
import io.azuretables.plan.AccessPath;
import io.azuretables.plan.QueryOutline;
import io.azuretables.plan.RequestBound;
import io.azuretables.plan.RequestBound.PerValues;
import io.azuretables.query.TableQuery;
import io.azuretables.repository.query.MethodOutline;
import io.azuretables.row.ServiceLimits;
import org.jspecify.annotations.Nullable;

/**
 * The query plan of a repository method, and its cost in requests.
 *
 * @param repository the interface
 * @param method what the method does
 * @param inherited whether the repository inherits the method, instead of declaring it
 * @since 0.1
 */
public record MethodPlan(Class<?> repository, MethodOutline method, boolean inherited) {

	public String name() {
		return this.method.name();
	}

	public QueryOutline outline() {
		return this.method.outline();
	}

	public AccessPath path() {
		return outline().path();
	}

	/**
	 * The index that answers, or {@code null} for the entity's own key.
	 */
	public @Nullable String index() {
		return outline().indexName().orElse(null);
	}

	/**
	 * How the rows that the method reads or writes are spread over partitions: by the key
	 * of the index that answers or by the entity's own; for a method that writes, the
	 * least spread of the entity's own key and those of its indexes.
	 */
	public Partitioning partitioning() {
		EntityModel model = EntityModel.of(outline().entity());
		KeyMapping read = outline().indexName().flatMap(model::index).map(IndexMapping::keys).orElse(model.keys());
		return switch (this.method.work()) {
			case READ, SCROLL, ASK -> read.partitioning();
			case INSERT, WRITE, DELETE -> leastSpread(model);
		};
	}

	private static Partitioning leastSpread(EntityModel model) {
		return Stream.concat(Stream.of(model.keys()), model.indexes().stream().map(IndexMapping::keys))
			.map(KeyMapping::partitioning)
			.max(Comparator.naturalOrder())
			.orElseThrow();
	}

	/**
	 * What is checked of the rows besides their keys, by the service or on the client,
	 * with a placeholder for each value; empty for nothing.
	 */
	public String filter() {
		String client = outline().clientFilter();
		String here = client.isEmpty() ? "" : "on the client: " + client;
		String service = outline().filter();
		return service + ((service.isEmpty() || here.isEmpty()) ? "" : "; ") + here;
	}

	/**
	 * The most requests that a call takes, for a person.
	 */
	public String requests() {
		return switch (this.method.work()) {
			case READ -> found();
			case SCROLL -> found() + (outline().clientFilter().isEmpty() ? "" : ", and 1 more");
			case ASK -> "as its argument asks; without a key " + found();
			case INSERT -> written(false);
			case WRITE -> written(movesIndexRows());
			case DELETE -> found() + ", then 1 per " + ServiceLimits.BATCH_WRITES + " rows of a partition"
					+ (movesIndexRows() ? " and 1 per entity" : "") + elsewhere();
		};
	}

	/**
	 * The requests to tables that a call takes from its caller if it meets some entities.
	 * A write takes those of an entity whose indexed properties do not change. Messages,
	 * and what workers do later, do not count.
	 * @param entities how many entities it finds or writes, or how many identifiers it is
	 * given
	 * @param values how many values a condition with several values has
	 * @return empty where the requests depend on how many other rows are read, on how
	 * near to each other keys are, or on the argument
	 */
	public OptionalLong requests(int entities, int values) {
		return switch (this.method.work()) {
			case READ, SCROLL -> found(entities, values);
			case ASK -> OptionalLong.empty();
			case INSERT -> OptionalLong.of(written(entities, false) + strongIndexes() * entities(entities));
			case WRITE ->
				readsNearbyRows() ? OptionalLong.empty() : OptionalLong.of(written(entities, movesIndexRows()));
			case DELETE -> {
				OptionalLong found = readsNearbyRows() ? OptionalLong.empty() : found(entities, values);
				yield found.isPresent() ? OptionalLong.of(found.getAsLong() + written(entities, movesIndexRows()))
						: found;
			}
		};
	}

	/**
	 * Whether it reads the rows of several entities before it writes them, those whose
	 * keys are near to each other by one request.
	 */
	private boolean readsNearbyRows() {
		return path() != AccessPath.POINT && movesIndexRows();
	}

	private OptionalLong found(int entities, int values) {
		boolean others = path() == AccessPath.TABLE_SCAN || path() == AccessPath.PARTITION_SCAN
				|| (!path().isPoint() && !filter().isEmpty());
		if (others) {
			return OptionalLong.empty();
		}
		RequestBound bound = outline().requestBound();
		long found = entities(entities);
		if (path() == AccessPath.MULTI_POINT && this.inherited) {
			return OptionalLong.of(found);
		}
		long times = bound.times();
		for (PerValues each : bound.values()) {
			times *= (values + each.size() - 1) / each.size();
		}
		long pages = path().isPoint() ? 0 : (found - 1) / ServiceLimits.PAGE_SIZE;
		return OptionalLong.of(times + pages + bound.perEntity() * found);
	}

	/**
	 * How many entities a call meets at most if it is to meet some.
	 */
	private long entities(int entities) {
		int limit = outline().query().limit();
		long most = (limit != TableQuery.UNLIMITED) ? Math.min(entities, limit) : entities;
		return (path() == AccessPath.POINT) ? 1 : most;
	}

	private long written(int entities, boolean readsBefore) {
		return transactions(entities) + (readsBefore ? entities(entities) : 0);
	}

	private long transactions(int entities) {
		EntityModel model = EntityModel.of(outline().entity());
		long rows = 1 + model.parts().names().size()
				+ model.indexes().stream().filter(IndexMapping::isIntraPartition).count();
		return (entities(entities) * rows + ServiceLimits.BATCH_WRITES - 1) / ServiceLimits.BATCH_WRITES;
	}

	private long strongIndexes() {
		return EntityModel.of(outline().entity())
			.indexes()
			.stream()
			.filter((index) -> index.consistency() == IndexConsistency.STRONG)
			.count();
	}

	private String found() {
		RequestBound bound = outline().requestBound();
		String found = switch (path()) {
			case POINT -> "1";
			case MULTI_POINT -> keys(bound);
			case ROW_RANGE, KIND_RANGE, PARTITION_SCAN -> pages() + ranges(bound);
			case TABLE_SCAN -> "1 per page of " + ServiceLimits.PAGE_SIZE + " rows of the table" + ranges(bound);
		};
		return found + bound.forEntities() + tables();
	}

	/**
	 * Among how many tables the entities are divided; a method that gives the key reads
	 * one of them.
	 */
	private String tables() {
		RollingMapping rolling = EntityModel.of(outline().entity()).rolling();
		boolean known = this.inherited && path().isPoint();
		return (rolling != null && !known) ? ", in up to " + rolling.most() + " tables" : "";
	}

	/**
	 * Identifiers have a value for each property of the keys.
	 */
	private String keys(RequestBound bound) {
		if (this.inherited) {
			return "1 per identifier";
		}
		String each = values(bound);
		return bound.times() + (each.isEmpty() ? "" : " per " + each);
	}

	private static String ranges(RequestBound bound) {
		String each = values(bound);
		return ((bound.times() > 1) ? " in each of " + bound.times() + " ranges" : "")
				+ (each.isEmpty() ? "" : ", again for each " + each);
	}

	private static String values(RequestBound bound) {
		return bound.values().stream().map(PerValues::toString).collect(Collectors.joining(" and "));
	}

	private String pages() {
		int limit = outline().query().limit();
		return (limit != TableQuery.UNLIMITED) ? "1 per page until " + limit + " are found"
				: "1 per page of " + ServiceLimits.PAGE_SIZE + " rows";
	}

	private String written(boolean readsBefore) {
		String written = (path() == AccessPath.POINT) ? (readsBefore ? "2" : "1") : "1 per "
				+ ServiceLimits.BATCH_WRITES + " rows of a partition" + (readsBefore ? " and 1 per entity" : "");
		return written + elsewhere();
	}

	/**
	 * Whether a write has to read where the index rows of the entity lie.
	 */
	private boolean movesIndexRows() {
		EntityModel model = EntityModel.of(outline().entity());
		return model.indexes().stream().anyMatch((index) -> !model.keys().leaves().containsAll(index.keys().leaves()));
	}

	private String elsewhere() {
		boolean intraPartition = EntityModel.of(outline().entity())
			.indexes()
			.stream()
			.allMatch(IndexMapping::isIntraPartition);
		return intraPartition ? "" : ", and those for indexes in other partitions";
	}

	/**
	 * One line: repository, method, path, index, keys and filters.
	 */
	@Override
	public String toString() {
		return this.repository.getSimpleName() + "." + name() + ": " + outline().explain();
	}

}
