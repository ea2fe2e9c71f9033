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

package io.azuretables.client;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.azuretables.gateway.TableGateway;
import io.azuretables.internal.key.KeyLayout;
import io.azuretables.internal.key.KeyTemplate;
import io.azuretables.key.TableKey;
import io.azuretables.row.AtomicBatch;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.RowWrite;
import io.azuretables.row.RowWrite.Delete;
import io.azuretables.row.RowWrite.Insert;
import io.azuretables.row.RowWrite.InsertOrReplace;
import io.azuretables.row.RowWrite.Merge;
import io.azuretables.row.RowWrite.Replace;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.InvalidDataAccessApiUsageException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Keys that addresses, quotes and encodings stumble over survive every request, as
 * partition key and as row key; those that the service refuses survive as the key
 * templates escape them.
 */
@ExtendWith(Azurite.LogOfFailures.class)
class NastyKeysIntegrationTests {

	private static final String TABLE = TableNames.unique();

	private static final KeyLayout NAME = KeyLayout.of("Thing", KeyTemplate.parse("{name}"), (name) -> String.class);

	private static TableGateway gateway;

	@BeforeAll
	static void createTable() {
		gateway = HttpTableGateway.connect(TableClientOptions.of(Azurite.connectionString()));
		gateway.createTable(TABLE);
	}

	static Stream<String> nastyKeys() {
		return Stream
			.of(Stream.of("'", "''", "a'b", "%", "a%b", "a%20b", "%27", "%2F", "+", "a+b", " ", " a", "a ", "&", "=",
					";", ":", "(", ")", "()", "$", "@", "*", "!", "\"", "{x}", "<x>", "|", "^", "`", "~", ".", "..",
					"é", "e\u0301", "日本", "😀", "\uFFFF", "\uFFFD", "\u00A0", "\u200B", "", "null", "a,b", "[]", "_",
					"-", "0", "a=b&c=d;e", "$batch", "http:a", "PartitionKey", "Tables('x')", "\uFEFF", "ﬀ", "İ"),
					Stream.of("a", "é", "日").flatMap((text) -> Stream.of(text.repeat(255), text.repeat(512))),
					Stream.of("😀".repeat(127), "😀".repeat(256)),
					IntStream.of(0xA0, 0xD7FF, 0xE000, 0x10FFFF).mapToObj(Character::toString))
			.flatMap((keys) -> keys);
	}

	@ParameterizedTest
	@MethodSource("nastyKeys")
	void survivesAsPartitionKey(String text) {
		survives(TableKey.of(text, "r"), "PartitionKey eq '" + quoted(text) + "' and RowKey eq 'r'");
	}

	@ParameterizedTest
	@MethodSource("nastyKeys")
	void survivesAsRowKey(String text) {
		survives(TableKey.of("p", text), "PartitionKey eq 'p' and RowKey eq '" + quoted(text) + "'");
	}

	static Stream<String> escapedKeys() {
		return Stream
			.of(Stream.of("#", "?", "\\", "/", "a/../b", "//", "a#b?c\\d/e", "%2F/", "?a=b&c", "#'/'", "/ ", "\r\n"),
					controls().mapToObj(Character::toString), Stream.of("\0".repeat(20), "é/日#😀"))
			.flatMap((keys) -> keys);
	}

	private static IntStream controls() {
		return IntStream.concat(IntStream.range(0, 0x20), IntStream.rangeClosed(0x7F, 0x9F));
	}

	@ParameterizedTest
	@MethodSource("escapedKeys")
	void survivesEscapedAsPartitionKey(String text) {
		TableKey key = TableKey.of(NAME.encode(text), "r");
		survives(key, "PartitionKey eq '" + quoted(key.partitionKey()) + "' and RowKey eq 'r'");
		write(new Insert(row(key, 1)));
		assertThat(list(null)).extracting((row) -> NAME.decode(row.key().partitionKey())[0]).containsExactly(text);
		write(new Delete(key, RowWrite.ANY));
	}

	@ParameterizedTest
	@MethodSource("escapedKeys")
	void survivesEscapedAsRowKey(String text) {
		TableKey key = TableKey.of("p", NAME.encode(text));
		survives(key, "PartitionKey eq 'p' and RowKey eq '" + quoted(key.rowKey()) + "'");
		write(new Insert(row(key, 1)));
		assertThat(list(null)).extracting((row) -> NAME.decode(row.key().rowKey())[0]).containsExactly(text);
		write(new Delete(key, RowWrite.ANY));
	}

	private static String quoted(String text) {
		return text.replace("'", "''");
	}

	private void survives(TableKey key, String filter) {
		String etag = write(new Insert(row(key, 1)));
		assertThat(read(key)).isEqualTo(row(key, 1).withEtag(etag));
		etag = write(new Merge(row(key, 2), String.valueOf(etag)));
		etag = write(new Replace(row(key, 3), String.valueOf(etag)));
		assertThat(list(filter)).containsExactly(row(key, 3).withEtag(etag));
		List<@Nullable String> etags = submit(new Replace(row(key, 4), String.valueOf(etag)));
		assertThat(read(key)).isEqualTo(row(key, 4).withEtag(etags.get(0)));
		submit(new Delete(key, String.valueOf(etags.get(0))));
		assertThat(read(key)).isNull();
		submit(new Insert(row(key, 5)));
		submit(new Merge(row(key, 6), RowWrite.ANY));
		write(new InsertOrReplace(row(key, 7)));
		assertThat(list(null)).extracting(TableRow::key).containsExactly(key);
		write(new Delete(key, RowWrite.ANY));
		assertThat(list(null)).isEmpty();
	}

	@ParameterizedTest
	@MethodSource
	void refusesWhatTheServiceRefuses(String text) {
		for (TableKey key : List.of(TableKey.of(text, "r"), TableKey.of("p", text))) {
			assertThatExceptionOfType(DataIntegrityViolationException.class)
				.isThrownBy(() -> write(new Insert(row(key, 1))));
			assertThatExceptionOfType(DataIntegrityViolationException.class)
				.isThrownBy(() -> write(new Delete(key, RowWrite.ANY)));
		}
	}

	static Stream<String> refusesWhatTheServiceRefuses() {
		return Stream.concat(Stream.of("/", "\\", "#", "?", "a/../b", "\uD83D", "\uDE00\uD83D", "a".repeat(513)),
				controls().mapToObj(Character::toString));
	}

	@ParameterizedTest
	@MethodSource("halves")
	void doesNotReadUnderHalfACharacter(String text) {
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> read(TableKey.of("p", text)))
			.withMessageContaining("surrogate");
	}

	static Stream<String> halves() {
		return Stream.of("\uD83D", "\uDE00", "a\uD83Db", "\uDE00\uD83D");
	}

	private static TableRow row(TableKey key, int value) {
		return TableRow.of(key, Map.of("A", value));
	}

	private static @Nullable String write(RowWrite write) {
		return gateway.write(TABLE, write);
	}

	private static List<@Nullable String> submit(RowWrite write) {
		return gateway.submit(new AtomicBatch(TABLE, List.of(write)));
	}

	private static @Nullable TableRow read(TableKey key) {
		return gateway.read(TABLE, key, null, RowReader.rows());
	}

	private static List<TableRow> list(@Nullable String filter) {
		return gateway.read(RowRequest.of(TABLE, filter), RowReader.rows()).rows();
	}

}
