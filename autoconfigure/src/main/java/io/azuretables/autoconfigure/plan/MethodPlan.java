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
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.azuretables.mapping.model.EntityModel;
import io.azuretables.mapping.model.IndexMapping;
import io.azuretables.mapping.model.KeyMapping;
import io.azuretables.mapping.model.Partitioning;
import io.azuretables.mapping.model.RollingMapping;
import io.azuretables.plan.AccessPath;
import io.azuretables.plan.QueryOutline;
import io.azuretables.plan.RequestBound;
import io.azuretables.plan.RequestBound.PerValues;
import io.azuretables.query.TableQuery;
import io.azuretables.repository.query.MethodOutline;
import io.azuretables.row.ServiceLimits;
import org.jspecify.annotations.Nullable;

/**
 * The plan of a repository method, and its cost.
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
		return outline().index().map(IndexMapping::name).orElse(null);
	}

	/**
	 * How the rows that the method reads or writes are spread over partitions: by the key
	 * of the index that answers or by the entity's own; for a method that writes, the
	 * least spread of the entity's own key and those of its indexes.
	 */
	public Partitioning partitioning() {
		EntityModel model = outline().entity().model();
		KeyMapping read = outline().index().map(IndexMapping::keys).orElse(model.keys());
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
		RollingMapping rolling = outline().entity().model().rolling();
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
		EntityModel model = outline().entity().model();
		return model.indexes().stream().anyMatch((index) -> !model.keys().leaves().containsAll(index.keys().leaves()));
	}

	private String elsewhere() {
		boolean intraPartition = outline().entity().model().indexes().stream().allMatch(IndexMapping::isIntraPartition);
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
