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

import io.azuretables.client.TableCredential.Sas;
import io.azuretables.client.TableCredential.SharedKey;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * What connection strings say, and what is said about wrong ones.
 */
class ConnectionStringTests {

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "AccountName=acc;AccountKey=c2VjcmV0 | https://acc.table.core.windows.net",
			"AccountName=acc;AccountKey=c2VjcmV0;EndpointSuffix=core.chinacloudapi.cn | https://acc.table.core.chinacloudapi.cn",
			"DefaultEndpointsProtocol=http;AccountName=acc;AccountKey=c2VjcmV0;EndpointSuffix=x.org; | http://acc.table.x.org",
			" accountname = acc ; ACCOUNTKEY = c2VjcmV0 ; BlobEndpoint=https://b | https://acc.table.core.windows.net",
			"AccountName=acc;AccountKey=c2VjcmV0;TableEndpoint=https://acc.table.cosmos.azure.com:443/; | https://acc.table.cosmos.azure.com:443/" })
	void readsKeys(String text, String endpoint) {
		assertThat(TableConnection.parse(text))
			.isEqualTo(new TableConnection(URI.create(endpoint), new SharedKey("acc", "c2VjcmV0")));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = {
			"AccountName=acc;SharedAccessSignature=sv=1&sig=a%3D%3D | https://acc.table.core.windows.net",
			"TableEndpoint=http://127.0.0.1:1/acc;SharedAccessSignature=?sv=1&sig=a%3D%3D | http://127.0.0.1:1/acc" })
	void readsSignatures(String text, String endpoint) {
		assertThat(TableConnection.parse(text))
			.isEqualTo(new TableConnection(URI.create(endpoint), new Sas("sv=1&sig=a%3D%3D")));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			value = { "'' | http://127.0.0.1:10002/devstoreaccount1",
					"DevelopmentStorageProxyUri=http://azurite | http://azurite:10002/devstoreaccount1",
					"DevelopmentStorageProxyUri=https://azurite:1234 | https://azurite:1234/devstoreaccount1" })
	void readsTheEmulator(String more, String endpoint) {
		TableConnection connection = TableConnection.parse("UseDevelopmentStorage=true;" + more);
		assertThat(connection.endpoint()).isEqualTo(URI.create(endpoint));
		assertThat(connection.credential()).isInstanceOfSatisfying(SharedKey.class,
				(key) -> assertThat(key.account()).isEqualTo("devstoreaccount1"));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "'' | neither TableEndpoint nor AccountName", "secret | Setting 1 ",
			"AccountName=acc;=secret | Setting 2 ",
			"AccountName=acc | needs either AccountKey or SharedAccessSignature, and has neither",
			"AccountName=acc;AccountKey=c2VjcmV0;SharedAccessSignature=sig=secret | and has both",
			"AccountName=acc;AccountKey=!!secret!! | key of account 'acc' is not Base64",
			"AccountName=acc;AccountKey= | key of account 'acc' is empty",
			"AccountName=acc;SharedAccessSignature=? | shared access signature is empty",
			"AccountName=acc;AccountKey=c2VjcmV0;accountKey=c2VjcmV0 | sets accountKey twice",
			"AccountName=acc;c2VjcmV0==;c2VjcmV0== | Setting 3 of the connection string repeats an earlier one",
			"TableEndpoint=https://a.b;AccountName=c2VjcmV0+/==;AccountKey=accou | whose name is not valid either, is not",
			"TableEndpoint=https://a.b;AccountKey=c2VjcmV0 | no AccountName",
			"TableEndpoint=no address at all;AccountName=a;AccountKey=c2VjcmV0 | TableEndpoint of the connection string",
			"TableEndpoint=ftp://a.b;AccountName=a;AccountKey=c2VjcmV0 | http or https",
			"TableEndpoint=https://a.b?sig=secret;AccountName=a;AccountKey=c2VjcmV0 | without a query",
			"AccountName=acc;SharedAccessSignature= | shared access signature is empty",
			"AccountName=acc;SharedAccessSignature=sig=secret secret | A shared access signature is the query string",
			"TableEndpoint=https://me:secret@a.b;AccountName=a;AccountKey=c2VjcmV0 | or a user",
			"TableEndpoint=https://a.b#secret;AccountName=a;AccountKey=c2VjcmV0 | a fragment or",
			"TableEndpoint=http://my_secret;AccountName=a;AccountKey=c2VjcmV0 | the name of a host has no underscore",
			"UseDevelopmentStorage=true;TableEndpoint=http://secret | UseDevelopmentStorage and TableEndpoint, which exclude",
			"UseDevelopmentStorage=true;AccountKey=c2VjcmV0 | DevelopmentStorageProxyUri",
			"AccountName=a b;AccountKey=c2VjcmV0 | AccountName, DefaultEndpointsProtocol or EndpointSuffix",
			"UseDevelopmentStorage=true;DevelopmentStorageProxyUri=secret | DevelopmentStorageProxyUri",
			"UseDevelopmentStorage=false | neither TableEndpoint nor AccountName" })
	void saysWhatIsWrongAndNoSecret(String text, String message) {
		assertThatIllegalArgumentException().isThrownBy(() -> TableConnection.parse(text))
			.withMessageContaining(message)
			.satisfies((ex) -> assertThat(ex).hasStackTraceContaining("ConnectionString")
				.extracting(Throwable::getMessage)
				.asString()
				.doesNotContain("secret", "c2VjcmV0"))
			.withNoCause();
	}

	@ParameterizedTest
	@ValueSource(
			strings = { "AccountName=acc;AccountKey=c2VjcmV0", "AccountName=acc;SharedAccessSignature=sig=c2VjcmV0" })
	void showsNoSecretAsText(String text) {
		assertThat(TableConnection.parse(text).toString()).contains("acc").doesNotContain("c2VjcmV0");
		assertThat(TableClientOptions.of(text).toString()).doesNotContain("c2VjcmV0");
	}

	@Test
	void knowsCosmosByItsHost() {
		SharedKey key = new SharedKey("a", "c2VjcmV0");
		assertThat(new TableConnection(URI.create("https://a.table.cosmos.azure.com"), key).isCosmos()).isTrue();
		assertThat(new TableConnection(URI.create("https://a.table.cosmosdb.azure.com"), key).isCosmos()).isTrue();
		assertThat(new TableConnection(URI.create("https://A.TABLE.COSMOS.AZURE.COM"), key).isCosmos()).isTrue();
		assertThat(new TableConnection(URI.create("https://a.table.core.windows.net/"), key).isCosmos()).isFalse();
	}

}
