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

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.logging.Handler;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.SimpleFormatter;
import java.util.stream.Stream;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.AppenderBase;
import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.encryption.EncryptionOptions;
import io.azuretables.encryption.LocalKeyEncryption;
import io.azuretables.encryption.PropertyEncryption;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.Compressed;
import io.azuretables.mapping.Encrypted;
import io.azuretables.mapping.Json;
import io.azuretables.mapping.Part;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.Table;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import io.azuretables.query.Update;
import io.azuretables.repository.AllowScan;
import io.azuretables.repository.TableRepository;
import io.azuretables.repository.support.TableRepositoryFactory;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

import org.springframework.data.annotation.Version;
import org.springframework.data.domain.Example;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * That nothing that is logged by any logger at any level, nor any exception, says an
 * encrypted value, whatever is done and whatever fails, over any store.
 */
abstract class EncryptedValuesInLogsContract {

	/**
	 * What each value has in it. No key, name of a property or encoded text does.
	 */
	private static final String SECRET = "S3CR.T";

	private static final String OTHER = "H1DD.N";

	private static final int NUMBER = 918_273_645;

	private static final TableKey KEY = new TableKey("ward", "c-1");

	private final StringBuffer logged = new StringBuffer();

	private final StringBuffer thrown = new StringBuffer();

	private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);

	private final Level level = this.root.getLevel();

	private final List<Appender<ILoggingEvent>> others = new ArrayList<>();

	private final AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {

		@Override
		protected void append(ILoggingEvent event) {
			String failure = (event.getThrowableProxy() != null)
					? ThrowableProxyUtil.asString(event.getThrowableProxy()) : "";
			EncryptedValuesInLogsContract.this.logged
				.append(event.getLoggerName() + ": " + event.getFormattedMessage() + "\n" + failure);
		}

	};

	private final Handler handler = new Handler() {

		@Override
		public void publish(LogRecord record) {
			EncryptedValuesInLogsContract.this.logged
				.append(record.getLoggerName() + ": " + new SimpleFormatter().format(record));
		}

		@Override
		public void flush() {
			// Nothing waits
		}

		@Override
		public void close() {
			// Nothing is open
		}

	};

	private final java.util.logging.Logger javaRoot = LogManager.getLogManager().getLogger("");

	private final java.util.logging.Level javaLevel = this.javaRoot.getLevel();

	abstract TableGateway open();

	abstract String tableName();

	@BeforeEach
	void listen() {
		this.root.iteratorForAppenders().forEachRemaining(this.others::add);
		this.others.forEach(this.root::detachAppender);
		this.appender.start();
		this.root.addAppender(this.appender);
		this.root.setLevel(Level.TRACE);
		this.javaRoot.addHandler(this.handler);
		this.javaRoot.setLevel(java.util.logging.Level.ALL);
	}

	@AfterEach
	void listenNoMore() {
		this.root.detachAppender(this.appender);
		this.others.forEach(this.root::addAppender);
		this.root.setLevel(this.level);
		this.javaRoot.removeHandler(this.handler);
		this.javaRoot.setLevel(this.javaLevel);
	}

	private void tried(Runnable action) {
		try {
			action.run();
		}
		catch (RuntimeException ex) {
			for (Throwable one = ex; one != null; one = one.getCause()) {
				this.thrown.append(one).append('\n');
				Stream.of(one.getSuppressed()).forEach((other) -> this.thrown.append(other).append('\n'));
			}
		}
	}

	@Test
	void sayNoEncryptedValue() {
		TableGateway gateway = open();
		TableCustomConversions conversions = new TableCustomConversions();
		conversions.setEncryption(
				new PropertyEncryption(gateway, new LocalKeyEncryption(Map.of("first", new byte[32]), "first"),
						EncryptionOptions.DEFAULTS.withKeyTable(tableName() + "k")));
		TableTemplate template = new TableTemplate(gateway, new TableConverter(new TableMappingContext(conversions)),
				TableTemplateOptions.DEFAULTS.withTableNames((type, name) -> tableName()));
		Confidants confidants = new TableRepositoryFactory(template).getRepository(Confidants.class);
		Confidant one = template.save(Confidant.of("1", SECRET));
		writes(template, one);
		reads(template, confidants);
		refusals(template);
		damages(template, gateway);
		assertThat(this.logged.toString()).as("a probe of the test").contains("Confidant");
		assertThat(this.thrown.toString()).as("a probe of the test")
			.contains("DecryptionException")
			.contains("OptimisticLockingFailureException");
		assertThat(leaks(this.logged)).as("logged").isEmpty();
		assertThat(leaks(this.thrown)).as("thrown").isEmpty();
	}

	private static List<String> leaks(StringBuffer text) {
		return text.toString()
			.lines()
			.filter((line) -> line.contains(SECRET) || line.contains(OTHER) || line.contains(String.valueOf(NUMBER)))
			.toList();
	}

	private void writes(TableTemplate template, Confidant one) {
		tried(() -> template.saveAll(List.of(Confidant.of("2", SECRET), Confidant.of("3", OTHER))));
		tried(() -> template.insert(Confidant.of("1", OTHER)));
		tried(() -> template.insertAll(List.of(Confidant.of("4", SECRET), Confidant.of("2", OTHER))));
		tried(() -> template.merge(Confidant.class, KEY, Update.update("name", OTHER).set("mail", OTHER + "@x")));
		tried(() -> template.merge(Confidant.class, new TableKey("ward", "c-9"), Update.update("name", OTHER)));
		tried(() -> template.mergeOrInsert(Confidant.class, KEY, Update.update("name", SECRET)));
		tried(() -> template.updateWithRetry(Confidant.class, KEY, (found) -> found.withName(OTHER)));
		tried(() -> template.updateWithRetry(Confidant.class, KEY, (found) -> Confidant.of("8", OTHER)));
		tried(() -> template.save(one.withName(OTHER)));
		tried(() -> template.update(one.withName(SECRET)));
		tried(() -> template.delete(one.withName(SECRET)));
		tried(() -> template.inPartition(tableName(), "ward")
			.insert(Confidant.of("5", SECRET))
			.insert(Confidant.of("1", OTHER))
			.commit());
		tried(() -> template.inPartition(tableName(), "elsewhere").insert(Confidant.of("5", SECRET)).commit());
		tried(() -> template.save(Confidant.of("6", SECRET + "x".repeat(70_000))));
		tried(() -> template.save(new Confidant("ward", "7", SECRET, SECRET + "x".repeat(2_000), NUMBER,
				List.of(SECRET), SECRET, SECRET, null)));
		tried(() -> template
			.save(new Confidant("ward", "8", null, SECRET, NUMBER, List.of(SECRET), SECRET, SECRET, null)));
		tried(() -> template.sizeOf(Confidant.of("1", SECRET)));
	}

	private void reads(TableTemplate template, Confidants confidants) {
		Criteria mail = Criteria.where("ward").is("ward").and(Criteria.where("mail").is(SECRET + "@x"));
		tried(() -> assertThat(template.find(TableQuery.of(mail), Confidant.class)).isNotEmpty());
		tried(() -> template.find(TableQuery.of(mail).select("name"), Confidant.class));
		tried(() -> template.count(TableQuery.of(mail), Confidant.class));
		tried(() -> template.exists(TableQuery.of(mail), Confidant.class));
		tried(() -> template.stream(TableQuery.of(mail), Confidant.class).toList());
		tried(() -> template.query(Confidant.class).explain(TableQuery.of(mail)).toString());
		tried(() -> template.findAllById(Confidant.class, List.of(KEY, new TableKey("ward", "c-2"))));
		tried(() -> assertThat(confidants.findByWardAndMail("ward", SECRET + "@x")).isNotEmpty());
		tried(() -> confidants.findByWardAndNumber("ward", NUMBER));
		tried(() -> confidants.findOneByWardAndNumber("ward", NUMBER));
		tried(() -> confidants.findByWard("ward").forEach(NameOnly::name));
		tried(() -> confidants.findAll(Example.of(Confidant.of("1", SECRET))));
		tried(() -> template.delete(TableQuery.of(mail), Confidant.class));
	}

	/**
	 * Values that the method or the property does not take.
	 */
	private void refusals(TableTemplate template) {
		Criteria ward = Criteria.where("ward").is("ward");
		for (Criteria criteria : List.of(Criteria.where("name").is(SECRET), Criteria.where("name").greaterThan(SECRET),
				Criteria.where("mail").startingWith(SECRET), Criteria.where("mail").greaterThan(SECRET),
				Criteria.where("number").is(SECRET), Criteria.where("number").in(List.of(SECRET, NUMBER)),
				Criteria.where("number").between(NUMBER, NUMBER + 1), Criteria.where("mail").is(List.of(SECRET)),
				Criteria.where("labels").is(List.of(SECRET)))) {
			tried(() -> template.find(TableQuery.of(ward.and(criteria)), Confidant.class));
		}
		tried(() -> template.merge(Confidant.class, KEY, Update.update("number", SECRET)));
		tried(() -> template.merge(Confidant.class, KEY, Update.update("labels", SECRET)));
		tried(() -> template.merge(Confidant.class, KEY, Update.update("name", List.of(SECRET))));
		tried(() -> template.merge(Confidant.class, KEY, Update.none().increment("number", NUMBER)));
		tried(() -> template.merge(Confidant.class, KEY, Update.update("name", SECRET + "x".repeat(70_000))));
	}

	/**
	 * Rows that another program has changed, and classes that expect other types.
	 */
	private void damages(TableTemplate template, TableGateway gateway) {
		template.save(Confidant.of("20", SECRET));
		TableKey key = new TableKey("ward", "c-20");
		TableRow row = Objects.requireNonNull(gateway.read(tableName(), key, null, RowReader.rows()));
		for (Object value : List.of("plain", new byte[] { 1 }, 1, Objects.requireNonNull(row.get("mail")),
				Objects.requireNonNull(row.get("notes")))) {
			gateway.write(tableName(), new RowWrite.InsertOrReplace(row.with("name", value)));
			tried(() -> template.findById(Confidant.class, key));
			tried(() -> template.merge(Confidant.class, key, Update.update("mail", OTHER)));
			tried(() -> template.save(Confidant.of("20", SECRET)));
		}
		gateway.write(tableName(), new RowWrite.InsertOrReplace(row));
		for (Class<?> type : List.of(AsNumber.class, AsTime.class, AsLevel.class, AsJson.class, AsCompressed.class)) {
			tried(() -> template.findById(type, key));
		}
		assertThat(this.thrown.toString()).contains("AsNumber.name");
		tried(() -> template.deleteById(Confidant.class, key));
		tried(() -> template.deleteAll(List.of(Confidant.of("1", SECRET), Confidant.of("2", OTHER))));
	}

	interface Confidants extends TableRepository<Confidant, TableKey> {

		List<Confidant> findByWardAndMail(String ward, String mail);

		@AllowScan
		List<Confidant> findByWardAndNumber(String ward, int number);

		@AllowScan
		@Nullable Confidant findOneByWardAndNumber(String ward, int number);

		List<NameOnly> findByWard(String ward);

	}

	record NameOnly(@Nullable String name) {

	}

	@Table("Confidants")
	@SecondaryIndex(name = "mail", rowKey = "m-{mail}-{id}", include = { "name", "number" })
	record Confidant(@PartitionKey String ward, @RowKey("c-{id}") String id, @Encrypted @Nullable String name,
			@Encrypted(deterministic = true) String mail, @Encrypted(deterministic = true) int number,
			@Encrypted @Json List<String> labels, @Encrypted @Compressed String notes,
			@Part("more") @Encrypted String remark, @Version @Nullable String version) {

		static Confidant of(String id, String secret) {
			return new Confidant("ward", id, secret, secret + "@x", NUMBER, List.of(secret, "a"), secret.repeat(500),
					secret + " remark", null);
		}

		Confidant withName(String newName) {
			return new Confidant(this.ward, this.id, newName, this.mail, this.number, this.labels, this.notes,
					this.remark, this.version);
		}

	}

	@Table("Confidants")
	record AsNumber(@PartitionKey String ward, @RowKey("c-{id}") String id, @Encrypted int name) {

	}

	@Table("Confidants")
	record AsTime(@PartitionKey String ward, @RowKey("c-{id}") String id, @Encrypted java.time.Instant name) {

	}

	@Table("Confidants")
	record AsLevel(@PartitionKey String ward, @RowKey("c-{id}") String id, @Encrypted Thread.State name) {

	}

	@Table("Confidants")
	record AsJson(@PartitionKey String ward, @RowKey("c-{id}") String id, @Encrypted @Json List<String> name) {

	}

	@Table("Confidants")
	record AsCompressed(@PartitionKey String ward, @RowKey("c-{id}") String id,
			@Encrypted @Compressed @Json Map<String, Integer> name) {

	}

}
