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

package io.azuretables.patterns.summary;

import java.util.ArrayList;
import java.util.List;

import io.azuretables.internal.model.EntityModel;
import io.azuretables.mapping.TablePersistentEntity;
import io.azuretables.row.ServiceLimits;
import io.azuretables.write.CompanionSource;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.util.Assert;

/**
 * Declares a summary: counts of the entities of a class in each partition, and sums over
 * them, kept with each write. Immutable.
 * <p>
 * Each write of an entity keeps it, in the transaction of the entity, once the summary is
 * registered: as a bean, by {@link SummaryTemplate}, or by
 * {@link io.azuretables.operations.TableTemplate#addCompanions}. All processes that write
 * the entities must register the same summaries.
 * <p>
 * A summary has no minimum and no maximum. When the entity with the largest value is
 * deleted, the row does not tell the second largest one; a query over the partition or an
 * index tells it.
 *
 * @param <T> the entity
 * @since 0.1
 */
public final class Summary<T> implements CompanionSource {

	private static final int MOST_BUCKETS = 50;

	private final Class<T> type;

	private final String name;

	private final @Nullable String partitionKey;

	private final @Nullable String rowKey;

	private final List<Total> totals;

	private final int buckets;

	private Summary(Class<T> type, String name, @Nullable String partitionKey, @Nullable String rowKey,
			List<Total> totals, int buckets) {
		this.type = type;
		this.name = name;
		this.partitionKey = partitionKey;
		this.rowKey = rowKey;
		this.totals = List.copyOf(totals);
		this.buckets = buckets;
	}

	/**
	 * A summary of the entities of a class. Subclasses are not in it.
	 * @param name the name of the summary in messages, and among all summaries of the
	 * class: of 1 to 50 letters, digits, '_' and '-'
	 * @throws InvalidDataAccessApiUsageException if it cannot be the name of a summary
	 */
	public static <T> Summary<T> of(Class<T> type, String name) {
		Assert.notNull(type, "The class of a summary must not be null");
		if (!name.matches("[A-Za-z0-9_-]{1,50}")) {
			throw new InvalidDataAccessApiUsageException(
					"'" + name + "' cannot be the name of a summary: it has 1 to 50 letters, digits, '_' and '-'");
		}
		return new Summary<>(type, name, null, null, List.of(), 1);
	}

	/**
	 * The keys of the rows of the summary.
	 * @param partitionKey the template of the partition key of the class: the rows are in
	 * the partition of the entities
	 * @param rowKey the row key, a text without properties; the number of the bucket
	 * follows it where there are several
	 */
	public Summary<T> key(String partitionKey, String rowKey) {
		return new Summary<>(this.type, this.name, partitionKey, rowKey, this.totals, this.buckets);
	}

	/**
	 * Adds the number of the entities.
	 * @param column the column of the summary's row
	 */
	public Summary<T> count(String column) {
		return with(new Total(column, null));
	}

	/**
	 * Adds the sum of a property: a whole number of up to 64 bits, or a
	 * {@link java.math.BigDecimal}. Entities that lack it count as zero.
	 * @param column the column of the summary's row
	 * @param property the name of the property
	 */
	public Summary<T> sum(String column, String property) {
		Assert.hasText(property, "The property of a sum must have text");
		return with(new Total(column, property));
	}

	private Summary<T> with(Total total) {
		if (!ServiceLimits.isPropertyName(total.column()) || ServiceLimits.isReservedName(total.column())
				|| total.column().startsWith("_")
				|| this.totals.stream().anyMatch((other) -> other.column().equals(total.column()))) {
			throw new InvalidDataAccessApiUsageException("'" + total.column() + "' cannot be a column of the summary '"
					+ this.name + "': a column has the name of a property, does not begin with '_', and occurs once");
		}
		List<Total> more = new ArrayList<>(this.totals);
		more.add(total);
		return new Summary<>(this.type, this.name, this.partitionKey, this.rowKey, more, this.buckets);
	}

	/**
	 * Divides the summary among several rows, so that writers seldom wait for each other.
	 * The key of an entity decides about its row; a read adds the rows up.
	 * @param number how many rows, from 1, the default, to 50
	 */
	public Summary<T> buckets(int number) {
		if (number < 1 || number > MOST_BUCKETS) {
			throw new InvalidDataAccessApiUsageException("The summary '" + this.name + "' can have 1 to " + MOST_BUCKETS
					+ " buckets, which one transaction writes, not " + number);
		}
		return new Summary<>(this.type, this.name, this.partitionKey, this.rowKey, this.totals, number);
	}

	/**
	 * The class of the entities.
	 */
	Class<T> type() {
		return this.type;
	}

	/**
	 * The name in messages, and in the key of its state.
	 */
	String name() {
		return this.name;
	}

	/**
	 * The rows of the summary, if this is the class of its entities.
	 * @throws InvalidDataAccessApiUsageException if the summary cannot be kept for the
	 * class
	 */
	@Override
	public List<Companion> of(TablePersistentEntity<?> entity) {
		return entity.getType().equals(this.type) ? List.of(rows(EntityModel.of(entity))) : List.of();
	}

	/**
	 * The rows of the summary.
	 * @throws InvalidDataAccessApiUsageException if the summary cannot be kept
	 */
	SummaryRows rows(EntityModel model) {
		if (this.partitionKey == null || this.rowKey == null || this.totals.isEmpty()) {
			throw new InvalidDataAccessApiUsageException(
					"The summary '" + this.name + "' of " + this.type.getSimpleName()
							+ " has no key or no column; declare it with key(…) and count(…) or sum(…)");
		}
		SummaryKeys keys = SummaryKeys.of("The summary '" + this.name + "' of " + this.type.getSimpleName(), model,
				this.partitionKey, this.rowKey, this.buckets);
		return SummaryRows.of(this.name, model, keys, this.totals);
	}

	@Override
	public String toString() {
		return "Summary '" + this.name + "' of " + this.type.getSimpleName();
	}

	/**
	 * A column of a summary.
	 *
	 * @param column its name
	 * @param property the property that is added up; {@code null} where entities are
	 * counted
	 */
	record Total(String column, @Nullable String property) {

	}

}
