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

package io.azuretables.access;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.AccessGrant;
import io.azuretables.gateway.AccessPermission;
import io.azuretables.gateway.AccessPolicy;
import io.azuretables.gateway.CorsRule;
import io.azuretables.gateway.ServiceErrorException;
import io.azuretables.gateway.SharedAccess;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.InvalidKeyException;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.EntityType;
import io.azuretables.mapping.Movable;
import io.azuretables.mapping.Part;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RollingTable;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.Table;
import io.azuretables.mapping.TablePeriod;
import io.azuretables.operations.SchemaMode;
import io.azuretables.operations.TableNameResolver;
import io.azuretables.operations.TableTemplate;
import io.azuretables.operations.TableTemplateOptions;
import io.azuretables.row.AtomicBatch;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.RowWrite;
import io.azuretables.row.RowWrite.Delete;
import io.azuretables.row.RowWrite.Insert;
import io.azuretables.row.RowWrite.InsertOrMerge;
import io.azuretables.row.RowWrite.InsertOrReplace;
import io.azuretables.row.RowWrite.Merge;
import io.azuretables.row.RowWrite.Replace;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.dao.PermissionDeniedDataAccessException;
import org.springframework.data.annotation.Version;
import org.springframework.data.domain.ManagedTypes;
import org.springframework.data.domain.Range;
import org.springframework.data.domain.Range.Bound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * What holders of shared access signatures see, on the embedded store.
 */
class TableAccessTests {

	private static final Duration HOUR = Duration.ofHours(1);

	private static final String[] TEXTS = { "", "a", "b", "A", "_", "'", "''", " ", "!", "/", "%", "+", "&", "=", "#",
			"é", "~", "\u0001", "\uD7FF", "😀", "\uE000", "\uFFEE", "\uFFFD", "\uFFFF" };

	private final Clock clock = new Clock();

	private final EmbeddedTableGateway store = new EmbeddedTableGateway(this.clock);

	private final TableConverter converter = converter();

	private final TableTemplateOptions options = TableTemplateOptions.DEFAULTS.withClock(this.clock);

	private final TableTemplate template = new TableTemplate(this.store, this.converter, this.options);

	private final TableAccess access = new TableAccess(this.store, this.converter, this.options);

	private static TableConverter converter() {
		TableMappingContext context = new TableMappingContext(new TableCustomConversions());
		context.setManagedTypes(ManagedTypes.fromIterable(List.of(Order.class, Line.class, Plain.class, Reading.class,
				Tenant.class, Parcel.class, Animal.class, Cat.class, Dog.class, Visit.class, Wide.class)));
		context.initialize();
		return new TableConverter(context);
	}

	@BeforeEach
	void saveOrders() {
		for (String customer : List.of("anna", "ann", "annab", "bob")) {
			for (int id = 1; id <= 12; id++) {
				this.template.save(new Order(customer, id, (id % 2 == 0) ? "open" : "sent"));
				this.template.save(new Line(customer, id, 1));
			}
		}
	}

	@Test
	void givesTheRowsOfAPartition() {
		TableGateway holder = holder(this.access.to(Line.class).partition("anna").read());
		assertThat(visible(holder, "Shop")).hasSize(12)
			.allMatch((key) -> key.partitionKey().equals("anna") && key.rowKey().startsWith("line_"));
		TableTemplate device = new TableTemplate(holder, this.converter, this.options.withSchema(SchemaMode.NONE));
		assertThat(device.existsById(Line.class, new LineId("anna", 3, 1))).isTrue();
	}

	@Test
	void givesARow() {
		EmbeddedTableGateway store = this.store;
		TableAccess access = this.access;
		// tag::holder[]
		SharedAccess shared = access.to(Order.class).partition("anna").rows(7).read().validFor(HOUR).sign();
		TableGateway holder = store.as(shared);
		// end::holder[]
		assertThat(visible(holder, "Shop")).containsExactly(TableKey.of("anna", "order_000007"));
		assertThat(shared.until()).isEqualTo(this.clock.instant().plus(HOUR));
	}

	@Test
	void givesRowsByLeadingPartsOfTheKey() {
		this.template.save(new Line("anna", 1, 2));
		this.template.save(new Line("anna", 10, 2));
		TableGateway holder = holder(this.access.to(Line.class).partition("anna").rows(1).read());
		assertThat(visible(holder, "Shop")).containsExactly(TableKey.of("anna", "line_000001_1"),
				TableKey.of("anna", "line_000001_2"));
	}

	@Test
	void endsARangeBeforeTheNextRow() {
		assertThat(ids(Range.closed(3, 5))).containsExactly(3, 4, 5);
		assertThat(ids(Range.open(3, 5))).containsExactly(4);
		assertThat(ids(Range.rightOpen(3, 5))).containsExactly(3, 4);
		assertThat(ids(Range.leftOpen(3, 5))).containsExactly(4, 5);
		assertThat(ids(Range.of(Bound.unbounded(), Bound.inclusive(2)))).containsExactly(1, 2);
		assertThat(ids(Range.of(Bound.exclusive(10), Bound.unbounded()))).containsExactly(11, 12);
	}

	private List<Integer> ids(Range<Integer> range) {
		TableGateway holder = holder(this.access.to(Order.class).partition("anna").range("id", range).read());
		return visible(holder, "Shop").stream().map((key) -> Integer.parseInt(key.rowKey().substring(6))).toList();
	}

	@Test
	void givesTheRowsOfAnIndex() {
		TableGateway holder = holder(this.access.to(Order.class).index("status").partition("anna").rows("open").read());
		assertThat(visible(holder, "Shop")).hasSize(6).allMatch((key) -> key.rowKey().startsWith("status_open_"));
		TableGateway one = holder(this.access.to(Order.class).index("status").partition("anna").rows("open", 4).read());
		assertThat(visible(one, "Shop")).hasSize(1);
	}

	/**
	 * Any words, and any values: what a holder sees is what reading everything and
	 * comparing finds, by queries and by point reads.
	 */
	@Test
	void givesExactlyTheRowsThatTheWordsSay() {
		Random random = new Random(1);
		Set<Wide> all = new HashSet<>();
		while (all.size() < 250) {
			all.add(new Wide("o" + text(random), text(random), random.nextInt(-3, 3), text(random)));
		}
		this.template.saveAll(all);
		List<Wide> rows = List.copyOf(all);
		for (int i = 0; i < 400; i++) {
			Wide some = rows.get(random.nextInt(rows.size()));
			SharedAccessBuilder builder = this.access.to(Wide.class).partition(some.owner()).read();
			Predicate<Wide> said = (wide) -> wide.owner().equals(some.owner());
			switch (random.nextInt(5)) {
				case 0 -> {
				}
				case 1 -> {
					builder.rows(some.kind());
					said = said.and((wide) -> wide.kind().equals(some.kind()));
				}
				case 2 -> {
					builder.rows(some.kind(), some.level(), some.name());
					said = said.and(some::equals);
				}
				case 3 -> {
					Range<Integer> range = Range.of(bound(random, random.nextInt(-4, 1)),
							bound(random, random.nextInt(1, 4)));
					builder.rows(some.kind()).range("level", range);
					said = said.and((wide) -> wide.kind().equals(some.kind()) && range.contains(wide.level()));
				}
				default -> {
					String one = text(random);
					String two = text(random);
					Range<String> range = Range.of(Bound.inclusive((one.compareTo(two) < 0) ? one : two),
							bound(random, ((one.compareTo(two) < 0) ? two : one) + "b"));
					builder.rows(some.kind(), some.level()).range("name", range);
					said = said.and((wide) -> wide.kind().equals(some.kind()) && wide.level() == some.level()
							&& range.contains(wide.name()));
				}
			}
			TableGateway holder = holder(builder);
			Set<TableKey> expected = rows.stream().filter(said).map(this.converter::key).collect(Collectors.toSet());
			assertThat(visible(holder, "Wide")).as("case %d", i).containsExactlyInAnyOrderElementsOf(expected);
			TableKey other = this.converter.key(rows.get(random.nextInt(rows.size())));
			if (expected.contains(other)) {
				assertThat(holder.read("Wide", other, null, RowReader.rows())).isNotNull();
			}
			else {
				refuses("AuthorizationFailure", () -> holder.read("Wide", other, null, RowReader.rows()));
			}
		}
	}

	private static <T extends Comparable<T>> Bound<T> bound(Random random, T value) {
		return random.nextBoolean() ? Bound.inclusive(value) : Bound.exclusive(value);
	}

	private static String text(Random random) {
		return Stream.generate(() -> TEXTS[random.nextInt(TEXTS.length)])
			.limit(random.nextInt(3))
			.collect(Collectors.joining());
	}

	@Test
	void refusesRowsAmongWhichOthersMayLie() {
		refuses(this.access.to(Plain.class).partition("anna").read(),
				"rows that the library keeps, whose row keys begin with '~'", "wholePartition()");
		refuses(this.access.to(Cat.class).partition("home").read(), "Dog", "wholePartition()");
		assertThat(this.access.to(Animal.class).partition("home").rows("tom").read().validFor(HOUR).sign()).isNotNull();
		TableGateway holder = holder(this.access.to(Order.class).partition("anna").wholePartition().read());
		assertThat(visible(holder, "Shop")).hasSize(36).allMatch((key) -> key.partitionKey().equals("anna"));
	}

	@Test
	void seesNoRowsThatTheLibraryKeeps() {
		this.store.write("Shop", new Insert(TableRow.of(TableKey.of("anna", "~t|1"), Map.of("M", "secret"))));
		assertThat(visible(holder(this.access.to(Order.class).partition("anna").read()), "Shop"))
			.noneMatch((key) -> key.rowKey().startsWith("~"));
	}

	@Test
	void refusesAHashedPropertyThatStandsNowhereElse() {
		refuses(this.access.to(Reading.class).partition("d1").read(), "[device]", "hash", "rows(...)");
		SharedAccess shared = this.access.to(Reading.class).rows("d1").read().validFor(HOUR).sign();
		for (String device : List.of("d1", "d2", "d3", "d4", "d5")) {
			this.template.save(new Reading(device, 1));
		}
		assertThat(visible(this.store.as(shared), "Readings")).singleElement()
			.satisfies((key) -> assertThat(key.rowKey()).isEqualTo("r_d1_0000000001"));
	}

	@Test
	void signsEachBucket() {
		SharedAccessBuilder builder = this.access.to(Tenant.class).partition("t1").read().validFor(HOUR);
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class).isThrownBy(builder::sign)
			.withMessageContaining("4 buckets")
			.withMessageContaining("signAll()");
		for (int user = 1; user <= 20; user++) {
			this.template.save(new Tenant("t1", user));
			this.template.save(new Tenant("t2", user));
		}
		List<TableKey> seen = new ArrayList<>();
		builder.signAll().forEach((shared) -> seen.addAll(visible(this.store.as(shared), "Tenants")));
		assertThat(seen).hasSize(20).allMatch((key) -> key.partitionKey().startsWith("t1_"));
	}

	@Test
	void refusesWordsThatAreNotOfTheKeys() {
		refuses(this.access.to(Order.class).read(), "without customer", "\"{customer}\"", "wholeTable()");
		refuses(this.access.to(Order.class).partition("anna", "bob").read(), "2 values", "\"{customer}\"");
		refuses(this.access.to(Order.class).partition("anna").rows("seven").read(), "java.lang.String", "id");
		refuses(this.access.to(Order.class).partition((Object) null).read(), "null for customer");
		refuses(this.access.to(Order.class).partition("anna").range("status", Range.closed("a", "b")).read(),
				"is not id");
		refuses(this.access.to(Order.class).partition("anna").rows(1).range("id", Range.closed(1, 2)).read(),
				"does not follow");
		refuses(this.access.to(Order.class).partition("anna").range("id", Range.open(1, 1)).read(), "no row");
		refuses(this.access.to(Order.class).partition("anna").rows(1).wholePartition().read(), "leave one out");
		refuses(this.access.to(Parted.class).partition("anna").read(), "@Part", "wholePartition()");
		refuses(this.access.to(Order.class).partition("anna").wholeTable().read(), "leave one out");
		refuses(this.access.to(Wide.class).partition("o").range("kind", Range.closed("a", "b")).read(), "not sorted");
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> this.access.to(Order.class).index("day"))
			.withMessageContaining("[status]");
		assertThatExceptionOfType(InvalidKeyException.class)
			.isThrownBy(() -> this.access.to(Order.class).partition("anna").rows(-1).read().validFor(HOUR).sign());
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> this.access.to(Visit.class))
			.withMessageContaining("@RollingTable");
	}

	@Test
	void refusesTermsThatGiveNothing() {
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> this.access.to(Order.class).partition("anna").read().sign())
			.withMessageContaining("validFor");
		SharedAccessBuilder over = this.access.to(Order.class).partition("anna").read();
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> over.validUntil(this.clock.instant()).sign())
			.withMessageContaining("over");
		refuses(this.access.to(Order.class).partition("anna"), "without a permission");
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> this.access.to(Order.class).onlyFrom("localhost"))
			.withMessageContaining("IPv4");
	}

	@Test
	void letsNoHolderWriteEntitiesWithoutTheirIndexRows() {
		refuses(this.access.to(Order.class).partition("anna").write(), "index \"status\"", "wholePartition()");
		refuses(this.access.to(Order.class).index("status").partition("anna").delete(), "read()");
		assertThat(this.access.to(Order.class).partition("anna").wholePartition().write().validFor(HOUR).sign())
			.isNotNull();
	}

	@Test
	void letsNoHolderWriteByAPolicyWhatItMustNotWrite() {
		this.access.savePolicy(Order.class,
				new AccessPolicy("mobile", Set.of(AccessPermission.ADD, AccessPermission.UPDATE), null, null));
		String[] wayOut = { "say read() here, and leave permissions out of the policy" };
		refuses(this.access.to(Order.class).partition("anna").policy("mobile"), wayOut);
		refuses(this.access.to(Order.class).partition("anna").policy("mobile"), "index \"status\"", "wholePartition()");
		refuses(this.access.to(Order.class).index("status").partition("anna").policy("mobile"), wayOut);
		refuses(this.access.to(Parcel.class).partition("anna").policy("mobile"), wayOut);
		assertThat(
				this.access.to(Order.class).partition("anna").wholePartition().policy("mobile").validFor(HOUR).sign())
			.isNotNull();
		assertThat(this.access.to(Line.class).partition("anna").policy("mobile").validFor(HOUR).sign()).isNotNull();
	}

	@Test
	void readsRowsOfAnIndexByAPolicyWithoutPermissions() {
		this.access.savePolicy(Order.class, new AccessPolicy("web", Set.of(), null, null));
		TableGateway holder = holder(
				this.access.to(Order.class).index("status").partition("anna").rows("open").read().policy("web"));
		assertThat(visible(holder, "Shop")).hasSize(6);
	}

	@Test
	void letsNoHolderWriteEntitiesThatMayBeMoving() {
		SharedAccessBuilder builder = this.access.to(Parcel.class).partition("anna");
		refuses(builder.delete(), "@Movable", "let the application write");
		refuses(builder.wholePartition(), "@Movable");
		assertThat(this.access.to(Parcel.class).partition("anna").read().validFor(HOUR).sign()).isNotNull();
	}

	@Test
	void permitsWhatItSays() {
		TableRow inside = row("anna", "line_000001_9");
		permits(this.access.to(Line.class).partition("anna").read());
		permits(this.access.to(Line.class).partition("anna").add(), new Insert(inside));
		permits(this.access.to(Line.class).partition("anna").write(), new Insert(inside),
				new Merge(inside, RowWrite.ANY), new Replace(inside, RowWrite.ANY), new InsertOrMerge(inside),
				new InsertOrReplace(inside));
		permits(this.access.to(Line.class).partition("anna").delete(), new Delete(inside.key(), RowWrite.ANY));
	}

	private void permits(SharedAccessBuilder builder, RowWrite... writes) {
		TableGateway holder = holder(builder);
		TableRow inside = row("anna", "line_000001_9");
		List<RowWrite> all = List.of(new Insert(inside), new Merge(inside, RowWrite.ANY),
				new Replace(inside, RowWrite.ANY), new InsertOrMerge(inside), new InsertOrReplace(inside),
				new Delete(inside.key(), RowWrite.ANY));
		for (RowWrite write : all) {
			prepare(write);
			boolean permitted = Stream.of(writes).anyMatch((other) -> other.getClass() == write.getClass());
			for (Consumer<RowWrite> way : ways(holder)) {
				if (permitted) {
					way.accept(write);
					prepare(write);
				}
				else {
					refuses("AuthorizationFailure", () -> way.accept(write));
				}
			}
		}
	}

	private static List<Consumer<RowWrite>> ways(TableGateway holder) {
		return List.of((write) -> holder.write("Shop", write),
				(write) -> holder.submit(new AtomicBatch("Shop", List.of(write))));
	}

	private void prepare(RowWrite write) {
		this.store.write("Shop", new InsertOrReplace(row("anna", write.key().rowKey())));
		if (write instanceof Insert) {
			this.store.write("Shop", new Delete(write.key(), RowWrite.ANY));
		}
	}

	@Test
	void writesNothingOutsideOfItsRows() {
		TableGateway holder = holder(this.access.to(Line.class).partition("anna").write().delete());
		for (TableKey key : List.of(TableKey.of("anna", "order_000001"), TableKey.of("bob", "line_000001_1"),
				TableKey.of("anna", "~t|1"))) {
			TableRow row = TableRow.of(key, Map.of());
			refuses("AuthorizationFailure", () -> holder.write("Shop", new InsertOrReplace(row)));
			refuses("AuthorizationFailure", () -> holder.write("Shop", new Delete(key, RowWrite.ANY)));
		}
		AtomicBatch batch = new AtomicBatch("Shop", List.of(new InsertOrReplace(row("anna", "line_000001_1")),
				new InsertOrReplace(row("anna", "order_1"))));
		refuses("AuthorizationFailure", () -> holder.submit(batch));
	}

	@Test
	void touchesNoTables() {
		TableGateway holder = holder(this.access.to(Order.class).wholeTable().read().write().delete(), true);
		assertThat(visible(holder, "Shop")).hasSize(4 * 36);
		refuses("AuthorizationFailure", () -> holder.createTable("Other"));
		refuses("AuthorizationFailure", () -> holder.deleteTable("Shop"));
		refuses("AuthorizationFailure", holder::tables);
		refuses("AuthorizationFailure", () -> visible(holder, "Readings"));
	}

	@Test
	void isValidForItsTimeOnly() {
		Instant start = this.clock.instant();
		SharedAccess shared = this.access.to(Order.class)
			.partition("anna")
			.read()
			.validFrom(start.plusSeconds(60))
			.validFor(HOUR)
			.sign();
		TableGateway holder = this.store.as(shared);
		refuses("AuthenticationFailed", () -> visible(holder, "Shop"));
		this.clock.now = start.plusSeconds(60);
		assertThat(visible(holder, "Shop")).hasSize(12);
		this.clock.now = start.plus(HOUR);
		refuses("AuthenticationFailed", () -> visible(holder, "Shop"));
	}

	@Test
	void refusesTokensThatWereChanged() {
		SharedAccess shared = this.access.to(Order.class).partition("anna").read().validFor(HOUR).sign();
		for (String[] change : new String[][] { { "pk=anna", "pk=bob" }, { "sp=r", "sp=raud" }, { "se=2", "se=3" },
				{ "srk=order_", "srk=" }, { "sig=.", "sig=%2B" } }) {
			String token = shared.token().replaceAll(change[0], change[1]);
			assertThat(token).isNotEqualTo(shared.token());
			TableGateway forged = this.store
				.as(new SharedAccess(shared.endpoint(), shared.table(), token, shared.until()));
			refuses("AuthenticationFailed", () -> visible(forged, "Shop"));
		}
		TableGateway other = new EmbeddedTableGateway(this.clock).as(shared);
		refuses("AuthenticationFailed", () -> visible(other, "Shop"));
		assertThatIllegalArgumentException().isThrownBy(() -> AccessGrant.parse("sv=1&secret"))
			.withMessageNotContaining("secret");
	}

	@Test
	void isRevokedWithItsPolicy() {
		this.access.savePolicy(Order.class, new AccessPolicy("web", Set.of(), null, null));
		Instant end = this.clock.instant().plus(HOUR);
		TableAccess access = this.access;
		// tag::policy[]
		access.savePolicy(Order.class, new AccessPolicy("mobile", Set.of(), null, end));
		SharedAccess shared = access.to(Order.class).partition("anna").read().policy("mobile").sign();
		// end::policy[]
		assertThat(this.access.policies(Order.class)).extracting(AccessPolicy::name).containsExactly("web", "mobile");
		assertThat(shared.until()).isNull();
		TableGateway holder = this.store.as(shared);
		assertThat(visible(holder, "Shop")).hasSize(12);
		refuses("AuthorizationFailure",
				() -> holder.write("Shop", new Delete(TableKey.of("anna", "order_000001"), RowWrite.ANY)));
		this.access.savePolicy(Order.class, new AccessPolicy("mobile", Set.of(), null, this.clock.instant()));
		refuses("AuthenticationFailed", () -> visible(holder, "Shop"));
		// tag::revoke[]
		access.deletePolicy(Order.class, "mobile");
		// end::revoke[]
		assertThat(this.access.policies(Order.class)).extracting(AccessPolicy::name).containsExactly("web");
		refuses("AuthenticationFailed", () -> visible(holder, "Shop"));
	}

	@Test
	void hasAsManyPoliciesAndRulesAsTheServiceTakes() {
		for (int i = 1; i <= 5; i++) {
			this.access.savePolicy(Order.class, new AccessPolicy("p" + i, Set.of(), null, null));
		}
		this.access.savePolicy(Order.class, new AccessPolicy("p5", Set.of(AccessPermission.READ), null, null));
		assertThatIllegalArgumentException()
			.isThrownBy(() -> this.access.savePolicy(Order.class, new AccessPolicy("p6", Set.of(), null, null)))
			.withMessageContaining("takes 5");
		assertThatIllegalArgumentException().isThrownBy(() -> new AccessPolicy("p".repeat(65), Set.of(), null, null))
			.withMessageContaining("64");
		TableAccess access = this.access;
		// tag::cors[]
		CorsRule rule = CorsRule.reading("https://www.contoso.com");
		access.setCorsRules(List.of(rule));
		// end::cors[]
		assertThat(this.access.corsRules()).containsExactly(rule);
		assertThatIllegalArgumentException()
			.isThrownBy(() -> this.access.setCorsRules(List.of(rule, rule, rule, rule, rule, rule)));
	}

	@Test
	void namesTablesAsTheTemplateDoes() {
		TableAccess prefixed = new TableAccess(this.store, this.converter,
				this.options.withTableNames(TableNameResolver.prefixed("Test")));
		assertThat(prefixed.to(Order.class).partition("anna").read().validFor(HOUR).sign().table())
			.isEqualTo("TestShop");
	}

	@Test
	void showsNoToken() {
		SharedAccess shared = this.access.to(Order.class).partition("anna").read().validFor(HOUR).sign();
		String signature = shared.token().substring(shared.token().indexOf("sig=") + 4);
		assertThat(shared.toString()).contains("Shop").doesNotContain(signature, "anna");
		assertThat(shared.uri().toString()).endsWith("/Shop()?" + shared.token());
		assertThat(AccessGrant.parse(shared.token()).toString()).doesNotContain("anna", signature);
	}

	@Test
	void warnsOfLongSignatures() {
		ListAppender<ILoggingEvent> log = new ListAppender<>();
		Logger logger = (Logger) LoggerFactory.getLogger(SharedAccessBuilder.class);
		log.start();
		logger.addAppender(log);
		try {
			SharedAccess shared = this.access.to(Order.class)
				.partition("anna")
				.read()
				.validFor(Duration.ofDays(8))
				.sign();
			assertThat(log.list).singleElement()
				.satisfies((event) -> assertThat(event.getFormattedMessage()).contains("Order", "8 days", "policy")
					.doesNotContain(shared.token(), "anna"));
			this.access.to(Order.class).partition("anna").read().validFor(Duration.ofDays(7)).sign();
			this.access.to(Order.class).partition("anna").read().policy("p").validFor(Duration.ofDays(8)).sign();
			assertThat(log.list).hasSize(1);
		}
		finally {
			logger.detachAppender(log);
		}
	}

	private TableGateway holder(SharedAccessBuilder builder) {
		return this.store.as(builder.validFor(HOUR).sign());
	}

	private TableGateway holder(SharedAccessBuilder builder, boolean table) {
		SharedAccess shared = builder.validFor(HOUR).sign();
		assertThat(shared.token().contains("spk=")).isNotEqualTo(table);
		return this.store.as(shared);
	}

	private static TableRow row(String partitionKey, String rowKey) {
		return TableRow.of(TableKey.of(partitionKey, rowKey), Map.of("customer", partitionKey));
	}

	private static List<TableKey> visible(TableGateway holder, String table) {
		return holder.read(RowRequest.of(table, null), RowReader.rows()).rows().stream().map(TableRow::key).toList();
	}

	private static void refuses(String code, Runnable request) {
		assertThatExceptionOfType(PermissionDeniedDataAccessException.class).isThrownBy(request::run)
			.satisfies((ex) -> assertThat(((ServiceErrorException) ex.getCause()).code()).isEqualTo(code));
	}

	private static void refuses(SharedAccessBuilder builder, String... words) {
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> builder.validFor(HOUR).sign())
			.satisfies((ex) -> assertThat(ex.getMessage()).contains(words));
	}

	/**
	 * A clock that is set.
	 */
	private static final class Clock implements InstantSource {

		private Instant now = Instant.parse("2026-03-01T12:00:00Z");

		@Override
		public Instant instant() {
			return this.now;
		}

	}

	@Table
	@PartitionKey("{customer}")
	@RowKey("parted_{id}")
	record Parted(String customer, String id, @Part("text") String text) {

	}

	// tag::order[]
	@Table("Shop")
	@PartitionKey("{customer}")
	@RowKey("order_{id:6}")
	@SecondaryIndex(name = "status", rowKey = "status_{status}_{id:6}")
	record Order(String customer, int id, String status) {

	}
	// end::order[]

	@Table("Shop")
	@PartitionKey("{customer}")
	@RowKey("line_{id:6}_{number:1}")
	record Line(String customer, int id, int number) {

	}

	@Movable
	@Table("Parcels")
	@PartitionKey("{customer}")
	@RowKey("parcel_{id:6}")
	record Parcel(String customer, int id, @Version @Nullable String etag) {

	}

	record LineId(String customer, int id, int number) {

	}

	@Table("Plain")
	@PartitionKey("{owner}")
	@RowKey("{name}")
	record Plain(String owner, String name) {

	}

	@Table("Readings")
	@PartitionKey("{device:bucket(2)}")
	@RowKey("r_{device}_{number:10}")
	record Reading(String device, int number) {

	}

	@Table("Tenants")
	@PartitionKey("{tenant}_{user:bucket(4)}")
	@RowKey("user_{user:6}")
	record Tenant(String tenant, int user) {

	}

	@EntityType
	@Table("Animals")
	@PartitionKey("{house}")
	@RowKey("animal_{name}")
	abstract static class Animal {

		private final String house;

		private final String name;

		Animal(String house, String name) {
			this.house = house;
			this.name = name;
		}

		String house() {
			return this.house;
		}

		String name() {
			return this.name;
		}

	}

	@EntityType("cat")
	static final class Cat extends Animal {

		Cat(String house, String name) {
			super(house, name);
		}

	}

	@EntityType("dog")
	static final class Dog extends Animal {

		Dog(String house, String name) {
			super(house, name);
		}

	}

	@Table("Visits")
	@RollingTable(period = TablePeriod.DAILY, property = "at", retention = "P60D")
	@PartitionKey("{page}")
	@RowKey("{at}")
	record Visit(String page, Instant at) {

	}

	@Table("Wide")
	@PartitionKey("{owner}")
	@RowKey("w_{kind}_{level}_{name}")
	record Wide(String owner, String kind, int level, String name) {

	}

}
