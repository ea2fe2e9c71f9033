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

package io.azuretables.operations;

import java.time.DayOfWeek;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.random.RandomGenerator;

import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.Flattened;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.Series;
import io.azuretables.mapping.Table;
import io.azuretables.plan.UnsupportedQueryException;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import io.azuretables.query.Update;
import io.azuretables.repository.TableRepository;
import io.azuretables.repository.support.TableRepositoryFactory;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.TableRow;
import io.azuretables.row.UnstorableValueException;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.data.annotation.Version;
import org.springframework.data.domain.Example;
import org.springframework.data.domain.ExampleMatcher;
import org.springframework.data.domain.Sort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for entities with a {@link Series}.
 */
class SeriesTests {

	private final WatchedGateway gateway = new WatchedGateway(new EmbeddedTableGateway());

	private final TableTemplate template = template(this.gateway);

	private static TableTemplate template(TableGateway gateway) {
		return new TableTemplate(gateway, new TableConverter(new TableMappingContext(new TableCustomConversions())));
	}

	private Map<String, Object> row(Object entity) {
		Class<?> type = entity.getClass();
		TableRow row = this.gateway.read(type.getSimpleName(), this.template.converter().key(entity), null,
				RowReader.rows());
		assertThat(row).isNotNull();
		return new TreeMap<>(row.properties());
	}

	@Test
	void giveBackWhatWasSaved() {
		RandomGenerator random = RandomGenerator.getDefault();
		for (int i = 0; i < 200; i++) {
			All all = new All("k" + i);
			all.ints = random.ints(24).toArray();
			all.longs = random.longs(3).toArray();
			all.doubles = random.doubles(5).toArray();
			all.flags = new boolean[] { random.nextBoolean(), random.nextBoolean() };
			all.boxed = elements(random, 7, (slot) -> random.nextInt()).toArray(Integer[]::new);
			all.days = elements(random, 4, (slot) -> DayOfWeek.of(1 + random.nextInt(7)));
			all.nested = new Nested("x", elements(random, 3, (slot) -> "text" + random.nextInt()));
			all.times = new TreeMap<>();
			List<@Nullable Instant> times = elements(random, 250 - 60,
					(slot) -> Instant.ofEpochSecond(random.nextInt()));
			for (int slot = 0; slot < times.size(); slot++) {
				if (times.get(slot) != null) {
					all.times.put(slot, times.get(slot));
				}
			}
			this.template.save(all);
			assertThat(this.template.findById(All.class, all.key)).get().usingRecursiveComparison().isEqualTo(all);
		}
	}

	private static <E> List<@Nullable E> elements(RandomGenerator random, int slots, IntFunction<E> element) {
		List<@Nullable E> elements = new ArrayList<>();
		for (int slot = 0; slot < slots; slot++) {
			elements.add(random.nextInt(3) == 0 ? null : element.apply(slot));
		}
		return elements;
	}

	@Test
	void isNotNullWhenItIsRead() {
		All all = new All("empty");
		this.template.save(all);
		assertThat(row(all)).isEmpty();
		All read = this.template.findById(All.class, "empty").orElseThrow();
		assertThat(read.ints).containsExactly(new int[24]);
		assertThat(read.boxed).containsExactly(new Integer[7]);
		assertThat(read.days).isEqualTo(Collections.nCopies(4, null));
		assertThat(read.times).isEmpty();
		assertThat(read.nested).as("a flattened object without values").isNull();
	}

	@Test
	void writesAllSlots() {
		Counts counts = new Counts("Sales", 1, new int[3], null);
		this.template.save(counts);
		assertThat(row(counts)).isEqualTo(Map.of("h0", 0, "h1", 0, "h2", 0));
	}

	@Test
	void refusesOtherNumbersOfElements() {
		assertThatExceptionOfType(UnstorableValueException.class)
			.isThrownBy(() -> this.template.save(new Counts("Sales", 1, new int[4], null)))
			.withMessageContaining("Counts.perHour")
			.withMessageContaining("it has 4 elements, and the series has 3 slots");
		All all = new All("x");
		all.times = Map.of(200, Instant.EPOCH);
		assertThatExceptionOfType(UnstorableValueException.class).isThrownBy(() -> this.template.save(all))
			.withMessageContaining("it has an entry for slot 200, and the slots of the series are 0 to 189");
		assertThatExceptionOfType(UnstorableValueException.class)
			.isThrownBy(() -> this.template.merge(Counts.class, TableKey.of("Sales", "series_000001"),
					Update.update("perHour", new int[2])))
			.withMessageContaining("it has 2 elements");
	}

	@Test
	void updatesSlotsAndWholeSeries() {
		Counts counts = new Counts("Sales", 1, new int[] { 1, 2, 3 }, "n");
		this.template.save(counts);
		TableKey key = this.template.converter().key(counts);
		this.gateway.forget();
		this.template.merge(Counts.class, key, Update.update("perHour[1]", 7));
		this.template.mergeOrInsert(Counts.class, key, Update.update("perHour[2]", 9L));
		assertThat(this.gateway.requests()).containsExactly("write", "write");
		assertThat(perHour(key)).containsExactly(1, 7, 9);
		this.template.mergeOrInsert(Counts.class, key, Update.update("perHour", new int[] { 4, 5, 6 }));
		assertThat(perHour(key)).containsExactly(4, 5, 6);
		this.template.merge(Counts.class, key, Update.none().increment("perHour[0]", 2).remove("perHour[2]"));
		assertThat(perHour(key)).containsExactly(6, 5, 0);
		this.template.merge(Counts.class, key, Update.none().remove("perHour"));
		assertThat(row(counts)).isEqualTo(Map.of("name", "n"));
		All all = new All("x");
		all.days = Arrays.asList(DayOfWeek.MONDAY, DayOfWeek.MONDAY, null, null);
		this.template.save(all);
		this.template.merge(All.class, "x", Update.update("days", Arrays.asList(null, DayOfWeek.FRIDAY, null, null)));
		assertThat(this.template.findById(All.class, "x").orElseThrow().days).containsExactly(null, DayOfWeek.FRIDAY,
				null, null);
	}

	private int[] perHour(TableKey key) {
		return this.template.findById(Counts.class, key).orElseThrow().perHour();
	}

	@Test
	void refusesWrongUpdates() {
		TableKey key = TableKey.of("Sales", "series_000001");
		this.gateway.forget();
		refused(key, Update.update("perHour[3]", 1),
				"Counts has no property 'perHour[3]' to be updated: the slots of perHour are 0 to 2");
		refused(key, Update.update("perHour[-1]", 1), "the slots of perHour are 0 to 2");
		refused(key, Update.update("perHour[x]", 1), "the slots of perHour are 0 to 2");
		refused(key, Update.none().increment("perHour", 1).once("o"),
				"Counts.perHour is a @Series; increment one of its slots, such as perHour[0]");
		refused(key, Update.update("perHour", List.of(1, 2, 3)), "takes a value of type int[], not java.util.");
		refused(key, Update.none().remove("perHour"), "to remove or increment Counts.perHour[0] the row must be read");
		assertThatIllegalArgumentException().isThrownBy(() -> Update.none().increment("perHour[0]", null))
			.withMessage("The number to add to 'perHour[0]' must not be null");
		refused(key, Update.update("hour", 1), "the properties are [department, id, perHour, name]");
		assertThat(this.gateway.requests()).isEmpty();
	}

	private void refused(TableKey key, Update update, String message) {
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> this.template.mergeOrInsert(Counts.class, key, update))
			.withMessageContaining(message);
	}

	@Test
	void readsSeriesInProjections() {
		this.template.save(new Counts("Sales", 1, new int[] { 1, 2, 3 }, "n"));
		this.gateway.forget();
		TableQuery sales = TableQuery.of(Criteria.where("department").is("Sales"));
		List<PerHour> found = this.template.query(Counts.class).as(PerHour.class).find(sales);
		assertThat(found).singleElement().extracting(PerHour::perHour).isEqualTo(new int[] { 1, 2, 3 });
		assertThat(this.gateway.pages()).singleElement()
			.extracting(RowRequest::select)
			.asInstanceOf(InstanceOfAssertFactories.LIST)
			.contains("h0", "h1", "h2")
			.doesNotContain("name");
		CountsRepository repository = new TableRepositoryFactory(this.template).getRepository(CountsRepository.class);
		assertThat(repository.findByDepartment("Sales")).singleElement()
			.satisfies((view) -> assertThat(view.getPerHour()).containsExactly(1, 2, 3));
	}

	@Test
	void refusesConditions() {
		String rule = "Counts.perHour is a @Series: a query has no condition on its slots, and no order by them";
		for (String property : List.of("perHour", "perHour[1]")) {
			TableQuery query = TableQuery
				.of(Criteria.where("department").is("Sales").and(Criteria.where(property).is(1)));
			assertThatExceptionOfType(UnsupportedQueryException.class)
				.isThrownBy(() -> this.template.find(query, Counts.class))
				.withMessageContaining(rule);
		}
		assertThatExceptionOfType(UnsupportedQueryException.class).isThrownBy(() -> this.template
			.find(TableQuery.of(Criteria.where("department").is("Sales")).orderBy(Sort.by("perHour[1]")), Counts.class))
			.withMessageContaining(rule);
	}

	@Test
	void refusesExamplesWithSeries() {
		CountsRepository repository = new TableRepositoryFactory(this.template).getRepository(CountsRepository.class);
		Counts counts = new Counts("Sales", 1, new int[] { 1, 2, 3 }, "n");
		repository.save(counts);
		assertThatExceptionOfType(UnsupportedQueryException.class)
			.isThrownBy(() -> repository.findAll(Example.of(counts)))
			.withMessageContaining("has the @Series 'perHour', on which a query has no condition; call "
					+ "withIgnorePaths(\"perHour\") on its matcher");
		assertThat(repository.findAll(Example.of(counts, ExampleMatcher.matching().withIgnorePaths("perHour"))))
			.hasSize(1);
	}

	@Test
	void refusesSumsThatASlotDoesNotHold() {
		Counts counts = new Counts("Sales", 1, new int[] { Integer.MAX_VALUE, 0, 0 }, "n");
		this.template.save(counts);
		for (Update update : List.of(Update.none().increment("perHour[0]", 1),
				Update.none().increment("perHour[0]", 0.5))) {
			assertThatExceptionOfType(DataIntegrityViolationException.class)
				.isThrownBy(() -> this.template.merge(Counts.class, this.template.converter().key(counts), update))
				.withMessage("'perHour[0]' cannot be incremented: int does not hold the sum");
		}
		assertThat(perHour(this.template.converter().key(counts))).containsExactly(Integer.MAX_VALUE, 0, 0);
	}

	@Test
	void takesEffectOnce() {
		TableKey key = TableKey.of("Sales", "series_000001");
		this.template.save(new Counts("Sales", 2, new int[3], null));
		this.gateway.forget();
		for (int i = 0; i < 3; i++) {
			this.template.mergeOrInsert(Counts.class, key, Update.none().increment("perHour[1]", 5).once("a"));
		}
		assertThat(this.gateway.requests()).containsExactly("get", "write", "get", "get");
		assertThat(perHour(key)).containsExactly(0, 5, 0);
		this.template.merge(Counts.class, key, Update.none().increment("perHour[1]", 5).once("b"));
		this.template.merge(Counts.class, key, Update.update("name", "n").once("b"));
		assertThat(this.template.findById(Counts.class, key)).get()
			.satisfies((counts) -> assertThat(counts.perHour()).containsExactly(0, 10, 0))
			.extracting(Counts::name)
			.isNull();
	}

	@Test
	void remembersTheLastOperations() {
		TableKey key = TableKey.of("Sales", "series_000001");
		for (int i = 0; i <= 128; i++) {
			add(key, "operation " + i);
		}
		for (int i = 128; i >= 1; i--) {
			add(key, "operation " + i);
		}
		assertThat(perHour(key)).containsExactly(129, 0, 0);
		TableRow row = this.gateway.read("Counts", key, null, RowReader.rows());
		assertThat(row).isNotNull();
		assertThat((byte[]) row.get("_ops")).hasSize(1024);
		add(key, "operation 0");
		assertThat(perHour(key)).as("the limit that is documented").containsExactly(130, 0, 0);
	}

	private void add(TableKey key, String operation) {
		this.template.mergeOrInsert(Counts.class, key, Update.none().increment("perHour[0]", 1).once(operation));
	}

	/**
	 * The entity does not have them: its row is read before it is replaced.
	 */
	@Test
	void keepsTheOperationsOfAnEntityThatIsSavedInItsVersion() {
		this.template.save(new Indexed("Sales", 1, "Hall", new long[] { 1, 2 }, null));
		TableKey key = TableKey.of("Sales", "r_000001");
		Update once = Update.none().increment("totals[0]", 4).once("x");
		this.template.merge(Indexed.class, key, once);
		Indexed read = this.template.findById(Indexed.class, key).orElseThrow();
		this.template.save(new Indexed("Sales", 1, "Hill", read.totals(), read.version()));
		this.template.merge(Indexed.class, key, once);
		this.template.updateWithRetry(Indexed.class, key,
				(found) -> new Indexed("Sales", 1, "Lake", found.totals(), found.version()));
		this.template.merge(Indexed.class, key, once);
		assertThat(this.template.findById(Indexed.class, key)).hasValueSatisfying((found) -> {
			assertThat(found.name()).isEqualTo("Lake");
			assertThat(found.totals()).containsExactly(5, 2);
		});
	}

	@Test
	void keepsIndexesBesideTheSeries() {
		Indexed entity = new Indexed("Sales", 1, "Hall", new long[] { 1, 2 }, null);
		this.template.save(entity);
		TableKey key = this.template.converter().key(entity);
		this.gateway.forget();
		this.template.mergeOrInsert(Indexed.class, key, Update.update("totals[1]", 7));
		this.template.mergeOrInsert(Indexed.class, key, Update.none().increment("totals[0]", 4).once("x"));
		assertThat(this.gateway.requests()).hasSize(4);
		TableQuery byName = TableQuery
			.of(Criteria.where("department").is("Sales").and(Criteria.where("name").is("Hall")));
		assertThat(this.template.find(byName, Indexed.class)).singleElement()
			.satisfies((found) -> assertThat(found.totals()).containsExactly(5, 7));
		assertThat(this.template.query(Indexed.class).explain(byName)).contains("name");
	}

	@Table
	@PartitionKey("{department}")
	@RowKey("series_{id:6}")
	record Counts(String department, int id, @Series(column = "h{slot}", slots = 3) int[] perHour,
			@Nullable String name) {

	}

	record PerHour(int[] perHour) {

	}

	@Table
	@PartitionKey("{department}")
	@RowKey("r_{id:6}")
	@SecondaryIndex(name = "name", rowKey = "n_{name}_{id:6}", include = {})
	record Indexed(String department, int id, @Nullable String name,
			@Series(column = "t{slot}", slots = 2) long[] totals, @Version @Nullable String version) {

	}

	interface CountsView {

		int[] getPerHour();

	}

	interface CountsRepository extends TableRepository<Counts, TableKey> {

		List<CountsView> findByDepartment(String department);

	}

	record Nested(String name, @Series(column = "t{slot:4}", slots = 3) List<@Nullable String> texts) {

	}

	@Table
	@PartitionKey("all")
	@RowKey("{key}")
	static class All {

		private final String key;

		@Series(column = "i{slot:2}", slots = 24)
		private int @Nullable [] ints;

		@Series(column = "l{slot}", slots = 3)
		private long @Nullable [] longs;

		@Series(column = "d{slot}", slots = 5)
		private double @Nullable [] doubles;

		@Series(column = "f{slot}", slots = 2)
		private boolean @Nullable [] flags;

		@Series(column = "b{slot}", slots = 7)
		private @Nullable Integer @Nullable [] boxed;

		@Series(column = "e{slot}", slots = 4)
		private @Nullable List<@Nullable DayOfWeek> days;

		@Series(column = "m{slot:3}", slots = 190)
		private @Nullable Map<Integer, Instant> times;

		@Flattened
		private @Nullable Nested nested;

		All(String key) {
			this.key = key;
		}

	}

}
