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

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.azuretables.convert.TableConverter;
import io.azuretables.convert.TableCustomConversions;
import io.azuretables.convert.TableMappingContext;
import io.azuretables.embedded.EmbeddedTableGateway;
import io.azuretables.gateway.TableGateway;
import io.azuretables.internal.model.EntityModel;
import io.azuretables.key.TableKey;
import io.azuretables.mapping.Compressed;
import io.azuretables.mapping.Flattened;
import io.azuretables.mapping.Json;
import io.azuretables.mapping.PartitionKey;
import io.azuretables.mapping.RowKey;
import io.azuretables.mapping.SecondaryIndex;
import io.azuretables.mapping.Series;
import io.azuretables.mapping.ServerTimestamp;
import io.azuretables.mapping.Table;
import io.azuretables.mapping.TableMappingException;
import io.azuretables.plan.UnsupportedQueryException;
import io.azuretables.query.Criteria;
import io.azuretables.query.TableQuery;
import io.azuretables.query.Update;
import io.azuretables.repository.AllowScan;
import io.azuretables.repository.TableRepository;
import io.azuretables.repository.support.TableRepositoryFactory;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowWrite;
import io.azuretables.row.TableRow;
import io.azuretables.row.UnstorableValueException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.data.annotation.Version;
import org.springframework.data.domain.Example;
import org.springframework.data.domain.ExampleMatcher;
import org.springframework.data.domain.Sort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for entities with {@link Compressed} properties.
 */
class CompressedPropertyTests {

	private static final String LONG = IntStream.range(0, 3000)
		.mapToObj((i) -> "line " + i)
		.collect(Collectors.joining("\n"));

	private final TableGateway gateway = new EmbeddedTableGateway();

	private final TableMappingContext context = new TableMappingContext(new TableCustomConversions());

	private final TableTemplate template = new TableTemplate(this.gateway, new TableConverter(this.context));

	@BeforeEach
	void createTable() {
		this.gateway.createTable("Page");
	}

	private static Page page(String number, String text) {
		return new Page("book", number, text, new byte[5000], IntStream.range(0, 1000).boxed().toList(),
				new Notes("note ".repeat(1000)), "short", null);
	}

	private Optional<Page> read(String number) {
		return this.template.findById(Page.class, new TableKey("book", "p-" + number));
	}

	private TableRow row(String number) {
		TableRow row = this.gateway.read("Page", new TableKey("book", "p-" + number), null, RowReader.rows());
		assertThat(row).isNotNull();
		return row;
	}

	@Test
	void giveBackWhatWasSaved() {
		Page page = page("1", LONG);
		this.template.save(page);
		Page read = read(page.number()).orElseThrow();
		assertThat(read).usingRecursiveComparison().ignoringFields("version").isEqualTo(page);
		assertThat(row("1").get("text")).isInstanceOf(byte[].class);
		assertThat((byte[]) row("1").get("text")).hasSizeLessThan(LONG.length() / 2);
		assertThat((byte[]) row("1").get("image")).hasSizeLessThan(100);
		assertThat(row("1").get("numbers")).isInstanceOf(byte[].class);
		assertThat(row("1").get("notes_text")).isInstanceOf(byte[].class);
		assertThat(row("1").get("title")).isEqualTo("short");
	}

	@Test
	void holdMoreTextThanAColumnTakes() {
		String text = "0123456789".repeat(20_000);
		this.template.save(page("1", text));
		assertThat(read("1")).get().extracting(Page::text).isEqualTo(text);
	}

	@Test
	void namesBothLengthsOfWhatIsTooLong() {
		String text = java.util.concurrent.ThreadLocalRandom.current()
			.ints(120_000, 'A', 'Z')
			.mapToObj(Character::toString)
			.collect(Collectors.joining());
		assertThatExceptionOfType(UnstorableValueException.class).isThrownBy(() -> this.template.save(page("1", text)))
			.withMessageContaining("Page.text")
			.withMessageContaining("120000 UTF-16 code units are ")
			.withMessageContaining("the service takes 65536");
	}

	@Test
	void readRowsThatWereStoredPlain() {
		this.gateway.write("Page", new RowWrite.InsertOrReplace(TableRow.of(new TableKey("book", "p-7"),
				Map.of("text", LONG, "image", new byte[] { 2, 1, 0 }, "numbers", "[1,2]", "title", "t"))));
		Page read = read("7").orElseThrow();
		assertThat(read.text()).isEqualTo(LONG);
		assertThat(read.image()).containsExactly(2, 1, 0);
		assertThat(read.numbers()).containsExactly(1, 2);
		this.template.save(read);
		assertThat(row("7").get("text")).isInstanceOf(byte[].class);
		assertThat(read("7")).get().extracting(Page::text).isEqualTo(LONG);
	}

	@Test
	void keepBytesThatLookLikeCompressedOnes() {
		this.template.save(page("1", LONG));
		byte[] looksCompressed = (byte[]) row("1").get("text");
		assertThat(looksCompressed).isNotNull();
		Page page = page("2", LONG).withImage(looksCompressed);
		this.template.save(page);
		assertThat(read(page.number())).get().satisfies((read) -> assertThat(read.image()).isEqualTo(looksCompressed));
	}

	@Test
	void areMergedAndUpdated() {
		Page page = page("1", "short");
		this.template.save(page);
		this.template.merge(Page.class, new TableKey("book", "p-1"), Update.update("text", LONG));
		assertThat(row("1").get("text")).isInstanceOf(byte[].class);
		this.template.updateWithRetry(Page.class, new TableKey("book", "p-1"),
				(read) -> read.withText(read.text() + "!"));
		assertThat(read(page.number())).get().extracting(Page::text).isEqualTo(LONG + "!");
	}

	@Test
	void areReadByProjectionsAndThroughIndexes() {
		this.template.save(page("1", LONG));
		Pages pages = new TableRepositoryFactory(this.template).getRepository(Pages.class);
		assertThat(pages.findByBookAndTitle("book", "short")).singleElement().extracting(Page::text).isEqualTo(LONG);
		assertThat(pages.findByBook("book")).singleElement().extracting(TextOnly::text).isEqualTo(LONG);
		assertThat(pages.findByBookAndTextIsNull("book")).isEmpty();
	}

	@Test
	void tellNothingOfADamagedValue() {
		this.template.save(page("1", "secret ".repeat(1000)));
		TableRow row = row("1");
		byte[] stored = (byte[]) row.get("text");
		assertThat(stored).isNotNull();
		byte[] part = java.util.Arrays.copyOf(stored, stored.length - 3);
		this.gateway.write("Page", new RowWrite.InsertOrReplace(row.with("text", part)));
		assertThatExceptionOfType(UnstorableValueException.class).isThrownBy(() -> read("1"))
			.withMessageContaining("Page.text")
			.withMessageContaining("damaged")
			.withMessageNotContaining("secret");
	}

	@Test
	void refuseConditionsAndOrders() {
		TableQuery query = TableQuery.of(Criteria.where("book").is("book").and(Criteria.where("text").is("x")))
			.allowScan();
		assertThatExceptionOfType(UnsupportedQueryException.class)
			.isThrownBy(() -> this.template.query(Page.class).explain(query))
			.withMessageContaining("Page.text is @Compressed")
			.withMessageContaining("no condition");
		TableQuery sorted = TableQuery.of(Criteria.where("book").is("book")).orderBy(Sort.by("text"));
		assertThatExceptionOfType(UnsupportedQueryException.class)
			.isThrownBy(() -> this.template.query(Page.class).explain(sorted))
			.withMessageContaining("not sorted");
	}

	@Test
	void refuseDerivedQueriesAtTheStart() {
		TableRepositoryFactory factory = new TableRepositoryFactory(this.template);
		assertThatExceptionOfType(RuntimeException.class)
			.isThrownBy(() -> factory.getRepository(RefusedPages.class).findByBookAndText("book", "x"))
			.withStackTraceContaining("Page.text is @Compressed");
	}

	@Test
	void areLeftOutOfExamples() {
		Pages pages = new TableRepositoryFactory(this.template).getRepository(Pages.class);
		this.template.save(page("1", LONG));
		Page probe = new Page("book", "1", LONG, null, null, null, null, null);
		assertThatExceptionOfType(UnsupportedQueryException.class).isThrownBy(() -> pages.findAll(Example.of(probe)))
			.withMessageContaining("withIgnorePaths(\"text\")");
		assertThat(pages.findAll(Example.of(probe, ExampleMatcher.matching().withIgnorePaths("text")))).hasSize(1);
	}

	@Test
	void areRefusedWhereNothingIsToBeCompressed() {
		assertThat(problems(Wrong.class)).satisfiesExactlyInAnyOrder(
				(problem) -> assertThat(problem).contains("count is @Compressed and stored as Integer"),
				(problem) -> assertThat(problem).contains("slots is @Compressed, and is no single column"),
				(problem) -> assertThat(problem).contains("notes is @Compressed, and is no single column"),
				(problem) -> assertThat(problem).contains("version is @Compressed, and is no single column"),
				(problem) -> assertThat(problem).contains("written is @Compressed, and is no single column"),
				(problem) -> assertThat(problem).contains("negative has @Compressed(threshold = -1)"));
	}

	@Test
	void areRefusedInKeys() {
		assertThat(problems(WrongKeys.class))
			.anySatisfy((problem) -> assertThat(problem).contains("@RowKey").contains("'row' is @Compressed"));
		assertThat(problems(WrongIndex.class))
			.anySatisfy((problem) -> assertThat(problem).contains("@SecondaryIndex").contains("'text' is @Compressed"));
	}

	private List<String> problems(Class<?> type) {
		TableMappingException ex = org.assertj.core.api.Assertions.catchThrowableOfType(TableMappingException.class,
				() -> EntityModel.of(this.template.converter().entity(type)));
		assertThat(ex).isNotNull();
		return ex.getProblems();
	}

	interface Pages extends TableRepository<Page, TableKey> {

		List<Page> findByBookAndTitle(String book, String title);

		List<TextOnly> findByBook(String book);

		@AllowScan
		Optional<Page> findByBookAndTextIsNull(String book);

	}

	interface RefusedPages extends TableRepository<Page, TableKey> {

		List<Page> findByBookAndText(String book, String text);

	}

	record TextOnly(String text) {

	}

	record Notes(@Compressed String text) {

	}

	@Table("Page")
	@SecondaryIndex(name = "title", rowKey = "t-{title}-{number}")
	record Page(@PartitionKey String book, @RowKey("p-{number}") String number, @Compressed String text,
			@Compressed(threshold = 100) byte @Nullable [] image, @Compressed @Json @Nullable List<Integer> numbers,
			@Flattened @Nullable Notes notes, @Nullable String title, @Version @Nullable String version) {

		Page withText(String newText) {
			return new Page(this.book, this.number, newText, this.image, this.numbers, this.notes, this.title,
					this.version);
		}

		Page withImage(byte[] newImage) {
			return new Page(this.book, this.number, this.text, newImage, this.numbers, this.notes, this.title,
					this.version);
		}

	}

	@Table
	record Wrong(@PartitionKey String partition, @RowKey String row, @Compressed int count,
			@Compressed @Series(column = "s{slot}", slots = 2) String[] slots, @Compressed @Flattened Notes notes,
			@Compressed(threshold = -1) String negative, @Compressed @Version @Nullable String version,
			@Compressed @ServerTimestamp @Nullable Instant written) {

	}

	@Table
	record WrongKeys(@PartitionKey String partition, @RowKey @Compressed String row) {

	}

	@Table
	@SecondaryIndex(name = "text", rowKey = "t-{text}-{row}")
	record WrongIndex(@PartitionKey String partition, @RowKey("r-{row}") String row, @Compressed String text) {

	}

}
