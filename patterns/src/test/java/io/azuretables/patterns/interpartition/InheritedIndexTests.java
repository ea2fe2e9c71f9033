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

package io.azuretables.patterns.interpartition;

import java.util.List;
import java.util.Set;

import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.EntityType;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.Table;
import io.azuretables.operations.TableTemplate;
import io.azuretables.operations.TableTemplateOptions;
import io.azuretables.patterns.index.IndexAdministration;
import io.azuretables.patterns.index.IndexOptions;
import io.azuretables.patterns.queue.transport.EmbeddedMessageTransport;
import io.azuretables.patterns.sample.QueueWorld;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.dao.DataIntegrityViolationException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for indexes in other partitions that several types of one table inherit.
 */
class InheritedIndexTests {

	private final QueueWorld world = QueueWorld.embedded();

	private final TableMappingContext context = context();

	private final IndexOptions options = IndexOptions.DEFAULTS.withClock(this.world.clock());

	private final TableTemplate template = new TableTemplate(this.world.gateway(), new TableConverter(this.context),
			TableTemplateOptions.DEFAULTS,
			new InterPartitionIndexWrites(new EmbeddedMessageTransport(this.world.clock()), this.options));

	private final IndexAdministration indexes = new IndexAdministration(this.world.gateway(), this.context,
			this.options);

	private static TableMappingContext context() {
		TableMappingContext context = new TableMappingContext(new TableCustomConversions());
		context.setInitialEntitySet(Set.of(Bus.class, Truck.class));
		context.initialize();
		return context;
	}

	@BeforeEach
	void prepare() {
		this.world.gateway().createTable("Vehicles");
	}

	private <T extends Vehicle> List<Integer> found(Class<T> type, String index, String property, String value) {
		return this.template.find(TableQuery.of(Criteria.where(property).is(value)).usingIndex(index), type)
			.stream()
			.map((vehicle) -> vehicle.id)
			.toList();
	}

	/**
	 * The row names the index row of its last write, whichever of the types it is.
	 */
	@Test
	void findsEntitiesOfEachTypeAfterTheyHaveChanged() {
		for (String colour : List.of("red", "blue", "green")) {
			this.template.save(Vehicle.of(new Bus(), 1, colour, "B 1"));
			this.template.save(Vehicle.of(new Truck(), 2, colour, "T 2"));
			assertThat(found(Bus.class, "colours", "colour", colour)).containsExactly(1);
			assertThat(found(Truck.class, "colours", "colour", colour)).containsExactly(2);
			assertThat(found(Bus.class, "plates", "plate", "B 1")).containsExactly(1);
			assertThat(found(Truck.class, "plates", "plate", "T 2")).containsExactly(2);
		}
		assertClean();
	}

	@Test
	void findsAnEntityWhoseTypeHasChanged() {
		for (int i = 0; i < 2; i++) {
			this.template.save(Vehicle.of(new Bus(), 1, "red", "B 1"));
			assertThat(found(Bus.class, "colours", "colour", "red")).containsExactly(1);
			assertThat(found(Bus.class, "plates", "plate", "B 1")).containsExactly(1);
			this.template.save(Vehicle.of(new Truck(), 1, "red", "T 1"));
			assertThat(found(Truck.class, "colours", "colour", "red")).containsExactly(1);
			assertThat(found(Truck.class, "plates", "plate", "T 1")).containsExactly(1);
			assertThat(found(Bus.class, "colours", "colour", "red")).isEmpty();
		}
		assertClean();
	}

	@Test
	void refusesAnotherTypeWithTheSameUniqueKey() {
		this.template.save(Vehicle.of(new Bus(), 1, "red", "B 1"));
		assertThatExceptionOfType(DataIntegrityViolationException.class)
			.isThrownBy(() -> this.template.save(Vehicle.of(new Truck(), 1, "red", "B 1")))
			.withMessageContaining("unique index 'plates'; delete it first");
		this.template.deleteById(Bus.class, TableKey.of("north", "vehicle_001"));
		this.template.save(Vehicle.of(new Truck(), 1, "red", "B 1"));
		assertThat(found(Truck.class, "plates", "plate", "B 1")).containsExactly(1);
		assertClean();
	}

	private void assertClean() {
		for (Class<?> type : List.of(Bus.class, Truck.class)) {
			for (String index : List.of("colours", "plates")) {
				assertThat(this.indexes.verify(type, index).findings()).as(type.getSimpleName() + ' ' + index)
					.isEmpty();
			}
		}
	}

	/**
	 * What the types have in common.
	 */
	@Table("Vehicles")
	@PartitionKey("{depot}")
	@RowKey("vehicle_{id:3}")
	@EntityType
	@SecondaryIndex(name = "colours", partitionKey = "colours_{colour}", rowKey = "colour_{depot}_{id:3}")
	@SecondaryIndex(name = "plates", partitionKey = "plates_{plate}", rowKey = "plate", unique = true)
	abstract static class Vehicle {

		String depot = "north";

		int id;

		String colour = "";

		String plate = "";

		static <T extends Vehicle> T of(T vehicle, int id, String colour, String plate) {
			vehicle.id = id;
			vehicle.colour = colour;
			vehicle.plate = plate;
			return vehicle;
		}

	}

	/**
	 * One type.
	 */
	@EntityType("Bus")
	static class Bus extends Vehicle {

	}

	/**
	 * Another one.
	 */
	@EntityType("Truck")
	static class Truck extends Vehicle {

	}

}
