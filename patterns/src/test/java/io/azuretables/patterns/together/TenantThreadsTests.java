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

package io.azuretables.patterns.together;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;

import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.encryption.EncryptionOptions;
import io.azuretables.encryption.LocalKeyEncryption;
import io.azuretables.encryption.PropertyEncryption;
import io.azuretables.gateway.ForwardingTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.Encrypted;
import io.azuretables.mapping.FormerKeys;
import io.azuretables.mapping.Movable;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import io.azuretables.operations.RowTemplate;
import io.azuretables.operations.TableNameResolver;
import io.azuretables.operations.TableTemplate;
import io.azuretables.operations.TableTemplateOptions;
import io.azuretables.patterns.denormalization.DenormalizationTemplate;
import io.azuretables.patterns.denormalization.DenormalizedCopies;
import io.azuretables.patterns.encryption.EncryptionTemplate;
import io.azuretables.patterns.evolution.EvolutionTemplate;
import io.azuretables.patterns.index.IndexAdministration;
import io.azuretables.patterns.index.IndexOptions;
import io.azuretables.patterns.index.IndexReport;
import io.azuretables.patterns.index.IndexState;
import io.azuretables.patterns.largevalue.LargeValue;
import io.azuretables.patterns.largevalue.LargeValueTemplate;
import io.azuretables.patterns.move.MoveTemplate;
import io.azuretables.patterns.queue.EventuallyConsistentQueueTemplate;
import io.azuretables.patterns.queue.QueueWorker;
import io.azuretables.patterns.queue.message.MessageHandlers;
import io.azuretables.patterns.queue.message.QueueOptions;
import io.azuretables.patterns.sample.Member;
import io.azuretables.patterns.sample.QueueWorld;
import io.azuretables.patterns.sample.Seller;
import io.azuretables.patterns.sample.Team;
import io.azuretables.patterns.summary.Summary;
import io.azuretables.patterns.summary.SummaryTemplate;
import io.azuretables.row.AtomicBatch;
import io.azuretables.row.RowPage;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.RowWrite;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.dao.TransientDataAccessResourceException;
import org.springframework.data.annotation.Version;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for a resolver of table names that knows the tenant in the thread of the caller
 * only, while other threads read the segments of a table.
 */
class TenantThreadsTests {

	private static final ThreadLocal<@Nullable String> TENANT = new ThreadLocal<>();

	private static final TableNameResolver NAMES = (type, name) -> Objects.requireNonNull(TENANT.get(), "no tenant")
			+ name;

	private static final int ENTITIES = 60;

	private final QueueWorld world = QueueWorld.embedded();

	private final AtomicBoolean refusesDeletes = new AtomicBoolean();

	private final TableGateway gateway = new SmallPages(this.world.gateway());

	private final PropertyEncryption encryption = new PropertyEncryption(this.gateway,
			new LocalKeyEncryption(Map.of("a", new byte[32]), "a"), EncryptionOptions.DEFAULTS);

	private final TableTemplate template = template();

	private final IndexOptions options = IndexOptions.DEFAULTS.withTableNames(NAMES).withClock(this.world.clock());

	@BeforeEach
	void begin() {
		TENANT.set("acme");
	}

	@AfterEach
	void end() {
		TENANT.remove();
	}

	private TableTemplate template() {
		TableCustomConversions conversions = new TableCustomConversions();
		conversions.setEncryption(this.encryption);
		return new TableTemplate(this.gateway, new TableConverter(new TableMappingContext(conversions)),
				TableTemplateOptions.DEFAULTS.withTableNames(NAMES));
	}

	private EventuallyConsistentQueueTemplate queue() {
		return new EventuallyConsistentQueueTemplate(this.template, this.gateway, this.world.connection(),
				QueueOptions.DEFAULTS.withClock(this.world.clock()).withTables((table) -> table.startsWith("acme")));
	}

	@Test
	void administersIndexes() {
		this.template.insertAll(sellers());
		IndexAdministration indexes = new IndexAdministration(this.gateway, this.template.converter().mappingContext(),
				this.options.withAdded(Seller.class, "email"));
		assertThat(indexes.drop(Seller.class, "email")).isEqualTo(ENTITIES);
		List<Object> progress = new ArrayList<>();
		assertThat(indexes.backfill(Seller.class, "email", progress::add).isClean()).isTrue();
		assertThat(progress).hasSizeGreaterThan(10);
		assertThat(indexes.state(Seller.class, "email")).isEqualTo(IndexState.READABLE);
	}

	private static List<Seller> sellers() {
		return IntStream.range(0, ENTITIES).mapToObj((i) -> Seller.of("d" + i, i, 1, "0.5")).toList();
	}

	@Test
	void administersSummaries() {
		this.template.insertAll(sellers());
		Summary<Seller> staff = Summary.of(Seller.class, "Staff")
			.key("{department}", "sum_staff")
			.sum("salaries", "salary");
		SummaryTemplate summaries = new SummaryTemplate(this.template,
				new RowTemplate(this.gateway, this.template.converter()), NAMES, staff);
		IndexAdministration indexes = new IndexAdministration(this.gateway, this.template.converter().mappingContext(),
				this.options, summaries);
		assertThat(indexes.verify(Seller.class, "summary:Staff").findings()).isNotEmpty();
		assertThat(indexes.backfill(Seller.class, "summary:Staff", (progress) -> {
		}).isClean()).isTrue();
		assertThat(summaries.read(staff, "d7").whole("salaries")).isOne();
		assertThat(indexes.verify(Seller.class, "summary:Staff").isClean()).isTrue();
		assertThat(indexes.drop(Seller.class, "summary:Staff")).isEqualTo(ENTITIES);
	}

	@Test
	void administersCopies() {
		DenormalizedCopies<Member, Team> leads = DenormalizedCopies.of(Member.class, Team.class, "leads")
			.reference("department", "department")
			.reference("leadId", "employeeId")
			.copy("leadName", "name");
		TENANT.remove();
		DenormalizationTemplate copies = new DenormalizationTemplate(this.template, List.of(leads));
		TENANT.set("acme");
		for (int i = 0; i < ENTITIES; i++) {
			this.template.insert(new Member("d" + i, 1, "Ann" + i, "1@contoso.com", 1, null));
			this.template.insert(new Team("d" + i, "north", 1, "other", 1, null));
		}
		IndexAdministration indexes = new IndexAdministration(this.gateway, this.template.converter().mappingContext(),
				this.options, copies);
		assertThat(indexes.verify(Team.class, "copies:leads").findings().values()).containsExactly((long) ENTITIES);
		IndexReport rebuilt = indexes.rebuild(Team.class, "copies:leads");
		assertThat(rebuilt.findings().values()).containsExactly((long) ENTITIES);
		assertThat(indexes.verify(Team.class, "copies:leads").isClean()).isTrue();
		assertThat(this.template.findById(Team.class, TableKey.of("d50", "team_north"))).map(Team::leadName)
			.contains("Ann50");
	}

	@Test
	void verifiesAndEncryptsContents() {
		LargeValueTemplate<Image> images = new LargeValueTemplate<>(this.template, this.gateway,
				Objects.requireNonNull(this.world.connection().blobs()), Image.class, "content");
		for (int i = 0; i < ENTITIES; i++) {
			images.save(new Image("f" + i, 1, null, null), ("image " + i).getBytes(StandardCharsets.UTF_8));
		}
		List<Object> findings = new ArrayList<>();
		assertThat(images.verify(findings::add)).isEqualTo(ENTITIES);
		assertThat(findings).isEmpty();
		EncryptionTemplate encryptions = new EncryptionTemplate(this.template, this.gateway, this.encryption);
		assertThat(encryptions.verify(images).failures()).isEmpty();
		encryptions.rotate(Image.class);
		assertThat(encryptions.reencrypt(images, null, (progress) -> {
		})).satisfies((report) -> {
			assertThat(report.failures()).isEmpty();
			assertThat(report.rewritten()).isEqualTo(ENTITIES);
		});
		Image last = this.template.findById(Image.class, TableKey.of("f50", "image_001")).orElseThrow();
		assertThat(images.read(last).orElseThrow()).asString(StandardCharsets.UTF_8).isEqualTo("image 50");
	}

	@Test
	void movesToOtherKeys() {
		for (int i = 0; i < ENTITIES; i++) {
			this.template.insert(new FormerRoom("f" + i, 1, null));
		}
		EventuallyConsistentQueueTemplate queue = queue();
		MoveTemplate<FormerRoom> moves = new MoveTemplate<>(this.template, queue, FormerRoom.class);
		assertThat(new EvolutionTemplate(this.template, this.gateway).rekey(moves, Room.class, FormerRoom::numbered,
				null, (progress) -> {
				}))
			.satisfies((report) -> {
				assertThat(report.failures()).isEmpty();
				assertThat(report.upgraded()).isEqualTo(ENTITIES);
			});
		assertThat(this.template.findById(Room.class, TableKey.of("main_f50", "room_0001"))).isPresent();
	}

	@Test
	void findsAndFinishesMoves() {
		for (int i = 0; i < ENTITIES; i++) {
			this.template.insert(new Room("f" + i, 1, null));
		}
		EventuallyConsistentQueueTemplate queue = queue();
		MoveTemplate<Room> moves = new MoveTemplate<>(this.template, queue, Room.class);
		TableKey key = TableKey.of("main_f50", "room_0001");
		this.refusesDeletes.set(true);
		moves.move(this.template.findById(Room.class, key).orElseThrow(), (room) -> new Room("x", 1, null));
		this.refusesDeletes.set(false);
		this.world.pass(Duration.ofHours(1));
		List<Object> findings = new ArrayList<>();
		assertThat(moves.verify(findings::add)).isOne();
		assertThat(moves.sweep(Duration.ofMinutes(1))).isOne();
		TENANT.remove();
		this.world.settle(new QueueWorker(queue, MessageHandlers.none().with(moves.handler())));
		TENANT.set("acme");
		assertThat(moves.verify(findings::add)).isZero();
		assertThat(this.template.findById(Room.class, key)).isEmpty();
		assertThat(this.world.connection().poison().depth()).isZero();
	}

	/**
	 * Answers with few rows, so that tables have many pages.
	 */
	private final class SmallPages extends ForwardingTableGateway {

		SmallPages(TableGateway target) {
			super(target);
		}

		@Override
		public <T> RowPage<T> read(RowRequest request, RowReader<T> reader) {
			return super.read(request.withTop(Math.min(request.top(), 3)), reader);
		}

		@Override
		public @Nullable String write(String table, RowWrite write) {
			check(List.of(write));
			return super.write(table, write);
		}

		@Override
		public List<@Nullable String> submit(AtomicBatch batch) {
			check(batch.writes());
			return super.submit(batch);
		}

		private void check(List<RowWrite> writes) {
			if (TenantThreadsTests.this.refusesDeletes.get()
					&& writes.stream().anyMatch(RowWrite.Delete.class::isInstance)) {
				throw new TransientDataAccessResourceException("busy");
			}
		}

	}

	@Table("Images")
	@PartitionKey("{folder}")
	@RowKey("image_{number:3}")
	record Image(String folder, int number, @Encrypted @Nullable LargeValue content,
			@Version @Nullable String version) {

	}

	@Table("Rooms")
	@PartitionKey("main_{floor}")
	@RowKey("room_{number:4}")
	@Movable
	record Room(String floor, int number, @Version @Nullable String version) {

	}

	@Table("Rooms")
	@PartitionKey("{floor}")
	@RowKey("room_{number:4}")
	@Movable
	@FormerKeys(of = Room.class)
	record FormerRoom(String floor, int number, @Version @Nullable String version) {

		Room numbered() {
			return new Room(this.floor, this.number, null);
		}

	}

}
