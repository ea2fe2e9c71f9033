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

import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.azure.data.tables.TableClient;
import com.azure.data.tables.TableServiceClient;
import com.azure.data.tables.models.TableEntity;
import com.azure.data.tables.models.TableServiceException;
import com.azure.data.tables.sas.TableAccountSasPermission;
import com.azure.data.tables.sas.TableAccountSasResourceType;
import com.azure.data.tables.sas.TableAccountSasService;
import com.azure.data.tables.sas.TableAccountSasSignatureValues;
import io.azuretables.gateway.ServiceErrorException;
import io.azuretables.gateway.TableGateway;
import io.azuretables.key.TableKey;
import io.azuretables.row.AtomicBatch;
import io.azuretables.row.RowPage;
import io.azuretables.row.RowReader;
import io.azuretables.row.RowRequest;
import io.azuretables.row.RowWrite;
import io.azuretables.row.RowWrite.Delete;
import io.azuretables.row.RowWrite.Insert;
import io.azuretables.row.RowWrite.InsertOrMerge;
import io.azuretables.row.RowWrite.InsertOrReplace;
import io.azuretables.row.RowWrite.Merge;
import io.azuretables.row.RowWrite.Replace;
import io.azuretables.row.ServiceLimits;
import io.azuretables.row.TableRow;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.LoggerFactory;

import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.InvalidDataAccessResourceUsageException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.dao.PermissionDeniedDataAccessException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What the gateway does against the emulator.
 */
@ExtendWith(Azurite.LogOfFailures.class)
class HttpTableGatewayIntegrationTests {

	private final HttpTableGateway gateway = HttpTableGateway
		.connect(TableClientOptions.of(Azurite.connectionString()));

	private final String table = TableNames.unique();

	@BeforeEach
	void createTable() {
		assertThat(this.gateway.createTable(this.table)).isTrue();
	}

	@Test
	void createsListsAndDeletesTables() {
		assertThat(this.gateway.createTable(this.table)).isFalse();
		assertThat(this.gateway.tables()).contains(this.table);
		assertThat(this.gateway.deleteTable(this.table)).isTrue();
		assertThat(this.gateway.deleteTable(this.table)).isFalse();
		assertThat(this.gateway.tables()).doesNotContain(this.table);
	}

	@Test
	void givesLimitsTheCodeThatTheEmulatorGives() {
		TableClient unchecked = this.gateway.serviceClientBuilder().buildClient().getTableClient(this.table);
		for (Object value : List.of("x".repeat(ServiceLimits.TEXT_LENGTH + 1),
				new byte[ServiceLimits.BINARY_LENGTH + 1])) {
			String ours = ServiceLimits.violations(TableRow.of(TableKey.of("p", "r"), Map.of("A", value)))
				.get(0)
				.code();
			assertThatExceptionOfType(TableServiceException.class)
				.isThrownBy(() -> unchecked.createEntity(new TableEntity("p", "r").addProperty("A", value)))
				.satisfies((ex) -> assertThat(ex.getValue().getErrorCode()).hasToString(ours));
		}
	}

	@Test
	void returnsEveryTypeAsItWasWritten() {
		Map<String, Object> values = new LinkedHashMap<>();
		values.put("Text", "a \"quoted\" \\ line\n\u2028 é 日本 😀 \u0001");
		values.put("Empty", "");
		values.put("Yes", true);
		values.put("Int", Integer.MIN_VALUE);
		values.put("Long", Long.MAX_VALUE);
		values.put("Whole", 2.0);
		values.put("Fraction", 0.1);
		values.put("Huge", 1e300);
		values.put("NaN", Double.NaN);
		values.put("Infinite", Double.NEGATIVE_INFINITY);
		values.put("Time", Instant.parse("2014-08-22T12:34:56.1234567Z"));
		values.put("Guid", UUID.randomUUID());
		values.put("Bytes", new byte[] { 0, -1, 127 });
		TableRow row = TableRow.of(TableKey.of("p", "r"), values);
		String etag = this.gateway.write(this.table, new Insert(row));
		assertThat(read("p", "r")).isEqualTo(row.withEtag(etag));
		assertThat(list(null)).containsExactly(row.withEtag(etag));
	}

	@Test
	void readsOnlyWhatIsSelectedAndTheKeys() {
		insert("p", "r", Map.of("A", 1, "B", "b"));
		TableRow row = this.gateway.read(this.table, TableKey.of("p", "r"), List.of("B"), RowReader.rows());
		assertThat(row).isNotNull();
		assertThat(row.key()).isEqualTo(TableKey.of("p", "r"));
		assertThat(row.properties()).containsOnly(Map.entry("B", "b"));
		assertThat(row.etag()).isNotNull();
		RowRequest request = RowRequest.of(this.table, null).withSelect(List.of("A", "Timestamp"));
		TableRow listed = this.gateway.read(request, RowReader.rows()).rows().get(0);
		assertThat(listed.key()).isEqualTo(TableKey.of("p", "r"));
		assertThat(listed.properties()).containsOnly(Map.entry("A", 1));
		assertThat(listed.timestamp()).isNotNull();
	}

	@Test
	void readsAMissingRowAsNothing() {
		assertThat(read("p", "missing")).isNull();
	}

	@Test
	void pagesThroughAFilter() {
		for (int i = 0; i < 7; i++) {
			insert("p", "r" + i, Map.of("N", i));
		}
		List<Object> numbers = new ArrayList<>();
		RowRequest request = RowRequest.of(this.table, "PartitionKey eq 'p' and N ge 2").withTop(2);
		RowPage<TableRow> page = this.gateway.read(request, RowReader.rows());
		assertThat(page.rowsRead()).isEqualTo(2);
		while (true) {
			page.rows().forEach((row) -> numbers.add(row.get("N")));
			if (page.continuation() == null) {
				break;
			}
			page = this.gateway.read(request.from(page.continuation()), RowReader.rows());
		}
		assertThat(numbers).containsExactly(2, 3, 4, 5, 6);
	}

	@Test
	void writesInAllSixWays() {
		TableKey key = TableKey.of("p", "r");
		String inserted = insert("p", "r", Map.of("A", 1));
		String replaced = write(new Replace(TableRow.of(key, Map.of("B", 2)), inserted));
		assertThat(read("p", "r").properties()).containsOnly(Map.entry("B", 2));
		String merged = write(new Merge(TableRow.of(key, Map.of("C", 3)), replaced));
		assertThat(read("p", "r").properties()).containsOnly(Map.entry("B", 2), Map.entry("C", 3));
		write(new InsertOrMerge(TableRow.of(key, Map.of("D", 4))));
		assertThat(read("p", "r").properties()).hasSize(3);
		String last = write(new InsertOrReplace(TableRow.of(key, Map.of("E", 5))));
		assertThat(read("p", "r")).isEqualTo(TableRow.of(key, Map.of("E", 5)).withEtag(last));
		assertThat(List.of(inserted, replaced, merged, last)).doesNotHaveDuplicates();
		assertThat(this.gateway.write(this.table, new Delete(key, last))).isNull();
		assertThat(read("p", "r")).isNull();
	}

	@Test
	void refusesWritesWhoseConditionIsNotMet() {
		TableKey key = TableKey.of("p", "r");
		String first = insert("p", "r", Map.of("A", 1));
		write(new Merge(TableRow.of(key, Map.of("A", 2)), RowWrite.ANY));
		assertThatExceptionOfType(DuplicateKeyException.class).isThrownBy(() -> insert("p", "r", Map.of("A", 3)));
		for (RowWrite write : List.of(new Replace(TableRow.of(key, Map.of()), first),
				new Merge(TableRow.of(key, Map.of()), first), new Delete(key, first),
				new Delete(TableKey.of("p", "missing"), first),
				new Replace(TableRow.of(TableKey.of("p", "missing"), Map.of()), RowWrite.ANY))) {
			assertThatExceptionOfType(OptimisticLockingFailureException.class).isThrownBy(() -> write(write));
		}
	}

	@Test
	void returnsTheEtagOfEveryWriteOfATransaction() {
		String old = insert("p", "0", Map.of("A", 1));
		List<RowWrite> writes = new ArrayList<>(List.of(new Delete(TableKey.of("p", "0"), old)));
		writes.add(new InsertOrMerge(row("p", "1")));
		IntStream.range(2, 100).forEach((i) -> writes.add(new Insert(row("p", "" + i))));
		List<@Nullable String> etags = this.gateway.submit(new AtomicBatch(this.table, writes));
		assertThat(etags).hasSize(100);
		assertThat(etags.get(0)).isNull();
		for (int i = 1; i < 100; i++) {
			assertThat(read("p", "" + i).etag()).isEqualTo(etags.get(i));
		}
		TableRow changed = row("p", "1").with("B", "é 日本 😀 \u2028");
		List<@Nullable String> again = this.gateway.submit(new AtomicBatch(this.table,
				List.of(new Replace(changed, etags.get(1)), new Merge(row("p", "2"), etags.get(2)),
						new InsertOrReplace(row("p", "3")), new Delete(TableKey.of("p", "4"), RowWrite.ANY))));
		assertThat(again).hasSize(4).doesNotContainAnyElementsOf(etags.subList(1, 100));
		assertThat(read("p", "1")).isEqualTo(changed.withEtag(again.get(0)));
	}

	@Test
	void namesTheWriteThatFailedATransaction() {
		insert("p", "1", Map.of());
		AtomicBatch batch = new AtomicBatch(this.table, List.of(new Insert(row("p", "0")), new Insert(row("p", "1"))));
		assertThatExceptionOfType(DuplicateKeyException.class).isThrownBy(() -> this.gateway.submit(batch))
			.withMessageContaining("index 1: the Insert, write 2 of 2")
			.havingCause()
			.asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.type(ServiceErrorException.class))
			.satisfies((cause) -> assertThat(cause.failedWrite()).isEqualTo(1));
		assertThat(read("p", "0")).isNull();
	}

	@Test
	void reportsAMissingTable() {
		this.gateway.deleteTable(this.table);
		Class<InvalidDataAccessResourceUsageException> expected = InvalidDataAccessResourceUsageException.class;
		assertThatExceptionOfType(expected).isThrownBy(() -> read("p", "r"));
		assertThatExceptionOfType(expected).isThrownBy(() -> list(null));
		assertThatExceptionOfType(expected).isThrownBy(() -> insert("p", "r", Map.of()));
		assertThatExceptionOfType(expected)
			.isThrownBy(() -> this.gateway.submit(new AtomicBatch(this.table, List.of(new Insert(row("p", "r"))))));
	}

	@Test
	void lendsItsPipelineToTheSdk() {
		TableServiceClient client = this.gateway.serviceClientBuilder().buildClient();
		assertThat(client.listTables()).anyMatch((item) -> item.getName().equals(this.table));
		assertThat(client.getProperties()).isNotNull();
	}

	@Test
	void speaksWithASharedAccessSignature() {
		TableAccountSasSignatureValues values = new TableAccountSasSignatureValues(OffsetDateTime.now().plusDays(1),
				TableAccountSasPermission.parse("rwdlau"), TableAccountSasService.parse("t"),
				TableAccountSasResourceType.parse("sco"));
		String signature = this.gateway.serviceClientBuilder().buildClient().generateAccountSas(values);
		TableGateway signed = HttpTableGateway.connect(
				TableClientOptions.of("TableEndpoint=" + Azurite.endpoint() + ";SharedAccessSignature=" + signature));
		String etag = signed.write(this.table, new Insert(row("p", "r")));
		signed.submit(new AtomicBatch(this.table, List.of(new Replace(row("p", "r"), etag))));
		assertThat(signed.read(RowRequest.of(this.table, "A eq 1"), RowReader.rows()).rows()).hasSize(1);
		TableGateway forged = HttpTableGateway.connect(TableClientOptions.of("TableEndpoint=" + Azurite.endpoint()
				+ ";SharedAccessSignature=" + signature.replaceAll("sig=[^&]*", "sig=c2VjcmV0")));
		assertThatExceptionOfType(PermissionDeniedDataAccessException.class)
			.isThrownBy(() -> forged.read(this.table, TableKey.of("p", "r"), null, RowReader.rows()))
			.withMessageNotContaining("c2VjcmV0");
	}

	@Test
	void logsNoWarningWithItsDefaultClient() {
		ListAppender<ILoggingEvent> log = new ListAppender<>();
		Logger azure = (Logger) LoggerFactory.getLogger("com.azure");
		log.start();
		azure.addAppender(log);
		try {
			insert("p", "r", Map.of("A", "x".repeat(30_000)));
			this.gateway.submit(new AtomicBatch(this.table, List.of(new Insert(row("p", "s")))));
			assertThat(read("p", "missing")).isNull();
			assertThatExceptionOfType(DuplicateKeyException.class).isThrownBy(() -> insert("p", "r", Map.of()));
		}
		finally {
			azure.detachAppender(log);
		}
		assertThat(log.list).isEmpty();
	}

	private static TableRow row(String partitionKey, String rowKey) {
		return TableRow.of(TableKey.of(partitionKey, rowKey), Map.of("A", 1));
	}

	private String insert(String partitionKey, String rowKey, Map<String, ?> properties) {
		return write(new Insert(TableRow.of(TableKey.of(partitionKey, rowKey), properties)));
	}

	private String write(RowWrite write) {
		return this.gateway.write(this.table, write);
	}

	private TableRow read(String partitionKey, String rowKey) {
		return this.gateway.read(this.table, TableKey.of(partitionKey, rowKey), null, RowReader.rows());
	}

	private List<TableRow> list(@Nullable String filter) {
		return this.gateway.read(RowRequest.of(this.table, filter), RowReader.rows()).rows();
	}

}
