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

package io.azuretables.convert;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

import io.azuretables.internal.model.EntityModel;
import io.azuretables.internal.model.LeafProperty;
import io.azuretables.key.InvalidKeyException;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.Column;
import io.azuretables.mapping.EntityType;
import io.azuretables.mapping.Flattened;
import io.azuretables.mapping.Json;
import io.azuretables.mapping.OtherProperties;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.ServerTimestamp;
import io.azuretables.mapping.Table;
import io.azuretables.row.RowReader.Assembler;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.springframework.cglib.proxy.Enhancer;
import org.springframework.cglib.proxy.NoOp;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.data.annotation.CreatedBy;
import org.springframework.data.annotation.CreatedDate;
import org.springframework.data.annotation.Id;
import org.springframework.data.annotation.LastModifiedBy;
import org.springframework.data.annotation.LastModifiedDate;
import org.springframework.data.annotation.PersistenceCreator;
import org.springframework.data.annotation.ReadOnlyProperty;
import org.springframework.data.annotation.Transient;
import org.springframework.data.annotation.Version;
import org.springframework.data.auditing.AuditingHandler;
import org.springframework.data.mapping.context.PersistentEntities;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for the shapes that a class may have.
 */
class EntityShapesTests {

	private final StoredRows rows = new StoredRows();

	@Test
	void readsClassWithFields() {
		Fields entity = new Fields();
		entity.department = "Sales";
		entity.number = 7;
		entity.name = "Hall";
		TableRow row = this.rows.write(entity);
		assertThat(row.key()).isEqualTo(TableKey.of("Sales", "0000000007"));
		assertThat(row.properties()).isEqualTo(Map.of("name", "Hall", "level", 1));
		assertThat(this.rows.readBack(entity)).usingRecursiveComparison().isEqualTo(entity);
	}

	@Test
	void leavesDefaultOfFieldWhereRowHasNoProperty() {
		Fields read = this.rows.read(Fields.class, TableRow.of(TableKey.of("Sales", "0000000007"), Map.of()));
		assertThat(read.level).isEqualTo(1);
		assertThat(read.name).isNull();
	}

	@Test
	void readsClassWithConstructor() {
		Constructed read = this.rows.readBack(new Constructed("Sales", 7, "Hall"));
		assertThat(List.of(read.department, read.number, read.name)).isEqualTo(List.of("Sales", 7, "Hall"));
		assertThat(read.kind).isEqualTo("constructed");
	}

	@Test
	void givesConstructorZeroForAbsentPrimitives() {
		Primitives read = this.rows.read(Primitives.class, TableRow.of(TableKey.of("Sales", "7"), Map.of()));
		assertThat(read).isEqualTo(new Primitives("Sales", "7", 0, 0L, 0, false, '\0', (short) 0, (byte) 0, 0));
	}

	@Test
	void readsPrimitives() {
		Primitives entity = new Primitives("Sales", "7", 1, Long.MIN_VALUE, -0.0, true, 'x', (short) -3, (byte) 4,
				1.5f);
		assertThat(this.rows.readBack(entity)).isEqualTo(entity);
		assertThat(this.rows.readBackUntyped(entity)).isEqualTo(entity);
	}

	@Test
	void readsThroughWithers() {
		Withers read = this.rows.readBack(new Withers("Sales", "7").withName("Hall").withEtag("W/0"));
		assertThat(read.name).isEqualTo("Hall");
		assertThat(read.etag).isEqualTo("W/\"1\"");
	}

	@Test
	void keepsWhatNoConstructorSetsUnderAnotherVersion() {
		Mixed mixed = new Mixed("Sales", "7", null);
		mixed.name = "Hall";
		Mixed versioned = this.rows.converter().withVersion(mixed, "W/1");
		assertThat(versioned.etag).isEqualTo("W/1");
		assertThat(versioned.name).isEqualTo("Hall");
		assertThat(versioned.kind).isEqualTo("mixed");
		assertThat(mixed.etag).isNull();
	}

	@Test
	void readsThroughPersistenceCreator() {
		Created read = this.rows.readBack(new Created("Sales", "7", "Hall", true));
		assertThat(read.name).isEqualTo("Hall");
		assertThat(read.fresh).isFalse();
	}

	@Test
	void readsThroughFactoryMethod() {
		Manufactured read = this.rows.readBack(Manufactured.of("Sales", "7"));
		assertThat(read.id).isEqualTo("7");
		assertThat(Manufactured.made).isPositive();
	}

	@Test
	void readsGenericProperties() {
		Ticket ticket = new Ticket();
		ticket.queue = "support";
		ticket.id = 42L;
		ticket.labels = List.of(new Label("urgent"), new Label("paid"));
		TableRow row = this.rows.write(ticket);
		assertThat(row.key()).isEqualTo(TableKey.of("support", "0000000000000000042"));
		Ticket read = this.rows.readBack(ticket);
		assertThat(read.id).isEqualTo(42L);
		assertThat(read.labels).isEqualTo(ticket.labels);
	}

	@Test
	void flattensNestedObjects() {
		Customer customer = new Customer("EU", "1", new Address("Hauptstr. 1", "Köln", new Country("DE", null)),
				Optional.empty());
		TableRow row = this.rows.write(customer);
		assertThat(row.properties())
			.isEqualTo(Map.of("address_street", "Hauptstr. 1", "address_city", "Köln", "address_country_iso", "DE"));
		assertThat(this.rows.readBack(customer)).isEqualTo(customer);
	}

	@Test
	void flattensOptionalObject() {
		Customer customer = new Customer("EU", "1", null, Optional.of(new Country("FR", "France")));
		TableRow row = this.rows.write(customer);
		assertThat(row.properties()).isEqualTo(Map.of("origin_iso", "FR", "origin_name", "France"));
		assertThat(this.rows.readBack(customer)).isEqualTo(customer);
	}

	@Test
	void readsNestedObjectWithoutPropertiesAsNull() {
		Customer read = this.rows.readBack(new Customer("EU", "1", new Address(null, null, null), Optional.empty()));
		assertThat(read.address()).isNull();
	}

	@Test
	void renamesFlattenedProperties() {
		Renamed renamed = new Renamed("EU", "1", "Hall", new Address("s", "c", null));
		assertThat(this.rows.write(renamed).properties())
			.isEqualTo(Map.of("Nachname", "Hall", "home_street", "s", "home_city", "c"));
		assertThat(this.rows.readBack(renamed)).isEqualTo(renamed);
	}

	@Test
	void storesKeyPropertyBesidesWithColumn() {
		StoredKey entity = new StoredKey("EU", 7);
		assertThat(this.rows.write(entity).properties()).isEqualTo(Map.of("number", 7));
		assertThat(this.rows.readBack(entity)).isEqualTo(entity);
	}

	@Test
	void readsIdentifierThatIsRecord() {
		Worker worker = new Worker(new WorkerKey("Sales", 7), "Hall");
		assertThat(this.rows.write(worker).key()).isEqualTo(TableKey.of("Sales", "0000000007"));
		assertThat(this.rows.write(worker).properties()).isEqualTo(Map.of("name", "Hall"));
		assertThat(this.rows.readBack(worker)).isEqualTo(worker);
	}

	@Test
	void readsIdentifierThatTemplatesNameByPath() {
		PathWorker worker = new PathWorker(new WorkerKey("Sales", 7), "Hall");
		assertThat(this.rows.write(worker).key()).isEqualTo(TableKey.of("Sales", "0000000007"));
		assertThat(this.rows.readBack(worker)).isEqualTo(worker);
	}

	@Test
	void namesPropertyOfAbsentIdentifier() {
		assertThatExceptionOfType(InvalidKeyException.class).isThrownBy(() -> this.rows.write(new Worker(null, "Hall")))
			.withMessageContaining("Worker @PartitionKey: property 'department' with value null");
	}

	@Test
	void unwrapsOptionalInKey() {
		OptionalKey entity = new OptionalKey("Sales", Optional.of(7));
		assertThat(this.rows.write(entity).key()).isEqualTo(TableKey.of("Sales", "0000000007"));
		assertThat(this.rows.readBack(entity)).isEqualTo(entity);
		assertThatExceptionOfType(InvalidKeyException.class)
			.isThrownBy(() -> this.rows.write(new OptionalKey("Sales", Optional.empty())));
	}

	@Test
	void prefersStoredValueToShorterOneOfKey() {
		Precise entity = new Precise(LocalDateTime.parse("2014-08-22T00:00:00.1234567"), new BigDecimal("1.5"));
		assertThat(this.rows.readBack(entity)).isEqualTo(entity);
	}

	@Test
	void comparesTimesThatOnlyKeysCanHold() {
		Instant old = Instant.parse("1500-01-01T00:00:00.123456789Z");
		LeafProperty at = EntityModel
			.of(new TableMappingContext(new TableCustomConversions()).getRequiredPersistentEntity(Chronicle.class))
			.leaves()
			.get("at");
		assertThat(at.conversion().comparable(old)).isEqualTo(Instant.parse("1500-01-01T00:00:00.1234567Z"));
		assertThat(this.rows.readBack(new Chronicle("EU", old)).at()).isEqualTo("1500-01-01T00:00:00.1234567Z");
	}

	@Test
	void cutsLocalTimesInKeysAndColumnsAlike() {
		LocalDateTime fine = LocalDateTime.parse("2014-08-22T00:00:00.123456789");
		LocalDateTime cut = LocalDateTime.parse("2014-08-22T00:00:00.1234567");
		assertThat(this.rows.readBack(new Precise(fine, BigDecimal.ONE)).time()).isEqualTo(cut);
		assertThat(this.rows.readBack(new Meeting("Sales", fine)).time()).isEqualTo(cut);
	}

	@Test
	void storesIdentifierAsJsonWhereItSaysSo() {
		JsonId entity = new JsonId("EU", "1", new Country("DE", null));
		assertThat(this.rows.write(entity).properties()).containsOnlyKeys("id");
		assertThat(this.rows.readBack(entity)).isEqualTo(entity);
	}

	@Test
	void storesCollectionsAndMapsAsJson() {
		Documents entity = new Documents("EU", "1", List.of(new Label("a")), Map.of("x", List.of(1, 2)), Set.of(3L),
				new String[] { "p", "q" }, Optional.of(new Country("DE", "Germany")));
		TableRow row = this.rows.write(entity);
		assertThat(row.get("labels")).isEqualTo("[{\"text\":\"a\"}]");
		assertThat(row.get("numbers")).isEqualTo("{\"x\":[1,2]}");
		assertThat(row.get("country")).isEqualTo("{\"iso\":\"DE\",\"name\":\"Germany\"}");
		assertThat(this.rows.readBack(entity)).usingRecursiveComparison().isEqualTo(entity);
	}

	@Test
	void leavesTransientPropertyOut() {
		WithTransient read = this.rows.readBack(new WithTransient("EU", "1", "secret"));
		assertThat(read).isEqualTo(new WithTransient("EU", "1", null));
	}

	@Test
	void readsAndNeverWritesReadOnlyProperty() {
		ReadOnly entity = new ReadOnly("EU", "1", "computed elsewhere");
		assertThat(this.rows.write(entity).properties()).isEmpty();
		assertThat(this.rows.read(ReadOnly.class, TableRow.of(TableKey.of("EU", "1"), Map.of("total", "9"))).total())
			.isEqualTo("9");
	}

	@Test
	void readsVersionAndTimestamp() {
		Stamped read = this.rows.readBack(new Stamped("EU", "1", null, null, null));
		assertThat(read.etag()).isEqualTo("W/\"1\"");
		assertThat(read.written()).isEqualTo(StoredRows.WRITTEN);
		assertThat(read.writtenOffset()).isEqualTo(StoredRows.WRITTEN.atOffset(ZoneOffset.UTC));
		assertThat(this.rows.write(read).properties()).isEmpty();
	}

	@Test
	void carriesAuditingProperties() {
		Audited audited = new Audited();
		AuditingHandler handler = new AuditingHandler(PersistentEntities.of(this.rows.converter().mappingContext()));
		handler.setAuditorAware(() -> Optional.of("jon"));
		this.rows.converter().entity(Audited.class);
		handler.markCreated(audited);
		Audited read = this.rows.readBack(audited);
		assertThat(read.createdBy).isEqualTo("jon");
		assertThat(read.modifiedBy).isEqualTo("jon");
		assertThat(read.created).isNotNull();
		assertThat(read.modified).isNotNull();
	}

	@Test
	void keepsOtherPropertiesInBag() {
		Bag bag = new Bag("EU", "1", "Hall", new LinkedHashMap<>(Map.of("colour", "red", "weight", 1.0)));
		assertThat(this.rows.write(bag).properties()).isEqualTo(Map.of("name", "Hall", "colour", "red", "weight", 1.0));
		assertThat(this.rows.readBack(bag)).isEqualTo(bag);
	}

	@Test
	void keepsOwnPropertiesOfModuleOutOfBag() {
		Map<String, Object> columns = new LinkedHashMap<>(Map.of("colour", "red"));
		List.of("_w", "_m", "_to", "_rk", "_pk", "_n", "_g", "_ops", "_t", "_ix_city")
			.forEach((name) -> columns.put(name, "1"));
		TableRow row = TableRow.of(TableKey.of("EU", "1"), columns);
		assertThat(this.rows.read(Bag.class, row).others()).isEqualTo(Map.of("colour", "red"));
	}

	@Test
	void keepsColumnsOfOtherProgramsThatBeginWithAnUnderscore() {
		Map<String, Object> columns = Map.of("_custom", 1, "__", "two", "_weight", 3L, "_ix", true);
		Bag read = this.rows.read(Bag.class, TableRow.of(TableKey.of("EU", "1"), columns));
		assertThat(read.others()).isEqualTo(columns);
		assertThat(this.rows.write(read).properties()).isEqualTo(columns);
	}

	@Test
	void givesBagThatCanBeFilled() {
		Bag read = this.rows.readBack(new Bag("EU", "1", "Hall", null));
		read.others().put("colour", "red");
		assertThat(this.rows.write(read).properties()).isEqualTo(Map.of("name", "Hall", "colour", "red"));
	}

	@Test
	void readsSubtypesThroughTheirBase() {
		TableConverter converter = hierarchy();
		TableRow car = converter.write(new Car("EU", "1", 4));
		TableRow boat = converter.write(new Boat("EU", "2", 7.5));
		assertThat(car.properties()).isEqualTo(Map.of("doors", 4, "EntityType", "Car"));
		assertThat(boat.properties()).isEqualTo(Map.of("draught", 7.5, "EntityType", "ship"));
		assertThat(read(converter, Vehicle.class, car)).isInstanceOf(Car.class);
		assertThat(read(converter, Vehicle.class, boat)).isInstanceOf(Boat.class);
		assertThat(((Boat) read(converter, Vehicle.class, boat)).draught).isEqualTo(7.5);
		assertThat(converter.entity(Car.class).tableName()).isEqualTo("Vehicles");
	}

	@Test
	void leavesRowsOfOtherTypesOut() {
		TableConverter converter = hierarchy();
		TableRow boat = converter.write(new Boat("EU", "2", 7.5));
		assertThat(read(converter, Car.class, boat)).isNull();
		assertThat(read(converter, Vehicle.class, boat.with("EntityType", "plane"))).isNull();
		assertThat(read(converter, Vehicle.class, boat.with("EntityType", null))).isNull();
	}

	@Test
	void readsSubtypesThatBecomeKnownLater() {
		TableConverter converter = new TableConverter(new TableMappingContext(new TableCustomConversions()));
		EntityModel.of(converter.entity(Vehicle.class));
		TableRow car = converter.write(new Car("EU", "1", 4));
		TableRow boat = converter.write(new Boat("EU", "2", 7.5));
		assertThat(read(converter, Vehicle.class, car)).isInstanceOf(Car.class);
		assertThat(read(converter, Vehicle.class, boat)).isInstanceOf(Boat.class);
	}

	private static TableConverter hierarchy() {
		TableMappingContext context = new TableMappingContext(new TableCustomConversions());
		context.setInitialEntitySet(Set.of(Vehicle.class, Car.class, Boat.class));
		context.initialize();
		return new TableConverter(context);
	}

	private static <T> @Nullable T read(TableConverter converter, Class<T> type, TableRow row) {
		Assembler<T> assembler = converter.reader(type).begin();
		row.forEach(assembler::property);
		return assembler.end(row.key(), null, null);
	}

	@Test
	void readsSubtypeWithoutEntityTypeAsItself() {
		Manager manager = new Manager();
		manager.department = "Sales";
		manager.number = 7;
		manager.level = 3;
		manager.car = "red";
		assertThat(this.rows.converter().entity(Manager.class).tableName()).isEqualTo("Fields");
		assertThat(this.rows.readBack(manager)).usingRecursiveComparison().isEqualTo(manager);
	}

	@Test
	void writesAndReadsThroughProxyClass() {
		Enhancer enhancer = new Enhancer();
		enhancer.setSuperclass(Fields.class);
		enhancer.setCallback(NoOp.INSTANCE);
		Fields proxy = (Fields) enhancer.create();
		proxy.department = "Sales";
		proxy.number = 7;
		assertThat(proxy.getClass()).isNotEqualTo(Fields.class);
		TableRow row = this.rows.write(proxy);
		assertThat(row.key()).isEqualTo(TableKey.of("Sales", "0000000007"));
		assertThat(this.rows.converter().key(proxy)).isEqualTo(row.key());
		assertThat(this.rows.read(proxy.getClass(), row).getClass()).isEqualTo(Fields.class);
	}

	@Test
	void understandsMetaAnnotations() {
		Meta entity = new Meta("EU", "1", List.of("x"));
		TableRow row = this.rows.write(entity);
		assertThat(row.key()).isEqualTo(TableKey.of("EU", "meta_1"));
		assertThat(row.properties()).isEqualTo(Map.of("Labels", "[\"x\"]", "kind", "meta"));
		assertThat(this.rows.converter().entity(Meta.class).tableName()).isEqualTo("Metas");
		assertThat(this.rows.readBack(entity)).isEqualTo(entity);
	}

	@Test
	void ignoresPropertiesItDoesNotKnow() {
		TableRow row = TableRow.of(TableKey.of("Sales", "0000000007"), Map.of("unknown", 1L, "name", "Hall"));
		assertThat(this.rows.read(Fields.class, row).name).isEqualTo("Hall");
	}

	@Test
	void namesWhatARowLacksAndShowsNoValueWhereTheConstructorFails() {
		TableRow row = TableRow.of(TableKey.of("secret", "0000000007"), Map.of("name", "secret"));
		assertThatExceptionOfType(DataIntegrityViolationException.class)
			.isThrownBy(() -> this.rows.read(Strict.class, row))
			.withMessage("A row cannot be read as " + Strict.class.getName() + ": the constructor failed with "
					+ "java.lang.NullPointerException; the row has no value for email")
			.havingCause()
			.isExactlyInstanceOf(NullPointerException.class);
	}

	@Table("Strict")
	@PartitionKey("{department}")
	@RowKey("{number}")
	record Strict(String department, int number, String name, String email) {

		Strict {
			Objects.requireNonNull(email);
		}

	}

	@Test
	void readsIndexRowUnderKeyOfItsEntity() {
		Assembler<StoredKey> assembler = this.rows.converter().indexReader(StoredKey.class).begin();
		assembler.property("_rk", "0000000007");
		assembler.property("_pk", "EU");
		StoredKey read = assembler.end(TableKey.of("email", "email_x"), "W/2", null);
		assertThat(read).isEqualTo(new StoredKey("EU", 7));
	}

	@Table("Fields")
	@PartitionKey("{department}")
	@RowKey("{number}")
	static class Fields {

		String department;

		int number;

		String name;

		int level = 1;

	}

	static class Manager extends Fields {

		String car;

	}

	@Table
	@PartitionKey("{department}")
	@RowKey("{number}")
	static class Constructed {

		private final String department;

		private final int number;

		private final String name;

		private final String kind;

		Constructed(String department, int number, String name) {
			this.department = department;
			this.number = number;
			this.name = name;
			this.kind = "constructed";
		}

	}

	@Table
	@PartitionKey("{p}")
	@RowKey("{r}")
	record Primitives(String p, String r, int i, long l, double d, boolean z, char c, short s, byte b, float f) {

	}

	@Table
	@PartitionKey("{p}")
	@RowKey("{r}")
	static final class Withers {

		private final String p;

		private final String r;

		private final @Nullable String name;

		@Version
		private final @Nullable String etag;

		@PersistenceCreator
		Withers(String p, String r) {
			this(p, r, null, null);
		}

		private Withers(String p, String r, @Nullable String name, @Nullable String etag) {
			this.p = p;
			this.r = r;
			this.name = name;
			this.etag = etag;
		}

		Withers withName(String name) {
			return new Withers(this.p, this.r, name, this.etag);
		}

		Withers withEtag(String etag) {
			return new Withers(this.p, this.r, this.name, etag);
		}

	}

	@Table
	@PartitionKey("{p}")
	@RowKey("{r}")
	static final class Mixed {

		private final String p;

		private final String r;

		private final String kind;

		@Version
		private final @Nullable String etag;

		private @Nullable String name;

		Mixed(String p, String r, @Nullable String etag) {
			this.p = p;
			this.r = r;
			this.etag = etag;
			this.kind = "mixed";
		}

	}

	@Table
	static final class Created {

		@PartitionKey
		final String p;

		@RowKey
		final String r;

		final String name;

		@Transient
		final boolean fresh;

		Created(String p, String r, String name, boolean fresh) {
			this.p = p;
			this.r = r;
			this.name = name;
			this.fresh = fresh;
		}

		@PersistenceCreator
		Created(String p, String r, String name) {
			this(p, r, name, false);
		}

	}

	@Table
	@PartitionKey("{p}")
	@RowKey("{id}")
	static final class Manufactured {

		static int made;

		final String p;

		@Id
		final String id;

		private Manufactured(String p, String id, int secret) {
			this.p = p;
			this.id = id;
		}

		@PersistenceCreator
		static Manufactured of(String p, String id) {
			made++;
			return new Manufactured(p, id, 0);
		}

	}

	abstract static class Identified<I, L> {

		I id;

		@Json
		List<L> labels;

	}

	@Table
	@PartitionKey("{queue}")
	@RowKey("{id}")
	static class Ticket extends Identified<Long, Label> {

		String queue;

	}

	record Label(String text) {

	}

	record Country(@Nullable String iso, @Nullable String name) {

	}

	record Address(@Nullable String street, @Nullable String city, @Flattened @Nullable Country country) {

	}

	@Table
	@PartitionKey("{region}")
	@RowKey("{id}")
	record Customer(String region, String id, @Flattened @Nullable Address address,
			@Flattened Optional<Country> origin) {

	}

	@Table
	@PartitionKey("{region}")
	@RowKey("{id}")
	record Renamed(String region, String id, @Column("Nachname") String name,
			@Column(name = "home") @Flattened Address address) {

	}

	@Table
	@PartitionKey("{region}")
	@RowKey("{number}")
	record StoredKey(String region, @Column int number) {

	}

	record WorkerKey(String department, int number) {

	}

	@Table
	@PartitionKey("{department}")
	@RowKey("{number}")
	record Worker(@Id @Nullable WorkerKey key, String name) {

	}

	@Table
	@PartitionKey("{key.department}")
	@RowKey("{key.number}")
	record PathWorker(@Id WorkerKey key, String name) {

	}

	@Table
	@PartitionKey("{department}")
	@RowKey("{number}")
	record OptionalKey(String department, Optional<Integer> number) {

	}

	@Table
	@PartitionKey("{region}")
	@RowKey("{at}")
	record Chronicle(String region, Instant at) {

	}

	@Table
	@PartitionKey("{department}")
	@RowKey("{time}")
	record Meeting(String department, LocalDateTime time) {

	}

	@Table
	@PartitionKey("{price:10.2}")
	@RowKey("{time}")
	record Precise(@Column LocalDateTime time, @Column BigDecimal price) {

	}

	@Table
	@PartitionKey("{p}")
	@RowKey("{r}")
	record JsonId(String p, String r, @Id @Json Country id) {

	}

	@Table
	@PartitionKey("{p}")
	@RowKey("{r}")
	record Documents(String p, String r, @Json List<Label> labels, @Json Map<String, List<Integer>> numbers,
			@Json Set<Long> longs, @Json String[] array, @Json Optional<Country> country) {

	}

	@Table
	@PartitionKey("{p}")
	@RowKey("{r}")
	record WithTransient(String p, String r, @Transient @Nullable String secret) {

	}

	@Table
	@PartitionKey("{p}")
	@RowKey("{r}")
	record ReadOnly(String p, String r, @ReadOnlyProperty String total) {

	}

	@Table
	@PartitionKey("{p}")
	@RowKey("{r}")
	record Stamped(String p, String r, @Version @Nullable String etag, @ServerTimestamp @Nullable Instant written,
			@ServerTimestamp @Nullable OffsetDateTime writtenOffset) {

	}

	@Table
	@PartitionKey("{p}")
	@RowKey("{r}")
	static class Audited {

		String p = "EU";

		String r = "1";

		@CreatedDate
		Instant created;

		@LastModifiedDate
		Instant modified;

		@CreatedBy
		String createdBy;

		@LastModifiedBy
		String modifiedBy;

	}

	@Table
	@PartitionKey("{p}")
	@RowKey("{r}")
	record Bag(String p, String r, String name, @OtherProperties @Nullable Map<String, Object> others) {

	}

	@Table("Vehicles")
	@PartitionKey("{region}")
	@RowKey("{id}")
	@EntityType
	abstract static class Vehicle {

		String region;

		String id;

		Vehicle(String region, String id) {
			this.region = region;
			this.id = id;
		}

	}

	@EntityType
	static class Car extends Vehicle {

		int doors;

		Car(String region, String id, int doors) {
			super(region, id);
			this.doors = doors;
		}

	}

	@EntityType("ship")
	static class Boat extends Vehicle {

		double draught;

		Boat(String region, String id, double draught) {
			super(region, id);
			this.draught = draught;
		}

	}

	@Retention(RetentionPolicy.RUNTIME)
	@Target(ElementType.TYPE)
	@Table("Metas")
	@PartitionKey("{p}")
	@RowKey("meta_{r}")
	@EntityType(value = "meta", property = "kind")
	@interface MetaTable {

	}

	@Retention(RetentionPolicy.RUNTIME)
	@Target(ElementType.FIELD)
	@Json
	@Column("Labels")
	@interface Labels {

	}

	@MetaTable
	record Meta(String p, String r, @Labels List<String> labels) {

	}

}
