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

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.EntityType;
import io.azuretables.mapping.IndexConsistency;
import io.azuretables.mapping.IndexLayout;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.Table;
import io.azuretables.mapping.TableMappingException;
import io.azuretables.operations.TableNameResolver;
import io.azuretables.operations.TableTemplate;
import io.azuretables.operations.TableTemplateOptions;
import io.azuretables.patterns.blob.BlobStore;
import io.azuretables.patterns.blob.BlobStore.Blob;
import io.azuretables.patterns.index.IndexAdministration;
import io.azuretables.patterns.index.IndexFinding.Kind;
import io.azuretables.patterns.index.IndexOptions;
import io.azuretables.patterns.index.IndexReport;
import io.azuretables.patterns.queue.transport.EmbeddedMessageTransport;
import io.azuretables.patterns.queue.transport.MessageTransport;
import io.azuretables.patterns.sample.CrashPoint;
import io.azuretables.patterns.sample.QueueWorld;
import io.azuretables.patterns.sample.Rows;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import io.azuretables.row.AtomicBatch;
import io.azuretables.row.RowPage;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.dao.OptimisticLockingFailureException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What lists of ids in blobs promise, over any stores.
 */
abstract class BlobListContract {

	private final TableConverter converter = new TableConverter(new TableMappingContext(new TableCustomConversions()));

	private final CrashPoint process = new CrashPoint();

	private QueueWorld world;

	private BlobStore blobs;

	private TableGateway gateway;

	private TableTemplate template;

	private InterPartitionIndexTemplate worker;

	private IndexAdministration indexes;

	private TableNameResolver names;

	private MessageTransport queue;

	abstract QueueWorld open();

	@BeforeEach
	void prepare() {
		this.world = open();
		TableGateway tables = this.process.over(this.world.gateway());
		this.names = TableNameResolver.prefixed("b" + Long.toString(RandomGenerator.getDefault().nextLong() >>> 1, 36));
		this.world.gateway().createTable(table());
		TableMappingContext context = this.converter.mappingContext();
		MessageTransport transport = new EmbeddedMessageTransport(this.world.clock());
		BlobStore container = this.process.over(Objects.requireNonNull(this.world.connection().blobs()));
		IndexOptions options = IndexOptions.DEFAULTS.withTableNames(this.names).withClock(this.world.clock());
		// tag::gateway[]
		TableGateway lists = new BlobListGateway(tables, container, () -> context, this.names);
		TableTemplate people = new TableTemplate(lists, this.converter,
				TableTemplateOptions.DEFAULTS.withTableNames(this.names),
				new InterPartitionIndexWrites(transport, options));
		InterPartitionIndexTemplate indexed = new InterPartitionIndexTemplate(people, lists,
				new IndexQueue(transport, new EmbeddedMessageTransport(this.world.clock())), options);
		IndexAdministration administration = new IndexAdministration(lists, context, options);
		// end::gateway[]
		context.getPersistentEntity(Worker.class);
		this.gateway = lists;
		this.blobs = container;
		this.template = people;
		this.worker = indexed;
		this.indexes = administration;
		this.queue = transport;
	}

	private String table() {
		return this.names.resolve(Worker.class, "Workers");
	}

	private void work() {
		for (int i = 0; i < 3; i++) {
			this.world.pass(Duration.ofMinutes(15));
			while (this.worker.poll(Duration.ofSeconds(30)) > 0) {
				this.world.pass(Duration.ofSeconds(1));
			}
		}
	}

	private void insert(int id, @Nullable String lastName) {
		this.template.insert(new Worker((id % 2 == 0) ? "Sales" : "Law", id, lastName));
	}

	private static TableKey list(String lastName) {
		return TableKey.of("names", "last_" + lastName);
	}

	private @Nullable String ids(String lastName) {
		List<String> found = new ArrayList<>();
		for (Blob blob : this.blobs.list("lists/" + table() + "/lastName/").toList()) {
			if (blob.name().endsWith("/" + hex("last_" + lastName))) {
				found.add(new String(this.blobs.read(blob.name()).orElseThrow(), StandardCharsets.UTF_8));
			}
		}
		assertThat(found).hasSizeLessThan(2);
		return found.isEmpty() ? null : found.get(0);
	}

	private static String hex(String text) {
		return text.chars().mapToObj((one) -> "%02x".formatted(one)).collect(Collectors.joining());
	}

	private List<Integer> found(String lastName) {
		return this.template.find(TableQuery.of(Criteria.where("lastName").is(lastName)), Worker.class)
			.stream()
			.map(Worker::id)
			.toList();
	}

	@Test
	void keepsListsInBlobs() {
		insert(1, "Jones");
		insert(2, "Jones");
		insert(3, "Hall");
		insert(4, null);
		assertThat(found("Jones")).as("the worker is still to come").isEmpty();
		work();
		assertThat(ids("Jones")).isEqualTo("Law/000001,Sales/000002");
		assertThat(ids("Hall")).isEqualTo("Law/000003");
		assertThat(found("Jones")).containsExactlyInAnyOrder(1, 2);
		assertThat(this.indexes.keys(Worker.class, "lastName", "Jones"))
			.containsExactly(TableKey.of("Law", "emp_000001"), TableKey.of("Sales", "emp_000002"));
		assertThat(this.indexes.keys(Worker.class, "lastName", "Nobody")).isEmpty();
		this.template.save(new Worker("Law", 1, "Hall"));
		this.template.deleteById(Worker.class, TableKey.of("Sales", "emp_000002"));
		work();
		assertThat(ids("Jones")).isNull();
		assertThat(ids("Hall")).isEqualTo("Law/000001,Law/000003");
		assertThat(Rows.of(this.world.gateway(), table(), null)).as("no list is in the table")
			.noneMatch((row) -> row.key().partitionKey().equals("names"));
		this.gateway.deleteTable(table());
		assertThat(ids("Hall")).isNull();
	}

	@Test
	void findsTheListsOfARange() {
		List.of("Hall", "Hill", "Hull", "Jones").forEach((name) -> insert(name.hashCode() & 0xFFF, name));
		work();
		TableQuery h = TableQuery.of(Criteria.where("lastName").startingWith("H"));
		assertThat(this.template.find(h, Worker.class)).extracting(Worker::lastName)
			.containsExactly("Hall", "Hill", "Hull");
		RowRequest some = RowRequest
			.of(table(), "PartitionKey eq 'names' and RowKey ge 'last_Hi' and RowKey lt 'last_Z'")
			.withTop(2);
		RowPage<TableRow> first = this.gateway.read(some, RowReader.rows());
		RowPage<TableRow> second = this.gateway.read(some.from(first.continuation()), RowReader.rows());
		assertThat(first.rows()).extracting((row) -> row.key().rowKey()).containsExactly("last_Hill", "last_Hull");
		assertThat(second.rows()).extracting((row) -> row.key().rowKey()).containsExactly("last_Jones");
		assertThat(second.continuation()).isNull();
		assertThat(Rows.of(this.gateway, table(), null)).hasSizeGreaterThan(7);
	}

	@Test
	void readsAListOnceThatSeveralClassesShare() {
		String staff = this.names.resolve(Cook.class, "Staff");
		this.world.gateway().createTable(staff);
		this.converter.mappingContext().getPersistentEntity(Waiter.class);
		this.template.insert(new Cook("Hall", 1, "Jones"));
		this.template.insert(new Waiter("Hall", 2, "Jones"));
		this.template.insert(new Waiter("Hall", 3, "Jonas"));
		work();
		assertThat(Rows.of(this.gateway, staff, "PartitionKey eq 'names'")).extracting((row) -> row.key().rowKey())
			.containsExactly("last_Jonas", "last_Jones");
		TableQuery j = TableQuery.of(Criteria.where("lastName").startingWith("J"));
		assertThat(this.template.find(j, Waiter.class)).extracting(Waiter::id).containsExactly(3, 2);
		assertThat(this.template.find(j, Cook.class)).extracting(Cook::id).containsExactly(1);
		assertThat(this.indexes.verify(Cook.class, "lastName").isClean()).isTrue();
	}

	/**
	 * Two classes with an index of one name have their blobs in one folder, where the
	 * keys of one class lie among those of the other.
	 */
	@Test
	void readsListsOfSeveralClassesPageByPage() {
		String stock = this.names.resolve(Apple.class, "Stock");
		this.world.gateway().createTable(stock);
		this.converter.mappingContext().getPersistentEntity(Pear.class);
		for (int i = 0; i < 4; i++) {
			this.template.insert(new Apple("p" + i, i, "red"));
			this.template.insert(new Pear("p" + i, i, "red"));
		}
		work();
		RowRequest lists = RowRequest.of(stock, "PartitionKey ge 'colours' and PartitionKey lt 'colourt'").withTop(1);
		List<String> found = new ArrayList<>();
		RowPage<TableRow> page = this.gateway.read(lists, RowReader.rows());
		while (true) {
			page.rows().forEach((row) -> found.add(row.key().partitionKey() + " " + row.key().rowKey()));
			if (page.continuation() == null) {
				break;
			}
			page = this.gateway.read(lists.from(page.continuation()), RowReader.rows());
		}
		assertThat(found).isSorted()
			.containsExactly("colours_p0 acol_red", "colours_p0 pcol_red", "colours_p1 acol_red", "colours_p1 pcol_red",
					"colours_p2 acol_red", "colours_p2 pcol_red", "colours_p3 acol_red", "colours_p3 pcol_red");
		assertThat(this.indexes.verify(Apple.class, "colour").isClean()).isTrue();
		assertThat(this.indexes.verify(Pear.class, "colour").isClean()).isTrue();
	}

	@Test
	void readsAListOfOneKeyOnlyIfItMeetsAllConditions() {
		insert(1, "Jones");
		work();
		String jones = "PartitionKey eq 'names' and RowKey eq 'last_Jones'";
		assertThat(Rows.of(this.gateway, table(), jones)).hasSize(1);
		assertThat(Rows.of(this.gateway, table(), jones + " and EmployeeIDs eq 'other'")).isEmpty();
		assertThat(Rows.of(this.gateway, table(), jones + " and RowKey ne 'last_Jones'")).isEmpty();
	}

	/**
	 * A look-up reads the blob and then each entity. The worker reads the token row, the
	 * list and the entity, writes the list and reads the entity again; later once more.
	 */
	@Test
	void takesAsManyRequestsAsItSays() {
		insert(1, "Jones");
		work();
		insert(2, "Jones");
		this.process.reset();
		this.worker.poll(Duration.ofSeconds(30));
		assertThat(this.process.requests()).isEqualTo(1 + 4);
		work();
		this.process.reset();
		assertThat(found("Jones")).hasSize(2);
		assertThat(this.process.requests()).isEqualTo(1 + 2);
		this.process.reset();
		this.indexes.keys(Worker.class, "lastName", "Jones");
		assertThat(this.process.requests()).isEqualTo(1);
		this.process.reset();
		this.template.find(TableQuery.of(Criteria.where("department").is("Sales")), Worker.class);
		assertThat(this.process.requests()).as("no blob is read where none is meant").isEqualTo(1);
	}

	/**
	 * A row has room for 68,565 of such ids.
	 */
	@Test
	void holdsAnyNumberOfIds() {
		String many = IntStream.range(100_000, 200_000).mapToObj((id) -> "Law/" + id).collect(Collectors.joining(","));
		this.gateway.write(table(), new RowWrite.Insert(TableRow.of(list("Jones"), Map.of("EmployeeIDs", many))));
		insert(2, "Jones");
		work();
		assertThat(this.indexes.keys(Worker.class, "lastName", "Jones")).hasSize(100_001);
		assertThat(ids("Jones")).isEqualTo(many + ",Sales/000002");
	}

	@Test
	void readsListsOfOtherPrograms() {
		insert(1, "Jones");
		insert(2, "Jones");
		work();
		this.gateway.write(table(), new RowWrite.InsertOrReplace(
				TableRow.of(list("Jones"), Map.of("EmployeeIDs", "Sales/000002,,Law/000001,Sales/000002,Law/000009"))));
		assertThat(found("Jones")).containsExactlyInAnyOrder(1, 2);
		this.world.pass(Duration.ofDays(1));
		assertThat(this.indexes.verify(Worker.class, "lastName").findings()).isEqualTo(Map.of(Kind.ORPHANED, 1L));
		assertThat(this.indexes.rebuild(Worker.class, "lastName").findings()).isEqualTo(Map.of(Kind.ORPHANED, 1L));
		assertThat(ids("Jones")).isEqualTo("Law/000001,Sales/000002");
		assertThat(this.indexes.verify(Worker.class, "lastName").isClean()).isTrue();
	}

	/**
	 * A look at each id takes two requests. One correction of all of them reads the list
	 * and writes it, and reads each entity before and after that.
	 */
	@Test
	void removesAllWrongIdsOfAListTogether() {
		List.of(1, 2).forEach((id) -> insert(id, "Jones"));
		work();
		String wrong = IntStream.range(10, 40).mapToObj((id) -> "Law/0000" + id).collect(Collectors.joining(","));
		this.gateway.write(table(), new RowWrite.InsertOrReplace(
				TableRow.of(list("Jones"), Map.of("EmployeeIDs", "Law/000001," + wrong + ",Sales/000002"))));
		assertThat(this.indexes.verify(Worker.class, "lastName").findings()).isEqualTo(Map.of(Kind.ORPHANED, 30L));
		this.process.reset();
		assertThat(this.indexes.rebuild(Worker.class, "lastName").findings()).isEqualTo(Map.of(Kind.ORPHANED, 30L));
		assertThat(this.process.requests()).isEqualTo(4 * 30 + 2 + 6);
		assertThat(ids("Jones")).isEqualTo("Law/000001,Sales/000002");
		assertThat(this.indexes.verify(Worker.class, "lastName").isClean()).isTrue();
	}

	/**
	 * More than ten pages, which end among lists or among entities. All lists are in a
	 * partition before those of the entities.
	 */
	@ParameterizedTest
	@ValueSource(ints = { 18, 40 })
	void verifiesEachRowOnceInATableOfManyPages(int entities) {
		for (int id = 0; id < entities; id++) {
			this.template.insert(new Worker("sales%02d".formatted(id), id, "Name%02d".formatted(id)));
		}
		work();
		this.world.pass(Duration.ofDays(1));
		IndexAdministration administration = new IndexAdministration(this.gateway, this.converter.mappingContext(),
				IndexOptions.DEFAULTS.withTableNames(this.names)
					.withClock(this.world.clock())
					.withPageSize(2)
					.withConcurrency(4));
		assertThat(administration.verify(Worker.class, "lastName"))
			.isEqualTo(new IndexReport(entities, entities, Map.of()));
		this.gateway.write(table(), new RowWrite.InsertOrReplace(
				TableRow.of(list("Name01"), Map.of("EmployeeIDs", "sales01/000001,sales01/000099"))));
		this.world.pass(Duration.ofDays(1));
		assertThat(administration.verify(Worker.class, "lastName"))
			.isEqualTo(new IndexReport(entities, entities, Map.of(Kind.ORPHANED, 1L)));
		administration.rebuild(Worker.class, "lastName");
		assertThat(ids("Name01")).isEqualTo("sales01/000001");
	}

	@Test
	void losesNoIdHoweverManyWorkersWriteOneList() throws Exception {
		IntStream.range(0, 24).forEach((id) -> insert(id, "Jones"));
		ExecutorService threads = Executors.newFixedThreadPool(4);
		List<Future<?>> workers = new ArrayList<>();
		for (int i = 0; i < 4; i++) {
			workers.add(threads.submit(() -> {
				while (this.worker.poll(Duration.ofSeconds(30)) > 0) {
					continue;
				}
			}));
		}
		for (Future<?> one : workers) {
			one.get(2, TimeUnit.MINUTES);
		}
		threads.shutdown();
		work();
		assertThat(found("Jones")).hasSize(24);
		assertThat(String.valueOf(ids("Jones")).split(",")).hasSize(24);
	}

	@Test
	void writesListsUnderConditions() {
		RowWrite insert = new RowWrite.Insert(TableRow.of(list("Jones"), Map.of("EmployeeIDs", "Law/000001")));
		TableRow other = TableRow.of(list("Jones"), Map.of("EmployeeIDs", "Law/000002"));
		this.gateway.write(table(), insert);
		assertThatExceptionOfType(DuplicateKeyException.class)
			.isThrownBy(() -> this.gateway.write(table(), new RowWrite.Insert(other)));
		TableRow read = Objects.requireNonNull(this.gateway.read(table(), list("Jones"), null, RowReader.rows()));
		String etag = Objects.requireNonNull(read.etag());
		assertThat(this.gateway.write(table(), new RowWrite.Replace(other, etag))).isNotEqualTo(etag);
		assertThatExceptionOfType(OptimisticLockingFailureException.class)
			.isThrownBy(() -> this.gateway.write(table(), new RowWrite.Replace(other, etag)));
		assertThatExceptionOfType(OptimisticLockingFailureException.class)
			.isThrownBy(() -> this.gateway.write(table(), new RowWrite.Delete(list("Jones"), etag)));
		assertThat(ids("Jones")).isEqualTo("Law/000002");
		RowWrite delete = new RowWrite.Delete(list("Jones"), RowWrite.ANY);
		RowWrite row = new RowWrite.Insert(TableRow.of(TableKey.of("names", "other"), Map.of()));
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> this.gateway.submit(new AtomicBatch(table(), List.of(delete, row))))
			.withMessageContaining("change in no transaction");
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> this.gateway.write(table(), new RowWrite.Merge(other, RowWrite.ANY)))
			.withMessageContaining("cannot be merged");
		this.gateway.submit(new AtomicBatch(table(), List.of(delete)));
		assertThat(ids("Jones")).isNull();
		assertThatExceptionOfType(OptimisticLockingFailureException.class)
			.isThrownBy(() -> this.gateway.write(table(), new RowWrite.Replace(other, etag)));
	}

	@Test
	void refusesWhatKeepsNoLists() {
		TableTemplate plain = new TableTemplate(this.world.gateway(), this.converter,
				TableTemplateOptions.DEFAULTS.withTableNames(this.names),
				new InterPartitionIndexWrites(this.queue, IndexOptions.DEFAULTS));
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> plain.insert(new Worker("Law", 1, "Jones")))
			.withMessageContaining("The index 'lastName' of Worker keeps its lists in blobs")
			.withMessageContaining("BlobListGateway");
		IndexAdministration administration = new IndexAdministration(this.world.gateway(),
				this.converter.mappingContext(), IndexOptions.DEFAULTS.withTableNames(this.names));
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> administration.verify(Worker.class, "lastName"))
			.withMessageContaining("this gateway keeps none");
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> this.indexes.keys(Worker.class, "lastName", "x".repeat(490)))
			.withMessageContaining("1024 are the most");
		assertThatExceptionOfType(TableMappingException.class)
			.isThrownBy(() -> this.template.insert(new Near("Law", 1, "Jones")))
			.withMessageContaining("has the layout BLOB_LIST in the partition of its entities");
	}

	/**
	 * An employee whose namesakes are listed in a blob.
	 */
	// tag::list[]
	@Table("Workers")
	@PartitionKey("{department}")
	@RowKey("emp_{id:6}")
	@SecondaryIndex(name = "lastName", partitionKey = "names", rowKey = "last_{lastName}",
			layout = IndexLayout.BLOB_LIST, list = "EmployeeIDs", consistency = IndexConsistency.EVENTUAL)
	record Worker(String department, int id, @Nullable String lastName) {
		// end::list[]

	}

	/**
	 * A fruit with lists in the same folder as those of a {@link Pear}.
	 */
	@Table("Stock")
	@PartitionKey("{place}")
	@RowKey("apple_{id:6}")
	@SecondaryIndex(name = "colour", partitionKey = "colours_{place}", rowKey = "acol_{colour}",
			layout = IndexLayout.BLOB_LIST, consistency = IndexConsistency.EVENTUAL)
	record Apple(String place, int id, String colour) {

	}

	/**
	 * A fruit with lists in the same folder as those of an {@link Apple}.
	 */
	@Table("Stock")
	@PartitionKey("{place}")
	@RowKey("pear_{id:6}")
	@SecondaryIndex(name = "colour", partitionKey = "colours_{place}", rowKey = "pcol_{colour}",
			layout = IndexLayout.BLOB_LIST, consistency = IndexConsistency.EVENTUAL)
	record Pear(String place, int id, String colour) {

	}

	/**
	 * An employee who shares a list with a {@link Waiter}.
	 */
	@Table("Staff")
	@EntityType("cook")
	@PartitionKey("{department}")
	@RowKey("emp_{id:6}")
	@SecondaryIndex(name = "lastName", partitionKey = "names", rowKey = "last_{lastName}",
			layout = IndexLayout.BLOB_LIST, list = "EmployeeIDs", consistency = IndexConsistency.EVENTUAL)
	record Cook(String department, int id, @Nullable String lastName) {

	}

	/**
	 * An employee who shares a list with a {@link Cook}.
	 */
	@Table("Staff")
	@EntityType("waiter")
	@PartitionKey("{department}")
	@RowKey("emp_{id:6}")
	@SecondaryIndex(name = "lastName", partitionKey = "names", rowKey = "last_{lastName}",
			layout = IndexLayout.BLOB_LIST, list = "EmployeeIDs", consistency = IndexConsistency.EVENTUAL)
	record Waiter(String department, int id, @Nullable String lastName) {

	}

	/**
	 * A list in a blob that would be in the partition of its entities.
	 */
	@Table("Nears")
	@PartitionKey("{department}")
	@RowKey("emp_{id:6}")
	@SecondaryIndex(name = "lastName", rowKey = "last_{lastName}", layout = IndexLayout.BLOB_LIST)
	record Near(String department, int id, @Nullable String lastName) {

	}

}
