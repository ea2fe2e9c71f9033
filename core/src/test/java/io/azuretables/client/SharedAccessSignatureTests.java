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

import java.net.URI;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.EnumSet;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.azure.data.tables.sas.TableSasIpRange;
import com.azure.data.tables.sas.TableSasPermission;
import com.azure.data.tables.sas.TableSasProtocol;
import com.azure.data.tables.sas.TableSasSignatureValues;
import io.azuretables.client.TableCredential.Sas;
import io.azuretables.client.TableCredential.SharedKey;
import io.azuretables.client.TableCredential.Token;
import io.azuretables.gateway.AccessGrant;
import io.azuretables.gateway.AccessGrant.Rows;
import io.azuretables.gateway.AccessPermission;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;

import org.springframework.dao.InvalidDataAccessApiUsageException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Shared access signatures are those of the SDK.
 */
class SharedAccessSignatureTests {

	private static final String[] TEXTS = { "", "a", "B", "9", "_", "-", ".", "~", "*", "'", "''", " ", "!", "%", "%20",
			"+", "&", "=", "/", "é", "e\u0301", "日", "😀", "\uFFEE", "\uFFFD", "\u00A0", "(", ")", ",", ";", ":" };

	private final Random random = new Random(1);

	@ParameterizedTest
	@ValueSource(strings = { "https://Account.table.core.windows.net", "http://127.0.0.1:10002/devstoreaccount1" })
	void areThoseOfTheSdk(String endpoint) {
		HttpTableGateway gateway = gateway(endpoint, new SharedKey("Account", "c2VjcmV0"));
		for (int i = 0; i < 500; i++) {
			AccessGrant grant = grant();
			String ours = gateway.sign(grant).token();
			assertThat(ours).isEqualTo(sdk(gateway, grant, endpoint.startsWith("https")));
			assertThat(AccessGrant.parse(ours)).isEqualTo(grant);
		}
	}

	private AccessGrant grant() {
		boolean policy = this.random.nextInt(4) == 0;
		Set<AccessPermission> permissions = EnumSet.noneOf(AccessPermission.class);
		for (AccessPermission permission : AccessPermission.values()) {
			if (this.random.nextBoolean()) {
				permissions.add(permission);
			}
		}
		if (permissions.isEmpty() && !policy) {
			permissions.add(AccessPermission.READ);
		}
		Instant until = Instant.ofEpochSecond(1_900_000_000L + this.random.nextInt(1_000_000), 7);
		Rows rows = (this.random.nextInt(5) == 0) ? null : new Rows("p" + text(), text(), "r" + text());
		return new AccessGrant("T" + this.random.nextInt(1_000) + "Ab", permissions,
				this.random.nextBoolean() ? Instant.ofEpochSecond(this.random.nextInt()) : null,
				(policy && this.random.nextBoolean()) ? null : until, rows,
				this.random.nextBoolean() ? "198.51.100.1-198.51.100.9" : null, policy ? "p" + text() : null);
	}

	private String text() {
		return Stream.generate(() -> TEXTS[this.random.nextInt(TEXTS.length)])
			.limit(this.random.nextInt(8))
			.collect(Collectors.joining());
	}

	private static String sdk(HttpTableGateway gateway, AccessGrant grant, boolean https) {
		TableSasSignatureValues values = new TableSasSignatureValues(
				(grant.policy() != null) ? grant.policy() : "none");
		String letters = AccessPermission.letters(grant.permissions());
		if (grant.policy() == null) {
			values = new TableSasSignatureValues(time(grant.until()), TableSasPermission.parse(letters));
		}
		else {
			values.setExpiryTime(time(grant.until()));
			if (letters != null) {
				values.setPermissions(TableSasPermission.parse(letters));
			}
		}
		values.setStartTime(time(grant.from()))
			.setVersion("2019-02-02")
			.setProtocol(https ? TableSasProtocol.HTTPS_ONLY : TableSasProtocol.HTTPS_HTTP)
			.setSasIpRange((grant.addresses() != null) ? TableSasIpRange.parse(grant.addresses()) : null);
		Rows rows = grant.rows();
		if (rows != null) {
			values.setStartPartitionKey(rows.partitionKey())
				.setStartRowKey(rows.firstRowKey())
				.setEndPartitionKey(rows.partitionKey())
				.setEndRowKey(rows.lastRowKey());
		}
		return gateway.serviceClientBuilder().buildClient().getTableClient(grant.table()).generateSas(values);
	}

	private static @Nullable OffsetDateTime time(@Nullable Instant instant) {
		return (instant != null) ? instant.atOffset(ZoneOffset.UTC) : null;
	}

	@Test
	void needTheKeyOfAStorageAccount() {
		AccessGrant grant = grant();
		refuses("https://account.table.core.windows.net", new Token((request) -> Mono.empty()), grant,
				"TokenCredential");
		refuses("https://account.table.core.windows.net", new Sas("sv=1&sig=secret"), grant, "key of the account");
		refuses("https://account.table.cosmos.azure.com", new SharedKey("account", "c2VjcmV0"), grant, "Cosmos");
	}

	private static void refuses(String endpoint, TableCredential credential, AccessGrant grant, String word) {
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> gateway(endpoint, credential).sign(grant))
			.withMessageContaining(word)
			.withMessageNotContaining("secret");
	}

	private static HttpTableGateway gateway(String endpoint, TableCredential credential) {
		return HttpTableGateway.connect(TableClientOptions.of(new TableConnection(URI.create(endpoint), credential)));
	}

}
