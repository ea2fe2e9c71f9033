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

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.azuretables.mapping.TablePersistentEntity;
import io.azuretables.observation.PartitionShares;
import io.azuretables.operations.EntitySize;
import io.azuretables.operations.TableOperations;

import org.springframework.util.Assert;

/**
 * Options of the design report, which estimates storage and requests: assumed numbers of
 * entities, sizes of values, and calls per month.
 *
 * @param entities how many entities a call finds or writes that can meet several
 * @param values how many values a condition with several values has
 * @param peak how many times the mean load the greatest one is
 * @param calls how often methods are called in a month, by {@code Repository.method}
 * @param stored how many entities of a class are stored
 * @param sizes sizes of some entities of a class, from
 * {@link io.azuretables.operations.TableOperations#sizeOf}
 * @param busiest the share of the busiest partition in the requests for a class, from 0
 * to 1
 * @since 0.1
 */
public record DesignOptions(int entities, int values, double peak, Map<String, Long> calls, Map<Class<?>, Long> stored,
		Map<Class<?>, List<EntitySize>> sizes, Map<Class<?>, Double> busiest) {

	/**
	 * Calls that meet ten entities, conditions with three values, an even load; nothing
	 * is known of calls, entities and their sizes.
	 */
	public static final DesignOptions DEFAULTS = new DesignOptions(10, 3, 1, Map.of(), Map.of(), Map.of(), Map.of());

	public DesignOptions {
		Assert.isTrue(entities > 0 && values > 0, "A call meets at least one entity, and a condition has a value");
		Assert.isTrue(peak >= 1, "The greatest load is at least the mean one");
		calls = Map.copyOf(calls);
		stored = Map.copyOf(stored);
		sizes = Map.copyOf(sizes);
		busiest = Map.copyOf(busiest);
		Assert.isTrue(busiest.values().stream().allMatch((share) -> share >= 0 && share <= 1),
				"A share is a number from 0 to 1");
	}

	/**
	 * The same, with calls that meet another number of entities.
	 */
	public DesignOptions withEntities(int newEntities) {
		return new DesignOptions(newEntities, this.values, this.peak, this.calls, this.stored, this.sizes,
				this.busiest);
	}

	/**
	 * The same, with conditions that have another number of values.
	 */
	public DesignOptions withValues(int newValues) {
		return new DesignOptions(this.entities, newValues, this.peak, this.calls, this.stored, this.sizes,
				this.busiest);
	}

	/**
	 * The same, with another relation of the greatest load to the mean one.
	 */
	public DesignOptions withPeak(double newPeak) {
		return new DesignOptions(this.entities, this.values, newPeak, this.calls, this.stored, this.sizes,
				this.busiest);
	}

	/**
	 * The same, with the calls of one more method.
	 * @param method the simple name of the repository, a dot, and the name of the method
	 * @param perMonth how often it is called in a month
	 */
	public DesignOptions withCalls(String method, long perMonth) {
		return new DesignOptions(this.entities, this.values, this.peak, with(this.calls, method, perMonth), this.stored,
				this.sizes, this.busiest);
	}

	/**
	 * The same, with the number of the stored entities of a class.
	 */
	public DesignOptions withStored(Class<?> type, long count) {
		return new DesignOptions(this.entities, this.values, this.peak, this.calls, with(this.stored, type, count),
				this.sizes, this.busiest);
	}

	/**
	 * The same, with the sizes of some entities of a class.
	 */
	public DesignOptions withSizes(Class<?> type, Collection<EntitySize> some) {
		Assert.notEmpty(some, "There must be at least one size");
		return new DesignOptions(this.entities, this.values, this.peak, this.calls, this.stored,
				with(this.sizes, type, List.copyOf(some)), this.busiest);
	}

	/**
	 * The same, with the share of the busiest partition of a class, as a load test or the
	 * gauge {@code azure.tables.partition.share} tells it.
	 * @param share from 0 to 1
	 */
	public DesignOptions withBusiest(Class<?> type, double share) {
		return new DesignOptions(this.entities, this.values, this.peak, this.calls, this.stored, this.sizes,
				with(this.busiest, type, share));
	}

	/**
	 * The same, with the shares of the busiest partitions of all classes, as they were
	 * measured in the last ten seconds. A class whose table was not used has none.
	 */
	public DesignOptions withShares(TableOperations operations, PartitionShares shares) {
		DesignOptions options = this;
		for (TablePersistentEntity<?> entity : List
			.copyOf(operations.converter().mappingContext().getPersistentEntities())) {
			if (entity.isTable() && !entity.isAbstract()) {
				double share = shares.share(operations.query(entity.getType()).table());
				options = (share > 0) ? options.withBusiest(entity.getType(), share) : options;
			}
		}
		return options;
	}

	private static <K, V> Map<K, V> with(Map<K, V> map, K key, V value) {
		Map<K, V> changed = new HashMap<>(map);
		changed.put(key, value);
		return changed;
	}

}
