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

package io.azuretables.repository.config;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.Table;
import io.azuretables.mapping.TableMappingException;
import io.azuretables.operations.SchemaMode;
import io.azuretables.operations.TableTemplate;
import io.azuretables.operations.TableTemplateOptions;
import io.azuretables.repository.TableRepository;
import io.azuretables.repository.config.Notes.NoteId;
import io.azuretables.repository.support.TableRepositoryFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan.Filter;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.FilterType;
import org.springframework.context.event.EventListener;
import org.springframework.core.env.MapPropertySource;
import org.springframework.data.annotation.CreatedDate;
import org.springframework.data.auditing.DateTimeProvider;
import org.springframework.data.domain.AuditorAware;
import org.springframework.data.domain.ManagedTypes;
import org.springframework.data.repository.CrudRepository;
import org.springframework.data.repository.core.support.RepositoryFactorySupport;
import org.springframework.scheduling.annotation.EnableAsync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link EnableTableRepositories} and {@link EnableTableAuditing} in
 * application contexts.
 */
class EnableTableRepositoriesTests {

	private static final Instant MORNING = Instant.parse("2014-08-22T08:00:00Z");

	private static final Instant EVENING = Instant.parse("2014-08-22T20:00:00Z");

	@Test
	void makesRepositoriesWithFragmentsNamedQueriesAndExpressions() throws Exception {
		try (ConfigurableApplicationContext context = context(null, Application.class)) {
			Notes notes = context.getBean(Notes.class);
			notes.saveAll(List.of(new Note("ken", 1).says("hello"), new Note("ken", 2)));
			assertThat(notes.countTexts("ken")).isOne();
			assertThat(notes.byText("ken", "hello")).hasSize(1);
			assertThat(notes.fromEnvironment("ken")).hasSize(1);
			assertThat(notes.fromBean()).hasSize(2);
			assertThat(notes.findByOwner("ken").get()).hasSize(2);
			assertThat(notes.findOneByOwnerAndNumber("ken", 2).get().number).isEqualTo(2);
			assertThat(notes.findById(new NoteId("ken", 2))).isPresent();
		}
	}

	@Test
	void resolvesPlaceholdersAndExpressionsInTheNamesOfTables() {
		try (ConfigurableApplicationContext context = context(null, Application.class)) {
			context.getBean(Notes.class).save(new Note("ken", 1));
			assertThat(context.getBean(TableGateway.class).tables()).containsExactly("xNotesDev");
		}
	}

	@Test
	void createsTheTablesOfRepositoriesAtTheStart() {
		try (ConfigurableApplicationContext context = context(null, CreatingApplication.class)) {
			assertThat(context.getBean(TableGateway.class).tables()).containsExactly("Memos", "xNotesDev");
		}
	}

	@Test
	void saysWhichNameOfATableCannotBeResolved() {
		TableMappingContext mapping = new TableMappingContext(new TableCustomConversions());
		assertThatExceptionOfType(TableMappingException.class)
			.isThrownBy(() -> mapping.getRequiredPersistentEntity(Note.class).tableName())
			.withMessageContaining(Note.class.getName() + " has @Table(\"#{'x' + 'Notes'}${notes.suffix}\"), which "
					+ "cannot be resolved: Could not resolve placeholder 'notes.suffix'");
		mapping.setManagedTypes(ManagedTypes.from(Note.class));
		assertThatExceptionOfType(TableMappingException.class).isThrownBy(mapping::afterPropertiesSet)
			.withMessageContaining("notes.suffix");
	}

	@Test
	void publishesTheEventsOfWhatIsSaved() {
		try (ConfigurableApplicationContext context = context(null, Application.class)) {
			Note note = new Note("ken", 1).says("hello");
			context.getBean(Notes.class).save(note);
			assertThat(context.getBean(Application.class).heard).containsExactly("hello");
			assertThat(note.events).isEmpty();
		}
	}

	@Test
	void auditsEntitiesWithoutAVersionByTheDateOfTheirCreation() {
		try (ConfigurableApplicationContext context = context(null, Application.class)) {
			Notes notes = context.getBean(Notes.class);
			Note saved = notes.save(new Note("ken", 1));
			assertThat(saved.createdAt).isEqualTo(MORNING);
			assertThat(saved.createdBy).isEqualTo("don");
			context.getBean(Application.class).now.set(EVENING);
			notes.save(notes.findById(new NoteId("ken", 1)).orElseThrow());
			Note changed = notes.findById(new NoteId("ken", 1)).orElseThrow();
			assertThat(changed.createdAt).isEqualTo(MORNING);
			assertThat(changed.changedAt).isEqualTo(EVENING);
			assertThat(changed.changedBy).isEqualTo("don");
		}
	}

	@Test
	void auditsAsWhomARepositoryKnows() {
		try (ConfigurableApplicationContext context = context(null, Asking.class)) {
			Notes notes = context.getBean(Notes.class);
			context.getBean(Memos.class).save(new Memo("ken", 1, null, null, null));
			assertThat(notes.save(new Note("ken", 1)).createdBy).isEqualTo("1 memos");
		}
	}

	@Test
	void auditsRecordsWithAVersion() {
		try (ConfigurableApplicationContext context = context(null, Application.class)) {
			Memos memos = context.getBean(Memos.class);
			Memo saved = memos.save(new Memo("ken", 1, null, null, null));
			assertThat(saved.createdAt()).isEqualTo(MORNING);
			context.getBean(Application.class).now.set(EVENING);
			Memo changed = memos.saveAll(List.of(saved)).iterator().next();
			assertThat(changed.createdAt()).isEqualTo(MORNING);
			assertThat(changed.changedAt()).isEqualTo(EVENING);
			assertThat(memos.findById(TableKey.of("ken", "0001"))).contains(changed);
		}
	}

	@ParameterizedTest
	@ValueSource(classes = { Application.class, Asking.class, FoundByType.class })
	void returnsAuditedTimesAsTheyAreRead(Class<?> configuration) {
		try (ConfigurableApplicationContext context = context(null, configuration)) {
			context.getBeanProvider(Application.class)
				.ifAvailable((application) -> application.now.set(MORNING.plusNanos(123_456_789)));
			Memos memos = context.getBean(Memos.class);
			Memo saved = memos.save(new Memo("ken", 1, null, null, null));
			assertThat(saved.createdAt()).isNotNull();
			assertThat(memos.findById(TableKey.of("ken", "0001"))).contains(saved);
			assertThat(memos.save(saved)).isEqualTo(memos.findById(TableKey.of("ken", "0001")).orElseThrow());
		}
	}

	@Test
	void returnsAuditedTimesWithAnOffsetAsTheyAreRead() {
		TableMappingContext mapping = new TableMappingContext(new TableCustomConversions());
		mapping.getRequiredPersistentEntity(Dated.class);
		TableAuditingHandler handler = new TableAuditingHandler(mapping);
		handler.setDateTimeProvider(() -> Optional.of(MORNING.plusNanos(123_456_789).atOffset(ZoneOffset.ofHours(2))));
		TableTemplate template = new TableTemplate(new EmbeddedTableGateway(), new TableConverter(mapping));
		Dated saved = template.save(handler.markCreated(new Dated("ken", null)));
		assertThat(template.findById(Dated.class, "ken")).contains(saved);
	}

	@Table("Dated")
	@PartitionKey("{owner}")
	@RowKey("dated")
	record Dated(String owner, @CreatedDate @Nullable OffsetDateTime createdAt) {

	}

	@Test
	void knowsWhetherAnEntityIsNewWithoutAnIdentifierProperty() {
		TableMappingContext mapping = new TableMappingContext(new TableCustomConversions());
		Note note = new Note("ken", 1);
		assertThat(mapping.getRequiredPersistentEntity(Note.class).isNew(note)).isTrue();
		note.createdBy = "don";
		assertThat(mapping.getRequiredPersistentEntity(Note.class).isNew(note)).isFalse();
		Memo memo = new Memo("ken", 1, null, null, null);
		assertThat(mapping.getRequiredPersistentEntity(Memo.class).isNew(memo)).isTrue();
		Memo read = new Memo("ken", 1, null, null, "W/\"1\"");
		assertThat(mapping.getRequiredPersistentEntity(Memo.class).isNew(read)).isFalse();
	}

	@Test
	void goesToTheTemplateThatIsNamed() {
		try (ConfigurableApplicationContext context = context(null, Application.class, Elsewhere.class)) {
			context.getBean(Inner.class).save(new Memo("ken", 1, null, null, null));
			assertThat(
					context.getBean("elsewhere", TableTemplate.class).findById(Memo.class, TableKey.of("ken", "0001")))
				.isPresent();
			assertThat(context.getBean(Memos.class).findById(TableKey.of("ken", "0001"))).isEmpty();
		}
	}

	@Test
	void leavesOutWhatIsFiltered() {
		try (ConfigurableApplicationContext context = context(null, Application.class)) {
			assertThat(context.getBeansOfType(CrudRepository.class)).containsOnlyKeys("notes", "memos");
			assertThatExceptionOfType(NoSuchBeanDefinitionException.class)
				.isThrownBy(() -> context.getBean(Inner.class));
		}
	}

	@Test
	void takesOnlyItsOwnEntitiesBesidesOtherStores(@TempDir Path folder) throws IOException {
		Path factories = Files.createDirectories(folder.resolve("META-INF")).resolve("spring.factories");
		Files.writeString(factories, RepositoryFactorySupport.class.getName() + "=" + OtherFactory.class.getName());
		ClassLoader parent = getClass().getClassLoader();
		try (URLClassLoader twoStores = new URLClassLoader(new URL[] { folder.toUri().toURL() }, parent);
				ConfigurableApplicationContext context = context(twoStores, Application.class, Strict.class)) {
			assertThat(context.getBeansOfType(CrudRepository.class)).containsKeys("notes", "memos")
				.doesNotContainKey("enableTableRepositoriesTests.Others");
		}
		assertThatException().isThrownBy(() -> context(null, Application.class, Strict.class))
			.withMessageContaining("is not an entity; annotate it with @Table");
	}

	private static ConfigurableApplicationContext context(@Nullable ClassLoader loader, Class<?>... configurations) {
		AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
		if (loader != null) {
			context.setClassLoader(loader);
		}
		context.getEnvironment()
			.getPropertySources()
			.addFirst(new MapPropertySource("test", Map.of("notes.suffix", "Dev", "notes.text", "hello")));
		context.register(configurations);
		context.refresh();
		return context;
	}

	@Configuration
	@EnableTableRepositories
	static class CreatingApplication extends Application {

		@Bean
		@Override
		TableTemplate tableTemplate(TableGateway gateway, TableMappingContext tableMappingContext) {
			return new TableTemplate(gateway, new TableConverter(tableMappingContext),
					TableTemplateOptions.DEFAULTS.withSchema(SchemaMode.CREATE_ON_START));
		}

	}

	@Configuration
	@EnableAsync
	@EnableTableAuditing(auditorAwareRef = "auditor", dateTimeProviderRef = "clock")
	@EnableTableRepositories
	static class Application {

		final AtomicReference<Instant> now = new AtomicReference<>(MORNING);

		final List<Object> heard = new ArrayList<>();

		@Bean
		TableGateway gateway() {
			return new EmbeddedTableGateway();
		}

		@Bean
		TableMappingContext tableMappingContext() {
			return new TableMappingContext(new TableCustomConversions());
		}

		@Bean
		TableTemplate tableTemplate(TableGateway gateway, TableMappingContext tableMappingContext) {
			return new TableTemplate(gateway, new TableConverter(tableMappingContext));
		}

		@Bean
		AuditorAware<String> auditor() {
			return () -> Optional.of("don");
		}

		@Bean
		DateTimeProvider clock() {
			return () -> Optional.of(this.now.get());
		}

		@Bean
		String greeting() {
			return "ken";
		}

		@EventListener
		void hear(String event) {
			this.heard.add(event);
		}

	}

	@Configuration
	@EnableTableRepositories(considerNestedRepositories = true, tableOperationsRef = "elsewhere",
			includeFilters = @Filter(type = FilterType.ASSIGNABLE_TYPE, classes = Inner.class),
			excludeFilters = @Filter(type = FilterType.ASSIGNABLE_TYPE,
					classes = { Notes.class, Memos.class, Others.class }))
	static class Elsewhere {

		@Bean(defaultCandidate = false)
		TableTemplate elsewhere(TableMappingContext tableMappingContext) {
			return new TableTemplate(new EmbeddedTableGateway(), new TableConverter(tableMappingContext));
		}

	}

	@Configuration
	@EnableTableAuditing
	@EnableTableRepositories
	static class Asking {

		@Bean
		TableMappingContext tableMappingContext() {
			return new TableMappingContext(new TableCustomConversions());
		}

		@Bean
		TableTemplate tableTemplate(TableMappingContext tableMappingContext) {
			return new TableTemplate(new EmbeddedTableGateway(), new TableConverter(tableMappingContext));
		}

		@Bean
		AuditorAware<String> auditor(Memos memos) {
			return () -> Optional.of(memos.count() + " memos");
		}

	}

	@Configuration
	@EnableTableAuditing
	@EnableTableRepositories
	static class FoundByType {

		@Bean
		TableMappingContext tableMappingContext() {
			return new TableMappingContext(new TableCustomConversions());
		}

		@Bean
		TableTemplate tableTemplate(TableMappingContext tableMappingContext) {
			return new TableTemplate(new EmbeddedTableGateway(), new TableConverter(tableMappingContext));
		}

		@Bean
		DateTimeProvider clock() {
			return () -> Optional.of(MORNING.plusNanos(123_456_789).atOffset(ZoneOffset.UTC));
		}

	}

	@Configuration
	@EnableTableRepositories(considerNestedRepositories = true)
	static class Strict {

	}

	public interface Inner extends TableRepository<Memo, TableKey> {

	}

	/**
	 * A repository of another store.
	 */
	interface Others extends CrudRepository<OtherEntity, String> {

	}

	/**
	 * An entity of another store.
	 */
	static class OtherEntity {

	}

	/**
	 * Stands for another store.
	 */
	abstract static class OtherFactory extends TableRepositoryFactory {

		OtherFactory() {
			super(null);
		}

	}

}
